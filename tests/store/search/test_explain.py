"""How a result came to its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.search.engine import build_engine
from kb.store.search.explain import explain
from kb.store.search.question import read_question
from kb.store.search.ranking import rank
from kb.store.search.rows import Row

EMPTY = Row("", "", "", "", "", "")
ENGINES = pytest.mark.parametrize("engine", [pytest.param(None, id="fts5"), "like"])
WORDS = st.sampled_from(["alpha", "beta", "gamma", "alphas", "c++", "c", "libc++", "\u90e8\u7f72"])
TEXTS = st.lists(WORDS, max_size=3).map(" ".join)


def standings(rows, row, *wordings, engine=None):
    built = build_engine(rows, engine)
    return explain(rank(read_question(wordings).wordings, built, rows), built, row)


@ENGINES
@pytest.mark.parametrize("column", ["path", "summary", "tags", "aliases", "fields", "body"])
def test_the_only_column_with_the_term_has_the_whole_share(engine, column):
    rows = [EMPTY._replace(**{column: "the vault"}), EMPTY._replace(body="other")]
    (standing,) = standings(rows, 0, "vault", engine=engine)
    assert (standing.wording, standing.rank, standing.columns) == ("vault", 1, {column: pytest.approx(1.0)})


@ENGINES
def test_every_wording_that_finds_the_result_has_a_rank_in_order_of_the_wordings(engine):
    rows = [
        EMPTY._replace(body="alpha beta"),
        EMPTY._replace(summary="beta"),
        EMPTY._replace(aliases="alpha x", summary="gamma"),
    ]
    found = {
        row: [(one.wording, one.rank) for one in standings(rows, row, "gamma", "Beta!", "alpha", engine=engine)]
        for row in range(3)
    }
    assert found == {
        0: [("Beta!", 2), ("alpha", 2)],
        1: [("Beta!", 1)],
        2: [("gamma", 1), ("alpha", 1)],
    }


@ENGINES
def test_rows_that_nothing_tells_apart_share_their_rank(engine):
    rows = [EMPTY._replace(body="alpha"), EMPTY._replace(body="alpha"), EMPTY._replace(body="other")]
    assert [standings(rows, row, "alpha", engine=engine)[0].rank for row in (0, 1)] == [1, 1]


@ENGINES
def test_a_row_that_no_wording_finds_has_no_standing(engine):
    rows = [EMPTY._replace(body="alpha"), EMPTY._replace(body="other")]
    assert standings(rows, 1, "alpha", engine=engine) == ()


@ENGINES
def test_the_score_is_the_one_that_ranked(engine):
    rows = [EMPTY._replace(summary="alpha", body="beta alpha"), EMPTY._replace(body="alpha"), EMPTY]
    built = build_engine(rows, engine)
    ranking = rank(read_question(("alpha beta",)).wordings, built, rows)
    assert [explain(ranking, built, row)[0].score for row in (0, 1)] == [ranking.scores[0], ranking.scores[1]]


def test_what_the_head_adds_is_the_share_of_the_head():
    rows = [EMPTY._replace(summary="vault rotation", body="a vault"), EMPTY._replace(body="four words of filler")]
    (standing,) = standings(rows, 0, "vault")
    # The body keeps its part of BM25, a sixth of 6 * 2.2 / 7.2 of the term's weight; the head has all the rest.
    assert standing.columns["body"] * standing.score == pytest.approx(0.2117949721)
    assert standing.columns["summary"] > 5 / 6


def test_without_fts5_the_columns_share_by_their_weights():
    rows = [EMPTY._replace(path="vault", summary="vault", body="vault vault")]
    (standing,) = standings(rows, 0, "vault", engine="like")
    assert standing.columns == pytest.approx({"path": 0.25, "summary": 0.625, "body": 0.125})


def test_a_term_said_more_often_has_more_of_the_share():
    rows = [EMPTY._replace(tags="alpha", fields="beta"), EMPTY._replace(body="other")]
    once, twice = (standings(rows, 0, question)[0].columns["fields"] for question in ("alpha beta", "alpha beta beta"))
    assert 0 < once < twice < 1


@ENGINES
def test_a_term_that_the_row_lacks_has_no_share(engine):
    rows = [EMPTY._replace(body="alpha"), EMPTY._replace(tags="beta")]
    (standing,) = standings(rows, 0, "alpha beta", engine=engine)
    assert standing.columns == {"body": pytest.approx(1.0)}


@ENGINES
@pytest.mark.parametrize("column", ["summary", "aliases"])
def test_a_term_in_signs_inside_a_longer_name_has_the_share_of_its_column(engine, column):
    rows = [EMPTY._replace(**{column: "libc++"}, body="x"), EMPTY._replace(body="other")]
    (standing,) = standings(rows, 0, "c++", engine=engine)
    assert standing.score > 0
    assert standing.columns == {column: pytest.approx(1.0)}


@ENGINES
@given(st.lists(st.builds(Row, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), TEXTS.filter(bool))
@settings(max_examples=60, deadline=None)
def test_the_shares_of_a_score_add_up_to_1(engine, rows, question):
    for row in range(len(rows)):
        for standing in standings(rows, row, question, engine=engine):
            assert sum(standing.columns.values()) == pytest.approx(1.0 if standing.score else 0.0)
            assert all(share > 0 for share in standing.columns.values())
