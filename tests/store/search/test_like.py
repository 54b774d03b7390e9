"""Rows without FTS5: what a term finds as written."""

from __future__ import annotations

import pytest

from kb.store.search.engine import build_engine
from kb.store.search.question import read_wording
from kb.store.search.ranking import rank
from kb.store.search.rows import Row
from kb.store.search.text import fold

EMPTY = Row("", "", "", "", "", "")


def bodies(*texts):
    return [EMPTY._replace(body=fold(text)) for text in texts]


def term(text):
    (only,) = read_wording(text).terms
    return only


def hits(rows, text):
    return build_engine(rows, "like").hits(term(text))


def order(rows, *wordings):
    return rank(tuple(map(read_wording, wordings)), build_engine(rows, "like"), rows).order


@pytest.mark.parametrize(
    ("question", "body"),
    [
        pytest.param("rollout", "the rollouts", id="longer-form"),
        pytest.param("ollou", "rollouts", id="inside-a-word"),
        pytest.param("DEC-0054", "see DEC-0054.", id="identifier"),
        pytest.param("2026.4.10", "release 2026.4.10", id="version"),
        pytest.param("GB/s", "12 GB/s", id="slash"),
        pytest.param("blue-green", "a blue green deploy", id="other-sign-between"),
        pytest.param('"blue green"', "a blue\ngreen deploy", id="phrase-across-lines"),
        pytest.param("c++", "modern C++20", id="trailing-signs"),
        pytest.param(".env", "copy .env.sample", id="leading-sign"),
        pytest.param("a_b", "x a_b y", id="underscore"),
        pytest.param("50%", "at 50% load", id="percent"),
        pytest.param("cafe", "cafe\u0301", id="accent"),
        pytest.param("\u90e8\u7f72", "\u8ba8\u8bba\u4e86\u90e8\u7f72\u65b9\u6848", id="han-in-a-sentence"),
    ],
)
def test_a_row_holds_a_term_that_its_text_contains_as_written_or_by_its_tokens(question, body):
    assert hits(bodies(body, "nothing of it"), question).held == {0}


@pytest.mark.parametrize(
    ("question", "body"),
    [
        pytest.param("a_b", "axb", id="underscore-is-no-wildcard"),
        pytest.param("50%", "500 or 50 percent", id="percent-is-no-wildcard"),
        pytest.param("d%y", "deploy", id="percent-inside-is-no-wildcard"),
        pytest.param("d*y", "deploy", id="star-is-no-wildcard"),
        pytest.param("c++", "plain c", id="signs-missing"),
        pytest.param(".env", "the env", id="leading-sign-missing"),
        pytest.param('"blue green"', "blue and green", id="phrase-with-a-word-between"),
        pytest.param("blue-green", "blue greenish", id="tokens-only-whole"),
        pytest.param("rollouts", "the rollout", id="form-that-only-a-stemmer-knows"),
    ],
)
def test_a_row_does_not_hold_a_term_that_it_does_not_contain(question, body):
    assert hits(bodies(body, "nothing of it"), question).held == frozenset()


@pytest.mark.parametrize("column", ["path", "summary", "tags", "aliases", "fields", "body"])
def test_a_term_is_held_in_whichever_column_it_stands(column):
    assert hits([EMPTY, EMPTY._replace(**{column: "the vault"})], "vault").held == {1}


def test_a_phrase_does_not_reach_from_one_column_into_the_next():
    assert hits([EMPTY._replace(summary="blue", tags="green")], '"blue green"').held == frozenset()


def test_rows_that_hold_a_term_have_a_score_and_no_others():
    found = hits(bodies("vault", "vaults", "other"), "vault")
    assert (found.held, found.scores.keys()) == ({0, 1}, {0, 1})


def test_the_score_of_a_term_is_1_and_a_little_for_its_best_column():
    rows = [EMPTY._replace(**{name: "vault"}) for name in ("path", "summary", "tags", "aliases", "fields", "body")]
    assert list(hits(rows, "vault").scores.values()) == pytest.approx([1.002, 1.005, 1.003, 1.005, 1.001, 1.001])


def test_the_summary_and_the_aliases_are_the_head():
    rows = [EMPTY._replace(**{name: "vault"}) for name in ("path", "summary", "tags", "aliases", "fields", "body")]
    assert hits(rows, "vault").head == {1, 3}


def test_rows_are_ordered_by_how_many_terms_they_hold():
    rows = bodies("alpha", "alpha beta", "nothing", "alpha beta gamma", "beta gamma")
    assert order(rows, "alpha beta gamma") == (3, 1, 4, 0)


def test_where_the_terms_stand_decides_among_rows_that_hold_as_many():
    rows = [
        EMPTY._replace(body="alpha"),
        EMPTY._replace(tags="alpha"),
        EMPTY._replace(summary="alpha"),
        EMPTY._replace(path="alpha"),
    ]
    assert order(rows, "alpha") == (2, 1, 3, 0)


def test_where_the_terms_stand_never_outweighs_one_more_term_held():
    names = [f"word{number:02}" for number in range(64)]
    rows = [EMPTY._replace(aliases=" ".join(names[:62])), EMPTY._replace(body=" ".join(names[:63]))]
    assert order(rows, " ".join(names)) == (1, 0)


@pytest.mark.parametrize("times", [2, 3, 10])
def test_a_word_said_again_does_not_outweigh_one_more_term_held(times):
    rows = [EMPTY._replace(aliases="alpha"), EMPTY._replace(body="beta gamma")]
    assert order(rows, "alpha " * times + "beta gamma") == (1, 0)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(EMPTY._replace(body="vault"), {"body": 1.0}, id="body-alone"),
        pytest.param(
            EMPTY._replace(summary="vault", body="vault vault"),
            {"summary": 5 / 6, "body": 1 / 6},
            id="summary-and-body",
        ),
        pytest.param(EMPTY._replace(path="vault", tags="vaults"), {"path": 0.4, "tags": 0.6}, id="path-and-tags"),
        pytest.param(EMPTY._replace(body="other"), {}, id="nowhere"),
    ],
)
def test_a_score_divides_among_the_columns_by_their_weights(row, expected):
    assert build_engine([row], "like").columns(term("vault"), 0) == pytest.approx(expected)


def test_an_engine_without_rows_finds_nothing():
    assert hits([], "vault")[:3] == ({}, frozenset(), frozenset())
