"""Questions proposed for the ruler."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ...store.errors import counted

if TYPE_CHECKING:
    from ...store.ruler.draft import Proposed
    from .screen import Screen


def document(proposed: tuple[Proposed, ...]) -> dict[str, Any]:
    """Return them as `kb/proposed/1`."""
    return {
        "schema": "kb/proposed/1",
        "total": len(proposed),
        "questions": [
            {
                "query": question.query,
                "times": question.times,
                "candidates": [candidate._asdict() for candidate in question.candidates],
            }
            for question in proposed
        ],
    }


def _quoted(query: str) -> str:
    """Return a text in double quotes that YAML reads back: what cannot be printed is written as its number."""
    shown = (sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in json.dumps(query, ensure_ascii=False))
    return "".join(shown)


def text(proposed: tuple[Proposed, ...], screen: Screen) -> None:
    """Write them as the YAML that `kb ruler` reads once somebody has filled in what answers."""
    screen.line("# Fill in the pages that answer each question; [] when it is known that none does.")
    screen.line("# The pages named in comments have its words, as grep would find them: no ranking chose them.")
    for question in proposed:
        screen.line(f"- query: {_quoted(question.query)}")
        screen.line(f"  # searched {counted(question.times, 'time')}")
        for candidate in question.candidates:
            screen.line(f"  # {candidate.path} has {candidate.held} of {candidate.words} words")
        screen.line("  relevant:")
    if not proposed:
        screen.line("# no search of that time was followed by a found page")
