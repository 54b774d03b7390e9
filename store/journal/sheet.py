"""The page on which a month's misses are reviewed: written, read back, and merged with those of others."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from .misses import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .misses import Miss

_HEADING = re.compile(r"## (\".*\")[ \t]*")
_COUNTS = re.compile(r"[0-9]+ search(?:es)? \((.*)\)[ \t]*")
_COUNT = re.compile(r"([0-9a-f]+): ([0-9]{1,9})")
_CHOICE = re.compile(r"[-*+] \[([ xX])\] \[[^\]]*\]\(([^()\s]+)\)(?::? (.*?))?[ \t]*")
_UPDATED = re.compile(r"(?m)^updated: ([0-9]{4}-[0-9]{2}-[0-9]{2})$")
_REASONS = {"found": "found by other words", "partial": "holds some of the words", "added": "added by hand"}
_WHY = {reason: why for why, reason in _REASONS.items()}
# The surest first: a page that somebody found or named is better than one that only held some words.
_ORDER = ("added", "found", "partial")
_INTRODUCTION = """\
Each heading is what somebody searched for without finding a page that holds all of it. Tick the page that answers it;
after the merge, `kb queries --apply {path}` makes the wording an alias of that page.
Where none answers, one is missing.
"""


class Choice(NamedTuple):
    """A page that a wording may become an alias of: its path, why it is here, and whether somebody ticked it."""

    path: str
    why: str
    ticked: bool


class Row(NamedTuple):
    """A wording that missed.

    Attributes:
        wording: what was typed.
        counts: log -> how often, by the name that each person's log has.
        choices: the pages that it may become an alias of.
        notes: lines that somebody wrote below it.
    """

    wording: str
    counts: Mapping[str, int]
    choices: tuple[Choice, ...]
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """How often all together."""
        return sum(self.counts.values())


class Sheet(NamedTuple):
    """The misses of a month, the most frequent first, and the day of the last one."""

    month: str
    updated: str
    rows: tuple[Row, ...]


def make_sheet(month: str, misses: Iterable[Miss], log: str) -> Sheet:
    """Return the sheet of one log's misses.

    Args:
        month: the month, such as 2026-11.
        misses: its misses.
        log: the name that the log has.
    """
    listed = tuple(misses)
    rows = (
        Row(
            miss.wording,
            {log: miss.times},
            tuple(Choice(each.path, each.why, ticked=False) for each in miss.suggestions),
        )
        for miss in listed
    )
    return merge(Sheet(month, max((miss.last for miss in listed), default=""), tuple(rows)))


def merge(*sheets: Sheet) -> Sheet:
    """Return one sheet with what any of them has, the same whatever their order and however often each is given.

    The counts of one log are not added up but the larger taken: a log only grows within its month.
    """
    by_wording: dict[str, list[Row]] = defaultdict(list)
    for sheet in sheets:
        for row in sheet.rows:
            by_wording[key_of(row.wording)].append(row)
    rows = sorted(map(_merge_rows, by_wording.values()), key=lambda row: (-row.total, row.wording))
    return Sheet(sheets[0].month, max(sheet.updated for sheet in sheets), tuple(rows))


def _merge_rows(rows: list[Row]) -> Row:
    counts: dict[str, int] = {}
    choices: dict[str, Choice] = {}
    for row in rows:
        for log, count in row.counts.items():
            counts[log] = max(counts.get(log, 0), count)
        for choice in row.choices:
            known = choices.get(choice.path, choice)
            why = min(choice.why, known.why, key=_ORDER.index)
            choices[choice.path] = Choice(choice.path, why, choice.ticked or known.ticked)
    ordered = sorted(choices.values(), key=lambda choice: (_ORDER.index(choice.why), choice.path))
    notes = sorted({row.notes for row in rows if row.notes})
    lines = dict.fromkeys(line for block in notes for line in block)
    return Row(min(row.wording for row in rows), dict(sorted(counts.items())), tuple(ordered), tuple(lines))


def write_sheet(sheet: Sheet, path: str) -> str:
    """Return the page of a sheet.

    Args:
        sheet: the sheet.
        path: where the page is below the base, which its links start from.
    """
    up = "../" * path.count("/")
    lines = [
        "---",
        "type: note",
        f"summary: Searches of {sheet.month} that missed, to be reviewed.",
        f"updated: {sheet.updated}",
        "---",
        "",
        f"# Searches of {sheet.month} that missed",
        "",
        *_INTRODUCTION.format(path=path).splitlines(),
    ]
    for row in sheet.rows:
        counts = ", ".join(f"{log}: {count}" for log, count in row.counts.items())
        lines += ["", f"## {json.dumps(row.wording, ensure_ascii=False)}", ""]
        lines.append(f"{row.total} search{'' if row.total == 1 else 'es'} ({counts})")
        choices = [_choice_line(choice, up) for choice in row.choices]
        for block in (choices, row.notes):
            lines += ["", *block] if block else []
    return "\n".join(lines).rstrip("\n") + "\n"


def _choice_line(choice: Choice, up: str) -> str:
    shown = re.sub(r"[\[\]\n]", " ", choice.path)
    mark = "x" if choice.ticked else " "
    return f"- [{mark}] [{shown}]({up}{quote(choice.path)}): {_REASONS[choice.why]}"


def read_sheet(text: str, month: str) -> Sheet:
    """Return what the page of a sheet says, also where somebody has edited it.

    Args:
        text: the page's text.
        month: its month.
    """
    text = text.replace("\r\n", "\n")
    updated = _UPDATED.search(text)
    rows: list[Row] = []
    for block in re.split(r"(?m)^(?=## )", text)[1:]:
        heading, *lines = block.split("\n")
        wording = _wording(heading)
        if wording is not None:
            rows.append(_read_row(wording, lines))
    return merge(Sheet(month, updated[1] if updated else "", tuple(rows)))


def _wording(heading: str) -> str | None:
    match = _HEADING.fullmatch(heading)
    try:
        wording = json.loads(match[1]) if match else None
    except ValueError:
        return None
    return wording if isinstance(wording, str) and wording.strip() else None


def _read_row(wording: str, lines: list[str]) -> Row:
    counts: dict[str, int] = {}
    choices: list[Choice] = []
    notes: list[str] = []
    for line in lines:
        if choice := _CHOICE.fullmatch(line):
            path = re.sub(r"^(?:\.\./)+", "", unquote(choice[2]))
            choices.append(Choice(path, _WHY.get(choice[3] or "", "added"), choice[1] != " "))
        elif said := _COUNTS.fullmatch(line):
            counts |= {log: int(count) for log, count in _COUNT.findall(said[1])}
        elif line.strip():
            notes.append(line)
    return Row(wording, counts, tuple(choices), tuple(notes))
