"""Searches, from the request to the result."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.config import Config, read_config
from kb.store.errors import KbError
from kb.store.pages.base import Base
from kb.store.pages.page import make_page
from kb.store.search import table
from kb.store.search.filters import Filters
from kb.store.search.question import read_question
from kb.store.search.result import make_request
from kb.store.search.search import search, search_folder
from kb.store.search.text import fold

ENGINES = pytest.mark.parametrize("engine", [pytest.param(None, id="fts5"), "like"])
UNITS = pytest.mark.parametrize("unit", ["page", "passage"])
NO_SUCH_MODULE = 'CREATE VIRTUAL TABLE rows USING fts99({columns}, tokenize="{tokenizer}")'
OTHERS = {"other.md": "# Other\n\nnothing of it\n", "third.md": "# Third\n\nmore filler text\n"}
IDENTIFIERS = OTHERS | {
    "near.md": "# Near\n\nDEC-0055, 2026.4.11, the art of the state, snake and name, plain c, the env, axb, 500\n",
    "names.md": "# Names\n\nSee DEC-0054 of release 2026.4.10: a state-of-the-art `snake_case_name`, C++ and .env.\n",
    "signs.md": "# Signs\n\nAt 50% load, a_b sends 12 GB/s; don't retry, status is done.\n",
}
HAN = "\u4eca\u5929\u8ba8\u8bba\u4e86\u90e8\u7f72\u65b9\u6848 gen-itgc\u540e"
DEPLOY, PLAN = "\u90e8\u7f72", "\u65b9\u6848"
THAI = "\u0e23\u0e30\u0e1a\u0e1a\u0e17\u0e35\u0e48\u0e43\u0e0a\u0e49\u0e07\u0e32\u0e19\u0e44\u0e14\u0e49"
SYSTEM = "\u0e17\u0e35\u0e48\u0e43\u0e0a\u0e49\u0e07\u0e32\u0e19"
ACCENTS = OTHERS | {"composed.md": "# One\n\nthe caf\u00e9 opens\n", "decomposed.md": "# Two\n\nthe cafe\u0301 opens\n"}


def ask(base, *wordings, filters=None, **options):
    return search(base, make_request(wordings, filters or Filters(), **options))


def paths(result, match=None):
    return [hit.page.path for hit in result.hits if match in {None, hit.match}]


def trouble(base, *wordings, **options):
    try:
        ask(base, *wordings, **options)
    except KbError as error:
        return error.kind
    return ""


def base_with(make_base, text):
    return make_base(OTHERS | {"a.md": text})


def in_memory(files):
    config = Config(root=Path("base"), name="", exclude=(), folders={}, kinds=())
    return Base(config, tuple(make_page(path, text, {}) for path, text in sorted(files.items())), ())


# Identifiers and signs


@ENGINES
@UNITS
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("DEC-0054", ["names.md"], id="ticket-key"),
        pytest.param("dec-0054", ["names.md"], id="ticket-key-in-lower-case"),
        pytest.param("2026.4.10", ["names.md"], id="version"),
        pytest.param("state-of-the-art", ["names.md"], id="hyphens"),
        pytest.param("snake_case_name", ["names.md"], id="underscores"),
        pytest.param("snake_case", ["names.md"], id="part-of-a-name"),
        pytest.param("c++", ["names.md"], id="trailing-signs"),
        pytest.param("C++", ["names.md"], id="trailing-signs-in-capitals"),
        pytest.param(".env", ["names.md"], id="leading-sign"),
        pytest.param("DEC-0054 snake_case_name .env", ["names.md"], id="together"),
        pytest.param("a_b", ["signs.md"], id="underscore-is-literal"),
        pytest.param("50%", ["signs.md"], id="percent-is-literal"),
        pytest.param("GB/s", ["signs.md"], id="slash"),
    ],
)
def test_an_identifier_is_a_full_match_where_it_stands_as_written(make_base, engine, unit, question, expected):
    assert paths(ask(make_base(IDENTIFIERS), question, engine=engine, unit=unit), "full") == expected


@ENGINES
@pytest.mark.parametrize("question", ["c++", ".env", '"c++"'])
def test_a_page_with_the_bare_token_of_a_term_in_signs_is_no_match(make_base, engine, question):
    result = ask(make_base(IDENTIFIERS), question, engine=engine)
    assert (paths(result, "full"), paths(result, "partial")) == (["names.md"], [])


# Operators, punctuation and emptiness


@ENGINES
@UNITS
@pytest.mark.parametrize(
    ("question", "full"),
    [
        pytest.param("AND", ["ops.md"], id="operator-alone"),
        pytest.param("retry OR", ["ops.md", "signs.md"], id="operator-behind-a-word"),
        pytest.param("NEAR(a b", ["ops.md"], id="near"),
        pytest.param("status: done", ["ops.md", "signs.md"], id="column-prefix"),
        pytest.param('"open', ["ops.md"], id="quote-never-closed"),
        pytest.param("GB/s", ["signs.md"], id="slash"),
        pytest.param("C++", ["ops.md"], id="plus"),
        pytest.param("don't", ["signs.md"], id="apostrophe"),
        pytest.param("don\u2019t", ["signs.md"], id="curly-apostrophe"),
        pytest.param("DO NOT USE FIND /", ["ops.md"], id="command"),
        pytest.param("->poll", ["ops.md"], id="arrow"),
        pytest.param("retry^2 -status", [], id="caret-and-minus"),
        pytest.param("rowid : 1; DROP TABLE rows", [], id="statement"),
    ],
)
def test_query_syntax_is_plain_words_in_upper_and_lower_case(make_base, engine, unit, question, full):
    base = make_base(
        OTHERS
        | {
            "ops.md": "# Ops\n\nnear a b, and retry or open; use C++ to find the status of fd->poll\n",
            "signs.md": "# Signs\n\n12 GB/s; don't retry, status is done\n",
        }
    )
    results = [ask(base, text, engine=engine, unit=unit) for text in (question, question.upper(), question.lower())]
    assert [sorted(paths(result, "full")) for result in results] == [full] * 3
    found = [[(hit.page.path, hit.match, hit.score, hit.passage) for hit in result.hits] for result in results]
    assert found[0] == found[1] == found[2]


@ENGINES
@UNITS
@pytest.mark.parametrize("question", ["*", "(((", "", "   ", "\t\n", "\U0001f680", '""', "/", "%", "_", "--"])
def test_a_question_with_nothing_to_search_for_is_a_usage_error(make_base, engine, unit, question):
    with pytest.raises(KbError) as caught:
        ask(make_base(OTHERS), question, engine=engine, unit=unit)
    assert caught.value.kind == "usage"
    assert "fts5" not in caught.value.message.lower()
    assert "syntax" not in caught.value.message.lower()


def test_neither_words_nor_a_filter_is_a_usage_error():
    with pytest.raises(KbError) as caught:
        make_request(())
    assert (caught.value.kind, caught.value.code) == ("usage", "empty-question")


@pytest.mark.parametrize("limit", [-1, -10])
def test_a_negative_limit_is_a_usage_error(limit):
    with pytest.raises(KbError) as caught:
        make_request(("vault",), limit=limit)
    assert (caught.value.kind, caught.value.message) == ("usage", f"the limit is {limit}")


@ENGINES
@pytest.mark.parametrize("filters", [Filters(), Filters(tags=("ops",))])
def test_a_base_without_pages_is_missing(make_base, engine, filters):
    with pytest.raises(KbError) as caught:
        ask(make_base({"readme.txt": "vault"}), "vault", filters=filters, engine=engine)
    assert (caught.value.kind, caught.value.code) == ("missing", "empty-base")


@ENGINES
@given(st.text(st.characters() | st.sampled_from("\"*(){}^:+-%_\0'cvault \ud800")))
@settings(max_examples=120, deadline=None)
def test_any_text_is_searched_or_is_a_usage_error(engine, text):
    base = in_memory(IDENTIFIERS | {"caf\udce9.md": "vault"})
    assert trouble(base, text, engine=engine) in {"", "usage"}
    assert trouble(base, f"{text} vault", engine=engine, unit="passage", explain=True) == ""


# Full and partial matches


@ENGINES
@UNITS
def test_an_absent_word_leaves_the_page_a_partial_match_that_names_it(make_base, engine, unit):
    base = make_base(OTHERS | {"known.md": "# Page\n\nthe knownword is here\n"})
    result = ask(base, "knownword zzzabsent", engine=engine, unit=unit)
    assert [(hit.page.path, hit.match, hit.missing) for hit in result.hits] == [("known.md", "partial", ("zzzabsent",))]
    assert (result.full, result.partial) == (0, 1)


@ENGINES
def test_words_need_not_be_adjacent(make_base, engine):
    base = make_base(OTHERS | {"known.md": f"# Page\n\nknownword{' filler' * 500}\n\n## Part\n\notherword\n"})
    assert paths(ask(base, "otherword knownword", engine=engine), "full") == ["known.md"]


@ENGINES
@UNITS
def test_full_matches_come_before_partial_ones(make_base, engine, unit):
    base = make_base(
        OTHERS
        | {
            "a.md": f"# Alpha\n\n{'alpha ' * 40}\n",
            "b.md": f"# Page\n\n{'filler ' * 200} alpha, much later beta\n",
            "c.md": f"# Beta\n\n{'beta ' * 40}\n",
        }
    )
    result = ask(base, "alpha beta", engine=engine, unit=unit)
    assert [(hit.page.path, hit.match) for hit in result.hits] == [
        ("b.md", "full"),
        ("a.md", "partial"),
        ("c.md", "partial"),
    ]
    assert (result.full, result.partial) == (1, 2)


def test_a_page_with_another_form_of_a_word_is_a_full_match(make_base):
    base = make_base(OTHERS | {"a.md": "# Page\n\nthe rollout of it\n"})
    result = ask(base, "rollouts")
    assert [(hit.page.path, hit.match, hit.missing) for hit in result.hits] == [("a.md", "full", ())]


@ENGINES
def test_a_page_with_a_longer_form_of_a_word_is_a_full_match(make_base, engine):
    base = make_base(OTHERS | {"a.md": "# Page\n\nthe xenowordish one\n"})
    assert paths(ask(base, "xenoword", engine=engine), "full") == ["a.md"]


@ENGINES
@UNITS
@pytest.mark.parametrize("fillers", [0, 8])
def test_the_page_with_the_very_word_comes_before_one_with_a_longer_form(make_base, engine, unit, fillers):
    files = {"a.md": "# Page\n\nthe rollouts here\n", "z.md": "# Page\n\nthe rollout here\n"}
    base = make_base(files | {f"f{number}.md": f"# Filler\n\nfiller {number}\n" for number in range(fillers)})
    assert paths(ask(base, "rollout", engine=engine, unit=unit)) == ["z.md", "a.md"]


@ENGINES
@pytest.mark.parametrize("field", ["title", "summary", "aliases"])
@pytest.mark.parametrize("question", ["vault rotation", "DEC-0054", "c++", DEPLOY])
def test_forty_mentions_in_a_body_do_not_beat_an_exact_name(make_base, engine, field, question):
    base = make_base(
        OTHERS
        | {
            "a.md": f"# Page\n\n{(question + ' ') * 40}\n",
            "z.md": f'---\n{field}: "{question}"\n---\n# Page\n\n{"filler " * 200}\n',
        }
    )
    assert paths(ask(base, question, engine=engine)) == ["z.md", "a.md"]


def test_a_word_that_six_of_ten_pages_hold_still_orders_those_six(make_base):
    files = {
        f"p{number}.md": f"# Page\n\n{'vault ' * times}{'filler ' * (10 - times)}\n"
        for number, times in enumerate([1, 4, 2, 6, 3, 5, 0, 0, 0, 0])
    }
    assert paths(ask(make_base(files), "vault")) == ["p3.md", "p5.md", "p1.md", "p4.md", "p2.md", "p0.md"]


@ENGINES
def test_a_page_is_full_when_it_holds_every_term_of_one_wording(make_base, engine):
    base = make_base(OTHERS | {"a.md": "# Page\n\nalpha beta\n", "b.md": "# Page\n\ngamma\n"})
    result = ask(base, "alpha delta", "gamma", "beta epsilon", engine=engine)
    assert [(hit.page.path, hit.match, hit.missing) for hit in result.hits] == [
        ("b.md", "full", ()),
        ("a.md", "partial", ("delta",)),
    ]


# Scripts and accents


@ENGINES
@UNITS
@pytest.mark.parametrize("question", [DEPLOY, DEPLOY + PLAN, "itgc", f"{DEPLOY} itgc", f'"{DEPLOY}{PLAN}"'])
def test_a_word_inside_a_chinese_sentence_is_found(make_base, engine, unit, question):
    base = make_base(OTHERS | {"han.md": HAN, "near.md": "\u7f72\u90e8\u3002\u90e8\u95e8"})
    assert paths(ask(base, question, engine=engine, unit=unit), "full") == ["han.md"]


@ENGINES
@UNITS
def test_a_short_term_is_never_dropped_from_a_question(make_base, engine, unit):
    result = ask(make_base(OTHERS | {"han.md": HAN}), f"{DEPLOY} zzzabsent", engine=engine, unit=unit)
    assert [(hit.page.path, hit.match, hit.missing) for hit in result.hits] == [("han.md", "partial", ("zzzabsent",))]


@ENGINES
@UNITS
@pytest.mark.parametrize("question", [SYSTEM, THAI, f'"{SYSTEM}"'])
def test_a_word_inside_thai_text_is_found(make_base, engine, unit, question):
    base = make_base(OTHERS | {"thai.md": THAI, "near.md": "\u0e17\u0e43\u0e0a\u0e07\u0e32\u0e19"})
    assert paths(ask(base, question, engine=engine, unit=unit), "full") == ["thai.md"]


@ENGINES
@UNITS
@pytest.mark.parametrize("question", ["cafe", "caf\u00e9", "cafe\u0301", "CAF\u00c9", '"the caf\u00e9"'])
def test_a_word_is_found_with_and_without_its_accents(make_base, engine, unit, question):
    result = ask(make_base(ACCENTS), question, engine=engine, unit=unit)
    assert paths(result, "full") == ["composed.md", "decomposed.md"]
    assert result.partial == 0


@ENGINES
def test_a_word_is_not_cut_at_its_combining_marks(make_base, engine):
    word = "\u0939\u093f\u0928\u094d\u0926\u0940"
    base = make_base(OTHERS | {"marks.md": f"# Page\n\n{word} text\n", "near.md": "\u0939 \u0928 \u0926\n"})
    assert paths(ask(base, word, engine=engine)) == ["marks.md"]


# Engines


@UNITS
def test_without_fts5_substrings_are_searched_and_the_result_says_so(make_base, monkeypatch, unit):
    base = make_base(IDENTIFIERS)
    wanted = paths(ask(base, "snake_case_name zzzabsent", unit=unit))
    monkeypatch.setattr(table, "CREATE", NO_SUCH_MODULE)
    result = ask(base, "snake_case_name zzzabsent", unit=unit)
    assert (result.engine, paths(result, "partial")) == ("like", wanted)
    assert result.warnings == (
        "this SQLite has no FTS5: results are ordered by terms held, and other forms of a word may be missing",
    )


@UNITS
def test_without_the_stemmer_fts5_searches_and_the_result_says_so(make_base, monkeypatch, unit):
    base = make_base(IDENTIFIERS)
    monkeypatch.setattr(table, "STEMMER", "nosuchstemmer ")
    result = ask(base, "snake_case_name", unit=unit)
    assert (result.engine, paths(result, "full")) == ("fts5-unstemmed", ["names.md"])
    assert result.warnings == ("this SQLite has no stemmer: other forms of a word may be missing",)


@pytest.mark.parametrize(
    "lacking",
    [
        pytest.param(("CREATE", NO_SUCH_MODULE), id="no-such-module"),
        pytest.param(("STEMMER", "nosuchstemmer "), id="no-such-tokenizer"),
    ],
)
@pytest.mark.parametrize(
    ("question", "full"),
    [
        pytest.param("a_b", ["signs.md"], id="underscore-is-literal"),
        pytest.param("50%", ["signs.md"], id="percent-is-literal"),
        pytest.param("c++", ["names.md"], id="trailing-signs"),
        pytest.param("DEC-0054", ["names.md"], id="identifier"),
        pytest.param("zzzabsent", [], id="nowhere"),
    ],
)
def test_a_degraded_engine_gives_the_same_full_matches(make_base, monkeypatch, lacking, question, full):
    base = make_base(IDENTIFIERS)
    assert paths(ask(base, question), "full") == full
    monkeypatch.setattr(table, *lacking)
    assert paths(ask(base, question), "full") == full


@pytest.mark.parametrize(
    ("engine", "name"),
    [(None, "fts5"), ("fts5", "fts5"), ("fts5-unstemmed", "fts5-unstemmed"), ("like", "like")],
)
def test_the_result_names_the_engine_and_warns_of_none_that_was_asked_for(make_base, engine, name):
    result = ask(make_base(OTHERS), "filler", engine=engine)
    assert (result.engine, result.warnings) == (name, ())


def test_without_fts5_pages_are_ordered_by_terms_held_then_by_where(make_base):
    base = make_base(
        {
            "a.md": "# Page\n\nalpha\n",
            "b.md": "---\ntags: [alpha]\n---\n# Page\n\nx\n",
            "c.md": "# Page\n\nalpha and beta\n",
            "d.md": "---\nsummary: alpha\n---\n# Page\n\nbeta\n",
            "e.md": "---\naliases: [gamma]\n---\n# Page\n\nbeta\n",
        }
    )
    assert paths(ask(base, "alpha beta gamma", engine="like")) == ["d.md", "e.md", "c.md", "b.md", "a.md"]


PARTS = st.sampled_from(
    [
        *("rollout", "rollouts", "deploy", "deployment", "Caf\u00e9", "cafe\u0301s", "Stra\u00dfe"),
        *("C++", ".env", "env", "DEC-0054", "2026.4.10", "snake_case", "GB/s", "50%", "don't"),
        *(DEPLOY, DEPLOY + PLAN, THAI, SYSTEM, "\ud55c\uad6d\uc5b4"),
        *("\u043f\u0440\u0438\u0432\u0435\u0442", "\u0939\u093f\u0928\u094d\u0926\u0940"),
    ]
)
WORDS = PARTS | st.text(st.characters(categories=["L", "N", "M", "P", "S"]), min_size=1, max_size=5)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=4), st.data())
@settings(max_examples=100, deadline=None)
def test_both_engines_agree_on_words_as_written(pages, data):
    files = {f"p{number}.md": f"# Page\n\n{' '.join(words)}\n" for number, words in enumerate(pages)}
    words = [word for text in files.values() for word in text.split()]
    question = " ".join(data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=3)))
    base = in_memory(files)
    if trouble(base, question):
        return
    terms = read_question((question,)).wordings[0].terms
    lacking = {
        path: {term.text for term in terms if term.folded not in fold(f"{path[:-3]}\n{text}")}
        for path, text in files.items()
    }
    fts5, like = (ask(base, question, engine=engine, limit=0) for engine in (None, "like"))
    assert set(paths(like, "full")) <= set(paths(fts5, "full"))
    assert set(paths(like)) <= set(paths(fts5))
    assert all(lacking[path] for path in set(paths(fts5, "full")) - set(paths(like, "full")))
    assert all(len(lacking[path]) == len(terms) for path in set(paths(fts5)) - set(paths(like)))
    assert {path for path, absent in lacking.items() if not absent} <= set(paths(like, "full"))


# Long questions, long pages


@ENGINES
def test_five_thousand_words_are_searched_up_to_the_cap_with_a_warning(make_base, engine):
    base = make_base(OTHERS | {"a.md": "# Page\n\nword0007, word4000\n", "b.md": "# Page\n\nword4000\n"})
    result = ask(base, " ".join(f"word{number:04}" for number in range(5000)), engine=engine)
    assert paths(result, "partial") == ["a.md"]
    assert tuple(term.text for term in result.terms) == tuple(f"word{number:04}" for number in range(64))
    assert result.warnings == ("a wording has 5000 different terms; the first 64 are searched",)


@ENGINES
def test_fifty_wordings_are_searched_up_to_the_cap_with_a_warning(make_base, engine):
    base = make_base(OTHERS | {"a.md": "# Page\n\nword07 and word40\n", "b.md": "# Page\n\nword40\n"})
    result = ask(base, *(f"word{number:02}" for number in range(50)), engine=engine)
    assert paths(result, "full") == ["a.md"]
    assert result.wordings == tuple(f"word{number:02}" for number in range(16))
    assert result.warnings == ("50 different wordings were given; the first 16 are searched",)


@ENGINES
@UNITS
def test_a_word_behind_a_megabyte_is_found_with_its_lines(make_base, engine, unit):
    base = base_with(make_base, "filler text\n\n" * 80_000 + "## Last\n\nthe needle\n")
    (hit,) = ask(base, "needle", engine=engine, unit=unit).hits
    assert (hit.passage.anchor, hit.passage.start_line, hit.passage.end_line) == ("last", 160_001, 160_003)
    assert (hit.passage.text, hit.passage.truncated) == ("## Last\n\nthe needle", False)


@ENGINES
@UNITS
@pytest.mark.parametrize("behind", ["", " filler" * 1000])
def test_a_line_of_a_megabyte_is_found_and_shown_in_part(make_base, engine, unit, behind):
    base = base_with(make_base, f"# Page\n\n{'filler ' * 150_000}needle{behind}\n")
    (hit,) = ask(base, "needle", engine=engine, unit=unit).hits
    assert (hit.passage.start_line, hit.passage.end_line, hit.passage.truncated) == (1, 3, True)
    assert "needle" in hit.passage.text
    assert len(hit.passage.text) == 4000


def test_of_a_line_of_a_megabyte_the_part_with_another_form_of_the_word_is_shown(make_base):
    base = base_with(make_base, f"# Page\n\n{'filler ' * 150_000}the rollout{' filler' * 1000}\n")
    (hit,) = ask(base, "rollouts").hits
    assert "the rollout" in hit.passage.text


# Several wordings


@ENGINES
@UNITS
@pytest.mark.parametrize("again", ["vault rotation", "Rotation, VAULT!", "the rotation of the vault"])
def test_a_repeated_wording_counts_once(make_base, engine, unit, again):
    base = make_base(
        OTHERS | {"a.md": "# Vault\n\nx\n", "b.md": "# Page\n\nrotation of the vault\n", "c.md": "# Page\n\nvault\n"}
    )
    once = ask(base, "vault rotation", engine=engine, unit=unit)
    twice = ask(base, "vault rotation", again, engine=engine, unit=unit)
    assert twice.wordings == ("vault rotation",)
    assert twice.hits == once.hits


@ENGINES
@UNITS
@pytest.mark.parametrize("wordings", [["vault"], ["vault", "rotation"], ["vault zzzabsent", "rotation"]])
def test_equal_pages_stand_in_path_order(make_base, engine, unit, wordings):
    folders = ["d", "b", "c", "a"]
    base = make_base(OTHERS | {f"{name}/same.md": f"# Page\n\nvault rotation {name}x\n" for name in folders})
    result = ask(base, *wordings, engine=engine, unit=unit)
    assert paths(result) == ["a/same.md", "b/same.md", "c/same.md", "d/same.md"]
    assert len({hit.score for hit in result.hits}) == 1


@ENGINES
def test_wordings_are_fused_by_reciprocal_rank(make_base, engine):
    base = make_base(
        OTHERS
        | {
            "a.md": "---\naliases: [beta]\n---\n# Page\n\nx\n",
            "b.md": "---\naliases: [alpha]\n---\n# Page\n\nbeta\n",
            "c.md": "# Page\n\nalpha\n",
        }
    )
    result = ask(base, "alpha", "beta", engine=engine)
    assert {hit.page.path: hit.score for hit in result.hits} == {
        "b.md": pytest.approx(1 / 61 + 1 / 62),
        "a.md": pytest.approx(1 / 61),
        "c.md": pytest.approx(1 / 62),
    }
    assert paths(result) == ["b.md", "a.md", "c.md"]


SCRIPT = """
import sys
from pathlib import Path

