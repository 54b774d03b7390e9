"""The passage of a page that answers best, and how much of it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .engine import build_engine
from .result import Excerpt
from .rows import Row
from .text import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..pages.passages import Passage
    from .engine import Engine
    from .question import Term

MOST_CHARACTERS = 4_000


def best_passages(
    pages: Sequence[tuple[Passage, ...]], terms: tuple[Term, ...], engine: Engine
) -> list[Passage | None]:
    """Return for each page, given as its passages, the one that its terms point to.

    Where no passage holds a term, as when only the head of the page does, that is the first.

    Args:
        pages: the passages of each page.
        terms: the distinct terms of the question.
        engine: what ranked the pages; it knows how much each term tells them apart.
    """
    rows = [
        Row("", fold(passage.trail[-1] if passage.trail else ""), "", "", "", fold(passage.text))
        for passages in pages
        for passage in passages
    ]
    inner = build_engine(rows, engine.name, lambda term: engine.hits(term).weight)
    hits = [inner.hits(term) for term in terms]
    best: list[Passage | None] = []
    start = 0
    for passages in pages:
        scores = [
            (sum(hit.scores.get(row, 0.0) for hit in hits), sum(row in hit.held for hit in hits))
            for row in range(start, start + len(passages))
        ]
        start += len(passages)
        top = max(scores, default=(0.0, 0))
        best.append(passages[scores.index(top)] if passages else None)
    return best


def make_excerpt(passage: Passage, terms: tuple[Term, ...]) -> Excerpt:
    """Return a passage as it is shown; of a very long text the part around its first term."""
    text = passage.text
    truncated = len(text) > MOST_CHARACTERS
    if truncated:
        folded = fold(text)
        found = [place for term in terms if (place := folded.find(term.folded)) >= 0]
        start = max(0, min(min(found, default=0) - MOST_CHARACTERS // 2, len(text) - MOST_CHARACTERS))
        text = text[start : start + MOST_CHARACTERS]
    return Excerpt(passage.anchor, passage.trail, passage.start_line, passage.end_line, text, truncated)
