"""The index: what it lists, and that the same base gives the same bytes."""

from __future__ import annotations

import random
import re
from urllib.parse import unquote

import pytest

from kb.store.config import read_config
from kb.store.maps.index import make_index
from kb.store.pages.base import MAP_MARK, read_base
from kb.store.pages.links import find_links
from kb.store.pages.page import make_page
from kb.store.pages.walk import Skipped

FILES = {
    "kb.toml": 'name = "Harbor"\n',
    "wiki/systems/edge.md": "---\ntype: wiki\nsummary: Terminates TLS.\nupdated: 2026-11-01\n---\n",
    "wiki/rollback.md": "---\ntype: wiki\nsummary: How to roll back.\nprivate: true\n---\n\n# Roll back\n",
    "memory/findings/F-1.md": "---\nid: F-1\ntype: finding\nstatus: open\nsystems: [edge]\nsummary: Slow.\n---\n",
    "memory/decisions/D-1.md": "---\nid: D-1\ntype: decision\nstatus: accepted\nsummary: Keep it.\n---\n# Keep\n",
    "notes/a [b].md": "# Odd *name*\n",
    "wiki/broken.md": b"caf\xfc\n",
    "wiki/wide.md": "\ufeffa".encode("utf-16"),
    "wiki/nul.md": b"a\0b",
    "wiki/yaml.md": "---\na: b: c\n---\n\n# Half read\n",
}


def texts(base):
    return [text.decode() for text in make_index(base).texts.values()]


def test_the_map_has_a_line_a_system_and_the_other_pages_below(make_base):
    index, _ = texts(make_base(FILES))

    assert index.startswith(f"{MAP_MARK}\n\n# Map of Harbor\n")
    assert "- [edge](wiki/systems/edge.md): 1 record, 1 open; Terminates TLS.\n" in index
    assert "### decision\n\n- [Keep](memory/decisions/D-1.md): Keep it.\n" in index
    assert "- [Roll back](wiki/rollback.md): How to roll back.\n" in index
    assert "F-1.md" not in index  # it is counted with its system


def test_the_list_has_a_line_a_page_in_the_order_of_the_paths(make_base):
    base = make_base(FILES)
    _, full = texts(base)

    paths = [unquote(path) for path in re.findall(r"^- \[.*\]\((.*?)\):", full, re.MULTILINE)]
    assert paths == sorted([page.path for page in base.pages] + [skipped.path for skipped in base.skipped])
    assert "- [F-1](memory/findings/F-1.md): finding, open; Slow.\n" in full
    assert "- [edge](wiki/systems/edge.md): wiki, 2026-11-01; Terminates TLS.\n" in full


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("wiki/broken.md", "not UTF-8 (byte 0xfc at offset 3)"),
        ("wiki/wide.md", "UTF-16, not UTF-8"),
        ("wiki/nul.md", "holds NUL bytes, so it is no text"),
    ],
)
def test_what_cannot_be_read_is_named_as_such_in_both(make_base, path, reason):
    index, full = texts(make_base(FILES))

    assert f"- {path}: {reason}\n" in index[index.index("## Could not be read") :]
    assert f"- [{path}]({path}): cannot be read: {reason}\n" in full


def test_a_folder_that_cannot_be_listed_is_named_too_and_a_page_in_half(make_base):
    base = make_base(FILES)
    index, full = texts(base._replace(skipped=(Skipped("memory/incidents", "permission denied"),)))

    assert "- memory/incidents: permission denied\n" in index
    assert "[memory/incidents](memory/incidents): cannot be read: permission denied\n" in full
    assert "- [Half read](wiki/yaml.md): its frontmatter cannot be read\n" in index


def test_a_page_of_a_system_that_cannot_be_read_keeps_its_line(make_base):
    index, _ = texts(make_base(FILES | {"wiki/systems/edge.md": b"\xfc"}))

    assert (
        "- [edge](wiki/systems/edge.md): 1 record, 1 open; cannot be read: not UTF-8 (byte 0xfc at offset 0)" in index
    )


def test_the_same_pages_give_the_same_bytes_in_whatever_order_they_are_made_or_come(make_base, tmp_path):
    base = make_base(FILES)
    other = tmp_path / "elsewhere" / "other"
    for name in reversed(FILES):
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        content = FILES[name]
        (other / name).write_bytes(content.encode() if isinstance(content, str) else content)
    expected = make_index(base)
    assert make_index(read_base(read_config(other))) == expected
    shuffler = random.Random(5)
    for _ in range(10):
        pages, skipped = list(base.pages), list(base.skipped)
        shuffler.shuffle(pages)
        shuffler.shuffle(skipped)
        assert make_index(base._replace(pages=tuple(pages), skipped=tuple(skipped))) == expected


@pytest.mark.parametrize("length", [5, 793, 794, 795, 831, 832, 9_500])
def test_the_last_line_says_how_large_the_file_is(make_base, length):
    base = make_base({"a.md": f"---\nsummary: {'x' * length}\n---\n"})  # below and above 1,000 bytes, too

    for text in make_index(base).texts.values():
        assert text.decode().splitlines()[-1] == f"1 page, 0 systems, {len(text)} bytes"


@pytest.mark.parametrize(
    ("summary", "line"),
    [
        ("'One [a](b.md) <!-- two'", "One [a](b.md) \\<!-- two"),
        ("'One ` two <a href=\"x\"> \\` three'", 'One \\` two \\<a href="x"> \\\\\\` three'),
        ('"One\\n\\n## Two"', "One ## Two"),
        ('"One\\u2028Two"', "One Two"),
    ],
)
def test_no_summary_changes_the_lines_around_it(make_base, summary, line):
    index, _ = texts(make_base({"a[1].md": f"---\nsummary: {summary}\n---\n# T [x]\n"}))

    assert f"\n- [T \\[x\\]](a%5B1%5D.md): {line}\n" in index


@pytest.mark.parametrize("sign", ["`", "<!--", "<a", "\\`", "]"])
def test_every_link_stays_one_whatever_signs_the_titles_and_summaries_hold(make_base, sign):
    files = {f"{name}.md": f"---\nsummary: 'S {sign} s'\n---\n# T {sign} t\n" for name in ("a", "b")}

    for text in texts(make_base(files)):
        page = make_page("wiki.md", text, {})
        assert [link.target for link in find_links(page)][-2:] == ["a.md", "b.md"]


def test_a_base_without_pages_has_an_index_too(make_base):
    assert [text.splitlines()[-1].partition(", 0 systems")[0] for text in texts(make_base({}))] == ["0 pages"] * 2
