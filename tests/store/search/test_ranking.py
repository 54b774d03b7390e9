"""The order of rows for one wording and for several."""

from __future__ import annotations

import pytest

from kb.store.search.engine import build_engine
from kb.store.search.question import read_question, read_wording
from kb.store.search.ranking import missing_terms, rank
from kb.store.search.rows import Row
from kb.store.search.text import fold

EMPTY = Row("", "", "", "", "", "")
FILLERS = [EMPTY._replace(body="other text")] * 8
ENGINES = pytest.mark.parametrize("engine", [pytest.param(None, id="fts5"), "like"])
COLUMNS = pytest.mark.parametrize("column", ["path", "summary", "tags", "aliases", "fields", "body"])


def bodies(*texts):
    return [EMPTY._replace(body=fold(text)) for text in texts]


def ranking(rows, *wordings, engine=None):
    return rank(read_question(wordings).wordings, build_engine(rows, engine), rows)


def missing(rows, *wordings, engine=None):
    built = build_engine(rows, engine)
    found = rank(read_question(wordings).wordings, built, rows)
    return {row: missing_terms(found, built, row) for row in found.order}


@ENGINES
def test_rows_with_every_term_come_before_rows_with_some(engine):
    rows = bodies("alpha", "beta " * 20, "long text with alpha somewhere and beta elsewhere " + "filler " * 50, "none")
    found = ranking(rows, "alpha beta", engine=engine)
    assert found.order[0] == 2
    assert [found.is_full(row) for row in found.order] == [True, False, False]


@ENGINES
def test_rows_without_a_term_are_not_ranked(engine):
    assert ranking(bodies("alpha", "other"), "alpha", engine=engine).order == (0,)


@ENGINES
def test_nothing_found_is_an_empty_ranking(engine):
    found = ranking(bodies("alpha", "other"), "zzzabsent", "zzznowhere", engine=engine)
    assert (found.order, dict(found.scores), found.is_full(0)) == ((), {}, False)


@ENGINES
@pytest.mark.parametrize("wordings", [("alpha",), ("alpha", "beta"), ("alpha", "beta gamma", "gamma")])
def test_equal_rows_stand_in_the_order_of_the_rows(engine, wordings):
    assert ranking(bodies(*["alpha beta"] * 5), *wordings, engine=engine).order == (0, 1, 2, 3, 4)


@ENGINES
def test_equal_rows_share_a_rank_and_the_next_row_counts_them(engine):
    rows = [
        EMPTY._replace(body="alpha filler"),
        EMPTY._replace(body="alpha filler"),
        EMPTY._replace(summary="alpha"),
        EMPTY._replace(body="beta filler"),
    ]
    (found,) = ranking(rows, "alpha", engine=engine).wordings
    assert (found.order, found.ranks) == ((2, 0, 1), {2: 1, 0: 2, 1: 2})


@ENGINES
def test_equal_rows_get_equal_standing_before_fusion(engine):
    found = ranking(bodies("alpha beta", "alpha beta", "other"), "alpha", "beta", engine=engine)
    assert found.scores[0] == found.scores[1] == pytest.approx(2 / 61)


@ENGINES
def test_several_wordings_are_fused_by_reciprocal_rank(engine):
    rows = [EMPTY._replace(summary="alpha x", body="beta"), EMPTY._replace(body="alpha"), EMPTY._replace(body="other")]
    found = ranking(rows, "alpha", "beta", engine=engine)
    assert found.scores == pytest.approx({0: 1 / 61 + 1 / 61, 1: 1 / 62})


@ENGINES
def test_a_wording_that_lacks_a_row_gives_it_no_credit(engine):
    found = ranking(bodies("alpha", "beta", "beta", "other"), "alpha", "beta", engine=engine)
    assert found.scores == pytest.approx({0: 1 / 61, 1: 1 / 61, 2: 1 / 61})
    assert [sorted(one.ranks) for one in found.wordings] == [[0], [1, 2]]


@ENGINES
def test_a_row_that_more_wordings_find_comes_first(engine):
    rows = bodies("alpha", "beta", "alpha beta", "other")
    assert ranking(rows, "alpha", "beta", engine=engine).order == (2, 0, 1)


@ENGINES
def test_a_row_is_full_when_it_holds_every_term_of_one_wording(engine):
    rows = bodies("alpha", "beta gamma", "beta", "other")
    found = ranking(rows, "alpha delta", "beta gamma", engine=engine)
    assert [row for row in found.order if found.is_full(row)] == [1]
    assert found.order[0] == 1


