"""`kb new`."""

from typing import Annotated

import typer

from ..store.records.draft import DraftRequest, new_draft
from .editor import edit as edit_file
from .options import JsonOption, KbOption, NoColorOption, find_base, today
from .outcome import Outcome, Output
from .render import change as view
from .writing import BodyOption, SetOption, fields_of, git_in, read_text, repository_of


def new(  # noqa: PLR0913, PLR0917 - each parameter is an option
    kind: Annotated[str, typer.Argument(metavar="KIND", help="finding, decision, incident, wiki, note, or your own")],
    summary: Annotated[str, typer.Argument(metavar="SUMMARY", help="What the page tells, in one sentence")],
    fields: SetOption = None,
    body: BodyOption = None,
    path: Annotated[
        str | None, typer.Option("--path", metavar="PATH", help="Where a page without an id goes, below the base")
    ] = None,
    edit: Annotated[bool, typer.Option("--edit", help="Open the draft in your editor")] = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Write a draft of a page from its template.

    A record gets the next id that is free here and on every branch. The draft lies in the working tree until kb
    capture puts it on a branch.

    Example: kb new finding "Retries double the load" --set severity=high --set systems=rate-quoter
    """
    config = find_base(kb)
    git = git_in(config.root)
    request = DraftRequest(kind, summary, today(), fields_of(fields), read_text(body), path)
    change = new_draft(config, request, git, repository_of(git))
    if edit:
        edit_file(git, config.root / change.paths[0])
    return Outcome(change, view, Output(json, no_color), change.warnings)
