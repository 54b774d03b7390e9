"""Any title becomes a word group that is safe as the name of a file and of a branch."""

from __future__ import annotations

import re
import subprocess
from unicodedata import category, is_normalized, normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.store.records.slugs import slug

FIELD_TITLES = ["\u90e8\u7f72", "\u53d1\u5e03", "\U0001f680", "CON", "a: b/c", "..", "-rf", "x" * 300]
HAN_OR_EMOJI = st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF) | st.characters(
    min_codepoint=0x1F300, max_codepoint=0x1F64F
)
HASHED = re.compile(r"(.*)-[0-9a-f]{6}")
DEVICES = {"con", "prn", "aux", "nul"} | {f"{port}{sign}" for port in ("com", "lpt") for sign in "123456789¹²³"}


def is_safe(name):
    return (
        0 < len(name) <= 60
        and len(name.encode()) <= 180
        and not name.startswith("-")
        and not name.endswith("-")
        and "--" not in name
        and name not in DEVICES
        and all(sign == "-" or sign.isalnum() or category(sign).startswith("M") for sign in name)
    )


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("Rotate the vault", "rotate-the-vault", id="words"),
        pytest.param("Use DEC-0054, not 2026.4.10!", "use-dec-0054-not-2026-4-10", id="punctuation"),
        pytest.param("a: b/c", "a-b-c", id="path"),
        pytest.param("-rf", "rf", id="option"),
        pytest.param("snake_case @{now} ~ x.lock", "snake-case-now-x-lock", id="signs-of-git"),
        pytest.param(" \t two\nlines ", "two-lines", id="blanks"),
        pytest.param("\u90e8\u7f72\uff1a\u65b9\u6848", "\u90e8\u7f72-\u65b9\u6848", id="han"),
        pytest.param("Caf\u00e9", "caf\u00e9", id="accent"),
        pytest.param("Cafe\u0301", "caf\u00e9", id="accent-apart"),
        pytest.param("Stra\u00dfe", "strasse", id="sharp-s"),
        pytest.param("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940", id="marks"),
        pytest.param("soft\u00adware \u200bx", "software-x", id="signs-not-seen"),
        pytest.param("Icon\u2026", "icon", id="ellipsis"),
        pytest.param("console", "console", id="longer-than-a-device"),
        pytest.param("con man", "con-man", id="device-among-words"),
        pytest.param("x" * 60, "x" * 60, id="just-fits"),
        pytest.param("\u90e8" * 60, "\u90e8" * 60, id="just-fits-in-bytes"),
    ],
)
def test_words_stay_in_small_letters_joined_by_hyphens(title, expected):
    assert slug(title) == expected


@pytest.mark.parametrize(
    ("title", "start"),
    [
        pytest.param("\U0001f680", "page", id="emoji"),
        pytest.param("..", "page", id="points"),
        pytest.param("", "page", id="empty"),
        pytest.param("\ud800", "page", id="half-of-a-pair"),
        pytest.param("\u0301", "page", id="mark-alone"),
        pytest.param("\u3164", "page", id="letter-not-seen"),
        pytest.param("\U0001f680 Launch", "launch", id="emoji-and-word"),
        pytest.param("\u2264 5 ms", "5-ms", id="symbol"),
        pytest.param("CON", "con", id="device"),
        pytest.param("con.", "con", id="device-and-point"),
        pytest.param("Lpt9", "lpt9", id="port"),
        pytest.param("com\u00b9", "com\u00b9", id="port-in-superscript"),
        pytest.param("x" * 61, "x" * 53, id="too-long"),
        pytest.param("word " * 20, "-".join(["word"] * 10), id="cut-at-a-hyphen"),
        pytest.param("ab " + "x" * 60, "ab-" + "x" * 50, id="hyphen-too-far"),
        pytest.param("\U00020000" * 60, "\U00020000" * 43, id="too-many-bytes"),
    ],
)
def test_where_words_are_lost_a_hash_of_the_title_follows(title, start):
    name = slug(title)
    assert HASHED.sub(r"\1", name) == start != name
    assert is_safe(name)


def test_the_titles_of_the_field_give_distinct_safe_names():
    names = [slug(title) for title in FIELD_TITLES]
    assert len(set(names)) == len(FIELD_TITLES)
    assert all(map(is_safe, names))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("\U0001f680", "\U0001f389", id="emoji"),
        pytest.param("\U0001f680 launch", "launch", id="with-and-without-emoji"),
        pytest.param("..", "...", id="points"),
        pytest.param("x" * 300, "x" * 301, id="beyond-the-cut"),
        pytest.param("resume", "r\u00e9sum\u00e9", id="accents"),
        pytest.param("\u2264 5 ms", "\u2265 5 ms", id="symbols"),
    ],
)
def test_distinct_titles_stay_distinct(one, other):
    assert slug(one) != slug(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Vault", "VAULT", id="case"),
        pytest.param("a b", "a: b", id="punctuation"),
        pytest.param("\u2764\ufe0f", "\u2764", id="variant-of-an-emoji"),
        pytest.param("\U0001f680 Caf\u00e9", " \U0001f680 cafe\u0301", id="forms-of-an-accent"),
    ],
)
def test_titles_that_read_the_same_have_one_name(one, other):
    assert slug(one) == slug(other)


@given(st.text(st.characters()))
@example("\u0345\u1f80 \u01f0\u0390")
@settings(max_examples=500, deadline=None)
def test_any_title_gives_a_safe_name_that_is_its_own_slug(title):
    name = slug(title)
    assert is_safe(name)
    assert is_normalized("NFC", name)
    assert slug(name) == name


@given(st.text(st.characters()))
@settings(max_examples=300, deadline=None)
def test_both_forms_of_accents_give_one_name(title):
    assert slug(normalize("NFD", title)) == slug(normalize("NFC", title))


@given(st.lists(st.text(HAN_OR_EMOJI, min_size=1, max_size=80), unique=True))
@settings(max_examples=100, deadline=None)
def test_titles_without_case_and_punctuation_stay_distinct(titles):
    assert len({slug(title) for title in titles}) == len(titles)


@pytest.mark.parametrize(
    "title",
    [
        *FIELD_TITLES,
        "",
        "HEAD",
        "@",
        "@{-1}",
        "a..b",
        "x.lock",
        ".git",
        "a^b~c:d?e*f[g\\h",
        "word " * 99,
        "\ud800",
        "\x7f",
    ],
)
def test_git_takes_the_name_as_a_branch(title):
    subprocess.run(["git", "check-ref-format", "--branch", f"capture/{slug(title)}"], check=True, capture_output=True)
