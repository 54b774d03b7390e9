"""Passages that say the same: one is shown, the others are named."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from .text import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .rows import Row

# Two texts are copies when they share this part of all their runs of three words (Broder's resemblance).
RESEMBLANCE = 0.85
SHINGLE = 3
# Shorter texts are copies only when they are equal: one other word is another meaning there.
LEAST_TOKENS = 12
BANDS = 8


def group_copies(order: Iterable[int], rows: list[Row], shown: int) -> dict[int, list[int]]:
    """Return the best row of each group of copies, in order, with the numbers of the others.

    Args:
        order: rows, best first.
        rows: the rows, whose bodies are compared.
        shown: how many groups will be shown, 0 for all: behind them only equal texts are found, which is quick.
    """
    groups: dict[int, list[int]] = {}
    equal: dict[str, int] = {}
    near = _Near()
    for row in order:
        text = " ".join(rows[row].body.split())
        first = equal.get(text)
        if first is None and (not shown or len(groups) < shown):
            first = near.find_or_add(row, tokens(text))
        if first is None:
            groups[row] = []
            equal[text] = row
        else:
            groups[first].append(row)
            equal.setdefault(text, first)
    return groups


class _Near:
    """Finds the first text added that resembles another, by a few of the smallest of their hashed word runs."""

    def __init__(self) -> None:
        self._shingles: dict[int, frozenset[int]] = {}
        self._rows: dict[int, list[int]] = {}

    def find_or_add(self, row: int, words: list[str]) -> int | None:
        if len(words) < LEAST_TOKENS:
            return None
        runs = (" ".join(words[at : at + SHINGLE]) for at in range(len(words) - SHINGLE + 1))
        own = frozenset(crc32(run.encode("utf-8", "surrogatepass")) for run in runs)
        keys = sorted(own)[:BANDS]
        candidates = (other for key in keys for other in self._rows.get(key, ()))
        first = next((other for other in candidates if _resembles(own, self._shingles[other])), None)
        if first is None:
            self._shingles[row] = own
            for key in keys:
                self._rows.setdefault(key, []).append(row)
        return first


def _resembles(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) >= RESEMBLANCE * len(one | other)
