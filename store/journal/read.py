"""The log back as values."""

from __future__ import annotations

import calendar
import json
import time
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..errors import KbError, reason_of
from ..state import STATE
from .append import QUERIES

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SCHEMA = "kb/query/1"
TIME = "%Y-%m-%dT%H:%M:%SZ"


class Entry(NamedTuple):
    """A logged search.

    Attributes:
        time: when it was made, in seconds since 1970.
        wordings: its wordings, redacted.
        filters: the filters that were given, those without a value left out.
        full: how many results held every term of a wording.
        partial: how many held only some.
        engine: what ranked.
        results: the paths of the first results.
        repository: the name of the repository that it was made from, or None.
        milliseconds: how long it took.
    """

    time: int
    wordings: tuple[str, ...]
    filters: Mapping[str, Any]
    full: int
    partial: int
    engine: str
    results: tuple[str, ...]
    repository: str | None
    milliseconds: int

    @property
    def month(self) -> str:
        """The month that it belongs to, in UTC, such as 2026-11."""
        return time.strftime("%Y-%m", time.gmtime(self.time))


class Log(NamedTuple):
    """The searches of a time, oldest first, and how many lines could not be read."""

    entries: tuple[Entry, ...]
    broken: int


def read_log(root: Path, since: float = 0.0) -> Log:
    """Return the searches that a base's log has; a line that is no search is counted and passed over.

    Args:
        root: the base's folder.
        since: seconds since 1970; what is older is left out.

    Raises:
        KbError: `refused` when the system does not let the log be read.
    """
    folder = root / STATE / QUERIES
    first = time.strftime("%Y-%m", time.gmtime(max(since, 0.0)))
    entries: list[Entry] = []
    broken = 0
    for path in _months(folder):
        if path.stem < first:
            continue
        try:
            lines = path.read_bytes().split(b"\n")
        except OSError:
            broken += 1
            continue
        for line in lines:
            entry = read_line(line) if line.strip() else None
            if entry and entry.time >= since:
                entries.append(entry)
            broken += entry is None and bool(line.strip())
    return Log(tuple(sorted(entries, key=lambda entry: entry.time)), broken)


def _months(folder: Path) -> list[Path]:
    """Return the files of the log; a link in the place of one, or of the folder, is none of it."""
    try:
        if folder.is_symlink() or folder.parent.is_symlink() or not folder.exists():
            return []
        return sorted(path for path in folder.iterdir() if path.suffix == ".jsonl" and not path.is_symlink())
    except OSError as error:
        trouble = f"the log in {folder} cannot be read: {reason_of(error)}"
        raise KbError("refused", "unreadable-log", trouble, "make it readable") from error


def read_line(line: bytes) -> Entry | None:
    """Return the search that a line of the log tells of, or None when it is none."""
    try:
        said: Any = json.loads(line)
        wordings, results = said["wordings"], said["results"]
        if said["schema"] != SCHEMA:
            return None
        entry = Entry(
            calendar.timegm(time.strptime(said["time"], TIME)),
            tuple(wordings),
            {name: value for name, value in said["filters"].items() if value},
            said["full"],
            said["partial"],
            said["engine"],
            tuple(results),
            said["repository"],
            said["milliseconds"],
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return entry if _is_sound(entry, wordings, results) else None


def _is_sound(entry: Entry, *lists: object) -> bool:
    texts = (*entry.wordings, *entry.results, entry.engine, entry.repository or "")
    numbers = (entry.full, entry.partial, entry.milliseconds)
    return (
        all(isinstance(value, list) for value in lists)
        and all(isinstance(text, str) and _is_text(text) for text in cast("tuple[object, ...]", texts))
        and all(type(number) is int and number >= 0 for number in numbers)
        and any(map(str.strip, entry.wordings[:1]))
    )


def _is_text(text: str) -> bool:
    """Tell whether a text can be written again: half of a character cannot."""
    return text.isascii() or text.encode("utf-8", "replace").decode() == text
