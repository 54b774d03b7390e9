"""What people type becomes wordings and terms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.errors import KbError
from kb.store.search.question import read_question, read_wording, shortened

APOSTROPHE = "\u2019"


def texts(wording):
    return [term.text for term in wording.terms]


def trouble(text):
    try:
        read_wording(text)
    except KbError as error:
        return error.kind
    return ""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("vault rotation", ["vault", "rotation"], id="words"),
        pytest.param("  vault\t\nrotation ", ["vault", "rotation"], id="any-blanks"),
        pytest.param("vault\0rotation", ["vault", "rotation"], id="nul-is-a-blank"),
        pytest.param("DEC-0054 2026.4.10", ["DEC-0054", "2026.4.10"], id="identifiers"),
        pytest.param("state-of-the-art snake_case_name", ["state-of-the-art", "snake_case_name"], id="joined-words"),
        pytest.param("NEAR(a b", ["NEAR(a", "b"], id="operator"),
        pytest.param("status: done", ["status"], id="column-prefix"),
        pytest.param("(vault), [rotation]; `key`!", ["vault", "rotation", "key"], id="punctuation-of-prose"),
        pytest.param("*vault* ~~rotation~~ key\u2026", ["vault", "rotation", "key"], id="markup"),
        pytest.param("\u300c\u90e8\u7f72\u300d\u3002", ["\u90e8\u7f72"], id="punctuation-of-chinese"),
        pytest.param("don't", ["don't"], id="apostrophe-inside"),
        pytest.param(f"don{APOSTROPHE}t", [f"don{APOSTROPHE}t"], id="curly-apostrophe-inside"),
        pytest.param("GB/s", ["GB/s"], id="slash-inside"),
        pytest.param("C++, .env? C# 50%", ["C++", ".env", "C#", "50%"], id="signs-that-belong-to-a-word"),
        pytest.param("->poll", ["poll"], id="arrow"),
        pytest.param("-dash", ["dash"], id="one-dash"),
        pytest.param("--to", ["--to"], id="two-dashes"),
        pytest.param("/slip flow/", ["slip", "flow"], id="slashes"),
        pytest.param("- [ ] ?maybe", ["maybe"], id="one-after-the-other"),
        pytest.param("use find /", ["use", "find"], id="lone-sign"),
        pytest.param("\U0001f680 launch", ["launch"], id="emoji"),
        pytest.param("\u90e8\u7f72\u65b9\u6848", ["\u90e8\u7f72\u65b9\u6848"], id="han"),
    ],
)
def test_words_are_read_as_written_without_the_punctuation_of_prose(question, expected):
    assert texts(read_wording(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param('"blue green" deploy', [("blue green", True), ("deploy", False)], id="straight"),
        pytest.param("\u201cblue green\u201d deploy", [("blue green", True), ("deploy", False)], id="curly"),
        pytest.param("\u201eblue green\u201c", [("blue green", True)], id="low-and-high"),
        pytest.param("\u00abblue green\u00bb", [("blue green", True)], id="angled"),
        pytest.param('"blue \n  green"', [("blue green", True)], id="blanks-inside"),
        pytest.param(
            'deploy"blue green"now', [("deploy", False), ("blue green", True), ("now", False)], id="no-blanks"
        ),
        pytest.param('"blue green', [("blue", False), ("green", False)], id="never-closed"),
        pytest.param('"" deploy', [("deploy", False)], id="empty"),
        pytest.param('"***" deploy', [("deploy", False)], id="signs-only"),
        pytest.param('"c++"', [("c++", True)], id="one-word"),
    ],
)
def test_a_quoted_phrase_is_one_term(question, expected):
    assert [(term.text, term.is_phrase) for term in read_wording(question).terms] == expected


@pytest.mark.parametrize("question", ["c++", ".env", "50%", "--poll", "#tag", '"c++"', "~/.ssh"])
def test_a_term_that_begins_or_ends_in_signs_is_symbolic(question):
    assert [term.is_symbolic for term in read_wording(question).terms] == [True]


@pytest.mark.parametrize("question", ["c", "dec-0054", "2026.4.10", "a_b", "GB/s", "caf\u00e9", "\u90e8\u7f72", "end."])
def test_a_term_with_signs_inside_only_is_not_symbolic(question):
    assert [term.is_symbolic for term in read_wording(question).terms] == [False]


@pytest.mark.parametrize(
    ("question", "folded", "tokens"),
    [
        pytest.param("DEC-0054", "dec-0054", ("dec", "0054"), id="identifier"),
        pytest.param("CAF\u00c9", "cafe", ("cafe",), id="accent"),
        pytest.param("C++", "c++", ("c",), id="signs"),
        pytest.param("\u90e8\u7f72", "\u90e8\u7f72", ("\u90e8", "\u7f72"), id="han"),
        pytest.param('"Blue-Green  Deploy"', "blue-green deploy", ("blue", "green", "deploy"), id="phrase"),
    ],
)
def test_a_term_is_folded_and_cut_into_tokens(question, folded, tokens):
    (term,) = read_wording(question).terms
    assert (term.folded, term.tokens) == (folded, tokens)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("how do we rotate the vault", ["rotate", "vault"], id="beside-other-words"),
        pytest.param("DO NOT USE FIND /", ["USE", "FIND"], id="in-capitals"),
        pytest.param("retry OR", ["retry"], id="operator-word"),
        pytest.param("AND", ["AND"], id="alone"),
        pytest.param("to be or not to be", ["to", "be", "or", "not"], id="nothing-else"),
        pytest.param('"the" vault', ["the", "vault"], id="quoted"),
        pytest.param("the-end", ["the-end"], id="part-of-a-word"),
    ],
)
def test_stopwords_are_left_out_only_when_other_words_are_there(question, expected):
    assert texts(read_wording(question)) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        pytest.param("vault", [("vault", 1)], id="once"),
        pytest.param("vault key vault", [("vault", 2), ("key", 1)], id="twice"),
        pytest.param("Vault VAULT v\u00e1ult", [("Vault", 3)], id="case-and-accents"),
        pytest.param('vault "vault"', [("vault", 1), ("vault", 1)], id="word-and-phrase-are-two-terms"),
    ],
)
def test_a_repeated_word_is_one_term_that_counts_again(question, expected):
    wording = read_wording(question)
    assert list(zip(texts(wording), wording.counts, strict=True)) == expected


@pytest.mark.parametrize("question", ["", " ", "\t\n", "\u3000"])
def test_an_empty_question_is_a_usage_error(question):
    with pytest.raises(KbError) as caught:
        read_wording(question)
    assert (caught.value.kind, caught.value.code) == ("usage", "empty-question")


@pytest.mark.parametrize(
    "question",
    ["*", "(((", "/", '"', '""', '"***"', "->", "\U0001f680", "\0", "\u0301", "%", "_", "\ud800", "--", "\u2026"],
)
def test_a_question_without_letter_or_digit_is_a_usage_error(question):
    with pytest.raises(KbError) as caught:
        read_wording(question)
    assert caught.value.kind == "usage"
    assert caught.value.message


def test_the_error_says_what_holds_nothing_to_search_for():
    with pytest.raises(KbError) as caught:
        read_wording("((( ***")
    assert (caught.value.code, caught.value.message) == (
        "nothing-searchable",
        "there is nothing to search for in '((( ***'",
    )


def test_one_empty_wording_among_others_is_a_usage_error():
    with pytest.raises(KbError) as caught:
        read_question(("vault", " "))
    assert caught.value.kind == "usage"


@pytest.mark.parametrize(
    "again",
    [
        pytest.param("vault rotation", id="same"),
        pytest.param(" Vault   ROTATION! ", id="case-and-punctuation"),
        pytest.param("rotation vault", id="other-order"),
        pytest.param("the rotation of the vault", id="stopwords"),
        pytest.param("v\u00e1ult rotati\u00f3n", id="accents"),
    ],
)
def test_a_repeated_wording_counts_once(again):
    assert [wording.text for wording in read_question(("vault rotation", again)).wordings] == ["vault rotation"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param('"vault rotation"', id="phrase"),
        pytest.param("vault rotation key", id="one-more-term"),
        pytest.param("vault vault rotation", id="a-term-said-twice"),
    ],
)
def test_a_different_wording_counts_beside_the_first(other):
    question = read_question(("vault rotation", other))
    assert [wording.text for wording in question.wordings] == ["vault rotation", other]


def test_no_wordings_are_no_question_and_no_error():
    assert read_question(()) == ((), ())


def test_terms_over_the_cap_are_left_out_with_a_warning():
    question = read_question((" ".join(f"word{number}" for number in range(5000)),))
    assert texts(question.wordings[0]) == [f"word{number}" for number in range(64)]
    assert len(question.wordings[0].counts) == 64
    assert question.warnings == ("a wording has 5000 different terms; the first 64 are searched",)


def test_a_word_said_five_thousand_times_is_under_the_cap():
    question = read_question(("word " * 5000,))
    assert (texts(question.wordings[0]), question.wordings[0].counts, question.warnings) == (["word"], (5000,), ())


def test_sixty_four_terms_are_searched_without_a_warning():
    question = read_question((" ".join(f"word{number}" for number in range(64)),))
    assert (len(question.wordings[0].terms), question.warnings) == (64, ())


def test_wordings_over_the_cap_are_left_out_with_a_warning():
    question = read_question(tuple(f"word{number}" for number in range(50)))
    assert [wording.text for wording in question.wordings] == [f"word{number}" for number in range(16)]
    assert question.warnings == ("50 different wordings were given; the first 16 are searched",)


def test_repeated_wordings_do_not_use_up_the_cap():
    question = read_question((*["vault"] * 50, "rotation"))
    assert ([wording.text for wording in question.wordings], question.warnings) == (["vault", "rotation"], ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("vault", "vault", id="short"),
        pytest.param("a\n b\t c", "a b c", id="one-line"),
        pytest.param("x" * 60, "x" * 60, id="just-fits"),
        pytest.param("x" * 61, "x" * 59 + "\u2026", id="too-long"),
    ],
)
def test_text_for_a_message_is_one_short_line(text, expected):
    assert shortened(text) == expected


@given(st.text(st.characters()))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_is_a_usage_error(text):
    assert trouble(text) in {"", "usage"}


@given(st.text(st.characters()))
@settings(max_examples=200, deadline=None)
def test_beside_a_word_any_text_is_read_and_each_term_has_tokens(text):
    terms = read_wording(f"{text} vault").terms
    assert terms
    assert all(term.tokens for term in terms)


@given(st.text(st.characters(max_codepoint=0x24F)))
@settings(max_examples=200, deadline=None)
def test_upper_and_lower_case_are_read_as_the_same_terms(text):
    upper = f"VAULT {text.upper()}"
    assert len(read_question((upper, upper.lower())).wordings) == 1
