"""Passages that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.search.copies import group_copies
from kb.store.search.rows import Row

EMPTY = Row("", "", "", "", "", "")
LONG = [f"word{number}" for number in range(60)]


def bodies(*texts):
    return [EMPTY._replace(body=text) for text in texts]


def changed(words, *places):
    return " ".join("another" if place in places else word for place, word in enumerate(words))


def groups(rows, order=None):
    return list(group_copies(range(len(rows)) if order is None else order, rows).items())


def test_equal_texts_are_one_group_under_the_first():
    assert groups(bodies("alpha", "beta", "alpha", "alpha")) == [(0, [2, 3]), (1, [])]


def test_texts_that_say_nothing_are_no_copies_of_one_another():
    assert groups(bodies("", "alpha", " \n", "")) == [(0, []), (1, []), (2, []), (3, [])]


def test_the_groups_follow_the_order_that_is_given():
    assert groups(bodies("alpha", "beta", "alpha"), order=(2, 1, 0)) == [(2, [0]), (1, [])]


def test_rows_that_are_not_in_the_order_are_in_no_group():
    assert groups(bodies("alpha", "beta", "alpha"), order=(1, 2)) == [(1, []), (2, [])]


def test_no_rows_are_no_groups():
    assert groups([]) == []


def test_blanks_and_line_ends_make_no_difference():
    assert groups(bodies("alpha beta", " alpha\n\tbeta\n")) == [(0, [1])]


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


def test_near_copies_of_one_text_are_one_group_however_many():
    rows = bodies(*(changed(LONG, at) for at in range(40)))
    assert groups(rows) == [(0, list(range(1, 40)))]


def test_many_texts_of_one_template_are_texts_of_their_own():
    rows = bodies(*(" ".join([*LONG[:40], *(f"own{number}x{at}" for at in range(20))]) for number in range(300)))
    assert [first for first, others in groups(rows) if not others] == list(range(300))


@given(
    st.lists(st.sampled_from(["", "alpha", "alpha beta", *(changed(LONG, at) for at in range(0, 60, 7))])),
    st.randoms(use_true_random=False),
)
@settings(max_examples=100, deadline=None)
def test_every_row_is_in_one_group_whose_first_comes_first(texts, random):
    order = list(range(len(texts)))
    random.shuffle(order)
    found = groups(bodies(*texts), order)
    assert sorted(row for first, others in found for row in (first, *others)) == sorted(order)
    firsts = [first for first, _ in found]
    assert firsts == sorted(firsts, key=order.index)
    assert all(order.index(first) < order.index(row) for first, others in found for row in others)
