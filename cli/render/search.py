"""The result of `kb search`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...store.errors import counted
from ...store.pages.page import stem
from ...store.search.excerpt import best_line
from .page import heading_of, metadata

if TYPE_CHECKING:
    from ...store.pages.page import Page
    from ...store.search.question import Term
    from ...store.search.result import Coverage, Excerpt, Hit, Request, Result
    from .screen import Screen

PARTIAL_MARKER = "-- not every term matched --"
SHOWN_LINES = 2
# Of many unreadable files the first few are named on stderr; JSON names all.
NAMED = 5
DIGITS = 6
# What a passage says of its page: what it takes to trust and cite it. The page itself says the rest.
CITED = ("id", "title", "status", "confidence", "updated", "expires")


def document(result: Result) -> dict[str, Any]:
    """Return a search result as `kb/search/1`."""
    request, filters = result.request, result.request.filters
    return {
        "schema": "kb/search/1",
        "query": {
            "wordings": list(result.wordings),
            "filters": {
                "type": list(filters.types),
                "status": list(filters.statuses),
                "repo": list(filters.repos),
                "system": list(filters.systems),
                "tag": list(filters.tags),
                "path": list(filters.paths),
                "since": filters.since,
            },
            "limit": request.limit,
            "unit": request.unit,
        },
        "engine": result.engine,
        "coverage": _coverage(result.coverage),
        "total": {"full": result.full, "partial": result.partial},
        "results": [_hit(hit, request) for hit in result.hits],
        "warnings": list(result.warnings),
    }


def warnings(result: Result) -> tuple[str, ...]:
    """Return what a result has to say on stderr, a sentence each."""
    coverage = result.coverage
    notes = list(result.warnings)
    skipped = [f"{item.path}: {item.reason}" for item in coverage.skipped]
    broken = [f"{item.path}:{item.line}: {item.reason}" for item in coverage.broken]
    for what, names in (("could not be read and is not searched", skipped), ("is searched by its body alone", broken)):
        notes += [f"{name}; it {what}" for name in names[:NAMED]]
        if len(names) > NAMED:
            notes.append(f"so it is with {len(names) - NAMED} more; --json names them all")
    return tuple(notes)


def text(result: Result, screen: Screen) -> None:
    """Show a search result to a person."""
    for number, hit in enumerate(result.hits):
        if number:
            screen.line()
        if hit.match == "partial" and (number == 0 or result.hits[number - 1].match == "full"):
            screen.line((PARTIAL_MARKER, "yellow"))
            screen.line()
        _show_hit(hit, result, screen)
    if result.hits:
        screen.line()
    screen.line((_summary(result), "dim"))


def _coverage(coverage: Coverage) -> dict[str, Any]:
    return {
        "pages": coverage.pages,
        "passed": coverage.passed,
        "skipped": [{"path": item.path, "reason": item.reason} for item in coverage.skipped],
        "broken": [{"path": item.path, "line": item.line, "reason": item.reason} for item in coverage.broken],
        "complete": not coverage.skipped,
    }


def _hit(hit: Hit, request: Request) -> dict[str, Any]:
    is_passage = request.unit == "passage" and hit.passage is not None
    shown = {
        "path": hit.page.path,
        "kind": hit.page.kind,
        "match": hit.match,
        "score": None if hit.score is None else round(hit.score, DIGITS),
        **(_citation(hit.page) if is_passage else metadata(hit.page)),
        "passage": hit.passage and _passage(hit.passage),
        "missing": list(hit.missing),
        "copies": [
            {"path": copy.path, "anchor": copy.anchor, "start_line": copy.start_line, "end_line": copy.end_line}
            for copy in hit.copies
        ],
    }
    if request.explain:
        shown["explain"] = [
            {
                "wording": standing.wording,
                "rank": standing.rank,
                "score": round(standing.score, DIGITS),
                "columns": {name: round(share, DIGITS) for name, share in standing.columns.items()},
            }
            for standing in hit.standings
        ]
    return _said(shown) if is_passage else shown


def _citation(page: Page) -> dict[str, Any]:
    """Return what a passage says of its page; the summary only of one that has no title but its file's name."""
    said = metadata(page)
    names = CITED if page.title != stem(page.path) else ("summary", *CITED)
    return {name: said[name] for name in names}


def _said(shown: dict[str, Any]) -> dict[str, Any]:
    """Return what there is to say of a passage, without null, what is empty, and false."""
    passage = {name: value for name, value in shown["passage"].items() if value is not False}
    told = (shown | {"passage": passage}).items()
    return {name: value for name, value in told if value is not None and value not in ("", [])}


def _passage(passage: Excerpt) -> dict[str, Any]:
    return {
        "anchor": passage.anchor,
        "start_line": passage.start_line,
        "end_line": passage.end_line,
        "text": passage.text,
        "truncated": passage.truncated,
    }


def _show_hit(hit: Hit, result: Result, screen: Screen) -> None:
    page, passage = hit.page, hit.passage
    lines = f":{passage.start_line}-{passage.end_line}" if passage else ""
    facts = [page.kind, *(value for name in ("status", "confidence", "updated") if (value := page.one(name)))]
    screen.line((page.path, "bold cyan"), (lines, "cyan"), "  ", (" \u00b7 ".join(facts), "dim"))
    words = [term.text for term in result.terms]
    screen.marked("  ", heading_of(page), words, "bold")
    if passage:
        trail = passage.trail[1:] if passage.trail[:1] == (page.title,) else passage.trail
        if trail:
            screen.line(("  " + " \u203a ".join(trail), "dim"))
        for line in _best_lines(passage, result.terms):
            screen.marked("    ", line, words, "bold yellow", may_begin_later=True)
    if hit.missing:
        screen.line(("  without: " + ", ".join(hit.missing), "yellow"))
    for copy in hit.copies:
        screen.line((f"  also in {copy.path}:{copy.start_line}-{copy.end_line}", "dim"))
    for standing in hit.standings:
        shares = ", ".join(f"{name} {share:.0%}" for name, share in standing.columns.items())
        screen.line((f"  rank {standing.rank} for {standing.wording!r}, score {standing.score:.3f}: {shares}", "dim"))


def _best_lines(passage: Excerpt, terms: tuple[Term, ...]) -> list[str]:
    """Return a few lines of a passage, from the one on that has most of the terms."""
    lines = [line.strip() for line in passage.text.split("\n")]
    if passage.trail and len(lines) > 1 and passage.trail[-1] in lines[0]:
        lines = lines[1:]
    lines = [line for line in lines if line]
    start = max(0, min(best_line(lines, terms), len(lines) - SHOWN_LINES))
    return lines[start : start + SHOWN_LINES]


def _summary(result: Result) -> str:
    found, shown, coverage = result.full + result.partial, len(result.hits), result.coverage
    every = f"{counted(coverage.pages, 'page')} of {coverage.base}"
    pages = every if coverage.passed == coverage.pages else f"{coverage.passed} that pass, of {every}"
    if not result.wordings:
        counts = f"{found} of {every} pass"
    elif not found:
        counts = f"nothing found: none of {pages} holds any of the terms"
    else:
        counts = f"{result.full} full, {result.partial} partial; {pages} searched"
    return counts if shown == found else f"{counts}; {shown} shown (--limit 0 shows all)"
