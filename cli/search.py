"""`kb search`."""

import os
import time
from typing import Annotated

import typer

from ..store.config import Config, is_marked
from ..store.search.filters import Filters
from ..store.search.result import DEFAULT_LIMIT, Result, make_request
from ..store.search.search import search_folder
from .options import JsonOption, KbOption, NoColorOption, find_base, wanted_engine, working_directory
from .outcome import Outcome, Output
from .render import search as view


def search(  # noqa: PLR0913, PLR0917 - each parameter is an option
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS...", help="What to look for; '\"a phrase\"', in both kinds of quotes, stays together"
        ),
    ] = None,
    also: Annotated[
        list[str] | None, typer.Option(metavar="WORDING", help="The same question in other words; may be repeated")
    ] = None,
    types: Annotated[list[str] | None, typer.Option("--type", metavar="KIND", help="Only pages of this kind")] = None,
    status: Annotated[
        list[str] | None, typer.Option(metavar="STATUS", help="Only records in this status; shared pages stay")
    ] = None,
    repo: Annotated[
        list[str] | None, typer.Option(metavar="REPO", help="Only records about this repository; shared pages stay")
    ] = None,
    system: Annotated[list[str] | None, typer.Option(metavar="SYSTEM", help="Only pages about this system")] = None,
    tag: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Only pages with this tag")] = None,
    path: Annotated[
        list[str] | None, typer.Option(metavar="PATH", help="Only pages below this folder, or that match a pattern")
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only pages updated on or after this day, month or year")
    ] = None,
    passages: Annotated[
        bool, typer.Option("--passages", help="Rank passages instead of pages; copies of one text count once")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", help="How many results at most; 0 shows all")
    ] = DEFAULT_LIMIT,
    explain: Annotated[bool, typer.Option("--explain", help="Say for each result how it came to its place")] = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Find the pages and passages that answer a question.

    Pages that hold every term come first, best first; then those that hold only some. Without words, the filters list
    what passes. The values of one filter are alternatives; different filters must all pass.

    Example: kb search stuck rollout --also "roll back deployment" --type finding
    """
    request = make_request(
        tuple(text for text in (" ".join(words) if words else None, *(also or ())) if text is not None),
        Filters(
            types=tuple(types or ()),
            statuses=tuple(status or ()),
            repos=tuple(repo or ()),
            systems=tuple(system or ()),
            tags=tuple(tag or ()),
            paths=tuple(path or ()),
            since=since,
        ),
        unit="passage" if passages else "page",
        limit=limit,
        explain=explain,
        engine=wanted_engine(),
    )
    config = find_base(kb)
    start = time.perf_counter()
    result = search_folder(config, request)
    trouble = _log(config, result, time.perf_counter() - start)
    return Outcome(result, view, Output(json, no_color), (*view.warnings(result), *([trouble] if trouble else [])))


def _log(config: Config, result: Result, seconds: float) -> str:
    """Log a search with words in a base that is marked as one; return why that was not possible, or an empty text."""
    if not result.wordings or not config.log or os.environ.get("KB_NO_LOG") or not is_marked(config.root):
        return ""
    from ..store.files import top_of_repository  # noqa: PLC0415 - a search that is not logged need not wait for these
    from ..store.journal.append import log_search  # noqa: PLC0415 - as above

    here = working_directory()
    top = top_of_repository(here) if here else None
    return log_search(config.root, result, now=time.time(), seconds=seconds, repository=top.name if top else None)
