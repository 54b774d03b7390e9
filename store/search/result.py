"""The request and the result of a search."""

# Read at run time, not as text: to evaluate the text of these many fields takes 1 ms of every search.
from collections.abc import Mapping
from typing import Literal, NamedTuple

from ..errors import KbError
from ..pages.page import Page
from ..pages.walk import Skipped
from .engine import EngineName
from .filters import NO_FILTERS, Filters
from .question import Question, Term, read_question

Match = Literal["full", "partial"]
Unit = Literal["page", "passage"]

DEFAULT_LIMIT = 10


class Request(NamedTuple):
    """What to search for; `make_request` makes one.

    Attributes:
        question: the wordings; none lists the pages that pass the filters.
        filters: which pages are searched.
        unit: whether pages or passages are ranked.
        limit: how many results at most; 0 is all.
        explain: whether to say how each result came to its place.
        engine: an engine to use instead of the best.
    """

    question: Question
    filters: Filters
    unit: Unit
    limit: int
    explain: bool
    engine: EngineName | None


def make_request(  # noqa: PLR0913 - one parameter a field
    wordings: tuple[str, ...],
    filters: Filters = NO_FILTERS,
    *,
    unit: Unit = "page",
    limit: int = DEFAULT_LIMIT,
    explain: bool = False,
    engine: EngineName | None = None,
) -> Request:
    """Return a request, its wordings read.

    Raises:
        KbError: `usage` when the question or the limit is wrong, or there is neither question nor filter.
    """
    if limit < 0:
        raise KbError("usage", "negative-limit", f"the limit is {limit}", "give 0 for all, or a number above 0")
    if not wordings and filters == NO_FILTERS:
        raise KbError("usage", "empty-question", "there is nothing to search for", "give words, or a filter to list by")
    return Request(read_question(wordings), filters, unit, limit, explain, engine)


class Excerpt(NamedTuple):
    """A passage as it is shown: where it is in the file, and its text, or a window of a text that is very long."""

    anchor: str
    trail: tuple[str, ...]
    start_line: int
    end_line: int
    text: str
    truncated: bool


class Copy(NamedTuple):
    """Where the same text stands again."""

    path: str
    anchor: str
    start_line: int
    end_line: int


class Standing(NamedTuple):
    """How a result stands for one wording: its rank, its score, and each column's share of that, adding up to 1."""

    wording: str
    rank: int
    score: float
    columns: Mapping[str, float]


class Hit(NamedTuple):
    """One result.

    Attributes:
        page: the page.
        match: whether it holds every term of a wording.
        score: what ranked it, to be compared within one result only; None in a list without words.
        passage: the passage that answers best; None in a list without words and of a page without a body.
        missing: the terms that a partial match lacks.
        copies: where the passage's text stands again.
        standings: how it came to its place, when that was asked for.
    """

    page: Page
    match: Match
    score: float | None
    passage: Excerpt | None
    missing: tuple[str, ...] = ()
    copies: tuple[Copy, ...] = ()
    standings: tuple[Standing, ...] = ()


class Broken(NamedTuple):
    """A page that was searched by its body alone, because its frontmatter cannot be read."""

    path: str
    line: int
    reason: str


class Coverage(NamedTuple):
    """What the search saw.

    Attributes:
        base: the base's name, or else its folder.
        pages: how many pages were read.
        passed: how many of them passed the filters.
        skipped: files and folders that could not be read.
        broken: pages that were searched by their body alone.
    """

    base: str
    pages: int
    passed: int
    skipped: tuple[Skipped, ...]
    broken: tuple[Broken, ...]


class Result(NamedTuple):
    """What a search found.

    Attributes:
        request: what was asked.
        wordings: the distinct wordings that were searched.
        terms: their distinct terms.
        engine: what ranked; None in a list without words.
        coverage: what was seen.
        full: how many results hold every term of a wording.
        partial: how many hold only some.
        hits: the results, at most as many as the limit.
        warnings: sentences on what was left out or done otherwise.
    """

    request: Request
    wordings: tuple[str, ...]
    terms: tuple[Term, ...]
    engine: EngineName | None
    coverage: Coverage
    full: int
    partial: int
    hits: tuple[Hit, ...]
    warnings: tuple[str, ...]
