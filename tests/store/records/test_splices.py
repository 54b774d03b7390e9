"""Pieces put into a file's text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.pages.page import make_page
from kb.store.records.splices import Splice, line_end, splice

ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", "\n", id="empty"),
        pytest.param("one", "\n", id="no line end"),
        pytest.param("a\nb\n", "\n", id="line feeds"),
        pytest.param("a\r\nb\r\n", "\r\n", id="pairs"),
        pytest.param("a\rb\r", "\r", id="carriage returns"),
        pytest.param("a\r\nb\nc\r\n", "\r\n", id="mostly pairs"),
        pytest.param("a\r\nb\n", "\n", id="as many of both"),
        pytest.param("a\rb\rc\n", "\n", id="one line feed among carriage returns"),
        pytest.param("a\rb\rc\r\n", "\r\n", id="one pair among carriage returns"),
    ],
)
def test_the_line_end_of_a_file_is_that_of_most_lines(text, expected):
    assert line_end(text) == expected


@pytest.mark.parametrize(
    ("text", "splices", "expected"),
    [
        pytest.param("abc", [Splice(1, 2, "x")], "axc", id="a piece"),
        pytest.param("abc", [Splice(0, 0, "x"), Splice(3, 3, "y")], "xabcy", id="both ends"),
        pytest.param("abc", [Splice(1, 1, "x"), Splice(1, 1, "y")], "axybc", id="two at one place"),
        pytest.param("a\r\nb\r\n", [Splice(2, 2, "x\n")], "a\r\nx\r\nb\r\n", id="a line between pairs"),
        pytest.param("a\r\nb\r\n", [Splice(1, 1, "x")], "ax\r\nb\r\n", id="before a pair"),
        pytest.param("a\rb\r", [Splice(2, 2, "x\n")], "a\rx\rb\r", id="a line between carriage returns"),
        pytest.param("\ufeffab", [Splice(0, 1, "x")], "\ufeffxb", id="behind a byte-order mark"),
    ],
)
def test_pieces_are_put_in_where_the_reader_sees_their_places(text, splices, expected):
    assert splice(text, splices) == expected


@settings(max_examples=200, deadline=None, database=None)
@given(lines=st.lists(st.tuples(st.text("ab"), ENDS), max_size=6), mark=st.sampled_from(["", "\ufeff"]), data=st.data())
def test_a_word_put_in_is_at_its_place_and_nothing_else_changes(lines, mark, data):
    text = mark + "".join(line + end for line, end in lines)
    read = make_page("page.md", text, {}).text
    place = data.draw(st.integers(0, len(read)))

    edited = splice(text, [Splice(place, place, "x")])

    assert edited.replace("x", "") == text
    assert make_page("page.md", edited, {}).text == read[:place] + "x" + read[place:]
