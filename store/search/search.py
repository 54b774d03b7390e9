"""A search, from the request to the result."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from ..config import unreadable_base
from ..errors import KbError
from ..pages.base import read_base
from ..pages.passages import telling_passages, whole_file
from .engine import open_engine
from .excerpt import Pointer
from .filters import check, make_filter
from .ranking import missing_terms, rank
from .result import Broken, Copy, Coverage, Hit, Request, Result
from .rows import page_row, passage_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..config import Config
    from ..pages.base import Base
    from ..pages.page import Page
    from ..pages.passages import Passage
    from .engine import Engine
    from .ranking import Ranking
    from .result import Standing
    from .rows import Row


def search(base: Base, request: Request) -> Result:
    """Search a base that was read.

    Raises:
        KbError: `usage` when a filter is wrong; `missing` when the base has no pages.
    """
    with closing(_Searched(request)) as searched:
        for page in base.pages:
            searched.add(page)
        return _answer(base, request, searched)


def search_folder(config: Config, request: Request) -> Result:
    """Read a base and search it, while it is read as far as that goes; the result is the one that `search` gives.

    Raises:
        KbError: as `search`.
    """
    with closing(_Searched(request)) as searched:
        return _answer(read_base(config, searched.add), request, searched)


class _Searched:
    """The rows that are ranked, and the page, and in a search for passages the passage, that each stands for."""

    def __init__(self, request: Request) -> None:
        self.rows: list[Row] = []
        self.pages: list[Page] = []
        self.passages: list[Passage] = []
        self.passed = 0
        self._passes = make_filter(request.filters, with_words=bool(request.question.wordings))
        self._by_passage = request.unit == "passage"
        self.engine = open_engine(request.engine) if request.question.wordings else None

    def add(self, page: Page) -> None:
        """Take a page, unless a filter leaves it out."""
        if not self._passes(page):
            return
        self.passed += 1
        if self.engine is None:
            self.pages.append(page)
        elif self._by_passage:
            passages = telling_passages(page) or (whole_file(page),)
            self.passages += passages
            self.pages += [page] * len(passages)
            self._add_rows(self.engine, passage_rows(page, passages))
        else:
            self.pages.append(page)
            self._add_rows(self.engine, [page_row(page)])

    def _add_rows(self, engine: Engine, rows: list[Row]) -> None:
        self.rows += rows
        for row in rows:
            engine.add(row)

    def close(self) -> None:
        """Close the engine."""
        if self.engine:
            self.engine.close()

    def copy(self, row: int) -> Copy:
        """Return where a row's passage is."""
        passage = self.passages[row]
        return Copy(self.pages[row].path, passage.anchor, passage.start_line, passage.end_line)


def _answer(base: Base, request: Request, searched: _Searched) -> Result:
    if not base.pages:
        raise _no_pages(base)
    check(base, request.filters)
    if searched.engine is None:
        return _listed(base, request, searched.pages)
    searched.engine.finish()
    return _ranked(base, request, searched, searched.engine)


def _no_pages(base: Base) -> KbError:
    root = base.config.root
    for skipped in base.skipped:
        if skipped.path == ".":
            return unreadable_base(root, skipped.reason)
        trouble = f"{root} has no page that can be read: {skipped.path}: {skipped.reason}"
        return KbError("missing", "empty-base", trouble, f"of {len(base.skipped)} such, mend this one first")
    hint = "a page is a file whose name ends in .md; see what is excluded in kb.toml and .gitignore"
    return KbError("missing", "empty-base", f"{root} has no pages", hint)


def _listed(base: Base, request: Request, pages: list[Page]) -> Result:
    hits = tuple(Hit(page, "full", None, None) for page in pages[: request.limit or None])
    return Result(request, (), (), None, _coverage(base, len(pages)), len(pages), 0, hits, ())


def _ranked(base: Base, request: Request, searched: _Searched, engine: Engine) -> Result:
    wordings = request.question.wordings
    terms = tuple({(term.folded, term.is_phrase): term for wording in wordings for term in wording.terms}.values())
    ranking = rank(wordings, engine, searched.rows)
    pointer = Pointer(terms, engine)
    counted, shown = _shown_rows(request, ranking, searched)
    full = sum(map(ranking.is_full, counted))
    return Result(
        request=request,
        wordings=tuple(wording.text for wording in wordings),
        terms=terms,
        engine=engine.name,
        coverage=_coverage(base, searched.passed),
        full=full,
        partial=len(counted) - full,
        hits=tuple(
            Hit(
                page=searched.pages[row],
                match="full" if ranking.is_full(row) else "partial",
                score=ranking.scores.get(row, 0.0),
                passage=pointer.excerpt(passage) if passage else None,
                missing=missing_terms(ranking, engine, row),
                copies=tuple(searched.copy(other) for other in shown[row]),
                standings=_standings(request, ranking, engine, row),
            )
            for row, passage in zip(shown, _shown_passages(searched, shown, pointer), strict=True)
        ),
        warnings=(*request.question.warnings, *_engine_warnings(request, engine)),
    )


def _shown_rows(
    request: Request, ranking: Ranking, searched: _Searched
) -> tuple[Sequence[int], Mapping[int, Sequence[int]]]:
    """Return the rows that count as results, and those that are shown, each with its copies; pages are not compared."""
    if request.unit == "page":
        return ranking.order, dict.fromkeys(ranking.order[: request.limit or None], ())
    from .copies import group_copies  # noqa: PLC0415 - only passages are compared

    groups = group_copies(ranking.order, searched.rows)
    return tuple(groups), {row: groups[row] for row in list(groups)[: request.limit or None]}


def _shown_passages(searched: _Searched, shown: Iterable[int], pointer: Pointer) -> list[Passage | None]:
    if searched.passages:
        return [searched.passages[row] for row in shown]
    return [pointer.best_passage(telling_passages(searched.pages[row])) for row in shown]


def _standings(request: Request, ranking: Ranking, engine: Engine, row: int) -> tuple[Standing, ...]:
    if not request.explain:
        return ()
    from .explain import explain  # noqa: PLC0415 - only for those who ask

    return explain(ranking, engine, row)


def _coverage(base: Base, passed: int) -> Coverage:
    broken = tuple(Broken(page.path, page.problem_line, page.problem) for page in base.pages if page.problem)
    return Coverage(base.config.name or str(base.config.root), len(base.pages), passed, base.skipped, broken)


def _engine_warnings(request: Request, engine: Engine) -> tuple[str, ...]:
    if engine.name == (request.engine or "fts5"):
        return ()
    if engine.name == "like":
        return ("this SQLite has no FTS5: results are ordered by terms held, and other forms of a word may be missing",)
    return ("this SQLite has no stemmer: other forms of a word may be missing",)
