"""Which searches missed."""

from __future__ import annotations

import time

from kb.store.journal.misses import Suggestion, ask_again, find_misses

FOUND = {"full": 1, "results": ["wiki/a.md", "wiki/b.md"]}


def _wordings(entries):
    return [(miss.wording, miss.times) for miss in find_misses(entries)]


def test_a_search_without_a_full_match_missed_and_one_with_did_not(make_entry):
    assert _wordings([make_entry("lost"), make_entry("there", 400, **FOUND)]) == [("lost", 1)]


def test_the_page_that_another_wording_found_is_suggested_before_those_that_hold_some_words(make_entry):
    (miss,) = find_misses(
        [
            make_entry("lost", partial=9, results=["wiki/c.md", "wiki/a.md", "wiki/d.md", "wiki/e.md"]),
            make_entry("still lost", 200),
            make_entry("lost at last", 400, **FOUND),
        ]
    )[:1]

    assert miss.suggestions == (
        Suggestion("wiki/a.md", "found"),
        Suggestion("wiki/c.md", "partial"),
        Suggestion("wiki/d.md", "partial"),
    )


def test_what_comes_later_than_five_minutes_or_from_another_repository_is_another_question(make_entry):
    for follower in (make_entry("there", 301, **FOUND), make_entry("there", 10, repository="other", **FOUND)):
        (miss,) = find_misses([make_entry("lost"), follower])
        assert miss.suggestions == ()


def test_a_search_that_was_rephrased_until_another_page_was_found_missed_too(make_entry):
    first = make_entry("undo rollout", full=1, results=["wiki/x.md"])

    assert _wordings([first, make_entry("revert rollout", 60, **FOUND)]) == [("undo rollout", 1)]
    assert _wordings([first, make_entry("vacuum tuning", 60, **FOUND)]) == []
    assert _wordings([first, make_entry("rollout", 60, full=1, results=["wiki/x.md"])]) == []


def test_the_same_search_at_once_again_counts_once_and_later_again(make_entry):
    entries = [make_entry("lost"), make_entry(" LOST ", 30), make_entry("lost", 900)]

    assert _wordings(entries) == [("lost", 2)]


def test_the_most_frequent_come_first_then_by_their_words(make_entry):
    entries = [make_entry("b", 0), make_entry("c", 1_000), make_entry("a", 2_000), make_entry("c", 3_000)]

    assert _wordings(entries) == [("c", 2), ("a", 1), ("b", 1)]


def test_a_repeated_search_is_no_rephrasing(make_entry):
    asked = list(ask_again([make_entry("a"), make_entry("A", 10), make_entry("b", 20)]))

    assert [(each.entry.wordings, each.following and each.following.wordings) for each in asked] == [
        (("a",), ("b",)),
        (("b",), None),
    ]


def test_what_comes_later_without_a_common_word_is_no_answer(make_entry):
    later = [make_entry("something else", 60), make_entry("salary of eva", 120, **FOUND)]

    assert find_misses([make_entry("unship"), *later])[-1].suggestions == ()
    (first, _) = find_misses([make_entry("eva lost"), *later])
    assert first.suggestions == (Suggestion("wiki/a.md", "found"),)


def test_words_that_only_their_filters_kept_from_a_page_are_no_miss(make_entry):
    narrow = make_entry("stuck", filters={"type": ["decision"]})

    assert _wordings([narrow, make_entry("stuck", 10, **FOUND)]) == []
    assert _wordings([narrow]) == [("stuck", 1)]


def test_a_miss_belongs_to_its_month_and_its_answer_may_be_of_the_next(make_entry):
    night = 15 * 86_400 + 43_000  # 2026-11-30T23:56:40Z
    entries = [make_entry("lost", night), make_entry("there", night + 250, **FOUND), make_entry("later", night + 9_999)]

    (miss,) = find_misses(entries, "2026-11")
    assert (miss.wording, miss.suggestions) == ("lost", (Suggestion("wiki/a.md", "found"),))
    assert [each.wording for each in find_misses(entries, "2026-12")] == ["later"]


def test_many_searches_in_a_row_take_time_by_their_number_only(make_entry):
    start = time.perf_counter()

    list(ask_again([make_entry(f"lost {number}", number * 10) for number in range(20_000)]))

    assert time.perf_counter() - start < 5
