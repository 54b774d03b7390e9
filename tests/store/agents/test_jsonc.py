"""JSON with comments, as spans."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.store.agents.jsonc import Document, Node, find, parse

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


def _value(document: Document, node: Node):
    if node.kind == "object":
        return {member.key: _value(document, member.value) for member in node.members}
    if node.kind == "array":
        return [_value(document, member.value) for member in node.members]
    return json.loads(document.text[document.start(node) : document.end(node)])


@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_what_json_writes_is_read_as_json_reads_it(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = parse(text)
    assert _value(document, document.root) == value


@given(st.text(alphabet='{}[]:,"\\/*ab01.-e \n\r', max_size=20))
def test_what_json_refuses_is_refused_but_for_comments_and_last_commas(text):
    try:
        json.loads(text)
    except ValueError:
        if "/" not in text and "," not in text:
            with pytest.raises(ValueError, match=r"is no JSON"):
                parse(text)
    else:
        parse(text)


@pytest.mark.parametrize("text", ["[1, // one\n2 /* two */,]", "/* a */ [1,2] // b", "[1,2,\r\n]"])
def test_comments_and_a_last_comma_are_taken(text):
    document = parse(text)
    assert _value(document, document.root) == [1, 2]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{\n", 2),
        ('{\n"a" 1}', 2),
        ("[1\n2]", 2),
        ("[,]", 1),
        ("[1,,]", 1),
        ("{a: 1}", 1),
        ("{1: 1}", 1),
        ("[01]", 1),
        ("[1.]", 1),
        ("[NaN]", 1),
        ('["\n"]', 1),
        (r'["\x"]', 1),
        ("[1]\n[2]", 2),
        ("[1] /* open", 1),
        ("[" * 200 + "]" * 200, 1),
        ("\x00", 1),
    ],
)
def test_anything_else_is_refused_by_its_line(text, line):
    with pytest.raises(ValueError, match=f"^line {line} is no JSON$"):
        parse(text)


def test_a_key_that_is_there_twice_is_not_chosen_from():
    with pytest.raises(ValueError, match="twice"):
        find(parse('{"a": 1, "\\u0061": 2}').root, "a")
