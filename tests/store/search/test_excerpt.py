"""The best passage of a page, and how much of it is shown."""

from __future__ import annotations

import unicodedata

import pytest

from kb.store.pages.page import make_page
from kb.store.pages.passages import Passage, telling_passages
from kb.store.search.engine import build_engine
from kb.store.search.excerpt import Pointer
from kb.store.search.question import read_wording
from kb.store.search.rows import page_row

ENGINES = pytest.mark.parametrize("engine", [pytest.param(None, id="fts5"), "like"])
PARTS = """# Page

opening words

## First

alpha alpha alpha alpha

## Second

alpha beside gamma, at last

## Vault keys

nothing of it

## Signs

written c++ and .env

## Bare

plain c c c c c, env env env env
"""


def best(texts, question, engine=None):
    pages = [make_page(f"p{number}.md", text, {}) for number, text in enumerate(texts)]
    built = build_engine([page_row(page) for page in pages], engine)
    pointer = Pointer(read_wording(question).terms, built)
    return [pointer.best_passage(telling_passages(page)) for page in pages]


def passage(text):
    return Passage("anchor", ("Page", "Anchor"), 7, 9, text, is_bare=False)


def excerpt(text, question, engine=None):
    built = build_engine([page_row(make_page("p.md", text, {}))], engine)
    return Pointer(read_wording(question).terms, built).excerpt(passage(text))


@ENGINES
@pytest.mark.parametrize(
    ("question", "anchor"),
    [
        pytest.param("gamma", "second", id="the-only-one-with-the-term"),
        pytest.param("alpha gamma", "second", id="more-of-the-terms-before-more-mentions"),
        pytest.param("opening", "page", id="opening"),
        pytest.param("vault", "vault-keys", id="by-its-heading"),
        pytest.param('"at last"', "second", id="phrase"),
        pytest.param("amm", "second", id="inside-a-word"),
        pytest.param("c++", "signs", id="trailing-signs"),
        pytest.param(".env", "signs", id="leading-sign"),
        pytest.param("zzzabsent", "page", id="first-when-none-holds-a-term"),
    ],
)
def test_the_passage_that_the_terms_point_to_is_the_best(engine, question, anchor):
    (found,) = best([PARTS], question, engine)
    assert found.anchor == anchor


@ENGINES
def test_the_first_of_equal_passages_is_the_best(engine):
    (found,) = best(["# A\n\nvault\n\n# B\n\nvault\n"], "vault", engine)
    assert found.anchor == "a"


@ENGINES
def test_each_page_has_a_best_passage_of_its_own(engine):
    found = best(["# A\n\nvault\n", "", "# B\n\nother\n\n## C\n\nthe vault\n"], "vault", engine)
    assert [one and one.anchor for one in found] == ["a", None, "c"]


@ENGINES
def test_no_pages_have_no_passages(engine):
    assert best([], "vault", engine) == []


def test_a_term_that_few_pages_have_points_more_than_one_that_all_have():
    pages = ["# A\n\ncommon words\n\n# B\n\nrare words\n", *["# C\n\ncommon words\n"] * 9]
    assert best(pages, "common rare")[0].anchor == "b"


def test_another_form_of_a_word_points_to_its_passage():
    (found,) = best(["# A\n\nopening\n\n# B\n\nthe rollout\n"], "rollouts")
    assert found.anchor == "b"


@pytest.mark.parametrize("text", ["", "one line", "first\n\nlast", "x" * 4000])
def test_a_passage_is_shown_whole_with_its_place(text):
    assert excerpt(text, "vault") == ("anchor", ("Page", "Anchor"), 7, 9, text, False)


@ENGINES
@pytest.mark.parametrize(
    ("before", "behind"),
    [
        pytest.param("", "filler " * 2000, id="at-the-start"),
        pytest.param("filler " * 2000, "", id="at-the-end"),
        pytest.param("filler " * 1000, "filler " * 1000, id="in-the-middle"),
        pytest.param("filler " * 150_000, "filler " * 10, id="behind-a-megabyte"),
        pytest.param("filler\n" * 2000, "filler\n" * 2000, id="many-lines"),
        pytest.param("\u90e8\u7f72" * 4000, "\u90e8\u7f72" * 4000, id="han"),
        pytest.param("caf\u00e9 " * 2000, "caf\u00e9 " * 2000, id="accents-composed"),
        pytest.param(unicodedata.normalize("NFD", "caf\u00e9 ") * 3000, "filler " * 2000, id="accents-decomposed"),
        pytest.param("stra\u00dfe " * 3000, "filler " * 2000, id="letters-that-fold-to-two"),
        pytest.param("\u1112\u1161\u11ab " * 2000, "filler " * 2000, id="hangul-decomposed"),
    ],
)
def test_of_a_very_long_text_the_part_around_the_term_is_shown(engine, before, behind):
    shown = excerpt(f"{before}needle {behind}", "needle", engine)
    assert "needle" in shown.text
    assert (len(shown.text), shown.truncated) == (4000, True)


@ENGINES
@pytest.mark.parametrize(
    ("question", "written"),
    [
        pytest.param("blue-green", "blue green", id="other-sign-between"),
        pytest.param('"blue green"', "blue\ngreen", id="phrase-across-lines"),
        pytest.param("don't", "don\u2019t", id="other-apostrophe"),
        pytest.param("lue-gre", "blue-green", id="inside-words"),
        pytest.param("c++", "c++", id="trailing-signs"),
    ],
)
def test_of_a_very_long_text_the_part_with_another_spelling_of_the_term_is_shown(engine, question, written):
    text = f"{'c filler ' * 2000}{written} {'c filler ' * 2000}"
    assert written in excerpt(text, question, engine).text


def test_of_a_very_long_text_the_part_with_another_form_of_the_term_is_shown():
    assert "the rollout" in excerpt(f"{'filler ' * 2000}the rollout {'filler ' * 2000}", "rollouts").text


@ENGINES
def test_a_very_long_text_without_the_term_is_shown_from_its_start(engine):
    assert excerpt("filler " * 2000, "needle", engine).text == ("filler " * 2000)[:4000]


@ENGINES
def test_of_a_very_long_text_the_part_with_more_of_the_terms_is_shown(engine):
    text = f"{'filler ' * 1000}a needle{' filler' * 2000} needle and thread{' filler' * 2000} needle"
    assert "needle and thread" in excerpt(text, "thread needle", engine).text
