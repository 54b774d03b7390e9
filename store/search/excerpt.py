"""The passage of a page that answers best, and how much of it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .result import Excerpt
from .text import fold, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..pages.passages import Passage
    from .engine import Engine
    from .question import Term

MOST_CHARACTERS = 4_000
# A mention in the heading counts as this many in the text.
HEADING_MENTIONS = 3
# BM25's b, of the usual size.
LENGTH_SHARE = 0.75
# Another form of a word, told by its beginning, against the word itself; the last letters are what forms differ in.
FORM_SHARE = 0.5
FORM_ENDING = 3
SHORTEST_BEGINNING = 4


class Pointer:
    """Finds the text that the terms of a question point to."""

    def __init__(self, terms: tuple[Term, ...], engine: Engine) -> None:
        """Take the distinct terms of the question, and what ranked the pages: it knows each term's weight."""
        # An engine without weights tells pages apart by how many terms they hold: all terms are alike to it.
        self._terms = [(term, engine.hits(term).weight or 1.0) for term in terms]

    def best_passage(self, passages: tuple[Passage, ...]) -> Passage | None:
        """Return the passage of a page that its terms point to, the first where none has any, or None of none."""
        lengths = [len(passage.text.strip()) for passage in passages]
        average = sum(lengths) / len(lengths) if any(lengths) else 1.0
        scores = [
            self._score(passage.text, passage.trail[-1] if passage.trail else "", length / average)
            for passage, length in zip(passages, lengths, strict=True)
        ]
        return passages[scores.index(max(scores))] if scores else None

    def excerpt(self, passage: Passage) -> Excerpt:
        """Return a passage as it is shown: of a very long text the window that the terms point to."""
        text = passage.text
        truncated = len(text) > MOST_CHARACTERS
        if truncated:
            last = len(text) - MOST_CHARACTERS
            starts = (*range(0, last, MOST_CHARACTERS // 2), last)
            windows = [text[start : start + MOST_CHARACTERS] for start in starts]
            scores = [self._score(window, "", 1.0) for window in windows]
            text = windows[scores.index(max(scores))]
        return Excerpt(passage.anchor, passage.trail, passage.start_line, passage.end_line, text, truncated)

    def _score(self, text: str, heading: str, length: float) -> float:
        """Return how well a text answers: each term's weight by its mentions, of which each further one adds less.

        As in BM25 (with k1 = 1), where `length` is the text's against the average of those that it is compared with.
        """
        norm = 1 - LENGTH_SHARE + LENGTH_SHARE * length
        folded, head = fold(text), fold(heading)
        score = 0.0
        for term, weight in self._terms:
            mentions = _mentions(term, folded) + HEADING_MENTIONS * _mentions(term, head)
            score += weight * mentions / (mentions + norm)
        return score


def best_line(lines: Sequence[str], terms: tuple[Term, ...]) -> int:
    """Return the number, from 0, of the line with most of the terms, the first of equals; 0 where there is no line."""
    counts = [sum(min(1.0, _mentions(term, fold(line))) for term in terms) for line in lines]
    return counts.index(max(counts)) if counts else 0


def _mentions(term: Term, folded: str) -> float:
    """Return how often a text has a term, or else its tokens, or else about half as often another form of it."""
    found = folded.count(term.folded)
    if found or term.is_symbolic:
        return found
    if len(term.tokens) > 1:
        return " ".join(tokens(folded)).count(" ".join(term.tokens))
    beginning = term.folded[: max(SHORTEST_BEGINNING, len(term.folded) - FORM_ENDING)]
    return FORM_SHARE * folded.count(beginning) if len(term.folded) > len(beginning) else 0.0
