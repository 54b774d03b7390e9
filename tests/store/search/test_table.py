"""Rows in the FTS5 table and what they say to one term."""

from __future__ import annotations

import re
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.errors import KbError
from kb.store.search import table
from kb.store.search.engine import build_engine
from kb.store.search.question import read_question, read_wording
from kb.store.search.rows import Row
from kb.store.search.table import TOKENIZER, match_text, open_table
from kb.store.search.text import fold, spaced

EMPTY = Row("", "", "", "", "", "")
NO_SUCH_MODULE = 'CREATE VIRTUAL TABLE rows USING fts99({columns}, tokenize="{tokenizer}")'
MATCH_TEXT = re.compile(r'"[^"]*"( \*)?')


def bodies(*texts):
    return [EMPTY._replace(body=fold(text)) for text in texts]


def term(text):
    (only,) = read_wording(text).terms
    return only


def hits(rows, text):
    return build_engine(rows).hits(term(text))


def terms_of(text):
    try:
        question = read_question((text,))
    except KbError:
        return ()
    return question.wordings[0].terms


@pytest.mark.parametrize(
    ("text", "closed", "opened"),
    [
        pytest.param("vault", '"vault"', '"vault" *', id="word"),
        pytest.param("DEC-0054", '"dec 0054"', '"dec 0054" *', id="identifier"),
        pytest.param("C++", '"c"', '"c" *', id="signs"),
        pytest.param("NEAR(a", '"near a"', '"near a" *', id="operator"),
        pytest.param("body:vault", '"body vault"', '"body vault" *', id="column-filter"),
        pytest.param('"blue green"', '"blue green"', '"blue green" *', id="phrase"),
        pytest.param("\u90e8\u7f72", '"\u90e8 \u7f72"', '"\u90e8 \u7f72" *', id="han"),
    ],
)
def test_a_term_becomes_a_quoted_phrase_of_its_tokens(text, closed, opened):
    assert (match_text(term(text)), match_text(term(text), is_open=True)) == (closed, opened)


@given(st.text(st.characters() | st.sampled_from("\"*(){}^:+-\0'")))
@settings(max_examples=300, deadline=None)
def test_nothing_but_a_quoted_phrase_reaches_fts5(text):
    for found in terms_of(text):
        assert MATCH_TEXT.fullmatch(match_text(found))
        assert MATCH_TEXT.fullmatch(match_text(found, is_open=True))


@given(st.text(st.characters() | st.sampled_from("\"*(){}^:+-\0'")))
@settings(max_examples=150, deadline=None)
def test_no_term_makes_fts5_fail(text):
    rows = bodies("vault", "key")
    for found in terms_of(text):
        assert build_engine(rows).hits(found).held <= {0, 1}


def test_the_table_has_the_stemmer_where_there_is_one():
    assert build_engine(bodies("vault")).name == "fts5"


def test_the_table_goes_without_the_stemmer_when_asked():
    assert build_engine(bodies("vault"), "fts5-unstemmed").name == "fts5-unstemmed"


def test_without_the_fts5_module_there_is_no_table(monkeypatch):
    monkeypatch.setattr(table, "CREATE", NO_SUCH_MODULE)
    assert open_table() is None


def test_without_the_stemmer_the_table_goes_without(monkeypatch):
    monkeypatch.setattr(table, "STEMMER", "nosuchstemmer ")
    found = build_engine(bodies("vault", "key"))
    assert (found.name, found.hits(term("vault")).held) == ("fts5-unstemmed", {0})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("dec-0054", ["0054", "dec"], id="identifier"),
        pytest.param("2026.4.10", ["10", "2026", "4"], id="version"),
        pytest.param("snake_case_name", ["case", "name", "snake"], id="underscores"),
        pytest.param("\u0939\u093f\u0928\u094d\u0926\u0940", ["\u0939\u093f\u0928\u094d\u0926\u0940"], id="devanagari"),
        pytest.param("\u90e8\u7f72itgc\u540e", ["itgc", "\u540e", "\u7f72", "\u90e8"], id="han-and-ascii"),
        pytest.param("\u0e17\u0e35\u0e48", ["\u0e17", "\u0e35", "\u0e48"], id="thai"),
        pytest.param("\ud55c\uad6d\uc5b4 \ue000", ["\ud55c\uad6d\uc5b4", "\ue000"], id="hangul-and-private-use"),
        pytest.param("c++ 50% \U0001f680 a\u200bb", ["50", "a", "b", "c"], id="signs"),
    ],
)
def test_fts5_cuts_text_into_the_same_tokens(text, expected):
    connection = sqlite3.connect(":memory:")
    connection.execute(f'CREATE VIRTUAL TABLE texts USING fts5(text, tokenize="{TOKENIZER}")')
    connection.execute("CREATE VIRTUAL TABLE words USING fts5vocab(texts, 'row')")
    connection.execute("INSERT INTO texts VALUES (?)", (spaced(fold(text)),))
    found = [word for (word,) in connection.execute("SELECT term FROM words ORDER BY term")]
    connection.close()
    assert found == sorted(expected)


