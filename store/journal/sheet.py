"""The page on which a month's misses are reviewed: written, read back, and merged with those of others."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from ..pages.headings import find_headings
from .misses import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .misses import Miss

_HEADING = re.compile(r"## (\".*\")[ \t]*")
_COUNTS = re.compile(r"[0-9]+ search(?:es)? \((.*)\)[ \t]*")
_COUNT = re.compile(r"([0-9a-f]+): ([0-9]{1,9})")
_CHOICE = re.compile(r"[-*+] \[([ xX])\] \[[^\]]*\]\(([^()\s]+)\)(?::? (.*?))?[ \t]*")
# A box that somebody ticked, whatever stands behind it.
_TICKED = re.compile(r"\s*[-*+] \[[xX]\] .*")
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
    """A page that a wording may become an alias of.

    Attributes:
        path: its path.
        why: why it is here.
        ticked: whether somebody ticked it.
        remark: what somebody wrote behind it.
    """

    path: str
    why: str
    ticked: bool
    remark: str = ""


class Row(NamedTuple):
    """A wording that missed.

    Attributes:
        wording: what was typed.
        counts: log -> how often, by the name that each person's log has.
        choices: the pages that it may become an alias of.
        notes: what somebody wrote below it, as it stands.
    """

    wording: str
    counts: Mapping[str, int]
    choices: tuple[Choice, ...]
    notes: str = ""

    @property
    def total(self) -> int:
        """How often all together."""
        return sum(self.counts.values())

    @property
    def unread_ticks(self) -> tuple[str, ...]:
        """Ticked lines of the notes, which name no page in a way that can be read."""
        return tuple(line.strip() for line in self.notes.split("\n") if _TICKED.fullmatch(line))


class Sheet(NamedTuple):
    """The misses of a month.

    Attributes:
        month: the month.
        updated: the day of the last miss.
        rows: the misses, the most frequent first.
        head: what somebody wrote in the place of the introduction, or an empty text.
        tail: sections that somebody wrote, as they stand.
    """

    month: str
    updated: str
    rows: tuple[Row, ...]
    head: str = ""
    tail: str = ""


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
    updated = max(sheet.updated for sheet in sheets)
    head = _one_text(sheet.head for sheet in sheets)
    return Sheet(sheets[0].month, updated, tuple(rows), head, _one_text(sheet.tail for sheet in sheets))


def _one_text(texts: Iterable[str]) -> str:
    """Return the distinct ones of several texts behind one another; one that another holds already is not repeated."""
    distinct = sorted({text for text in texts if text}, key=lambda text: (-len(text), text))
    kept: list[str] = []
    for text in distinct:
        if not any(text in other for other in kept):
            kept.append(text)
    return "\n\n".join(kept)


def _merge_rows(rows: list[Row]) -> Row:
    counts: dict[str, int] = {}
    choices: dict[str, Choice] = {}
    for row in rows:
        for log, count in row.counts.items():
            counts[log] = max(counts.get(log, 0), count)
        for choice in row.choices:
            known = choices.get(choice.path, choice)
            why = min(choice.why, known.why, key=_ORDER.index)
            remark = max(choice.remark, known.remark, key=lambda text: (len(text), text))
            choices[choice.path] = Choice(choice.path, why, choice.ticked or known.ticked, remark)
    ordered = sorted(choices.values(), key=lambda choice: (_ORDER.index(choice.why), choice.path))
    notes = _one_text(row.notes for row in rows)
    return Row(min(row.wording for row in rows), dict(sorted(counts.items())), tuple(ordered), notes)


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
        *(sheet.head or _introduction(path)).split("\n"),
    ]
    for row in sheet.rows:
        counts = ", ".join(f"{log}: {count}" for log, count in row.counts.items())
        lines += ["", f"## {json.dumps(row.wording, ensure_ascii=False)}", ""]
        lines.append(f"{row.total} search{'' if row.total == 1 else 'es'} ({counts})")
        choices = "\n".join(_choice_line(choice, up) for choice in row.choices)
        for block in (choices, row.notes):
            lines += ["", *block.split("\n")] if block else []
    lines += ["", *sheet.tail.split("\n")] if sheet.tail else []
    return "\n".join(lines).rstrip("\n") + "\n"


def _introduction(path: str) -> str:
    return _INTRODUCTION.format(path=path).rstrip("\n")


def _choice_line(choice: Choice, up: str) -> str:
    shown = re.sub(r"[\[\]\n]", " ", choice.path)
    mark = "x" if choice.ticked else " "
    return f"- [{mark}] [{shown}]({up}{quote(choice.path)}): {_REASONS[choice.why]}{choice.remark}"


def read_sheet(text: str, month: str) -> Sheet:
    """Return what the page of a sheet says, also where somebody has edited it.

    Args:
        text: the page's text.
        month: its month.
    """
    text = text.replace("\r\n", "\n")
    updated = _UPDATED.search(text)
    first, *blocks = _sections(text)
    rows: list[Row] = []
    tail: list[str] = []
    for block in blocks:
        heading, *lines = block.split("\n")
        wording = _wording(heading)
        # A section of somebody's own ends the rows before it; what follows it may be rows again.
        if wording is None:
            tail.append(block.strip("\n"))
        else:
            rows.append(_read_row(wording, lines))
    head = f"{first}\n".partition(f"# Searches of {month} that missed\n")[2].strip("\n")
    is_ours = head == _introduction(f"misses/{month}.md")
    return merge(Sheet(month, updated[1] if updated else "", tuple(rows), "" if is_ours else head, "\n\n".join(tail)))


def _sections(text: str) -> list[str]:
    """Return what stands before the first heading of the second level, and then each with all below it."""
    lines = text.split("\n")
    cuts = [heading.line for heading in find_headings(lines) if lines[heading.line].startswith("## ")]
    places = zip((0, *cuts), (*cuts, len(lines)), strict=True)
    return ["\n".join(lines[first:end]) for first, end in places]


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
        said = _COUNTS.fullmatch(line)
        if choice := _CHOICE.fullmatch(line):
            choices.append(_read_choice(choice[1], choice[2], choice[3] or ""))
        elif said and not counts:
            counts |= {log: int(count) for log, count in _COUNT.findall(said[1])}
        else:
            notes.append(line)
    return Row(wording, counts, tuple(choices), "\n".join(notes).strip("\n"))


def _read_choice(mark: str, address: str, behind: str) -> Choice:
    path = re.sub(r"^(?:\.\./)+", "", unquote(address))
    for reason, why in _WHY.items():
        if behind.startswith(reason):
            return Choice(path, why, mark != " ", behind[len(reason) :])
    return Choice(path, "added", mark != " ", f" {behind}" if behind else "")
