"""Rows in an in-memory FTS5 table, and what BM25 says of each for a term."""

from __future__ import annotations

import math
import sqlite3
from typing import TYPE_CHECKING

from .engine import CEILING, EngineName, TermHits
from .rows import HEAD_COLUMNS, WEIGHTS, Row
from .text import spaced

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .question import Term

CREATE = "CREATE VIRTUAL TABLE rows USING fts5({columns}, content='', tokenize=\"{tokenizer}\")"
STEMMER = "porter "
TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"

# FTS5 raises an inverse document frequency that is not positive, of a term in over half of the rows, to this.
CLAMPED = 1e-6
# What a row earns that has a word only in a longer form, against the word itself.
OPEN_SHARE = 0.5
SHORTEST_OPEN = 3

_COLUMNS = ", ".join(WEIGHTS)
_INSERT = f"INSERT INTO rows(rowid, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
# Larger than any base, so that no segment is written and merged before the one question is answered.
_ENLARGE = "INSERT INTO rows(rows, rank) VALUES ('hashsize', 1073741824)"
_RANK = "SELECT rowid, -bm25(rows, {weights}) FROM rows WHERE rows MATCH ?"
_RANK_ALL = _RANK.format(weights=", ".join(map(str, WEIGHTS.values())))
_FIND = "SELECT rowid FROM rows WHERE rows MATCH ?"
_HEAD = "{" + " ".join(HEAD_COLUMNS) + "} : "


def build_table(
    rows: list[Row], weigh: Callable[[Term], float] | None = None, *, stemmed: bool = True
) -> FtsTable | None:
    """Return a table that holds the rows, or None when this SQLite has no FTS5.

    Args:
        rows: what is searched.
        weigh: what gives a term's weight, where the rows are too few to tell.
        stemmed: whether to try the stemmer first.
    """
    for stemmer, name in ((STEMMER, "fts5"), ("", "fts5-unstemmed"))[0 if stemmed else 1 :]:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        try:
            connection.execute(CREATE.format(columns=_COLUMNS, tokenizer=stemmer + TOKENIZER))
        except sqlite3.OperationalError:
            connection.close()
            continue
        return FtsTable(connection, rows, name, weigh)
    return None


def match_text(term: Term, *, is_open: bool = False) -> str:
    """Return a term in FTS5's language: a quoted phrase of its tokens, the last one open to longer forms if asked."""
    phrase = " ".join(term.tokens).replace('"', '""')
    return f'"{phrase}" *' if is_open else f'"{phrase}"'


class FtsTable:
    """An in-memory FTS5 table over the rows."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        rows: list[Row],
        name: EngineName,
        weigh: Callable[[Term], float] | None,
    ) -> None:
        self.name: EngineName = name
        self._connection = connection
        self._rows = rows
        self._weigh = weigh
        self._known: dict[tuple[str, bool], TermHits] = {}
        connection.execute(_ENLARGE)
        # Never committed: the question is answered from the pending rows, which saves writing them out.
        connection.execute("BEGIN")
        connection.executemany(_INSERT, ((number, *map(spaced, row)) for number, row in enumerate(rows)))

    def hits(self, term: Term) -> TermHits:
        """Return the rows that hold a term, by FTS5 or because their folded text contains it, and their scores."""
        key = term.folded, term.is_phrase
        if key not in self._known:
            self._known[key] = self._find(term)
        return self._known[key]

    def columns(self, term: Term, row: int) -> Mapping[str, float]:
        """Return how BM25 of a row for a term divides among its columns."""
        for is_open in (False, True):
            match = match_text(term, is_open=is_open)
            if parts := self._saturations(match, row):
                total = sum(parts.values())
                return {name: part / total for name, part in parts.items()}
        return {}

    def _find(self, term: Term) -> TermHits:
        ranked = self._rank(match_text(term))
        weight = self._weigh(term) if self._weigh else _weight(len(self._rows), len(ranked))
        scores = {row: weight * saturation for row, saturation in ranked.items()}
        if term.is_symbolic:
            held = frozenset(number for number, row in enumerate(self._rows) if row.contains(term.folded))
        else:
            further = {
                number for number, row in enumerate(self._rows) if number not in scores and row.contains(term.folded)
            }
            if further and not term.is_phrase and len(term.tokens[-1]) >= SHORTEST_OPEN:
                opened = self._rank(match_text(term, is_open=True))
                share = OPEN_SHARE * min(weight, _weight(len(self._rows), len(opened)))
                scores |= {row: share * opened[row] for row in further & opened.keys()}
            held = frozenset(further.union(ranked))
        head = frozenset(row for (row,) in self._connection.execute(_FIND, (_HEAD + match_text(term),)))
        return TermHits(scores, held, head, weight)

    def _rank(self, match: str, weights: str | None = None) -> dict[int, float]:
        """Return row -> BM25 without its inverse document frequency, from 0 to `CEILING`."""
        statement = _RANK.format(weights=weights) if weights else _RANK_ALL
        found = self._connection.execute(statement, (match,)).fetchall()
        factor = _fts5_weight(len(self._rows), len(found))
        return {row: score / factor for row, score in found}

    def _saturations(self, match: str, row: int) -> dict[str, float]:
        """Return for each column with a match its weighted count over BM25's length norm, the same norm for all."""
        parts: dict[str, float] = {}
        for column in WEIGHTS:
            weights = ", ".join(str(weight if name == column else 0.0) for name, weight in WEIGHTS.items())
            saturation = self._rank(match, weights).get(row, 0.0)
            if saturation > 0:
                # saturation = count * CEILING / (count + norm), solved for count / norm
                parts[column] = saturation / (CEILING - saturation)
        return parts


def _weight(rows: int, holding: int) -> float:
    """Return the inverse document frequency of BM25 as Lucene has it, which stays positive for a common term."""
    return math.log(1 + (rows - holding + 0.5) / (holding + 0.5))


def _fts5_weight(rows: int, holding: int) -> float:
    """Return the factor that FTS5's bm25() has multiplied in (`fts5Bm25GetData` in SQLite's fts5_aux.c)."""
    plain = math.log((rows - holding + 0.5) / (holding + 0.5))
    return plain if plain > 0 else CLAMPED
