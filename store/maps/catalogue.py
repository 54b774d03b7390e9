"""The catalogue of code repositories: a page of the base, written from their compasses."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ..pages.headings import find_headings
from ..pages.names import fold
from .compass import Compass
from .parts import CONSUMES, LEVEL, PARTS, PROVIDES, is_open, names_in, read_parts

if TYPE_CHECKING:
    from collections.abc import Iterable

MARK = "<!-- Below: written by kb compass build, from the AGENTS.md of each repository. -->"
TABLE = "Who provides what to whom"
NOBODY = "\u2013"
HEAD = """\
---
type: wiki
summary: What each repository is for, the commands and traps that matter, and what they provide to one another.
owner:
updated:
tags: [repositories]
---

# Repositories

"""
# A name that stands as it is in a heading, a table and a link; the table's own heading is none.
NAME = re.compile(r"\w[\w.+-]*")
# What would be read as a mark of Markdown in a cell.
_SIGN = re.compile(r"[\\`*<>\[\]|~$%]|(?<!\w)_|_(?!\w)")
_ESCAPED = r"\\\g<0>"


class Catalogue(NamedTuple):
    """The catalogue as its page has it: what stands above the mark, and the compasses by name."""

    head: str
    compasses: dict[str, Compass]


def read_catalogue(text: str) -> Catalogue | None:
    """Return the catalogue of a page, or None when the page is not one that kb has written.

    Raises:
        ValueError: code or a comment is left open, so that a section may have swallowed those behind it.
    """
    head, mark, below = text.replace("\r\n", "\n").partition(f"\n{MARK}\n")
    if not mark:
        return None
    if is_open(below):
        raise ValueError
    lines = below.split("\n")
    starts = [heading for heading in find_headings(lines) if heading.level < LEVEL]
    compasses: dict[str, Compass] = {}
    for number, heading in enumerate(starts):
        end = starts[number + 1].line if number + 1 < len(starts) else len(lines)
        if NAME.fullmatch(heading.text):
            compasses[heading.text] = Compass(heading.text, read_parts(lines[heading.last_line + 1 : end]))
    return Catalogue(f"{head}\n", compasses)


def write_catalogue(catalogue: Catalogue) -> str:
    """Return the page of a catalogue: the same for the same compasses, in whatever order they come."""
    compasses = sorted(catalogue.compasses.values(), key=lambda compass: (fold(compass.name), compass.name))
    blocks = [*_table(compasses)]
    for compass in compasses:
        blocks.append(f"## {compass.name}")
        for part in PARTS:
            if part in compass.parts:
                blocks += [f"{'#' * LEVEL} {part}", compass.parts[part]]
    return f"{catalogue.head}{MARK}\n\n" + "\n\n".join(blocks) + "\n"


def _table(compasses: list[Compass]) -> Iterable[str]:
    spelled: dict[str, str] = {}
    sides: dict[str, dict[str, list[str]]] = {PROVIDES: defaultdict(list), CONSUMES: defaultdict(list)}
    for part, holders in sides.items():  # who provides it says how it is spelled
        for compass in compasses:
            for name in names_in(compass.parts, part):
                spelled.setdefault(fold(name), name)
                holders[fold(name)].append(compass.name)
    if not spelled:
        return
    yield f"## {TABLE}"
    rows = ["| what | provided by | consumed by |", "| --- | --- | --- |"]
    for key, name in sorted(spelled.items()):
        provided, consumed = (", ".join(dict.fromkeys(sides[part][key])) or NOBODY for part in (PROVIDES, CONSUMES))
        rows.append(f"| {_SIGN.sub(_ESCAPED, name)} | {provided} | {consumed} |")
    yield "\n".join(rows)