@pytest.mark.parametrize(
    ("question", "body"),
    [
        pytest.param("rollouts", "the rollout", id="stem-of-a-plural"),
        pytest.param("rollout", "the rollouts", id="plural-of-the-word"),
        pytest.param("deploying", "deployed", id="two-forms-of-a-stem"),
        pytest.param("ollou", "rollouts", id="inside-a-word"),
        pytest.param("deploy", "redeployment", id="inside-a-longer-word"),
        pytest.param("GB/s", "12 gb/s", id="slash"),
        pytest.param("blue-green", "a blue green deploy", id="other-sign-between"),
        pytest.param('"blue green"', "a blue\ngreen deploy", id="phrase-across-lines"),
        pytest.param("c++", "modern C++20", id="signs-inside-a-word"),
        pytest.param("\u90e8\u7f72", "\u8ba8\u8bba\u4e86\u90e8\u7f72\u65b9\u6848", id="han-in-a-sentence"),
    ],
)
def test_a_row_holds_a_term_that_fts5_finds_or_its_text_contains(question, body):
    assert hits(bodies(body, "nothing of it"), question).held == {0}


@pytest.mark.parametrize(
    ("question", "body"),
    [
        pytest.param('"blue green"', "green blue", id="phrase-in-another-order"),
        pytest.param('"blue green"', "blue and green", id="phrase-with-a-word-between"),
        pytest.param("2026.4.10", "2026.4.11", id="another-version"),
        pytest.param("a_b", "axb", id="underscore-is-no-wildcard"),
        pytest.param("c++", "plain c", id="signs-missing"),
        pytest.param(".env", "the env", id="leading-sign-missing"),
        pytest.param("50%", "50 or 500", id="percent-is-no-wildcard"),
        pytest.param("\u90e8\u7f72", "\u7f72\u90e8", id="han-in-another-order"),
    ],
)
def test_a_row_does_not_hold_a_term_that_it_does_not_contain(question, body):
    assert hits(bodies(body, "nothing of it"), question).held == frozenset()


@pytest.mark.parametrize("column", ["path", "summary", "tags", "aliases", "fields", "body"])
def test_a_term_is_held_in_whichever_column_it_stands(column):
    assert hits([EMPTY, EMPTY._replace(**{column: "the vault"})], "vault").held == {1}


def test_a_phrase_does_not_reach_from_one_column_into_the_next():
    assert hits([EMPTY._replace(summary="blue", tags="green")], '"blue green"').held == frozenset()


def test_a_term_in_signs_scores_only_where_it_is_held():
    found = hits(bodies("plain c", "written c++", "nothing"), "c++")
    assert (found.held, found.scores.keys()) == ({1}, {1})


def test_a_longer_form_of_a_word_scores_less_than_the_word():
    found = hits(bodies("the xenoword", "the xenowordish", "nothing"), "xenoword")
    assert found.held == {0, 1}
    assert 0 < found.scores[1] < found.scores[0]


def test_a_quoted_phrase_is_not_open_to_longer_forms():
    found = hits(bodies("the xenoword", "the xenowordish", "nothing"), '"xenoword"')
    assert found.scores.keys() == {0}


def test_a_term_of_two_letters_is_not_open_to_longer_forms():
    found = hits(bodies("the qx", "the qxz", "nothing"), "qx")
    assert found.scores.keys() == {0}


