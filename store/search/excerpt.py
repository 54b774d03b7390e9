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
HELD = 1e-6


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
    rows = [_row(passage.text, passage.trail[-1:]) for passages in pages for passage in passages]
    scores = _scores(rows, terms, engine)
    best: list[Passage | None] = []
    start = 0
    for passages in pages:
        own = scores[start : start + len(passages)]
        start += len(passages)
        best.append(passages[own.index(max(own))] if passages else None)
    return best


def make_excerpt(passage: Passage, terms: tuple[Term, ...], engine: Engine) -> Excerpt:
    """Return a passage as it is shown: of a very long text the window that its terms point to."""
    text = passage.text
    truncated = len(text) > MOST_CHARACTERS
    if truncated:
        last = len(text) - MOST_CHARACTERS
        starts = (*range(0, last, MOST_CHARACTERS // 2), last)
        windows = [text[start : start + MOST_CHARACTERS] for start in starts]
        scores = _scores([_row(window, ()) for window in windows], terms, engine)
        text = windows[scores.index(max(scores))]
    return Excerpt(passage.anchor, passage.trail, passage.start_line, passage.end_line, text, truncated)


def _row(text: str, headings: tuple[str, ...]) -> Row:
    return Row("", fold("\n".join(headings)), "", "", "", fold(text))


def _scores(rows: list[Row], terms: tuple[Term, ...], engine: Engine) -> list[float]:
    """Return how well each row answers, by the terms that it holds, weighted as in the whole base."""
    inner = build_engine(rows, engine.name, lambda term: engine.hits(term).weight)
    hits = [inner.hits(term) for term in terms]
    # A term that is held without a score, within a longer word, counts just enough to be seen.
    return [
        sum(hit.scores.get(number, 0.0) + HELD for hit in hits if number in hit.held) for number in range(len(rows))
    ]
