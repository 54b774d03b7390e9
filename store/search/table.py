"""Rows in an in-memory FTS5 table, and what BM25 says of each for a term."""

from __future__ import annotations

import math
import sqlite3
from threading import Thread
from typing import TYPE_CHECKING

from .engine import CEILING, EngineName, TermHits
from .rows import HEAD_COLUMNS, WEIGHTS, Row
from .text import spaced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .question import Term

CREATE = "CREATE VIRTUAL TABLE rows USING fts5({columns}, content='', tokenize=\"{tokenizer}\")"
STEMMER = "porter "
TOKENIZER = "unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'"

# FTS5 raises an inverse document frequency that is not positive, of a term in over half of the rows, to this.
CLAMPED = 1e-6
# What a row earns that has a word only in a longer form, against the word itself.
OPEN_SHARE = 0.5
SHORTEST_OPEN = 3

# How many rows a thread takes at once: fewer are not worth its start, more leave too many for the end.
CHUNK = 400

_COLUMNS = ", ".join(WEIGHTS)
_INSERT = f"INSERT INTO rows({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 - names of our own
_STAGE = f"INSERT INTO staged(rowid, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - as above
_TAKE = f"INSERT INTO rows(rowid, {_COLUMNS}) SELECT rowid, {_COLUMNS} FROM staged"  # noqa: S608 - as above
# Larger than any base, and never committed: the rows of a small one are searched where they wait, without segments.
_OPEN = ("INSERT INTO rows(rows, rank) VALUES ('hashsize', 1073741824)", "BEGIN")
# What a thread takes does become segments, which are not worth merging for one question.
_SHARE = (
    "INSERT INTO rows(rows, rank) VALUES ('automerge', 0)",
    "INSERT INTO rows(rows, rank) VALUES ('crisismerge', 2000)",
    f"CREATE TABLE staged({_COLUMNS})",
)
_RANK = "SELECT rowid - 1, -bm25(rows, {weights}) FROM rows WHERE rows MATCH ?"
_RANK_ALL = _RANK.format(weights=", ".join(map(str, WEIGHTS.values())))
_RANK_ONE = {
    column: _RANK.format(weights=", ".join(str(WEIGHTS[name] * (name == column)) for name in WEIGHTS))
    for column in WEIGHTS
}
_FIND = "SELECT rowid - 1 FROM rows WHERE rows MATCH ?"
_HEAD = "{" + " ".join(HEAD_COLUMNS) + "} : "


def open_table(*, stemmed: bool = True) -> FtsTable | None:
    """Return a table without rows, or None when this SQLite has no FTS5.

    Args:
        stemmed: whether to try the stemmer first.
    """
    choices: tuple[tuple[str, EngineName], ...] = ((STEMMER, "fts5"), ("", "fts5-unstemmed"))
    for stemmer, name in choices[0 if stemmed else 1 :]:
        # Two threads use the connection in turns, never at once.
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            connection.execute(CREATE.format(columns=_COLUMNS, tokenizer=stemmer + TOKENIZER))
        except sqlite3.OperationalError:
            connection.close()
            continue
        for statement in _OPEN:
            connection.execute(statement)
        return FtsTable(connection, name)
    return None


def match_text(term: Term, *, is_open: bool = False) -> str:
    """Return a term in FTS5's language: a quoted phrase of its tokens, the last one open to longer forms if asked."""
    phrase = " ".join(term.tokens).replace('"', '""')
    return f'"{phrase}" *' if is_open else f'"{phrase}"'


def _spaced_row(row: Row) -> Row:
    return row if all(map(str.isascii, row)) else Row(*map(spaced, row))


