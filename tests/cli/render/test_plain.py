"""Text made safe for a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.cli.render.plain import clean


@pytest.mark.parametrize("text", ["", "plain", "tab\tand\nline", "\u00e4\u90e8\u7f72 \U0001f680", "a\u0301"])
def test_text_stays_as_it_is(text):
    assert clean(text) == text


@given(st.text())
def test_nothing_that_steers_a_terminal_is_left_and_no_other_character_is_lost(text):
    cleaned = clean(text)

    assert len(cleaned) == len(text)
    assert not [sign for sign in cleaned if unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\t\n"]
    assert not {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI"} & set(map(unicodedata.bidirectional, cleaned))