from kb.store.config import read_config
from kb.store.pages.base import read_base
from kb.store.search.result import make_request
from kb.store.search.search import search

base = read_base(read_config(Path(sys.argv[1])))
questions = [("vault rotation",), ("vault", "rotation key zzzabsent", "c++ .env"), ("plan of the rollouts", "vault")]
for engine in (None, "like"):
    for unit in ("page", "passage"):
        for question in questions:
            result = search(base, make_request(question, unit=unit, limit=0, explain=True, engine=engine))
            print(ascii((result.terms, result.full, result.partial, result.warnings)))
            for hit in result.hits:
                columns = [(one.rank, one.score, list(one.columns.items())) for one in hit.standings]
                print(ascii((hit.page.path, hit.match, hit.score, hit.missing, hit.passage, hit.copies, columns)))
"""


def test_the_order_is_the_same_under_every_hash_seed(make_folder):
    files = {
        f"{folder}/p{number}.md": (
            f"---\ntags: [vault, rollout]\nsummary: plan {number % 3}\n---\n# Page\n\nvault key rotation\n\n"
            f"## Part {number % 2}\n\n.env and c++ beside the rollout\n"
        )
        for folder in ("b", "a", "c")
        for number in range(6)
    }
    folder = make_folder(files)
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT, str(folder)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(outputs[0].splitlines()) > 100
    assert outputs[0] == outputs[1]


# Passages


@ENGINES
@pytest.mark.parametrize(
    ("question", "place"),
    [
        pytest.param("gamma", ("second", 9, 12), id="word"),
        pytest.param("c++", ("signs", 13, 15), id="trailing-signs"),
        pytest.param(".env", ("signs", 13, 15), id="leading-sign"),
        pytest.param("opening", ("page", 1, 4), id="opening"),
    ],
)
@UNITS
def test_each_result_carries_its_best_passage(make_base, engine, unit, question, place):
    text = (
        "# Page\n\nopening words\n\n## First\n\nplain c c c c, env env env\n\n"
        "## Second\n\nalpha and gamma\n\n## Signs\n\nc++ and .env\n"
    )
    hit = ask(make_base(OTHERS | {"a.md": text}), question, engine=engine, unit=unit).hits[0]
    assert hit.page.path == "a.md"
    assert (hit.passage.anchor, hit.passage.start_line, hit.passage.end_line) == place


@ENGINES
def test_a_page_found_by_its_head_alone_carries_its_first_passage(make_base, engine):
    page = "---\naliases: [vault]\n---\nopening\n\n# Part\n\nx\n"
    base = make_base(OTHERS | {"a.md": page, "b.md": "---\ntags: [vault]\n---\n"})
    result = ask(base, "vault", engine=engine)
    assert [(hit.page.path, hit.passage and hit.passage.text) for hit in result.hits] == [
        ("a.md", "opening\n"),
        ("b.md", None),
    ]


@ENGINES
def test_passages_are_ranked_over_the_whole_base(make_base, engine):
    base = make_base(
        OTHERS
        | {
            "a.md": "# Page\n\nalpha one\n\n## Part\n\nalpha and beta\n\n## Rest\n\nbeta two\n",
            "b.md": "# Page\n\nfiller\n\n## Part\n\nbeta of alpha, three\n",
        }
    )
    result = ask(base, "alpha beta", engine=engine, unit="passage")
    assert sorted((hit.page.path, hit.passage.anchor) for hit in result.hits if hit.match == "full") == [
        ("a.md", "part"),
        ("b.md", "part"),
    ]
    assert sorted((hit.page.path, hit.passage.anchor) for hit in result.hits if hit.match == "partial") == [
        ("a.md", "page"),
        ("a.md", "rest"),
    ]


@ENGINES
def test_the_passage_that_says_it_comes_before_those_of_a_page_that_is_only_called_so(make_base, engine):
    parts = "".join(f"## Part {number}\n\nContact number {number} for help.\n\n" for number in range(12))
    base = make_base(
        OTHERS
        | {
            "rollback.md": f"# Rollback\n\n{parts}",
            "ops.md": "# Operations\n\n## How to do a rollback\n\nTo do a rollback, run rollback now.\n",
        }
    )
    first = ask(base, "rollback", engine=engine, unit="passage").hits[0]
    assert (first.page.path, first.passage.anchor) == ("ops.md", "how-to-do-a-rollback")


@ENGINES
@UNITS
def test_a_page_without_a_body_is_found_by_its_head(make_base, engine, unit):
    base = make_base(OTHERS | {"a.md": "---\naliases: [gizmo]\n---\n"})
    assert paths(ask(base, "gizmo", engine=engine, unit=unit)) == ["a.md"]


@ENGINES
@UNITS
def test_the_names_of_fields_are_found_nowhere(make_base, engine, unit):
    base = make_base(OTHERS | {"a.md": "---\nconfidence: gizmo\n---\n", "b.md": "---\nconfidence: x\n---\ntext\n"})
    assert paths(ask(base, "confidence", engine=engine, unit=unit)) == []


@ENGINES
def test_pages_without_a_body_are_no_copies_of_one_another(make_base, engine):
    base = make_base(OTHERS | {"gizmo-one.md": "", "gizmo-two.md": "---\ntags: [x]\n---\n"})
    result = ask(base, "gizmo", engine=engine, unit="passage")
    assert sorted(paths(result)) == ["gizmo-one.md", "gizmo-two.md"]


@ENGINES
def test_what_a_page_says_of_itself_is_found_in_its_first_passage_only(make_base, engine):
    base = make_base(OTHERS | {"a.md": "---\naliases: [vault]\ntags: [ops]\n---\n# Page\n\nx\n\n## Part\n\ny\n"})
    for question in ("vault", "ops"):
        (hit,) = ask(base, question, engine=engine, unit="passage").hits
        assert hit.passage.anchor == "page"


@ENGINES
def test_a_passage_is_found_by_the_title_of_its_page_and_its_headings(make_base, engine):
    base = make_base(OTHERS | {"a.md": "# Vault\n\nx\n\n## Keys\n\ny\n\n### Rotation\n\nz\n"})
    result = ask(base, "vault keys rotation", engine=engine, unit="passage")
    assert [hit.passage.anchor for hit in result.hits if hit.match == "full"] == ["rotation"]


@ENGINES
def test_copies_of_one_passage_are_one_result_that_names_the_others(make_base, engine):
    part = "## Restart\n\nrestart the vault\n"
    base = make_base(
        OTHERS
        | {
            "a.md": f"# One\n\nx\n\n{part}",
            "b.md": f"# Two\n\ny\n\n{part}\n## Again\n\nz\n",
            "c.md": part,
            "d.md": "## Restart\n\nrestart the vaults\n",
        }
    )
    result = ask(base, '"restart the vault"', engine=engine, unit="passage")
    assert result.full == 2
    (hit,) = [hit for hit in result.hits if hit.copies]
    where = [(hit.page.path, hit.passage.anchor, hit.passage.start_line, hit.passage.end_line), *hit.copies]
    assert sorted(where) == [("a.md", "restart", 5, 7), ("b.md", "restart", 5, 8), ("c.md", "restart", 1, 3)]


@ENGINES
def test_copies_are_named_under_every_limit(make_base, engine):
    opening = "# Page\n\nvault\n"
    part = "vault beside more words of filler"
    files = {f"p{number}.md": f"{opening}\n## Part {number}\n\n{part} {number}\n" for number in range(5)}
    base = make_base(files)
    for limit in (1, 3, 0):
        result = ask(base, "vault", engine=engine, unit="passage", limit=limit)
        assert result.full == 6
        assert [len(hit.copies) for hit in result.hits if hit.passage.anchor == "page"] == [4]


@ENGINES
def test_pages_of_one_text_are_results_of_their_own(make_base, engine):
    base = make_base({"a.md": "# Page\n\nvault\n", "b.md": "# Page\n\nvault\n", "c.md": "x"})
    hits = ask(base, "vault", engine=engine).hits
    assert [(hit.page.path, hit.copies) for hit in hits] == [("a.md", ()), ("b.md", ())]


# Limits and lists


@ENGINES
@UNITS
@pytest.mark.parametrize(("limit", "shown"), [(1, 1), (3, 3), (12, 12), (20, 12), (0, 12)])
def test_a_limit_cuts_the_results_and_the_rest_is_counted(make_base, engine, unit, limit, shown):
    base = make_base({f"p{number:02}.md": f"# Page {number}\n\nvault {number}\n" for number in range(12)})
    result = ask(base, "vault", engine=engine, unit=unit, limit=limit)
    assert (len(result.hits), result.full, result.partial) == (shown, 12, 0)


def test_ten_results_are_shown_unless_a_limit_is_given(make_base):
    base = make_base({f"p{number:02}.md": "# Page\n\nvault\n" for number in range(12)})
    assert (len(ask(base, "vault").hits), len(ask(base, "vault", limit=0).hits)) == (10, 12)


@pytest.mark.parametrize(("limit", "shown"), [(2, ["a/1.md", "b.md"]), (0, ["a/1.md", "b.md", "c.md"])])
def test_without_words_the_filters_list_what_passes_in_path_order(make_base, limit, shown):
    tagged = "---\ntags: [ops]\n---\n# Page\n\nvault\n"
    base = make_base({"c.md": tagged, "b.md": tagged, "a/1.md": tagged, "a.md": "# Page\n\nvault\n"})
    result = ask(base, filters=Filters(tags=("ops",)), limit=limit)
    assert (paths(result), result.full, result.partial, result.engine) == (shown, 3, 0, None)
    assert {(hit.match, hit.score, hit.passage) for hit in result.hits} == {("full", None, None)}


# Searching while reading


@ENGINES
@UNITS
@pytest.mark.parametrize("wordings", [("c++",), ("snake_case_name", "art of zzzabsent"), ()])
def test_a_folder_is_searched_as_the_base_in_it(make_folder, make_base, engine, unit, wordings):
    files = IDENTIFIERS | {"sub/latin.md": b"c++ \xfc", "sub/broken.md": "---\na: b: c\n---\nC++\n"}
    request = make_request(wordings, Filters(since=None, paths=("",)), engine=engine, unit=unit, explain=True)
    found = search_folder(read_config(make_folder(files)), request)
    assert found == search(make_base(files), request)
    assert found.coverage.pages == 6


@pytest.mark.parametrize("number", [500, 1300])
def test_a_base_of_many_pages_is_searched_whole(number):
    files = {f"p{at:04}.md": f"# Page {at:04}\n\n{'vault' if at % 2 else 'other'} words\n" for at in range(number)}
    found = ask(in_memory(files), "vault", limit=0)
    assert paths(found, "full") == [path for path in sorted(files) if "vault" in files[path]]
    assert paths(ask(in_memory(files), f'"page {number - 1:04}"')) == [f"p{number - 1:04}.md"]


@UNITS
@pytest.mark.parametrize("filters", [Filters(types=("recipe",)), Filters(since="soon")])
def test_a_folder_searched_with_an_unknown_value_is_a_usage_error(make_folder, unit, filters):
    config = read_config(make_folder(IDENTIFIERS))
    with pytest.raises(KbError) as caught:
        search_folder(config, make_request(("vault",), filters, unit=unit))
    assert caught.value.kind == "usage"


def test_a_folder_without_pages_is_missing(make_folder):
    config = read_config(make_folder({"readme.txt": "vault"}))
    with pytest.raises(KbError) as caught:
        search_folder(config, make_request(("vault",)))
    assert caught.value.kind == "missing"


# Filters


RECORDS = {
    "findings/F-1.md": (
        "---\nstatus: open\nrepos: [gen]\ntags: [ops]\nsystems: [vault]\nupdated: 2026-03-01\n---\n# One\n\nrollout\n"
    ),
    "findings/F-2.md": "---\nstatus: fixed\nrepos: [web]\nupdated: 2025-03-01\n---\n# Two\n\nrollout rollout rollout\n",
    "wiki/shared.md": "---\ntags: [ops]\n---\n# Three\n\nrollout\n",
    "wiki/other.md": "# Four\n\nfiller\n",
}


@ENGINES
@UNITS
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        pytest.param(Filters(types=("finding",)), ["findings/F-1.md", "findings/F-2.md"], id="type"),
        pytest.param(Filters(statuses=("open",)), ["findings/F-1.md", "wiki/shared.md"], id="status-keeps-the-shared"),
        pytest.param(Filters(repos=("web",)), ["findings/F-2.md", "wiki/shared.md"], id="repo-keeps-the-shared"),
        pytest.param(Filters(systems=("vault",)), ["findings/F-1.md"], id="system"),
        pytest.param(Filters(tags=("ops",)), ["findings/F-1.md", "wiki/shared.md"], id="tag"),
        pytest.param(Filters(paths=("wiki",)), ["wiki/shared.md"], id="path"),
        pytest.param(Filters(since="2026"), ["findings/F-1.md"], id="since"),
        pytest.param(Filters(tags=("nowhere",)), [], id="nothing-passes"),
    ],
)
def test_filters_run_before_ranking(make_base, engine, unit, filters, expected):
    result = ask(make_base(RECORDS), "rollout", filters=filters, engine=engine, unit=unit)
    assert sorted(paths(result)) == expected
    assert result.coverage.pages == 4


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        pytest.param(Filters(statuses=("open",)), ["findings/F-1.md"], id="status"),
        pytest.param(Filters(repos=("web",)), ["findings/F-2.md"], id="repo"),
    ],
)
def test_without_words_repo_and_status_list_the_matching_records_only(make_base, filters, expected):
    assert paths(ask(make_base(RECORDS), filters=filters)) == expected


def test_pages_that_a_filter_leaves_out_do_not_change_the_scores(make_base):
    base = make_base(RECORDS)
    filtered = ask(base, "rollout", filters=Filters(paths=("wiki",)))
    alone = ask(in_memory({path: text for path, text in RECORDS.items() if path.startswith("wiki/")}), "rollout")
    assert [hit.score for hit in filtered.hits] == [hit.score for hit in alone.hits]


@ENGINES
@pytest.mark.parametrize("filters", [Filters(types=("recipe",)), Filters(statuses=("done",)), Filters(since="soon")])
def test_a_filter_with_an_unknown_value_is_a_usage_error(make_base, engine, filters):
    base = make_base(RECORDS)
    assert trouble(base, "rollout", filters=filters, engine=engine) == "usage"
    assert trouble(base, filters=filters) == "usage"


# What is searched


FRONTMATTER = """---
id: F-2026-01-31-001
title: Titleword
summary: Summaryword of it
type: finding
status: open
tags: [tagword]
aliases: [aliasword, second name]
systems: [systemword]
confidence: confidenceword
owner:
  team: teamword
