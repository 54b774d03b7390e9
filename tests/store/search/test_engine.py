"""The choice of an engine, and what all of them answer alike."""

from __future__ import annotations

import sys

import pytest

from kb.store.search import table
from kb.store.search.engine import build_engine, open_engine
from kb.store.search.question import read_wording
from kb.store.search.rows import Row

EMPTY = Row("", "", "", "", "", "")
ROWS = [
    EMPTY._replace(summary="vault rotation", body="rotate the vault with .env and c++"),
    EMPTY._replace(path="wiki/vault", tags="vaults", body="plain c and env"),
    EMPTY._replace(aliases="safe", fields="open", body="\u8ba8\u8bba\u4e86\u90e8\u7f72\u65b9\u6848"),
    EMPTY._replace(body="nothing of it"),
]
ENGINES = pytest.mark.parametrize("engine", ["fts5", "fts5-unstemmed", "like"])


def term(text):
    (only,) = read_wording(text).terms
    return only


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        pytest.param(None, "fts5", id="best"),
        pytest.param("fts5", "fts5", id="fts5"),
        pytest.param("fts5-unstemmed", "fts5-unstemmed", id="fts5-unstemmed"),
        pytest.param("like", "like", id="like"),
    ],
)
def test_the_best_engine_is_built_unless_another_is_wanted(wanted, expected):
    assert build_engine(ROWS, wanted).name == expected


@pytest.mark.parametrize("wanted", [None, "fts5", "fts5-unstemmed"])
def test_without_fts5_substrings_are_searched(monkeypatch, wanted):
    monkeypatch.setattr(table, "CREATE", "CREATE VIRTUAL TABLE rows USING fts99({columns})")
    assert build_engine(ROWS, wanted).name == "like"


@pytest.mark.parametrize("wanted", [None, "fts5", "fts5-unstemmed"])
def test_without_the_stemmer_fts5_goes_without(monkeypatch, wanted):
    monkeypatch.setattr(table, "STEMMER", "nosuchstemmer ")
    assert build_engine(ROWS, wanted).name == "fts5-unstemmed"


@pytest.mark.parametrize("wanted", [None, "fts5", "fts5-unstemmed"])
def test_without_sqlite_substrings_are_searched(monkeypatch, wanted):
    monkeypatch.delitem(sys.modules, "kb.store.search.table")
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert build_engine(ROWS, wanted).name == "like"


@ENGINES
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("vault", {0, 1}, id="word"),
        pytest.param('"vault rotation"', {0}, id="phrase"),
        pytest.param("c++", {0}, id="trailing-signs"),
        pytest.param(".env", {0}, id="leading-sign"),
        pytest.param("env", {0, 1}, id="bare-token"),
        pytest.param("\u90e8\u7f72", {2}, id="han"),
        pytest.param("otatio", {0}, id="inside-a-word"),
        pytest.param("wiki/vault", {1}, id="path"),
        pytest.param("zzzabsent", frozenset(), id="nowhere"),
    ],
)
def test_all_engines_hold_a_term_as_written_in_the_same_rows(engine, question, expected):
    assert build_engine(ROWS, engine).hits(term(question)).held == expected


@ENGINES
@pytest.mark.parametrize("question", ["vault", "c++", "env", "\u90e8\u7f72", "safe", "open", "zzzabsent"])
def test_scores_are_above_zero(engine, question):
    assert all(score > 0 for score in build_engine(ROWS, engine).hits(term(question)).scores.values())


@ENGINES
@pytest.mark.parametrize("question", ["vault", "env", "\u90e8\u7f72", "safe", "open", "nothing"])
def test_each_row_with_a_score_divides_it_whole_among_its_columns(engine, question):
    built = build_engine(ROWS, engine)
    scored = built.hits(term(question)).scores
    assert [sum(built.columns(term(question), row).values()) for row in scored] == pytest.approx([1.0] * len(scored))
    assert len(scored) > 0


@ENGINES
def test_the_rows_with_a_term_in_their_head_hold_it(engine):
    found = build_engine(ROWS, engine).hits(term("vault"))
    assert (found.head, found.head <= found.held) == ({0}, True)


@ENGINES
def test_rows_may_be_added_one_by_one(engine):
    opened = open_engine(engine)
    for row in ROWS:
        opened.add(row)
    opened.finish()
    for question in ("vault", "c++", "env", "\u90e8\u7f72"):
        assert opened.hits(term(question)) == build_engine(ROWS, engine).hits(term(question))


@ENGINES
def test_an_engine_without_rows_finds_nothing(engine):
    opened = open_engine(engine)
    opened.finish()
    assert opened.hits(term("vault"))[:3] == ({}, frozenset(), frozenset())


@ENGINES
@pytest.mark.parametrize("number", [399, 400, 401, 800, 1700])
def test_every_one_of_many_rows_is_found(engine, number):
    rows = [EMPTY._replace(body=f"filler row{at:05}", summary="vault" if at % 3 else "") for at in range(number)]
    built = build_engine(rows, engine)
    assert built.hits(term("filler")).held == set(range(number))
    assert built.hits(term("vault")).head == {at for at in range(number) if at % 3}
    for at in (0, number // 2, number - 1):
        assert built.hits(term(f"row{at:05}")).scores.keys() == {at}


@pytest.mark.parametrize("chunk", [1, 2, 3, 4, 5])
def test_the_scores_do_not_depend_on_how_the_rows_were_taken_in(monkeypatch, chunk):
    questions = ("vault", "c++", "env", "\u90e8\u7f72", "wiki/vault", "safe")
    whole = [build_engine(ROWS, "fts5").hits(term(question)) for question in questions]
    monkeypatch.setattr(table, "CHUNK", chunk)
    assert [build_engine(ROWS, "fts5").hits(term(question)) for question in questions] == whole
