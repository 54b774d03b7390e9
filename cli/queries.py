"""`kb queries`."""

import time
from typing import Annotated

import typer

from ..store.journal.apply import apply_ticks
from ..store.journal.export import ExportRequest, export_misses
from ..store.journal.report import report
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import change as change_view
from .render import queries as view
from .writing import PushOption, git_in, page_name

DAYS = 30


def queries(  # noqa: PLR0913, PLR0917 - each parameter is an option
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="How many days back")] = DAYS,
    export: Annotated[bool, typer.Option("--export", help="Put a month's misses on a branch, for review")] = False,
    month: Annotated[
        str | None, typer.Option("--month", metavar="YYYY-MM", help="The month to export, in UTC; else this one")
    ] = None,
    apply: Annotated[
        str | None, typer.Option("--apply", metavar="PAGE", help="Make the ticked wordings of a merged page aliases")
    ] = None,
    push: PushOption = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Say what was searched and what missed, from the log of this clone.

    A search missed when no page held all of its words, or when it was rephrased until a page was found.

    Example: kb queries --export --push
    """
    if (export and apply) or (push and not export and not apply) or (month and not export):
        raise typer.BadParameter("--push goes with --export or --apply, --month with --export, and not both at once")
    config = find_base(kb)
    output = Output(json, no_color)
    if not export and not apply:
        return Outcome(report(config.root, days, time.time()), view, output)
    git = git_in(config.root)
    if export:
        request = ExportRequest(month or time.strftime("%Y-%m", time.gmtime(time.time())), push)
        change = export_misses(config, git, request)
    else:
        change = apply_ticks(config, git, page_name(apply or "", config), push=push)
    return Outcome(change, change_view, output, change.warnings)
