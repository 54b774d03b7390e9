"""How frontmatter is written: lines of fields, repeated fields, odd shapes."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.pages.page import make_page
from kb.store.pages.shape import check_shape, field_lines

BLOCKS = [
    *("a: x", "b: 'x: y'", 'c: "x"', "d:", "e: [x, y]", "f: [x: y]", "g: {x: y}", "h: |\n  a: x\n  b", "i: >-\n  text"),
    *(
        "j:\n- x\n- y",
        "k:\n  - x\n  - - y",
        "l:\n  a: x",
        "# a: x",
        "",
        'm: "x\n  a: y"',
        "n: text\n  more",
        '"o": x',
        "p: x # a: y",
    ),
    *(
        "q:\n  # a: x\n  - x",
        "s: [x,\n  y]",
        "t:\n  - a: x",
        "v:\n  - 'x: y'",
        "w: ! x",
        "x-y: 1",
        "z: a:b",
    ),
]


def page(block):
    return make_page("a.md", f"---\n{block}\n---\n", {})


def shape(block):
    return [(problem.line, problem.level, problem.code, problem.field) for problem in check_shape(page(block))]


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        ("a: x\nb: y", {"a": 2, "b": 3}),
        ("# note\n\na: x", {"a": 4}),
        ("a:\n- x\n- y\nb:\n  - z\nc: |\n  d: text\ne: f", {"a": 2, "b": 5, "c": 7, "e": 9}),
        ("a: 'x\n  b: y'\nc: z", {"a": 2, "c": 4}),
        ("a: [x,\n  y]\nb: {c: d}", {"a": 2, "b": 4}),
        ('"a b": x\nc:', {"a b": 2, "c": 3}),
        ("tag: x\nalias: y", {"tag": 2, "alias": 3, "tags": 2, "aliases": 3}),
        ("a: x\u2028y\nb: '\u0085'\nc: {d: e}", {"a": 2, "b": 3, "c": 4}),
        ("", {}),
    ],
)
def test_each_field_has_the_line_that_it_begins_on(block, lines):
    assert field_lines(page(block)) == lines


def test_a_page_without_frontmatter_has_no_fields():
    assert field_lines(make_page("a.md", "a: x\n", {})) == {}


def test_a_repeated_field_is_an_error_where_it_stands_again():
    assert shape("a: x\nb: y\na: z\na: 1") == [(4, "error", "repeated-key", "a"), (5, "error", "repeated-key", "a")]
    assert check_shape(page("a: x\na: y"))[0].message == "a stands here again, after line 2; only the last one counts"


@pytest.mark.parametrize(
    "block",
    [
        "tags: [x, {a: b}]",
        "tags: [x, [y]]",
        "tags:\n  - x\n  - a: b",
        "tags:\n  - [x]",
        "tags: [[x]]",
        "owner:\n  name: x",
        "owner: {name: x}",
        "tags: a, b",
        "systems: ['a, b', c]",
        "tag: a, b",
    ],
)
def test_a_shape_that_kb_cannot_keep_is_a_warning(block):
    assert [(level, code) for _, level, code, _ in shape(block)] == [("warning", "odd-shape")]


@pytest.mark.parametrize(
    ("block", "line", "name"),
    [
        ("aliases: [x]\nalias: q", 3, "alias"),
        ("alias: q\naliases: []", 2, "alias"),
        ("tag: [q]\ntags:\n- x", 2, "tag"),
        ("system: q\nsystems: x", 2, "system"),
        ("repo: q\nrepos: x", 2, "repo"),
    ],
)
def test_a_singular_name_beside_its_plural_is_a_warning_that_it_is_not_read(block, line, name):
    assert shape(block) == [(line, "warning", "odd-shape", name)]


@pytest.mark.parametrize(
    "block",
    [
        "alias: q",
        "alias: q\naliases:",
        "tags: [x, y]",
        "tags: []",
        "tags:",
        "tags: x",
        "tags:\n  - x",
        "a: 'x: y'",
        "aliases: ['hello, world']",
        "summary: a, b",
        "a: {}",
        "tags: [404, null, x]",
        "a: |\n  x: y\n  - - z",
    ],
)
def test_any_other_shape_is_right(block):
    assert shape(block) == []


@settings(max_examples=500, deadline=None, database=None)
@given(st.lists(st.sampled_from(BLOCKS), max_size=6).map("\n".join))
def test_lines_and_nesting_are_those_that_a_yaml_reader_sees(block):
    root = yaml.compose(block)
    nodes = root.value if root else []
    expected = {key.value: key.start_mark.line + 2 for key, _ in nodes}
    nested = [
        key.value
        for key, node in nodes
        if any(
            isinstance(item, tuple) or not isinstance(item.value, str)
            for item in node.value
            if not isinstance(item, str)
        )
    ]

    assert field_lines(page(block)) == expected
    assert [problem.field for problem in check_shape(page(block)) if problem.code == "odd-shape"] == nested


@pytest.mark.parametrize(
    "block",
    ["a: " + " " * 100_000 + ": x", "a: x\n" + " " * 100_000 + "b: c", "a: x" * 50_000, "a: [" + "x, " * 50_000 + "{]"],
)
def test_a_long_line_is_read_in_bounded_time(block):
    assert field_lines(page(block)) is not None
