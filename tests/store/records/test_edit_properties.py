"""Any block edited: only the lines of the field change."""

from __future__ import annotations

from contextlib import suppress

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.errors import KbError
from kb.store.pages.frontmatter import LIST_FIELDS, SINGULAR
from kb.store.pages.page import make_page
from kb.store.records.edit import add_to_list, set_field
from kb.store.records.scalars import quoted

BODY = "\n# Heading\n\ntext\n"

WORDS = st.text(st.sampled_from("ab:#-,'\"[]{}\\ \u2028\u90e8\U0001f680"), min_size=1, max_size=6)
# No word can be one of these.
COMMENTS = ["# why", "# [x, y]: 'z", "# between"]
REMARKS = st.sampled_from(["", f" {COMMENTS[0]}", f"  {COMMENTS[1]}"])
SPACERS = st.lists(st.sampled_from(["", "# a: comment", " # indented"]), max_size=2)


@st.composite
def lists(draw, name):
    """Return the lines of a list field in any style, with comments between them."""
    items = [quoted(item) for item in draw(st.lists(WORDS, min_size=1, max_size=3))]
    remark, between = draw(REMARKS), draw(st.sampled_from([[], [f"  {COMMENTS[2]}"]]))
    dash = draw(st.sampled_from(["- ", "  - ", "  -   "]))
    return draw(
        st.sampled_from(
            [
                [f"{name}:{remark}"],
                [f"{name}: {items[0]}{remark}"],
                [f"{name}: [{', '.join(items)}]{remark}"],
                [f"{name}: [{', '.join(items)},]{remark}"],
                [f"{name}: [", *(f"  {item},{remark}" for item in items), *between, f"]{remark}"],
                [f"{name}: [{','.join(items)}{remark}", "  ]"],
                [f"{name}:{remark}", *between, *(f"{dash}{item}{remark}" for item in items)],
                [f"{name}:", *between, f"{dash}>-{remark}", "       one", "       two"],
                [f"{name}: |-{remark}", "  one", "  two"],
                [f'{name}: "one', f'  two"{remark}'],
            ]
        )
    )


@st.composite
def blocks(draw, name):
    """Return the lines above a field, its own lines, and those below it, all of one block."""
    others = draw(st.lists(st.sampled_from(["title", "'id'", "see", "x y"]), unique=True, max_size=4))
    place = draw(st.integers(0, len(others)))
    field = draw(lists(name)) if draw(st.booleans()) else []
    above = [line for other in others[:place] for line in (*draw(SPACERS), *draw(lists(other)))]
    below = [line for other in others[place:] for line in (*draw(SPACERS), *draw(lists(other)))]
    return (above, field, below) if field else (above + below, [], [])