@pytest.mark.parametrize("column", ["summary", "aliases"])
def test_the_summary_and_the_aliases_are_the_head(column):
    rows = [EMPTY._replace(body="vault"), EMPTY._replace(**{column: "vaults"}), EMPTY._replace(tags="vault")]
    assert hits(rows, "vault").head == {1}


@pytest.mark.parametrize(
    ("rows", "holding", "expected"),
    [
        pytest.param(2, 1, 0.6931471806, id="one-of-two"),
        pytest.param(10, 1, 1.9924301646, id="one-of-ten"),
        pytest.param(10, 6, 0.5260930959, id="six-of-ten"),
        pytest.param(3, 3, 0.1335313926, id="all"),
        pytest.param(3, 0, 2.0794415417, id="none"),
    ],
)
def test_a_term_weighs_less_the_more_rows_have_it_and_never_nothing(rows, holding, expected):
    texts = ["vault"] * holding + ["other"] * (rows - holding)
    assert hits(bodies(*texts), "vault").weight == pytest.approx(expected)


@pytest.mark.parametrize("holding", [1, 3, 6, 10])
def test_one_mention_in_a_row_of_average_length_scores_the_weight_of_the_term(holding):
    texts = ["the vault"] * holding + ["the other"] * (10 - holding)
    found = hits(bodies(*texts), "vault")
    assert list(found.scores.values()) == [pytest.approx(found.weight)] * holding


def test_a_term_in_over_half_of_the_rows_still_orders_them():
    texts = [" ".join(["vault"] * times + ["filler"] * (10 - times)) for times in range(1, 7)]
    scores = hits(bodies(*texts, *["filler " * 10] * 4), "vault").scores
    assert sorted(scores, key=lambda row: -scores[row]) == [5, 4, 3, 2, 1, 0]
    assert len({round(score, 6) for score in scores.values()}) == 6


def test_a_term_has_the_same_hits_each_time():
    engine = build_engine(bodies("vault", "vaults", "other"))
    assert engine.hits(term("vault")) == engine.hits(term("VAULT"))


def test_a_word_and_a_phrase_of_it_have_hits_of_their_own():
    engine = build_engine(bodies("the xenoword", "the xenowordish"))
    assert len(engine.hits(term("xenoword")).scores) == 2
    assert len(engine.hits(term('"xenoword"')).scores) == 1


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(EMPTY._replace(body="a vault"), {"body": 1.0}, id="body-alone"),
        pytest.param(EMPTY._replace(tags="vault", body="other"), {"tags": 1.0}, id="tags-alone"),
        pytest.param(
            EMPTY._replace(summary="vault", body="a vault"), {"summary": 5 / 6, "body": 1 / 6}, id="summary-and-body"
        ),
        pytest.param(
            EMPTY._replace(path="vault", fields="vault vault", aliases="vault"),
            {"path": 2 / 9, "aliases": 5 / 9, "fields": 2 / 9},
            id="by-count-and-weight",
        ),
        pytest.param(EMPTY._replace(body="vaultlike"), {"body": 1.0}, id="longer-form"),
        pytest.param(EMPTY._replace(body="other"), {}, id="nowhere"),
    ],
)
def test_a_score_divides_among_the_columns_by_count_and_weight(row, expected):
    engine = build_engine([row, EMPTY._replace(body="nothing of it at all")])
    assert engine.columns(term("vault"), 0) == pytest.approx(expected)


@pytest.mark.parametrize("length", [1, 64, 5000])
def test_a_phrase_of_any_length_is_found(length):
    phrase = " ".join(["word"] * length)
    assert hits(bodies(phrase, "other"), f'"{phrase}"').held == {0}


def test_a_path_that_is_no_unicode_text_is_searched_like_any_other():
    name = fold("caf\udce9")
    rows = [EMPTY._replace(path=name, summary=name, body="vault"), *bodies("vault")]
    assert hits(rows, "vault").held == {0, 1}


def test_a_table_without_rows_finds_nothing():
    assert hits([], "vault")[:3] == ({}, frozenset(), frozenset())


def test_rows_that_a_thread_cannot_take_are_never_left_out_in_silence(monkeypatch):
    monkeypatch.setattr(table, "_TAKE", "INSERT INTO nowhere SELECT * FROM staged")

    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        build_engine(bodies(*["vault"] * (table.CHUNK + 1)))
