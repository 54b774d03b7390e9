"""Passages that say the same: one is shown, the others are named."""

from __future__ import annotations

from itertools import islice
from string import punctuation
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .rows import Row

# Two texts are near copies when they share this part of all their runs of three words (Broder's resemblance, 1997).
RESEMBLANCE = 0.85
RUN = 3
# Shorter texts are copies only when they are equal: one other word is another meaning there.
LEAST_WORDS = 12
# Near copies share one of so many of their smallest runs almost surely; more texts than this are not looked into.
SMALLEST = 8
MOST_CANDIDATES = 50
# A later text is looked into when one of so many runs, spread over it, is a shown one's.
PROBES = 4

_SIGNS = str.maketrans(dict.fromkeys(punctuation, " "))


class Copies(NamedTuple):
    """Rows by what their bodies say.

    Attributes:
        distinct: the best row of each text, in order, whatever is shown.
        shown: the best row of each group of copies and near copies, in order, with the numbers of the others.
    """

    distinct: tuple[int, ...]
    shown: dict[int, list[int]]


def find_copies(order: Iterable[int], rows: list[Row], limit: int) -> Copies:
    """Find which rows say the same, but for case, blanks and, in longer texts, a few words.

    Args:
        order: rows, best first.
        rows: the rows, whose bodies are compared.
        limit: how many groups are shown at most; 0 is all.
    """
    texts: dict[str, list[int]] = {}
    for row in order:
        texts.setdefault(" ".join(rows[row].body.split()), []).append(row)
    shown: dict[int, list[int]] = {}
    near = _Near()
    for text, (row, *equals) in texts.items():
        words = text.translate(_SIGNS).split()
        is_full = limit and len(shown) == limit
        first = near.find_later(words) if is_full else near.find_or_add(row, words)
        if first is not None:
            shown[first] += [row, *equals]
        elif not is_full:
            shown[row] = equals
    return Copies(tuple(first for first, *_ in texts.values()), shown)


class _Near:
    """Finds the first text added that another one resembles."""

    def __init__(self) -> None:
        self._runs: dict[int, frozenset[int]] = {}
        self._rows: dict[int, list[int]] = {}
        self._all: set[int] = set()

    def find_or_add(self, row: int, words: list[str]) -> int | None:
        """Return the row that these words are a near copy of, or add them as those of `row`."""
        if len(words) < LEAST_WORDS:
            return None
        runs = _runs(words)
        first = self._find(runs)
        if first is None:
            self._runs[row] = runs
            self._all |= runs
            for run in _smallest(runs):
                self._rows.setdefault(run, []).append(row)
        return first

    def find_later(self, words: list[str]) -> int | None:
        """Return the row that these words are a near copy of; most texts are told apart by a few of their runs."""
        if len(words) < LEAST_WORDS:
            return None
        last = len(words) - RUN
        probes = {_hash(words[at : at + RUN]) for at in range(0, last + 1, max(1, last // (PROBES - 1)))}
        return None if probes.isdisjoint(self._all) else self._find(_runs(words))

    def _find(self, runs: frozenset[int]) -> int | None:
        candidates = dict.fromkeys(row for run in _smallest(runs) for row in self._rows.get(run, ()))
        for row in islice(candidates, MOST_CANDIDATES):
            if len(runs & self._runs[row]) >= RESEMBLANCE * len(runs | self._runs[row]):
                return row
        return None


def _runs(words: list[str]) -> frozenset[int]:
    return frozenset(_hash(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _smallest(runs: frozenset[int]) -> list[int]:
    return sorted(runs)[:SMALLEST]


def _hash(words: list[str]) -> int:
    # Not hash(): that of a text differs from process to process, and the order of results must not.
    return crc32(" ".join(words).encode("utf-8", "surrogatepass"))
