"""Judged questions asked of a base, each as a search would be, and scored."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from ..search.engine import build_engine
from ..search.filters import NO_FILTERS, make_filter
from ..search.question import read_question
from ..search.ranking import rank
from ..search.rows import page_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..pages.base import Base
    from ..search.engine import Engine, EngineName
    from ..search.filters import Filters
    from ..search.rows import Row
    from .questions import Judged

# A page behind the tenth is not found: people look no further.
DEPTH = 10
TOP = 3


class Scores(NamedTuple):
    """Scores of a question, or their means over several; each from 0 to 1."""

    ndcg_at_10: float
    hit_at_10: float
    first: float
    top_3: float
    mrr_at_10: float
    recall_at_10: float


class Answer(NamedTuple):
    """What a question found.

    Attributes:
        question: the question.
        rank: the place of the first page that answers it, from 1, or None when none of the first ten does.
        found: the paths of the first ten, best first.
        full: how many pages hold all of its terms.
        rank_without_filters: as `rank`, asked without its filters; the same for a question that has none.
    """

    question: Judged
    rank: int | None
    found: tuple[str, ...]
    full: int
    rank_without_filters: int | None


class Measured(NamedTuple):
    """A run of all questions.

    Attributes:
        engine: what ranked.
        answers: each question's answer, in the order of the file.
        scores: the means over the questions that have an answer; None when no question has one.
        without_filters: the same with the filters left out; None when no question has filters.
    """

    engine: str
    answers: tuple[Answer, ...]
    scores: Scores | None
    without_filters: Scores | None

    @property
    def judged(self) -> tuple[Answer, ...]:
        """The answers to the questions that have one in the base."""
        return tuple(answer for answer in self.answers if answer.question.relevant)

    @property
    def missed(self) -> tuple[Answer, ...]:
        """Those of them that none of the first ten pages answers."""
        return tuple(answer for answer in self.judged if answer.rank is None)


class _Ranker:
    """The pages that pass a set of filters, in an engine that is built once."""

    def __init__(self, base: Base, filters: Filters, wanted: EngineName | None) -> None:
        passes = make_filter(filters, with_words=True)
        self._paths = [page.path for page in base.pages if passes(page)]
        self._rows: list[Row] = [page_row(page) for page in base.pages if passes(page)]
        self.engine: Engine = build_engine(self._rows, wanted)

    def ask(self, wordings: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
        """Return the first pages that a question finds, best first, and how many hold all of its terms."""
        ranking = rank(read_question(wordings).wordings, self.engine, self._rows)
        return tuple(self._paths[row] for row in ranking.order[:DEPTH]), sum(map(ranking.is_full, ranking.order))


def measure(
    base: Base,
    questions: Iterable[Judged],
    *,
    engine: EngineName | None = None,
    each: Callable[[], None] | None = None,
) -> Measured:
    """Ask judged questions of a base, which is read and put into a table once, and score what they find.

    Args:
        base: the base.
        questions: the questions.
        engine: an engine to use instead of the best.
        each: is called after each question.
    """
    listed = tuple(questions)
    asked = _ask_all(base, listed, engine, each)
    answers: list[Answer] = []
    scores: list[Scores] = []
    without: list[Scores] = []
    for place, question in enumerate(listed):
        found, full = asked.found[place]
        plain, relevant = asked.plain[place], question.relevant
        answers.append(Answer(question, first_rank(found, relevant), found, full, first_rank(plain, relevant)))
        if relevant:
            scores.append(score(found, relevant))
            without.append(score(plain, relevant))
    has_filters = any(question.filters != NO_FILTERS for question in listed)
    return Measured(asked.engine, tuple(answers), _means(scores), _means(without) if has_filters else None)


class _AllAsked(NamedTuple):
    """What all questions found, by their places: with their filters and how many full, and without; and what ranked."""

    found: dict[int, tuple[tuple[str, ...], int]]
    plain: dict[int, tuple[str, ...]]
    engine: str


def _ask_all(
    base: Base, questions: tuple[Judged, ...], wanted: EngineName | None, each: Callable[[], None] | None
) -> _AllAsked:
    """Ask all questions, those of one set of filters together: a table is built once, and dropped behind the last."""
    asked = _AllAsked({}, {}, "none")
    for filters in dict.fromkeys((NO_FILTERS, *(question.filters for question in questions))):
        ranker = _Ranker(base, filters, wanted)
        asked = asked._replace(engine=ranker.engine.name)
        for place, question in enumerate(questions):
            if filters == NO_FILTERS:
                found = ranker.ask(question.wordings)
                asked.plain[place] = found[0]
            elif question.filters == filters:
                found = ranker.ask(question.wordings)
            else:
                continue
            if question.filters == filters:
                asked.found[place] = found
                if each:
                    each()
    return asked


def first_rank(found: tuple[str, ...], relevant: frozenset[str]) -> int | None:
    """Return the place of the first of the paths found that answers, from 1, or None."""
    return next((place for place, path in enumerate(found[:DEPTH], 1) if path in relevant), None)


def score(found: tuple[str, ...], relevant: frozenset[str]) -> Scores:
    """Return the scores of one question, given the paths found, best first; relevance is binary.

    nDCG is Järvelin and Kekäläinen's (TOIS 2002) with the logarithm to base 2 of rank + 1.
    """
    hits = [path in relevant for path in found[:DEPTH]]
    gain = sum(hit / math.log2(place + 2) for place, hit in enumerate(hits))
    ideal = sum(1 / math.log2(place + 2) for place in range(min(DEPTH, len(relevant))))
    first = first_rank(found, relevant)
    return Scores(
        ndcg_at_10=gain / ideal,
        hit_at_10=float(first is not None),
        first=float(first == 1),
        top_3=float(first is not None and first <= TOP),
        mrr_at_10=0.0 if first is None else 1 / first,
        recall_at_10=sum(hits) / len(relevant),
    )


def _means(scores: list[Scores]) -> Scores | None:
    return Scores(*(sum(column) / len(scores) for column in zip(*scores, strict=True))) if scores else None
