"""What a page or a part of one is called."""

from __future__ import annotations

import sys

import pytest

from kb.store.errors import KbError
from kb.store.pages.target import find_target

PAGE = """\
---
id: F-2026-01-05-001
title: Rollbacks
---
# Rollbacks

intro
## When it is stuck
wait

## Wait
### Long
more
"""
FILES = {
    "findings/rollbacks.md": PAGE,
    "wiki/queue.md": "# Queue\n\ntext\n",
    "wiki/index.md": "wiki\n",
    "index.md": "root\n",
    "notes/index.md": "notes\n",
    "empty.md": "",
}


@pytest.fixture
def base(make_base):
    return make_base(FILES)


def shown(base, target):
    found = find_target(base, target)
    return found.page.path, found.anchor, found.start_line, found.end_line, found.text


def refused(base, target):
    with pytest.raises(KbError) as caught:
        find_target(base, target)
    assert caught.value.kind == "missing"
    return caught.value


class TestPage:
    @pytest.mark.parametrize(
        ("target", "path"),
        [
            pytest.param("wiki/queue.md", "wiki/queue.md", id="a path"),
            pytest.param("wiki/queue", "wiki/queue.md", id="a path without its ending"),
            pytest.param("./wiki/queue.md", "wiki/queue.md", id="a path from here"),
            pytest.param("wiki\\queue.md", "wiki/queue.md", id="a path of Windows"),
            pytest.param("queue", "wiki/queue.md", id="a name"),
            pytest.param("F-2026-01-05-001", "findings/rollbacks.md", id="an id"),
            pytest.param("index", "index.md", id="a path before the same name elsewhere"),
            pytest.param("wiki/index", "wiki/index.md", id="a path of a name that others have"),
        ],
    )
    def test_a_page_is_called_by_path_id_or_name(self, base, target, path):
        assert find_target(base, target).page.path == path

    def test_a_whole_page_is_all_lines_of_its_file(self, base):
        assert shown(base, "wiki/queue.md") == ("wiki/queue.md", "", 1, 3, "# Queue\n\ntext")
        assert shown(base, "queue#") == ("wiki/queue.md", "", 1, 3, "# Queue\n\ntext")

    def test_the_frontmatter_is_shown_and_counted(self, base):
        assert shown(base, "rollbacks") == ("findings/rollbacks.md", "", 1, 13, PAGE.removesuffix("\n"))

    def test_an_empty_page_is_one_empty_line(self, base):
        assert shown(base, "empty") == ("empty.md", "", 1, 1, "")

    def test_an_id_is_called_as_it_is_written(self, make_base):
        base = make_base({"a.md": "---\nid: 007\n---\n", "b.md": "---\nid: 1.10\n---\n"})
        assert find_target(base, "007").page.path == "a.md"
        assert find_target(base, "1.10").page.path == "b.md"
        assert refused(base, "7").code == "no-such-page"

    def test_an_id_is_surer_than_a_name(self, make_base):
        base = make_base({"d/x.md": "", "e/y.md": "---\nid: x\n---\n"})
        assert find_target(base, "x").page.path == "e/y.md"

    def test_a_path_with_its_ending_in_capitals_may_leave_it_out(self, make_base):
        base = make_base({"docs/GUIDE.MD": "", "other/GUIDE.md": ""})
        assert find_target(base, "docs/GUIDE").page.path == "docs/GUIDE.MD"

    @pytest.mark.parametrize(
        "names",
        [
            pytest.param(("a b.md", "a-b.md", "a_b.md"), id="space and hyphen"),
            pytest.param(("a#b.md", "a.md", "#a.md", "a#.md"), id="hash"),
            pytest.param(("[a].md", "it's.md", "a,b.md"), id="bracket and quote"),
            pytest.param(("README.md", "readme.md"), id="capitals"),
            pytest.param(("cafe\u0301.md", "caf\u00e9.md"), id="accents in both forms"),
            pytest.param(("a.md", "a.md.md", "a.md.md.md"), id="the ending twice"),
            pytest.param(("d/a.md", "d.md/a.md", "d/d.md"), id="a folder with the ending"),
            pytest.param(("\u90e8\u7f72.md", "\U0001f680.md"), id="other scripts"),
            pytest.param(
                ("a:1.md", "a:1-2.md", ":a.md", "a.md", 'say "a".md', "a\nb.md", "b#c:1.md"),
                id="what Windows forbids",
                marks=pytest.mark.skipif(sys.platform == "win32", reason="no names there"),
            ),
            pytest.param(
                ("a\\b.md",),
                id="backslash",
                marks=pytest.mark.skipif(sys.platform == "win32", reason="parts folders there"),
            ),
        ],
    )
    def test_a_path_that_was_found_names_its_own_page(self, make_base, names):
        files = {name: f"# {number}\n" for number, name in enumerate(names)}
        base = make_base(files)
        if len(base.pages) < len(names):
            pytest.skip("this file system takes two of the names for one")
        assert [find_target(base, name).page.path for name in names] == list(names)
        assert [find_target(base, f"{name}#{number}").text for number, name in enumerate(names)] == [
            f"# {number}" for number in range(len(names))
        ]
        assert [find_target(base, f"{name}:1").page.path for name in names] == list(names)


