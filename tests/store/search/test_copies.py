"""Passages that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.search.copies import find_copies
from kb.store.search.rows import Row

EMPTY = Row("", "", "", "", "", "")
LONG = [f"word{number}" for number in range(60)]


def bodies(*texts):
    return [EMPTY._replace(body=text) for text in texts]


def changed(words, *places):
    return " ".join("another" if place in places else word for place, word in enumerate(words))


def found(rows, order=None, limit=0):
    return find_copies(range(len(rows)) if order is None else order, rows, limit)


def groups(rows, order=None, limit=0):
    return list(found(rows, order, limit).shown.items())


def test_equal_texts_are_one_group_under_the_first():
    assert groups(bodies("alpha", "beta", "alpha", "alpha")) == [(0, [2, 3]), (1, [])]


def test_the_groups_follow_the_order_that_is_given():
    assert groups(bodies("alpha", "beta", "alpha"), order=(2, 1, 0)) == [(2, [0]), (1, [])]


def test_rows_that_are_not_in_the_order_are_in_no_group():
    assert groups(bodies("alpha", "beta", "alpha"), order=(1, 2)) == [(1, []), (2, [])]


def test_no_rows_are_no_groups():
    assert groups([]) == []


@pytest.mark.parametrize("limit", [0, 1, 5])
def test_blanks_and_line_ends_make_no_difference(limit):
    assert groups(bodies("alpha beta", " alpha\n\tbeta\n"), limit=limit) == [(0, [1])]


def test_only_the_body_is_compared():
    rows = [EMPTY._replace(path="a", summary="one", body="alpha"), EMPTY._replace(path="b", tags="two", body="alpha")]
    assert groups(rows) == [(0, [1])]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(changed(LONG, 30), id="one-word-inside"),
        pytest.param(changed(LONG, 0, 59), id="first-and-last-word"),
        pytest.param(" ".join([*LONG, "and", "more"]), id="two-words-more"),
        pytest.param(", ".join(LONG), id="punctuation"),
    ],
)
def test_a_long_text_with_few_words_changed_is_a_copy(other):
    assert groups(bodies(" ".join(LONG), other)) == [(0, [1])]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(changed(LONG, 10, 20, 30, 40, 50), id="five-words-inside"),
        pytest.param(" ".join(LONG[:30]), id="half"),
        pytest.param(" ".join(reversed(LONG)), id="other-order"),
    ],
)
def test_a_long_text_with_many_words_changed_is_another_text(other):
    assert groups(bodies(" ".join(LONG), other)) == [(0, []), (1, [])]


@pytest.mark.parametrize("length", [1, 2, 3, 11])
def test_short_texts_are_copies_only_when_they_are_equal(length):
    text = " ".join(LONG[:length])
    assert groups(bodies(text, f"{text}!", f"{text}!")) == [(0, []), (1, [2])]


def test_a_copy_of_a_near_copy_is_in_the_same_group():
    near = changed(LONG, 0)
    assert groups(bodies(" ".join(LONG), near, near)) == [(0, [1, 2])]


@pytest.mark.parametrize("limit", [1, 2, 3, 0])
def test_the_different_texts_are_the_same_whatever_is_shown(limit):
    rows = bodies("alpha", " ".join(LONG), changed(LONG, 30), "alpha", "beta")
    assert found(rows, limit=limit).distinct == (0, 1, 2, 4)


def test_a_copy_of_a_shown_text_is_found_behind_the_last_one_that_is_shown():
    rows = bodies(" ".join(LONG), "alpha", "beta", changed(LONG, 30), " ".join(LONG))
    assert groups(rows, limit=1) == [(0, [4, 3])]


def test_a_near_copy_takes_no_place_of_another_text():
    near = changed(LONG, 30)
    assert groups(bodies(" ".join(LONG), near, "alpha", near, "beta"), limit=2) == [(0, [1, 3]), (2, [])]


@given(
    st.lists(st.sampled_from(["", "alpha", "alpha beta", *(changed(LONG, at) for at in range(0, 60, 7))])),
    st.integers(0, 4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=100, deadline=None)
def test_a_shown_row_is_in_one_group_whose_first_comes_first(texts, limit, random):
    order = list(range(len(texts)))
    random.shuffle(order)
    copies = found(bodies(*texts), order, limit)
    firsts = list(copies.shown)
    members = [row for first, others in copies.shown.items() for row in (first, *others)]
    assert len(members) == len(set(members))
    assert firsts == sorted(firsts, key=order.index)
    assert all(order.index(first) < order.index(row) for first, others in copies.shown.items() for row in others)
    assert len(firsts) <= (limit or len(texts))
    assert limit or sorted(members) == sorted(order)
    assert len(copies.distinct) == len(set(texts))
