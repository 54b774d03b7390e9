"""Conflict markers that were committed by mistake."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .headings import find_raw_lines
from .problem import Problem

if TYPE_CHECKING:
    from .page import Page

_OURS = re.compile(r"<{7}(?: |$)")
_BETWEEN = re.compile(r"={7}(?: |$)")
_THEIRS = re.compile(r">{7}(?: |$)")


def check_conflicts(page: Page) -> tuple[Problem, ...]:
    """Return the conflict markers of a page, each set of them by its first line.

    A whole set counts anywhere. Where it is not shown as code, a first marker counts alone, and a last one behind a
    line of equality signs. Neither of these two is a marker alone: the one underlines a heading, the other is a quote.
    """
    if "<" * 7 not in page.text and ">" * 7 not in page.text:
        return ()
    lines = page.text.split("\n")
    raw = {page.body_line - 1 + line for line in find_raw_lines(page.body_lines)}
    found: set[int] = set()
    opened: int | None = None
    parted: int | None = None
    for number, line in enumerate(lines):
        if _OURS.match(line):
            opened, parted = number, None
            if number not in raw:
                found.add(number)
        elif _BETWEEN.match(line):
            parted = number
        elif _THEIRS.match(line) and parted is not None:
            if opened is not None:
                found.add(opened)
            elif number not in raw:
                found.add(number)
            opened = parted = None
    message = "a merge left its conflict markers here"
    return tuple(Problem(page.path, line + 1, "error", "conflict-marker", "", message) for line in sorted(found))
