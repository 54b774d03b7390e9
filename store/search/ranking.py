"""One wording, or several fused, over the rows of an engine."""

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from .engine import CEILING, Engine
from .question import Wording, bare_words
from .rows import Row
from .text import fold, tokens

# What a term in the head earns beside its BM25, in units of its weight; the best of the values tried on Cranfield.
HEAD_SHARE = 0.35
# Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
FUSION_K = 60
# Scores are compared to this many digits: sums of the same parts may differ in their last bits.
DIGITS = 9
_NUMBER_BEFORE = re.compile(r"[0-9]\.$")
_NUMBER_BEHIND = re.compile(r"\.[0-9]")


class WordingRanking(NamedTuple):
    """How the rows stand for one wording.

    Attributes:
        wording: the wording.
        order: the rows that hold a term: full matches first, then best first.
        scores: row -> score.
        held: row -> how many of the terms it holds.
        ranks: row -> rank from 1; rows that nothing tells apart share one.
        bonuses: row -> what of its score it earned because its head holds every term.
    """

    wording: Wording
    order: tuple[int, ...]
    scores: Mapping[int, float]
    held: Mapping[int, int]
    ranks: Mapping[int, int]
    bonuses: Mapping[int, float]

    def is_full(self, row: int) -> bool:
        """Tell whether a row holds every term."""
        return self.held.get(row, 0) == len(self.wording.terms)


class Ranking(NamedTuple):
    """How the rows stand for the whole question: the order, the score of each, and each wording's own ranking."""

    order: tuple[int, ...]
    scores: Mapping[int, float]
    wordings: tuple[WordingRanking, ...]

    def is_full(self, row: int) -> bool:
        """Tell whether a row holds every term of one of the wordings."""
        return any(ranking.is_full(row) for ranking in self.wordings)


def rank(wordings: tuple[Wording, ...], engine: Engine, rows: list[Row]) -> Ranking:
    """Rank the rows for a question: full matches first, within each group best first, ties in the order of the rows.

    One wording ranks by its own scores; several by the sum of 1 / (60 + rank) over the wordings that find a row.
    """
    rankings = tuple(_rank_wording(wording, engine, rows) for wording in wordings)
    if len(rankings) == 1:
        return Ranking(rankings[0].order, rankings[0].scores, rankings)
    fused: dict[int, float] = defaultdict(float)
    for ranking in rankings:
        for row, place in ranking.ranks.items():
            fused[row] += 1 / (FUSION_K + place)
    result = Ranking((), fused, rankings)
    order = sorted(fused, key=lambda row: (not result.is_full(row), -round(fused[row], DIGITS), row))
    return Ranking(tuple(order), fused, rankings)


def missing_terms(ranking: Ranking, engine: Engine, row: int) -> tuple[str, ...]:
    """Return the terms, as typed, that a row lacks of the wording that it holds most of; a full match lacks none."""
    best = min(ranking.wordings, key=lambda one: len(one.wording.terms) - one.held.get(row, 0))
    return tuple(term.text for term in best.wording.terms if row not in engine.hits(term).held)


def _rank_wording(wording: Wording, engine: Engine, rows: list[Row]) -> WordingRanking:
    scores: dict[int, float] = defaultdict(float)
    held: dict[int, int] = defaultdict(int)
    for term, times in zip(wording.terms, wording.counts, strict=True):
        found = engine.hits(term)
        weight = times if engine.counts_repeats else 1
        for row, score in found.scores.items():
            scores[row] += weight * score
        for row in found.head:
            scores[row] += weight * HEAD_SHARE * found.weight
        for row in found.held:
            held[row] += 1
    bonuses = _head_bonuses(wording, engine, rows)
    for row, bonus in bonuses.items():
        scores[row] += bonus
    order, ranks = _ordered(wording, scores, held, rows)
    return WordingRanking(wording, tuple(order), scores, held, ranks, bonuses)


def _head_bonuses(wording: Wording, engine: Engine, rows: list[Row]) -> dict[int, float]:
    """Return what rows earn because their head holds every term: more than any number of mentions in a body can.

    The ceiling of BM25 is added once for that, and once more when the wording is one of the row's names.
    """
    hits = [engine.hits(term) for term in wording.terms]
    ceiling = CEILING * sum(times * found.weight for found, times in zip(hits, wording.counts, strict=True))
    words = bare_words if any(term.is_symbolic for term in wording.terms) else _tokens
    name = words(wording.text)
    first, *others = (found.head for found in hits)
    return {
        row: 2 * ceiling if any(words(line) == name for line in rows[row].names()) else ceiling
        for row in first.intersection(*others)
    }


def _ordered(
    wording: Wording, scores: dict[int, float], held: dict[int, int], rows: list[Row]
) -> tuple[list[int], dict[int, int]]:
    whole = len(wording.terms)
    standings = sorted((times != whole, -round(scores.get(row, 0.0), DIGITS), row) for row, times in held.items())
    order: list[int] = []
    ranks: dict[int, int] = {}
    for (_, score), group in groupby(standings, _without_row):
        equals = [row for _, _, row in group]
        # Among equals the page with the very word comes before one that has only another form of it.
        exact = {row: _exact_words(wording, rows[row]) if score and len(equals) > 1 else 0 for row in equals}
        for row in sorted(equals, key=lambda row: (-exact[row], row)):
            is_tied = order and order[-1] in exact and exact[order[-1]] == exact[row]
            ranks[row] = ranks[order[-1]] if is_tied else len(order) + 1
            order.append(row)
    return order, ranks


def _without_row(standing: tuple[bool, float, int]) -> tuple[bool, float]:
    return standing[:2]


def _exact_words(wording: Wording, row: Row) -> int:
    """Return how many of the terms stand in a row as whole words, in the very form of the wording."""
    return sum(any(_has_word(text, term.folded) for text in reversed(row)) for term in wording.terms)


def _has_word(text: str, word: str) -> bool:
    start = text.find(word)
    while start >= 0:
        end = start + len(word)
        before, behind = text[max(0, start - 2) : start], text[end : end + 2]
        # 1.2 is no word in 1.2.3, though it is one before a full stop.
        is_cut = (word[0].isdecimal() and _NUMBER_BEFORE.search(before)) or (
            word[-1].isdecimal() and _NUMBER_BEHIND.match(behind)
        )
        if not before[-1:].isalnum() and not behind[:1].isalnum() and not is_cut:
            return True
        start = text.find(word, start + 1)
    return False


def _tokens(text: str) -> list[str]:
    return tokens(fold(text))