class _Taker(Thread):
    """Puts the staged rows into the table, in one statement that runs without Python until it has taken them all."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._failure: sqlite3.Error | None = None

    def run(self) -> None:
        try:
            self._connection.execute(_TAKE)
            self._connection.execute("DELETE FROM staged")
        except sqlite3.Error as error:
            self._failure = error

    def wait(self) -> None:
        """Wait until the rows are taken, and raise what went wrong."""
        self.join()
        if self._failure:
            raise self._failure


class FtsTable:
    """An in-memory FTS5 table. Rows are added, then it is finished, then it answers."""

    def __init__(self, connection: sqlite3.Connection, name: EngineName) -> None:
        self.name: EngineName = name
        self.counts_repeats = True
        self._connection = connection
        self._rows: list[Row] = []
        self._known: dict[tuple[str, bool], TermHits] = {}
        self._known_counts: dict[str, dict[int, dict[str, float]]] = {}
        self._handed_over = 0
        self._taker: _Taker | None = None

    def close(self) -> None:
        """Give the memory of the database back."""
        if self._taker:
            self._taker.join()
        self._connection.close()

    __del__ = close

    def add(self, row: Row) -> None:
        """Add a row; of many, a thread puts those before into the table, while the caller reads on."""
        self._rows.append(row)
        if len(self._rows) == self._handed_over + CHUNK:
            if self._taker:
                self._taker.wait()
            else:
                for statement in _SHARE:
                    self._connection.execute(statement)
            first = self._handed_over + 1
            self._connection.executemany(
                _STAGE, ((n, *_spaced_row(row)) for n, row in enumerate(self._fresh_rows(), first))
            )
            self._taker = _Taker(self._connection)
            self._taker.start()

    def finish(self) -> None:
        """Put the last rows into the table."""
        if self._taker:
            self._taker.wait()
        self._connection.executemany(_INSERT, map(_spaced_row, self._fresh_rows()))

    def _fresh_rows(self) -> list[Row]:
        first, self._handed_over = self._handed_over, len(self._rows)
        return self._rows[first:]

    def hits(self, term: Term) -> TermHits:
        """Return the rows that hold a term, by FTS5 or because their folded text contains it, and their scores."""
        key = term.folded, term.is_phrase
        if key not in self._known:
            self._known[key] = self._find(term)
        return self._known[key]

    def columns(self, term: Term, row: int) -> Mapping[str, float]:
        """Return how BM25 of a row for a term divides among its columns."""
        for is_open in (False, True):
            counts = self._counts(match_text(term, is_open=is_open)).get(row)
            if counts:
                total = sum(counts.values())
                return {name: count / total for name, count in counts.items()}
        # Held only within longer words, which BM25 does not see.
        names = [name for name, text in self._rows[row]._asdict().items() if term.folded in text]
        return dict.fromkeys(names, 1 / len(names)) if names else {}

    def _find(self, term: Term) -> TermHits:
        ranked = self._rank(match_text(term))
        weight = _weight(len(self._rows), len(ranked))
        scores = {row: weight * saturation for row, saturation in ranked.items()}
        if term.is_symbolic:
            held = frozenset(number for number, row in enumerate(self._rows) if row.contains(term.folded))
            scores = {row: score for row, score in scores.items() if row in held}
            head = frozenset(number for number in held if self._rows[number].has_in_head(term.folded))
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

    def _rank(self, match: str, statement: str = _RANK_ALL) -> dict[int, float]:
        """Return row -> BM25 without its inverse document frequency, from 0 to `CEILING`."""
        found = self._connection.execute(statement, (match,)).fetchall()
        factor = _fts5_weight(len(self._rows), len(found))
        return {row: score / factor for row, score in found}

    def _counts(self, match: str) -> dict[int, dict[str, float]]:
        """Return row -> column -> its weighted count over BM25's length norm, which is one for all columns of a row."""
        if match not in self._known_counts:
            counts: dict[int, dict[str, float]] = {}
            for column, statement in _RANK_ONE.items():
                for row, saturation in self._rank(match, statement).items():
                    if saturation > 0:
                        # saturation = count * CEILING / (count + norm), solved for count / norm
                        counts.setdefault(row, {})[column] = saturation / (CEILING - saturation)
            self._known_counts[match] = counts
        return self._known_counts[match]


def _weight(rows: int, holding: int) -> float:
    """Return the inverse document frequency of BM25 as Lucene has it, which stays positive for a common term."""
    return math.log(1 + (rows - holding + 0.5) / (holding + 0.5))


def _fts5_weight(rows: int, holding: int) -> float:
    """Return the factor that FTS5's bm25() has multiplied in (`fts5Bm25GetData` in SQLite's fts5_aux.c)."""
    plain = math.log((rows - holding + 0.5) / (holding + 0.5))
    return plain if plain > 0 else CLAMPED
