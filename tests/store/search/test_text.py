"""How text is folded and cut into tokens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.search.text import fold, is_token_character, spaced, tokens

ANY_TEXT = st.text(st.characters())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Vault Rotation", "vault rotation", id="case"),
        pytest.param("CAF\u00c9", "cafe", id="accent-composed"),
        pytest.param("CAFE\u0301", "cafe", id="accent-decomposed"),
        pytest.param("\u0110\u00e0 N\u1eb5ng", "\u0111a nang", id="two-accents-on-a-letter"),
        pytest.param("Stra\u00dfe", "strasse", id="sharp-s"),
        pytest.param("\u0130stanbul", "istanbul", id="dotted-capital-i"),
        pytest.param("\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c3", id="greek"),
        pytest.param("\u03bf\u03b4\u03bf\u03c2", "\u03bf\u03b4\u03bf\u03c3", id="final-sigma"),
        pytest.param("\u041f\u0420\u0418\u0412\u0415\u0422", "\u043f\u0440\u0438\u0432\u0435\u0442", id="cyrillic"),
        pytest.param("\uff21\uff22\uff11\uff0e\uff12", "ab1.2", id="full-width"),
        pytest.param("\uff76\uff9e", "\u30ac", id="half-width-kana"),
        pytest.param("\ufb01ne", "fine", id="ligature"),
        pytest.param("10\u00b2", "102", id="superscript"),
        pytest.param("\u1112\u1161\u11ab", "\ud55c", id="hangul-decomposed"),
        pytest.param("", "", id="empty"),
    ],
)
def test_case_accents_and_width_make_no_difference(text, expected):
    assert fold(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48", id="thai-vowel-signs"),
        pytest.param("\u0939\u093f\u0928\u094d\u0926\u0940", id="devanagari-vowel-signs"),
        pytest.param("\u304c", id="voiced-kana"),
        pytest.param("\u90e8\u7f72", id="han"),
        pytest.param("dec-0054, c++ & snake_case", id="signs"),
    ],
)
def test_what_changes_the_meaning_of_a_letter_stays(text):
    assert fold(text) == text


@given(ANY_TEXT)
@settings(max_examples=200, deadline=None)
def test_folded_text_can_be_encoded(text):
    assert fold(text).encode().decode() == fold(text)


@given(ANY_TEXT)
@settings(max_examples=300, deadline=None)
def test_folding_folded_text_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@given(st.text(st.characters(max_codepoint=127)))
@settings(max_examples=200, deadline=None)
def test_plain_text_folds_the_same_beside_other_text(text):
    assert fold(f"{text} \u00e9") == f"{fold(text)} e"


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        pytest.param("gen-itgc and more", "gen-itgc and more", id="ascii"),
        pytest.param("\u90e8\u7f72", " \u90e8  \u7f72 ", id="han"),
        pytest.param("itgc\u540e", "itgc \u540e ", id="han-behind-ascii"),
        pytest.param("\u0e44\u0e17", " \u0e44  \u0e17 ", id="thai"),
        pytest.param("\u30ab\u30ca", " \u30ab  \u30ca ", id="kana"),
        pytest.param("\U00020bb7", " \U00020bb7 ", id="han-beyond-the-first-plane"),
        pytest.param("\ud55c\uad6d \uc5b4", "\ud55c\uad6d \uc5b4", id="hangul-has-spaces"),
        pytest.param(
            "\u043f\u0440\u0438\u0432\u0435\u0442", "\u043f\u0440\u0438\u0432\u0435\u0442", id="cyrillic-has-spaces"
        ),
    ],
)
def test_only_characters_of_scripts_without_spaces_are_set_apart(folded, expected):
    assert spaced(folded) == expected


@pytest.mark.parametrize(
    "character",
    [
        pytest.param("a", id="letter"),
        pytest.param("7", id="digit"),
        pytest.param("\u4eca", id="han"),
        pytest.param("\u2167", id="roman-number"),
        pytest.param("\u094d", id="mark-without-width"),
        pytest.param("\u093f", id="mark-with-width"),
        pytest.param("\ue000", id="private-use"),
    ],
)
def test_letters_numbers_and_marks_are_parts_of_tokens(character):
    assert is_token_character(character)


@pytest.mark.parametrize(
    "character",
    [
        pytest.param(" ", id="blank"),
        pytest.param("_", id="underscore"),
        pytest.param("-", id="hyphen"),
        pytest.param(".", id="full-stop"),
        pytest.param('"', id="quote"),
        pytest.param("+", id="plus"),
        pytest.param("\0", id="nul"),
        pytest.param("\u200b", id="zero-width-space"),
        pytest.param("\U0001f680", id="emoji"),
        pytest.param("\ud800", id="lone-surrogate"),
    ],
)
def test_signs_blanks_and_controls_are_parts_of_no_token(character):
    assert not is_token_character(character)


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        pytest.param("dec-0054", ["dec", "0054"], id="ticket-key"),
        pytest.param("2026.4.10", ["2026", "4", "10"], id="version"),
        pytest.param("state-of-the-art", ["state", "of", "the", "art"], id="hyphens"),
        pytest.param("snake_case_name", ["snake", "case", "name"], id="underscores"),
        pytest.param("don't", ["don", "t"], id="apostrophe"),
        pytest.param("c++ .env", ["c", "env"], id="signs"),
        pytest.param("\u90e8\u7f72 gen-itgc\u540e", ["\u90e8", "\u7f72", "gen", "itgc", "\u540e"], id="han-and-ascii"),
        pytest.param("\u0939\u093f\u0928\u094d\u0926\u0940", ["\u0939\u093f\u0928\u094d\u0926\u0940"], id="devanagari"),
        pytest.param("\ud55c\uad6d\uc5b4", ["\ud55c\uad6d\uc5b4"], id="hangul"),
        pytest.param("*** \U0001f680", [], id="signs-only"),
        pytest.param("", [], id="empty"),
    ],
)
def test_text_is_cut_at_signs_and_around_characters_of_scripts_without_spaces(folded, expected):
    assert tokens(folded) == expected


@given(ANY_TEXT)
@settings(max_examples=200, deadline=None)
def test_tokens_are_made_of_token_characters_only(text):
    assert all(map(is_token_character, "".join(tokens(fold(text)))))


@given(ANY_TEXT)
@settings(max_examples=200, deadline=None)
def test_cutting_tokens_again_changes_nothing(text):
    cut = tokens(fold(text))
    assert tokens(" ".join(cut)) == cut
