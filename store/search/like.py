"""Rows without FTS5: a term is matched as LIKE would, by substring, and by its tokens in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .engine import EngineName, TermHits
from .rows import HEAD_COLUMNS, WEIGHTS, Row
from .text import tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .question import Term

# Small enough that where the terms stand never outweighs how many are held.
WHERE_SHARE = 0.001


class LikeEngine:
    """Finds the rows that hold each term as written, ordered by how many are held, then by where."""

    def __init__(self) -> None:
        self.name: EngineName = "like"
        self.counts_repeats = False
        self._rows: list[dict[str, tuple[str, str]]] = []
        self._known: dict[tuple[str, bool], TermHits] = {}

    def add(self, row: Row) -> None:
        """Add a row."""
        columns = row._asdict().items()
        self._rows.append({name: (text, f" {' '.join(tokens(text))} ") for name, text in columns})

    def finish(self) -> None:
        """Do nothing: every row is in place as soon as it is added."""

    def close(self) -> None:
        """Do nothing: there is no database."""

    def hits(self, term: Term) -> TermHits:
        """Return the rows that hold a term; each scores 1 and a little for the best column it stands in."""
        key = term.folded, term.is_phrase
        if key not in self._known:
            found = {number: columns for number in range(len(self._rows)) if (columns := self.columns(term, number))}
            scores = {row: 1 + WHERE_SHARE * max(WEIGHTS[name] for name in columns) for row, columns in found.items()}
            head = frozenset(row for row, columns in found.items() if not columns.keys().isdisjoint(HEAD_COLUMNS))
            self._known[key] = TermHits(scores, frozenset(found), head, 0.0)
        return self._known[key]

    def columns(self, term: Term, row: int) -> Mapping[str, float]:
        """Return the columns that a term stands in, in parts of their weights."""
        phrase = f" {' '.join(term.tokens)} "
        weights = {
            name: WEIGHTS[name]
            for name, (text, spread) in self._rows[row].items()
            if term.folded in text or (not term.is_symbolic and phrase in spread)
        }
        total = sum(weights.values())
        return {name: weight / total for name, weight in weights.items()}