@ENGINES
def test_full_rows_come_first_however_many_wordings_find_the_others(engine):
    rows = bodies("alpha beta gamma", "delta", "other")
    assert ranking(rows, "alpha uno", "beta dos", "gamma tres", "delta", engine=engine).order == (1, 0)


@ENGINES
def test_a_repeated_wording_changes_nothing(engine):
    rows = bodies("alpha alpha beta", "beta", "alpha", "other", "beta alpha gamma")
    assert ranking(rows, "alpha beta", engine=engine) == ranking(
        rows, "alpha beta", "beta alpha", "Alpha, beta!", engine=engine
    )


@ENGINES
def test_the_terms_that_a_row_lacks_are_named_as_typed(engine):
    rows = bodies("knownword", "other", "knownword and Zzz-Absent")
    assert missing(rows, "KnownWord Zzz-Absent", engine=engine) == {2: (), 0: ("Zzz-Absent",)}


@ENGINES
def test_the_missing_terms_are_those_of_the_wording_that_a_row_holds_most_of(engine):
    rows = bodies("alpha beta", "delta", "other")
    assert missing(rows, "delta epsilon zeta", "alpha beta gamma", engine=engine) == {
        0: ("gamma",),
        1: ("epsilon", "zeta"),
    }


@ENGINES
def test_a_row_with_every_term_of_one_wording_lacks_nothing(engine):
    assert missing(bodies("alpha", "other"), "beta gamma", "alpha", engine=engine) == {0: ()}


@ENGINES
def test_a_row_with_the_bare_token_of_a_term_in_signs_does_not_hold_the_term(engine):
    assert missing(bodies("plain c", "written c++", "other"), "c++", engine=engine) == {1: ()}


@ENGINES
@COLUMNS
@pytest.mark.parametrize("fillers", [0, 8])
@pytest.mark.parametrize(
    ("word", "longer"),
    [
        pytest.param("rollout", "rollouts", id="plural"),
        pytest.param("deploy", "deployment", id="noun"),
        pytest.param("deploy", "redeploy", id="prefix"),
        pytest.param("xenoword", "xenowordish", id="no-form-that-a-stemmer-knows"),
        pytest.param("cafe", "cafes", id="accent"),
        pytest.param("\u0440\u0435\u043b\u0438\u0437", "\u0440\u0435\u043b\u0438\u0437\u044b", id="cyrillic"),
        pytest.param("go", "gofer", id="two-letters"),
        pytest.param("dec-0054", "dec-00541", id="identifier"),
        pytest.param("c++", "c++20", id="signs"),
        pytest.param("1.2", "1.2.3", id="version"),
        pytest.param("2.3", "1.2.3", id="end-of-a-version"),
    ],
)
def test_the_very_word_is_never_below_a_longer_form_of_it(engine, column, fillers, word, longer):
    rows = [EMPTY._replace(**{column: f"one {longer} two"}), EMPTY._replace(**{column: f"one {word} two"})]
    assert ranking(rows + FILLERS[:fillers], word, engine=engine).order == (1, 0)


@ENGINES
def test_the_very_word_is_never_below_a_longer_form_of_it_beside_other_terms(engine):
    rows = bodies("rollouts of the plan", "rollout of the plan", "plan", "other")
    assert ranking(rows, "rollout plan", engine=engine).order == (1, 0, 2)


@ENGINES
def test_the_very_word_is_never_below_a_longer_form_of_it_for_several_wordings(engine):
    rows = bodies("rollouts", "rollout", "other")
    assert ranking(rows, "rollout", "rollout zzzabsent", engine=engine).order == (1, 0)


@ENGINES
@pytest.mark.parametrize("column", ["summary", "aliases"])
@pytest.mark.parametrize("fillers", [0, 8])
@pytest.mark.parametrize(
    "question",
    ["vault", "vault rotation", "DEC-0054", "c++", ".env", "\u90e8\u7f72", "caf\u00e9", "vault vault rotation"],
)
def test_forty_mentions_in_a_body_do_not_beat_an_exact_alias_or_summary(engine, column, fillers, question):
    rows = [
        EMPTY._replace(body=fold(f"{question} ") * 40),
        EMPTY._replace(**{column: fold(f"another name\n{question}")}, body="other words " * 200),
    ]
    assert ranking(rows + FILLERS[:fillers], question, engine=engine).order == (1, 0)


