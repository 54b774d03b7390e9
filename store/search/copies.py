"""Passages that say the same: one is shown, the others are named."""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest
from itertools import islice
from string import punctuation
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .rows import Row

# Two texts are near copies when they share this part of all their runs of three words (Broder's resemblance, 1997).
RESEMBLANCE = 0.85
# Shorter texts are copies only when they are equal: one other word is another meaning there.
LEAST_WORDS = 12
# Near copies share most of the smallest hashes of their runs; texts that share fewer are not compared. Hashes of lone
# words would not do: common words put thousands of texts under one hash.
SMALLEST = 8
LEAST_SHARED = 5
MOST_COMPARED = 20
# Odd numbers that spread the bits of three hashes over one (Knuth, volume 3, section 6.4).
_FIRST, _SECOND, _MASK = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, (1 << 64) - 1

_SIGNS = str.maketrans(dict.fromkeys(punctuation, " "))


def group_copies(order: Iterable[int], rows: list[Row]) -> dict[int, list[int]]:
    """Return the best row of each group that says the same, in order, with the numbers of the others.

    The same is: but for case, blanks and, in longer texts, a few words.

    Args:
        order: rows, best first.
        rows: the rows, whose bodies are compared.
    """
    texts: dict[tuple[str, int | None], list[int]] = {}
    for row in order:
        text = " ".join(rows[row].body.split())
        texts.setdefault((text, None if text else row), []).append(row)  # nothing is no copy of nothing
    groups: dict[int, list[int]] = {}
    near = _Near()
    for (text, _), same in texts.items():
        first = near.find_or_add(same[0], text.translate(_SIGNS).split())
        if first is None:
            groups[same[0]] = same[1:]
        else:
            groups[first] += same
    return groups


class _Near:
    """Finds the first text added that another one resembles."""

    def __init__(self) -> None:
        self._runs: dict[int, frozenset[int]] = {}
        self._rows: dict[int, list[int]] = {}
        self._hashes: dict[str, int] = {}

    def find_or_add(self, row: int, words: list[str]) -> int | None:
        """Return the row that these words are a near copy of, or add them as those of `row`."""
        if len(words) < LEAST_WORDS:
            return None
        runs = self._runs_of(words)
        smallest = nsmallest(SMALLEST, runs)
        shared = Counter(other for key in smallest for other in self._rows.get(key, ()))
        candidates = (other for other, times in shared.items() if times >= min(LEAST_SHARED, len(smallest)))
        for other in islice(candidates, MOST_COMPARED):
            two = self._runs[other]
            if len(runs & two) >= RESEMBLANCE * len(runs | two):
                return other
        self._runs[row] = runs
        for key in smallest:
            self._rows.setdefault(key, []).append(row)
        return None

    def _hash(self, word: str) -> int:
        # Not hash(): that of a text differs from process to process, and the order of results must not.
        if word not in self._hashes:
            self._hashes[word] = crc32(word.encode("utf-8", "surrogatepass"))
        return self._hashes[word]

    def _runs_of(self, words: list[str]) -> frozenset[int]:
        """Return a hash of each run of three words."""
        hashes = list(map(self._hash, words))
        runs = zip(hashes, hashes[1:], hashes[2:], strict=False)
        return frozenset([(one * _FIRST + two * _SECOND + three) & _MASK for one, two, three in runs])
