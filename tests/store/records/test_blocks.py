"""Blocks that no edit is safe in, and the place of a field in the others."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.pages.page import make_page
from kb.store.records.blocks import find_field


def find(block, field="aliases"):
    return find_field(make_page("page.md", f"---\n{block}---\nbody\n", {}), field)


def written(block, field="aliases"):
    """Return what is written as the value of a field."""
    found, entry = find(block, field)
    return entry and found.source[entry.value.start : entry.value.end]


@pytest.mark.parametrize(
    ("block", "line", "reason"),
    [
        pytest.param("a: 1\naliases: [x]\na: 2\n", 4, "`a` is there for the second time", id="a repeated name"),
        pytest.param("aliases: [x]\n'aliases': [y]\n", 3, "`aliases` is there for", id="a repeated name in quotes"),
        pytest.param("a: &x {b: c}\n<<: *x\n", 3, "it merges in another map", id="a merge key"),
        pytest.param("aliases: {a: b}\n", 2, "its value is a map", id="a map"),
        pytest.param("aliases:\n  a: b\n", 3, "its value is a map", id="a map in lines"),
        pytest.param("aliases: !!set {a, b}\n", 2, "its value is a map", id="a set"),
        pytest.param("aliases: !!omap [a: b]\n", 2, "its value has the tag", id="a list with a tag"),
        pytest.param("!!set {a, b}\n", 2, "the block has the tag", id="a block with a tag"),
        pytest.param("b: &x [a]\naliases: *x\n", 2, "by an anchor", id="a list that is another one"),
        pytest.param("aliases: &x [a]\nb: *x\n", 2, "by an anchor", id="a list that is used elsewhere"),
        pytest.param("aliases: [&x a]\nb: *x\n", 2, "by an anchor", id="an item that is used elsewhere"),
        pytest.param("b: &x a\naliases: [c, *x]\n", 3, "by an anchor", id="an item that is another one"),
        pytest.param("b: &x aliases\n*x : [c]\n", 3, "by an anchor", id="a name that is another one"),
        pytest.param("aliases: x\x07y\n", 2, "not allowed", id="what only one of the readers takes"),
    ],
)
def test_what_no_edit_is_safe_in_is_refused_with_line_and_reason(block, line, reason):
    with pytest.raises(KbError, match=reason) as caught:
        find(block)
    error = caught.value
    assert (error.kind, error.code, error.hint) == ("refused", "unsafe-edit", "edit the file by hand")
    assert f"`aliases` cannot be edited safely: line {line}: " in error.message


@pytest.mark.parametrize(
    ("block", "value"),
    [
        pytest.param("aliases: [x]\n", "[x]", id="a list"),
        pytest.param("a: \u2028\u0085\naliases: x # y\n", "x", id="behind separators"),
        pytest.param("\U0001f680: \U0001f680\naliases: 'x'\n", "'x'", id="behind signs outside the basic plane"),
        pytest.param('a: 1\n"aliases" : "x"\n', '"x"', id="a name in quotes"),
        pytest.param("{a: b, aliases: [x]}\n", "[x]", id="in brackets"),
        pytest.param("a: 1\n", None, id="absent"),
        pytest.param("# nothing\n", None, id="an empty block"),
        pytest.param("alias: x\n", "x", id="singular"),
        pytest.param("alias: x\naliases: y\n", "y", id="both"),
        pytest.param("alias: x\naliases: ~\n", "x", id="the plural is null"),
        pytest.param("alias: ~\naliases: null\n", "null", id="both are null"),
    ],
)
def test_a_field_is_found_where_its_reader_finds_it(block, value):
    assert written(block) == value


def test_a_separator_in_a_value_is_part_of_its_text():
    entry = find('aliases: "x\u2028y"\n')[1]
    assert entry.value.text == "x\u2028y"