@ENGINES
def test_forty_mentions_do_not_beat_an_exact_alias_of_a_word_that_most_rows_have(engine):
    rows = [EMPTY._replace(body="vault " * 40)] * 6 + [EMPTY._replace(aliases="vault", body="other words " * 50)]
    assert ranking(rows + FILLERS[:3], "vault", engine=engine).order[0] == 6


@ENGINES
@pytest.mark.parametrize(("question", "bare"), [("c++", "c"), (".env", "env"), ("50%", "50")])
def test_forty_mentions_do_not_beat_an_exact_alias_under_a_title_of_its_bare_token(engine, question, bare):
    rows = [
        EMPTY._replace(summary=bare, aliases=bare, body=f"{question} " * 40),
        EMPTY._replace(aliases=question, body="other words"),
        EMPTY._replace(body="nothing of it"),
    ]
    assert ranking(rows, question, engine=engine).order[0] == 1


@pytest.mark.parametrize(
    ("question", "name"),
    [
        pytest.param("vault?", "vault", id="word-in-prose"),
        pytest.param('"vault"', "vault", id="word-in-quotes"),
        pytest.param("C++?", "c++", id="signs-in-prose"),
        pytest.param("(.env)", ".env", id="signs-in-brackets"),
        pytest.param('"c++"', "c++", id="signs-in-quotes"),
    ],
)
def test_forty_mentions_under_a_longer_title_do_not_beat_an_exact_alias(question, name):
    rows = [
        EMPTY._replace(summary=f"learn {name} today", body=f"{name} " * 40),
        EMPTY._replace(aliases=name, body="other words"),
        EMPTY._replace(body="nothing of it"),
    ]
    assert ranking(rows, question).order == (1, 0)


def test_a_row_whose_name_is_the_wording_comes_before_one_whose_name_holds_it():
    rows = [
        EMPTY._replace(aliases="vault rotation of keys", body="vault rotation " * 40),
        EMPTY._replace(aliases="vault rotation"),
        EMPTY._replace(body="other"),
    ]
    assert ranking(rows, "Vault Rotation").order == (1, 0)


def test_a_word_that_six_of_ten_rows_hold_orders_those_six():
    texts = [" ".join(["vault"] * times + ["filler"] * (10 - times)) for times in (1, 4, 2, 6, 3, 5)]
    found = ranking(bodies(*texts, *["filler " * 10] * 4), "vault")
    assert found.order == (3, 5, 1, 4, 2, 0)
    assert found.wordings[0].ranks == {3: 1, 5: 2, 1: 3, 4: 4, 2: 5, 0: 6}


def test_a_shorter_row_comes_before_a_longer_one_with_as_many_mentions():
    assert ranking(bodies("vault " + "filler " * 90, "vault filler", "other"), "vault").order == (1, 0)


def test_a_rarer_term_tells_more_than_a_common_one():
    rows = bodies("common filler", "rare filler", "common text", "common word", "other text")
    assert ranking(rows, "common rare").order[0] == 1


def test_a_word_said_again_counts_again():
    rows = bodies("alpha filler", "beta filler", "other filler")
    assert ranking(rows, "alpha beta beta").order == (1, 0)


def test_each_wording_keeps_a_ranking_of_its_own():
    found = ranking(bodies("alpha", "beta", "alpha beta"), "alpha", "beta alpha")
    assert [(one.wording.text, sorted(one.order)) for one in found.wordings] == [
        ("alpha", [0, 2]),
        ("beta alpha", [0, 1, 2]),
    ]


def test_one_wording_ranks_by_its_own_scores():
    found = ranking(bodies("the vault", "the other"), "vault")
    assert found.scores == pytest.approx({0: 0.6931471806})


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(EMPTY._replace(body="vault rotation"), 0.0, id="body-only"),
        pytest.param(EMPTY._replace(summary="vault", body="rotation"), 0.0, id="one-term-of-two"),
        pytest.param(EMPTY._replace(summary="vault", aliases="rotation"), 3.0498475946, id="every-term"),
        pytest.param(EMPTY._replace(summary="vault rotation"), 6.0996951892, id="its-name"),
        pytest.param(EMPTY._replace(aliases="other\nvault rotation"), 6.0996951892, id="one-of-its-names"),
    ],
)
def test_the_head_earns_more_when_it_holds_every_term_and_twice_as_a_name(row, expected):
    rows = [row, EMPTY._replace(body="other")]
    (ranking,) = rank((read_wording("vault rotation"),), build_engine(rows), rows).wordings
    assert ranking.bonuses.get(0, 0.0) == pytest.approx(expected)
