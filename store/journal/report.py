"""What the log says of a time: how many searches, how many missed, which, and how slow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .misses import ask_again, find_misses
from .read import read_log

if TYPE_CHECKING:
    from pathlib import Path

    from .misses import Miss
    from .read import Entry

SECONDS_A_DAY = 86_400
MOST_SHOWN = 10


class Report(NamedTuple):
    """What the log says of a number of days.

    Attributes:
        days: how many days back.
        searches: how many searches there were.
        missed: how many had no full match.
        rephrased: how many were followed within five minutes, from the same repository, by one in other words.
        misses: the wordings that missed, the most frequent first.
        slowest: the slowest searches, the slowest first.
        broken: how many lines could not be read.
    """

    days: int
    searches: int
    missed: int
    rephrased: int
    misses: tuple[Miss, ...]
    slowest: tuple[Entry, ...]
    broken: int


def report(root: Path, days: int, now: float) -> Report:
    """Return what a base's log says of the last days.

    Args:
        root: the base's folder.
        days: how many days back, at least one.
        now: seconds since 1970.
    """
    log = read_log(root, now - days * SECONDS_A_DAY)
    entries = log.entries
    followed = sum(asked.following is not None for asked in ask_again(entries))
    slowest = sorted(entries, key=lambda entry: (-entry.milliseconds, entry.time))
    return Report(
        days,
        len(entries),
        sum(not entry.full for entry in entries),
        followed,
        find_misses(entries),
        tuple(slowest[:MOST_SHOWN]),
        log.broken,
    )
