"""Entries of a log, made from few words."""

from __future__ import annotations

import calendar
import time

import pytest

from kb.store.journal.read import Entry

NOON = calendar.timegm(time.strptime("2026-11-15 12:00", "%Y-%m-%d %H:%M"))


@pytest.fixture
def make_entry():
    """Make an entry: what was typed, how many seconds after noon, what was found."""

    def make(wording, after=0, **found):
        entry = Entry(NOON + after, (wording,), {}, 0, 0, "fts5", (), "app", 20)
        return entry._replace(**{name: tuple(value) if name == "results" else value for name, value in found.items()})

    return make