---
bodyword
"""


KEYS = ["id", "title", "summary", "type", "status", "tags", "aliases", "systems", "confidence", "owner", "team"]


@ENGINES
@UNITS
@pytest.mark.parametrize("key", KEYS)
def test_a_key_of_the_frontmatter_is_not_searchable(make_base, engine, unit, key):
    lines = [f"{name}: x{number}" for number, name in enumerate(KEYS[:9])]
    block = "\n".join([*lines, "owner:", "  team: x9"])
    base = make_base(OTHERS | {"p/q.md": f"---\n{block}\n---\n# Page\n\nx\n"})
    assert paths(ask(base, key, engine=engine, unit=unit)) == []


@ENGINES
@pytest.mark.parametrize(
    ("question", "column"),
    [
        pytest.param("titleword", "summary", id="title"),
        pytest.param("F-2026-01-31-001", "summary", id="id"),
        pytest.param("summaryword", "summary", id="summary"),
        pytest.param("tagword", "tags", id="tag"),
        pytest.param("aliasword", "aliases", id="alias"),
        pytest.param('"second name"', "aliases", id="alias-of-two-words"),
        pytest.param("finding", "fields", id="type"),
        pytest.param("open", "fields", id="status"),
        pytest.param("systemword", "fields", id="system"),
        pytest.param("confidenceword", "fields", id="other-field"),
        pytest.param("teamword", "fields", id="nested-field"),
        pytest.param("bodyword", "body", id="body"),
        pytest.param("folderword", "path", id="path"),
    ],
)
def test_each_value_of_the_frontmatter_stands_in_one_column(make_base, engine, question, column):
    base = make_base(OTHERS | {"folderword/q.md": FRONTMATTER})
    (hit,) = ask(base, question, engine=engine, explain=True).hits
    assert (hit.page.path, hit.match, list(hit.standings[0].columns)) == ("folderword/q.md", "full", [column])


@ENGINES
def test_values_of_a_title_that_is_a_list_are_searchable(make_base, engine):
    base = make_base(OTHERS | {"a.md": "---\ntitle: [firstword, secondword]\n---\nx\n"})
    assert paths(ask(base, "secondword", engine=engine)) == ["a.md"]


@ENGINES
@UNITS
def test_a_page_with_broken_frontmatter_is_searched_by_its_body_and_named(make_base, engine, unit):
    base = make_base(OTHERS | {"broken.md": "---\ntitle: a: b\n---\n# Page\n\nvault\n"})
    result = ask(base, "vault", engine=engine, unit=unit)
    assert paths(result, "full") == ["broken.md"]
    assert [(broken.path, broken.line) for broken in result.coverage.broken] == [("broken.md", 2)]


@ENGINES
def test_what_cannot_be_read_is_named_and_the_rest_is_searched(make_base, engine):
    base = make_base(OTHERS | {"a.md": "# Page\n\nvault\n", "latin.md": b"# Page\n\nvault \xfc\n"})
    result = ask(base, "vault", engine=engine)
    assert (paths(result), result.coverage.pages) == (["a.md"], 3)
    assert [skipped.path for skipped in result.coverage.skipped] == ["latin.md"]


@ENGINES
@UNITS
def test_a_page_whose_path_is_no_unicode_text_is_searched(engine, unit):
    base = in_memory(OTHERS | {"caf\udce9.md": "# Page\n\nvault\n"})
    assert paths(ask(base, "vault", engine=engine, unit=unit)) == ["caf\udce9.md"]


# Explanations


@ENGINES
def test_each_result_tells_the_rank_and_the_columns_of_every_wording_that_finds_it(make_base, engine):
    base = make_base(OTHERS | {"a.md": "---\naliases: [vault]\nsummary: rotation\n---\nx\n", "b.md": "rotation\n"})
    result = ask(base, "vault", "rotation", "zzzabsent", engine=engine, explain=True)
    assert [
        (hit.page.path, [(one.wording, one.rank, dict(one.columns)) for one in hit.standings]) for hit in result.hits
    ] == [
        ("a.md", [("vault", 1, {"aliases": 1.0}), ("rotation", 1, {"summary": 1.0})]),
        ("b.md", [("rotation", 2, {"body": 1.0})]),
    ]


@ENGINES
def test_results_are_explained_only_when_asked(make_base, engine):
    assert ask(make_base(OTHERS), "filler", engine=engine).hits[0].standings == ()
