"""Texts as YAML scalars."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from yaml12 import parse_yaml

from kb.store.errors import KbError
from kb.store.pages.frontmatter import read_frontmatter
from kb.store.records.scalars import literal, quoted, respelled

# Letters, words and signs that mean something to some reader.
PIECES = [
    *("a", "no", "0x1", "1", ".", "-", "+", "e", "_", ":", " ", "#", ",", "[", "]", "{", "}", "?", "&", "*", "!", "|"),
    *(">", "'", '"', "%", "@", "`", "\\", "~", "=", "<<", "/", "\n", "\t", "\r", "\x00", "\x7f", "\x85", "\xa0"),
    *("\u2028", "\u3000", "\ufeff", "\uffff", "\u90e8", "\U0001f680", "..."),
]
TEXTS = st.text() | st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
PLAIN = [
    *(
        "deploy",
        "two words",
        "rate-quoter",
        "it's",
        'say "hi"',
        "C:\\x",
        "a#b",
        "a:b",
        "https://x.org/a_b",
        "/etc/hosts",
    ),
    *(
        ".gitignore",
        "(old)",
        "~/notes",
        "v1.10",
        "1st",
        "3 plus",
        "DEC-0054",
        "caf\u00e9",
        "\u90e8\u7f72",
        "\U0001f680",
    ),
    *("none", "nope", "yesterday", "x=1", "a & b", "2 * 3", "wow!", "50%", "a@b.org", "a\u3000b"),
]
TYPED = [
    *("no", "No", "yes", "on", "OFF", "true", "False", "y", "N", "null", "NULL", "~", "1", "1.10", "007", "-1", "+49"),
    *("0x1F", "0o17", "0b1", "1e3", "1_000", "12:30:45", ".5", ".inf", "-.INF", ".nan", ".", "2026-01-05", "=", "<<"),
    *("2026-01-05T10:00:00Z", "2026-01-05 10:00:00 +02:00"),
]


@pytest.mark.parametrize("text", PLAIN)
def test_a_text_that_nothing_else_is_written_like_stays_plain(text):
    assert quoted(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *TYPED,
        *(
            "",
            " a",
            "a ",
            "a: b",
            "a:",
            "a #b",
            "- a",
            "-a",
            "? a",
            "why?",
            "a, b",
            "[a]",
            "a]",
            "{a",
            "a}",
            "&a",
            "*a",
        ),
        *("!a", "|", ">", "'a'", "%a", "@a", "`a`", "#a", "...", ": a", "\u3000a"),
    ],
)
def test_a_text_that_a_reader_may_take_for_something_else_is_quoted(text):
    assert quoted(text) == f'"{text}"'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        pytest.param('"a\\', '"\\"a\\\\"', id="quotation mark and backslash"),
        pytest.param("a\nb\tc\rd", '"a\\nb\\tc\\rd"', id="white space"),
        pytest.param("\x00\x1b\x7f\x85", '"\\u0000\\u001b\\u007f\\u0085"', id="control characters"),
        pytest.param("a\u2028\u2029", '"a\\u2028\\u2029"', id="separators"),
        pytest.param("\ufeffa\ufffe\uffff", '"\\ufeffa\\ufffe\\uffff"', id="what is no character"),
    ],
)
def test_what_cannot_stand_in_a_line_is_escaped(text, written):
    assert quoted(text) == written


@pytest.mark.parametrize("style", ["", '"', "'"])
def test_half_of_a_surrogate_pair_is_refused(style):
    with pytest.raises(KbError, match="surrogate") as caught:
        respelled("a\udcff", style)
    assert (caught.value.kind, caught.value.code) == ("refused", "unsafe-edit")


@pytest.mark.parametrize(
    ("text", "style", "written"),
    [
        pytest.param("a", "", "a", id="plain"),
        pytest.param("a", '"', '"a"', id="double"),
        pytest.param("it's", "'", "'it''s'", id="single"),
        pytest.param("a\nb", "'", '"a\\nb"', id="single cannot escape"),
        pytest.param("no", "", '"no"', id="plain would be another type"),
        pytest.param("2026-01-05", "", "2026-01-05", id="a date is the house's style"),
        pytest.param("2026-01-05", '"', '"2026-01-05"', id="a date in quotes stays in them"),
        pytest.param("2026-01-05\n", "", '"2026-01-05\\n"', id="no date"),
    ],
)
def test_a_text_takes_the_quotation_marks_of_the_old_one(text, style, written):
    assert respelled(text, style) == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\nb", ("|-", "\n  a\n  b"), id="no last line feed"),
        pytest.param("a\nb\n", ("|", "\n  a\n  b"), id="a last line feed"),
        pytest.param("a\n\n  b", ("|-", "\n  a\n\n    b"), id="empty and indented lines"),
        pytest.param("---", ("|-", "\n  ---"), id="a fence"),
        pytest.param("a\tb", ("|-", "\n  a\tb"), id="a tab"),
        pytest.param("", None, id="nothing"),
        pytest.param(" a", None, id="a blank first"),
        pytest.param("\na", None, id="an empty line first"),
        pytest.param("a\n\n", None, id="an empty line last"),
        pytest.param("a\rb", None, id="a carriage return"),
        pytest.param("a\u2028b", None, id="a separator"),
    ],
)
def test_lines_stand_below_a_header_where_they_can(text, expected):
    assert literal(text, 2) == expected


@settings(max_examples=500, deadline=None, database=None)
@given(text=TEXTS)
def test_every_text_is_read_back_by_every_reader_in_lines_and_in_brackets(text):
    expected = {"a": text, "b": [text, text], "c": [text]}
    block = f"a: {quoted(text)}\nb: [{quoted(text)}, {quoted(text)}]\nc:\n- {quoted(text)}\n"

    assert parse_yaml(block) == expected
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        assert yaml.load(block, Loader=loader) == expected
    fields = read_frontmatter(f"---\n{block}---\n").fields
    assert fields == {"a": text, "b": (text, text), "c": (text,)}


@settings(max_examples=300, deadline=None, database=None)
@given(text=TEXTS, style=st.sampled_from(["", '"', "'"]))
def test_every_text_is_read_back_in_every_style(text, style):
    assert read_frontmatter(f"---\na: {respelled(text, style)}\n---\n").fields == {"a": text}
