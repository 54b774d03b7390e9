"""What is wrong with a page, as a value."""

from __future__ import annotations

from typing import Literal, NamedTuple

Level = Literal["error", "warning"]
MOST_SHOWN = 60


class Problem(NamedTuple):
    """Something that is wrong with a page.

    Attributes:
        path: the page's path below the base.
        line: the 1-based line of the file; 1 when the whole file is meant.
        level: whether it fails a check.
        code: a stable word in kebab-case for programs.
        field: the field that is wrong, or an empty text.
        message: one sentence that says what is wrong, without a full stop.
    """

    path: str
    line: int
    level: Level
    code: str
    field: str
    message: str


def quoted(value: str) -> str:
    """Return a value for a message: in quotes, on one line, cut where it is long."""
    shown = " ".join(value.split())
    return f'"{shown}"' if len(shown) <= MOST_SHOWN else f'"{shown[: MOST_SHOWN - 1]}\u2026"'
