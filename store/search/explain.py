"""How a result came to its place."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from .ranking import HEAD_SHARE
from .result import Standing
from .rows import HEAD_COLUMNS

if TYPE_CHECKING:
    from .engine import Engine
    from .ranking import Ranking, WordingRanking


def explain(ranking: Ranking, engine: Engine, row: int) -> tuple[Standing, ...]:
    """Return how a row stands for each wording that finds it, in the order of the wordings."""
    return tuple(
        Standing(one.wording.text, one.ranks[row], one.scores.get(row, 0.0), _columns(one, engine, row))
        for one in ranking.wordings
        if row in one.ranks
    )


def _columns(ranking: WordingRanking, engine: Engine, row: int) -> dict[str, float]:
    """Divide a row's score among its columns: each term's BM25 by its counts, what the head adds among the head's."""
    earned: dict[str, float] = defaultdict(float)
    terms = ranking.wording.terms
    bonus = ranking.bonuses.get(row, 0.0)
    for term, times in zip(terms, ranking.wording.counts, strict=True):
        hits = engine.hits(term)
        weight = times if engine.counts_repeats else 1
        parts = engine.columns(term, row)
        for name, part in parts.items():
            earned[name] += weight * hits.scores.get(row, 0.0) * part
        in_head = {name: parts[name] for name in HEAD_COLUMNS if name in parts}
        extra = weight * HEAD_SHARE * hits.weight * (row in hits.head) + bonus / len(terms)
        for name, part in in_head.items():
            earned[name] += extra * part / sum(in_head.values())
    total = sum(earned.values())
    return {name: part / total for name, part in earned.items() if part} if total else {}
