"""The terminal that people read."""

from __future__ import annotations

import sys
import time
from io import StringIO

import pytest

from kb.cli.render.screen import Screen


class Terminal(StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def make_screen(monkeypatch):
    """Returns a function that makes a screen, and the stream that it writes to."""

    def make(columns):
        stream = Terminal()
        monkeypatch.setattr(sys, "stdout", stream)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("COLUMNS", columns)
        return Screen(no_color=True), stream

    return make


def test_signs_without_width_take_no_time(make_screen):
    screen, stream = make_screen("20")
    start = time.perf_counter()

    screen.marked("", "\u0301" * 100_000 + "x" * 30 + " needle", ["needle"], "", may_begin_later=True)

    assert "needle" in stream.getvalue()
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("columns", ["0", "1", "40", "x"])
def test_a_line_is_shown_whatever_the_variable_of_the_width_says(make_screen, columns):
    screen, stream = make_screen(columns)

    screen.line("a line of text")

    assert stream.getvalue() == "a line of text\n"


@pytest.mark.parametrize(
    ("content", "later", "shown"),
    [
        ("a needle", True, "a needle"),
        ("x" * 30 + " needle", False, "x" * 17 + "\u2026"),
        ("x" * 30 + " needle", True, "\u2026xxxxx needle"),
        ("\u5b57" * 30 + " needle", True, "\u2026\u5b57\u5b57 needle"),
        ("needle " + "x" * 30, True, "needle " + "x" * 10 + "\u2026"),
        ("x" * 30, True, "x" * 17 + "\u2026"),
    ],
    ids=["short", "from-the-beginning", "from-near-the-word", "wide-signs", "at-the-beginning", "without-the-word"],
)
def test_a_long_line_is_cut_to_the_width(make_screen, content, later, shown):
    screen, stream = make_screen("20")

    screen.marked("  ", content, ["needle"], "", may_begin_later=later)

    assert stream.getvalue() == f"  {shown}\n"
