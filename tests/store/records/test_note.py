"""Thoughts and links in the inbox."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.git.repository import open_repository
from kb.store.records.capture import CaptureRequest, capture
from kb.store.records.note import NoteRequest, add_note

DAY = "2026-11-30"


def _note(checkout, text):
    return add_note(checkout.config, checkout.runner, open_repository(checkout.runner), NoteRequest(text, DAY))


def test_a_thought_is_a_page_that_says_what_it_is(ana):
    change = _note(ana, "Canaries should see every country\n\nLuxembourg, say.\n")

    assert change.paths == ("inbox/2026-11-30-canaries-should-see-every-country.md",)
    assert (ana.base / change.paths[0]).read_text(encoding="utf-8") == (
        "---\ntype: note\nsummary: Canaries should see every country\nauthor: Ana Ruiz\nupdated: 2026-11-30\n---\n"
        "\n# Canaries should see every country\n\nLuxembourg, say.\n"
    )


def test_a_long_thought_keeps_all_of_its_words_and_has_a_short_summary(ana):
    change = _note(ana, "word " * 100)

    text = (ana.base / change.paths[0]).read_text(encoding="utf-8")
    assert text.count("word") > 140
    assert capture(ana.config, ana.runner, CaptureRequest(DAY, change.paths)).paths == change.paths


def test_the_same_thought_twice_is_two_pages(ana):
    assert _note(ana, "x").paths != _note(ana, "x").paths


def test_a_link_keeps_its_address_and_has_an_id_of_its_source(ana):
    change = _note(ana, "https://example.org/postgres/vacuum-tuning?utm_source=mail&page=2")

    text = (ana.base / change.paths[0]).read_text(encoding="utf-8")
    assert change.paths[0].startswith("inbox/2026-11-30-")
    assert "vacuum" in change.paths[0]
    assert 'source: "https://example.org/postgres/vacuum-tuning?page=2"\n' in text
    assert "<https://example.org/postgres/vacuum-tuning?utm_source=mail&page=2>" in text
    assert "\nsource_id: " in text


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("https://example.org/a?id=7&utm_source=x", "http://EXAMPLE.org:80/a?id=7#part"),
        ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9s", "https://youtu.be/dQw4w9WgXcQ?si=x"),
    ],
)
def test_a_link_that_is_there_is_only_reported_in_the_working_tree_and_on_a_branch(ana, first, again):
    known = _note(ana, first)

    assert _note(ana, again) == (known.paths, *known[1:-1], (f"{known.paths[0]} has this link already",))
    capture(ana.config, ana.runner, CaptureRequest(DAY, known.paths))
    assert _note(ana, again).warnings == (f"{known.paths[0]} has this link already, on a branch",)
    assert ana.git("status", "--porcelain") == ""


def test_links_with_other_parameters_are_other_links(ana):
    assert _note(ana, "https://example.org/a?id=7").paths != _note(ana, "https://example.org/a?id=8").paths


def test_a_password_in_an_address_is_left_out(ana):
    change = _note(ana, "https://ana:hunter2x@example.org/a")

    assert "hunter2x" not in (ana.base / change.paths[0]).read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["use {}", "https://example.org/x?token={}"])
def test_what_looks_like_a_secret_is_refused_and_not_written(ana, text):
    token = "gh" + "p_" + "a1B2c3D4" * 5

    with pytest.raises(KbError) as caught:
        _note(ana, text.format(token))

    assert (caught.value.kind, caught.value.code) == ("refused", "secret")
    assert token not in caught.value.message
    assert ana.git("status", "--porcelain") == ""


def test_nothing_is_a_usage_error(ana):
    with pytest.raises(KbError) as caught:
        _note(ana, " \n")

    assert (caught.value.kind, caught.value.code) == ("usage", "empty-note")
