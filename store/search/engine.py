"""What every engine answers, and the choice of one."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol

from .question import Term
from .rows import Row

EngineName = Literal["fts5", "fts5-unstemmed", "like"]

# BM25's k1 + 1, with k1 as FTS5 has it fixed (sqlite.org/fts5.html): one term earns less than this times its weight.
CEILING = 1.2 + 1


class TermHits(NamedTuple):
    """What a base says to one term; rows are given by their number.

    Attributes:
        scores: what a row that holds the term earns for one mention of it in the question, above 0.
        held: the rows that hold the term.
        head: the rows that have it in their head columns.
        weight: how much the term tells rows apart.
    """

    scores: Mapping[int, float]
    held: frozenset[int]
    head: frozenset[int]
    weight: float


class Engine(Protocol):
    """Ranks rows for one term at a time."""

    name: EngineName
    # Whether a word said twice counts twice; where the number of terms held decides, it does not.
    counts_repeats: bool

    def add(self, row: Row) -> None:
        """Add a row; its number is how many were added before it."""
        ...

    def finish(self) -> None:
        """End the adding; only then are questions answered."""
        ...

    def close(self) -> None:
        """End the answering."""
        ...

    def hits(self, term: Term) -> TermHits:
        """Return the rows that a term finds; the same value each time."""
        ...

    def columns(self, term: Term, row: int) -> Mapping[str, float]:
        """Return how the score of a row for a term divides among its columns; the parts add up to 1, or are none."""
        ...


def build_engine(rows: Iterable[Row], wanted: EngineName | None = None) -> Engine:
    """Return an engine that holds the rows, in the order that decides ties; as `open_engine`."""
    engine = open_engine(wanted)
    for row in rows:
        engine.add(row)
    engine.finish()
    return engine


def open_engine(wanted: EngineName | None = None) -> Engine:
    """Return the best engine that this SQLite allows, without rows: FTS5 with its stemmer, without, or substrings.

    Args:
        wanted: the best that is wanted; the next one takes its place where SQLite lacks it.
    """
    if wanted != "like":
        try:
            from .table import open_table  # noqa: PLC0415 - SQLite may be missing from a Python altogether
        except ImportError:
            pass
        else:
            if table := open_table(stemmed=wanted != "fts5-unstemmed"):
                return table
    from .like import LikeEngine  # noqa: PLC0415 - each engine's module is loaded when it is the one

    return LikeEngine()