@st.composite
def files(draw, name):
    """Return the text above a field, its own, and the text below it."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    above, field, below = draw(blocks(name))
    last = draw(st.sampled_from(["", end, end + end + "text", end + "---" + end + "a: b" + end]))
    texts = ["".join(line + end for line in lines) for lines in (["---", *above], field, below)]
    return draw(st.sampled_from(["", "\ufeff"])) + texts[0], texts[1], texts[2] + "---" + last


def fields(text):
    return dict(make_page("page.md", text, {}).fields)


def others(text):
    return {name: value for name, value in fields(text).items() if name != "aliases"}


def body(text):
    return make_page("page.md", text, {}).body


def check(file, edited, field, value):
    """Check that only the lines of a field changed, and that it has the value for both readers."""
    above, old, below = file
    assert edited.startswith(above)
    assert edited.endswith(below)
    assert all(edited.count(comment) == (above + old + below).count(comment) for comment in COMMENTS)
    assert fields(edited) == fields(above + old + below) | {field: value}
    assert body(edited) == body(above + old + below)
    # Of the characters that libyaml ends a line at, these files have only the one.
    block = edited.removeprefix("\ufeff")[: -len(below)].replace("\u2028", "_")
    assert yaml.compose(block[len("---") :], Loader=yaml.SafeLoader) is not None


@settings(max_examples=300, deadline=None, database=None)
@given(data=st.data(), name=st.sampled_from(["aliases", "alias", "tags"]), items=st.lists(WORDS, max_size=2))
def test_an_item_added_to_any_block_changes_only_its_field(data: st.DataObject, name: str, items: list[str]):
    file = data.draw(files(name))
    text, field = "".join(file), SINGULAR.get(name, name)
    old = tuple(fields(text).get(field, ()))

    edited = add_to_list(text, name, tuple(items))

    new = tuple(item for item in dict.fromkeys(items) if item not in old)
    if new:
        check(file, edited, field, old + new)
    else:
        assert edited == text


@settings(max_examples=300, deadline=None, database=None)
@given(data=st.data(), value=WORDS | st.text(max_size=8) | st.lists(WORDS, max_size=3).map(tuple))
def test_a_field_set_in_any_block_changes_only_its_lines(data, value):
    file = data.draw(files("a"))
    text = "".join(file)
    old = fields(text).get("a", "")
    if isinstance(old, tuple) and isinstance(value, str):
        with pytest.raises(KbError, match="its value is a list"):
            set_field(text, "a", value)
    elif isinstance(old, tuple) and value[: len(old)] != old and any(comment in file[1] for comment in COMMENTS):
        with suppress(KbError):  # where the comment is about an item, it would be lost
            check(file, set_field(text, "a", value), "a", value)
    elif old != value:
        check(file, set_field(text, "a", value), "a", value)


ORDINARY = {
    "nothing": "",
    "plain": " a b",
    "in single quotes": " 'it''s: a'",
    "in double quotes": ' "a: \\"b\\""',
    "a list in brackets": " [a, 'b: c']",
    "an empty list": " []",
    "a list in lines": "\n- a\n- 'b: c'",
    "an indented list in lines": "\n  - a\n  - b",
}


@pytest.mark.parametrize("name", ["aliases", "alias", "see"])
@pytest.mark.parametrize("old", ORDINARY.values(), ids=ORDINARY)
@settings(max_examples=30, deadline=None, database=None)
@given(
    others=st.lists(st.sampled_from([*ORDINARY.values()]), min_size=2, max_size=4),
    items=st.lists(WORDS, min_size=1, max_size=3, unique=True).map(tuple),
    value=WORDS,
)
def test_an_ordinary_block_takes_every_edit(old, name, others, items, value):
    lines = [f"x{number}:{other}\n" for number, other in enumerate(others)]
    file = "".join(["---\n", *lines[:1]]), f"{name}:{old}\n", "".join([*lines[1:], f"---\n{BODY}"])
    text, field = "".join(file), SINGULAR.get(name) or name
    there = fields(text).get(field)
    listed = (there,) if isinstance(there, str) else there or ()

    added = tuple(item for item in items if item not in listed)
    check(file, add_to_list(text, name, items), field, listed + added if added else listed)
    check(file, set_field(text, name, items), field, items)
    if field in LIST_FIELDS:
        check(file, set_field(text, name, value), field, (value,) if value.strip() else ())
    elif not isinstance(there, tuple):
        check(file, set_field(text, name, value), field, value)


PIECES = [
    *("a:", "aliases:", "\nalias:", " b", "- ", "\n", "\n  ", "[", "]", "{", "}", "&x ", "*x", "!t ", "|", "|+", ">-"),
    *("'", '"', " #", "? ", ": ", ", ", "---", "...", "%A", "\t", "\\", "<<", "1", "null", "\x00", "\u2028", "\ufeff"),
    *("\r", "\r\n", "\x85", "\naliases: [x", "\naliases:\n- x", "\n- y", "\nb: c\n", "{aliases: x"),
]


@settings(max_examples=500, deadline=None, database=None)
@given(
    text=st.text()
    | st.lists(st.sampled_from(PIECES), max_size=12).map(lambda parts: f"---\n{''.join(parts)}\n---\n{BODY}"),
    items=st.lists(st.text(st.characters()), max_size=3).map(tuple),
    value=st.text(st.characters()),
)
def test_any_text_is_edited_soundly_or_refused(text, items, value):
    edits = (add_to_list, items), (set_field, items), (set_field, value)
    for edit, given_value in edits:
        with suppress(KbError):
            edited = edit(text, "aliases", given_value)
            assert body(edited) == body(text)
            assert others(edited) == others(text)