class TestSection:
    @pytest.mark.parametrize(
        ("anchor", "start", "end", "text"),
        [
            ("when-it-is-stuck", 8, 10, "## When it is stuck\nwait\n"),
            ("wait", 11, 13, "## Wait\n### Long\nmore"),
            ("long", 12, 13, "### Long\nmore"),
            ("rollbacks", 5, 13, "# Rollbacks\n\nintro\n## When it is stuck\nwait\n\n## Wait\n### Long\nmore"),
        ],
    )
    def test_an_anchor_names_its_heading_and_all_below_it(self, base, anchor, start, end, text):
        assert shown(base, f"rollbacks#{anchor}") == ("findings/rollbacks.md", anchor, start, end, text)
        assert shown(base, f"F-2026-01-05-001#{anchor}")[1:] == (anchor, start, end, text)

    def test_a_repeated_heading_is_named_by_its_number(self, make_base):
        base = make_base({"a.md": "# A\none\n# A\ntwo\n"})
        assert find_target(base, "a#a").text == "# A\none"
        assert find_target(base, "a#a-1").text == "# A\ntwo"

    def test_a_heading_in_a_fence_is_not_named(self, make_base):
        assert refused(make_base({"a.md": "# A\n```\n# B\n```\n"}), "a#b").code == "no-such-anchor"


class TestLines:
    @pytest.mark.parametrize(
        ("target", "start", "end", "text"),
        [
            ("rollbacks:1", 1, 1, "---"),
            ("rollbacks:5", 5, 5, "# Rollbacks"),
            ("findings/rollbacks.md:8-10", 8, 10, "## When it is stuck\nwait\n"),
            ("F-2026-01-05-001:12-13", 12, 13, "### Long\nmore"),
            ("rollbacks:1-13", 1, 13, PAGE.removesuffix("\n")),
        ],
    )
    def test_lines_are_those_of_the_file(self, base, target, start, end, text):
        assert shown(base, target) == ("findings/rollbacks.md", "", start, end, text)

    def test_the_address_of_a_passage_names_its_lines(self, base):
        assert shown(base, "findings/rollbacks.md#wait:12-13") == (
            "findings/rollbacks.md",
            "wait",
            12,
            13,
            "### Long\nmore",
        )

    @pytest.mark.parametrize("lines", ["0", "14", "0-3", "3-2", "12-14", "1-99999999999999999999"])
    def test_lines_that_the_page_has_not_are_refused_with_those_it_has(self, base, lines):
        error = refused(base, f"rollbacks:{lines}")
        assert error.code == "no-such-lines"
        assert error.message == f"findings/rollbacks.md has lines 1-13, not {lines}"

    def test_a_number_of_thousands_of_digits_is_refused(self, base):
        assert refused(base, "rollbacks:" + "1" * 5_000).code == "no-such-lines"


class TestRefusals:
    def test_a_page_that_is_not_there_is_refused_with_what_is_close(self, base):
        error = refused(base, "wiki/qeue")
        assert error.code == "no-such-page"
        assert error.message == "no page is called 'wiki/qeue'"
        assert error.candidates == ("wiki/queue.md",)
        assert error.hint == "did you mean wiki/queue.md"

    def test_a_page_with_no_name_close_to_it_is_refused_with_another_way(self, base):
        error = refused(base, "zzzzzzzz#part:3")
        assert error.message == "no page is called 'zzzzzzzz'"
        assert error.candidates == ()
        assert error.hint == "kb search finds pages by their words"

    @pytest.mark.parametrize("target", ["", ".", "..", "/", "../secret.md", "/etc/passwd", "queue.txt", "Queue", ".md"])
    def test_nothing_else_names_a_page(self, base, target):
        assert refused(base, target).code == "no-such-page"

    def test_a_name_that_several_pages_have_is_refused_with_their_paths(self, make_base):
        base = make_base({"b/x.md": "", "a/x.md": "", "y.md": ""})
        error = refused(base, "x#part")
        assert error.code == "ambiguous"
        assert error.message == "'x' names 2 pages"
        assert error.candidates == ("a/x.md", "b/x.md")
        assert error.hint == "a/x.md, b/x.md"

    def test_an_id_that_several_pages_have_is_refused_with_their_paths(self, make_base):
        base = make_base({"a.md": "---\nid: X-1\n---\n", "b.md": "---\nid: X-1\n---\n"})
        assert refused(base, "X-1").candidates == ("a.md", "b.md")

    def test_an_anchor_that_is_not_there_is_refused_with_those_that_are(self, base):
        error = refused(base, "rollbacks#wayt")
        assert error.code == "no-such-anchor"
        assert error.message == "findings/rollbacks.md has no heading #wayt"
        assert error.hint == "it has #wait"
        assert error.candidates == ("rollbacks", "when-it-is-stuck", "wait", "long")

    def test_an_anchor_in_a_page_without_headings_is_refused(self, base):
        error = refused(base, "wiki/index#part")
        assert (error.code, error.hint, error.candidates) == ("no-such-anchor", "it has no headings", ())

    @pytest.mark.parametrize("target", ["d/a.md", "d/a", "a", "d/a.md:3"])
    def test_a_page_that_cannot_be_read_is_said_to_be_there(self, make_base, target):
        error = refused(make_base({"d/a.md": b"\xfc", "b.md": ""}), target)
        assert (error.kind, error.code) == ("missing", "unreadable-page")
        assert error.message == "d/a.md cannot be read: not UTF-8 (byte 0xfc at offset 0)"
