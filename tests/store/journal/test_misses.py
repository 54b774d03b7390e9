"""Which searches missed."""

from __future__ import annotations

from kb.store.journal.misses import Suggestion, find_misses, rephrasings

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
            make_entry("there", 400, **FOUND),
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
    found = list(rephrasings([make_entry("a"), make_entry("A", 10), make_entry("b", 20)]))

    assert [(entry.wordings[0], [after.wordings[0] for after in later]) for entry, later in found] == [
        ("a", ["b"]),
        ("b", []),
    ]
