"""All pages of a base."""

from __future__ import annotations

import os
import shutil
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.store.config import read_config
from kb.store.pages.base import read_base
from kb.store.pages.walk import Skipped

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)
)

BAD_BLOCKS = {
    "a colon in a value": "title: a: b\n",
    "a back-quoted path": "path: `C:\\x`\n",
    "a word in stars": "title: *Word*\n",
    "a link with a letter behind it": "links:\n  - [[x]]y\n",
    "a tab as indent": "links:\n\t- x\n",
    "a list": "- a\n- b\n",
    "a letterhead": "ACME Works, 12 Mill Lane\n",
    "references without measure": BOMB,
    "a reference to what holds it": "a: &a [*a]\n",
    "nesting without measure": "a: " + "[" * 20_000 + "\n",
    "a control character": "n: [1]\na: \x07\n",
}


@pytest.fixture
def file_too_deep(make_folder):
    """A base with a good page and one in a folder whose path is so long that the page's own is too long."""
    root = make_folder({"good.md": "good"})
    longest = os.pathconf(root, "PC_PATH_MAX") - 1
    length = len(os.fsencode(root))
    here = os.open(root, os.O_RDONLY)
    while length + 100 < longest:
        name = "d" * min(200, longest - length - 50)
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here, length = below, length + 1 + len(name)
    os.close(os.open("p" * 200 + ".md", os.O_WRONLY | os.O_CREAT, dir_fd=here))
    os.close(here)
    yield root
    for folder in root.glob("d*"):
        shutil.rmtree(folder)


def test_a_base_is_its_settings_and_its_pages_by_path(make_folder):
    config = read_config(make_folder({"kb.toml": 'name = "N"\n', "b.md": "# B\n", "a/c.md": "# C\n", "B.md": "# D\n"}))
    base = read_base(config)
    assert base.config == config
    assert [(page.path, page.title) for page in base.pages] == [("B.md", "D"), ("a/c.md", "C"), ("b.md", "B")]
    assert base.skipped == ()


def test_a_folder_without_pages_is_a_base_without_pages(make_base):
    base = make_base({"readme.txt": "text"})
    assert (base.pages, base.skipped) == ((), ())


def test_what_the_settings_exclude_is_no_page(make_base):
    base = make_base({"kb.toml": 'exclude = ["drafts/", "*.tmp.md"]\n', "a.md": "", "drafts/b.md": "", "c.tmp.md": ""})
    assert [page.path for page in base.pages] == ["a.md"]


def test_folders_give_the_kinds_that_the_settings_declare(make_base):
    base = make_base({"kb.toml": '[kinds.book]\nfolders = ["books"]\n', "books/a.md": "", "wiki/b.md": "", "c.md": ""})
    assert [(page.path, page.kind) for page in base.pages] == [
        ("books/a.md", "book"),
        ("c.md", "note"),
        ("wiki/b.md", "wiki"),
    ]


@pytest.mark.parametrize("block", BAD_BLOCKS.values(), ids=BAD_BLOCKS.keys())
def test_a_bad_block_hides_neither_its_own_body_nor_another_page(make_base, block):
    base = make_base({"bad.md": f"---\n{block}---\n# Bad\n\nthe needle\n", "a.md": "# A\n", "z.md": "# Z\n"})
    assert [page.path for page in base.pages] == ["a.md", "bad.md", "z.md"]
    assert base.skipped == ()
    assert "the needle\n" in base.pages[1].body
    assert base.pages[1].problem != ""
    assert [page.problem for page in (base.pages[0], base.pages[2])] == ["", ""]


def test_a_block_that_is_never_closed_hides_nothing(make_base):
    base = make_base({"bad.md": "---\ntitle: x\n\nthe needle\n", "z.md": "# Z\n"})
    assert [page.body for page in base.pages] == ["---\ntitle: x\n\nthe needle\n", "# Z\n"]


def test_what_cannot_be_read_is_named_by_path_and_the_rest_is_read(make_base):
    base = make_base(
        {
            "d/utf16.md": "# T\n".encode("utf-16"),
            "a.md": b"\xfc",
            "good.md": "# Good\n",
            "nul.md": b"a\0b",
            "empty.md": "",
        }
    )
    assert [page.path for page in base.pages] == ["empty.md", "good.md"]
    assert base.skipped == (
        Skipped("a.md", "not UTF-8 (byte 0xfc at offset 0)"),
        Skipped("d/utf16.md", "UTF-16, not UTF-8"),
        Skipped("nul.md", "holds NUL bytes, so it is no text"),
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs folders opened by number")
def test_a_file_that_the_system_refuses_is_named_and_the_rest_is_read(file_too_deep):
    base = read_base(read_config(file_too_deep))
    assert [page.path for page in base.pages] == ["good.md"]
    assert [(item.path.rpartition("/")[2], item.reason) for item in base.skipped] == [
        ("p" * 200 + ".md", "file name too long")
    ]


def test_a_base_that_vanished_is_named_and_has_no_pages(make_folder):
    config = read_config(make_folder({"a.md": ""}))
    shutil.rmtree(config.root)
    base = read_base(config)
    assert base.pages == ()
    assert [item.path for item in base.skipped] == ["."]


def test_names_that_differ_in_capitals_or_accents_are_pages_of_their_own(make_folder):
    names = ["README.md", "cafe\u0301.md", "caf\u00e9.md", "readme.md"]
    root = make_folder({name: f"# {number}\n" for number, name in enumerate(names)})
    if len(list(root.iterdir())) < len(names):
        pytest.skip("this file system takes two of the names for one")
    pages = read_base(read_config(root)).pages
    assert [(page.path, page.title) for page in pages] == [(name, str(n)) for n, name in enumerate(names)]


@settings(max_examples=200, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(
            st.one_of(
                st.sampled_from(
                    [b"---\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", b"a: [", b"# x\n", b"\0", b"\xfc", b"```\n"]
                ),
                st.binary(max_size=6),
            ),
            max_size=12,
        ).map(b"".join),
    )
)
def test_any_bytes_as_a_file_leave_a_good_page_as_it_is(make_folder, data):
    base = read_base(read_config(make_folder({"any.md": data, "good.md": "# Good\n"})))
    assert base.pages[-1].title == "Good"
    assert len(base.pages) + len(base.skipped) == 2
