"""`kb set`."""

from typing import Annotated

import typer

from ..store.records.change_page import EditRequest, set_fields
from .options import JsonOption, KbOption, NoColorOption, find_base, today
from .outcome import Outcome, Output
from .render import change as view
from .writing import HereOption, PushOption, fields_of, git_in, page_name


def set(  # noqa: A001, PLR0913, PLR0917 - the verb's name; each parameter is an option
    page: Annotated[str, typer.Argument(metavar="ID|PATH", help="The page")],
    fields: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE...", help="Lists take commas")],
    here: HereOption = False,
    push: PushOption = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Set fields of a page, on a branch of their own.

    A status moves as the life cycle of the page's kind allows; updated becomes today.

    Example: kb set F-2026-06-09-001 status=superseded --push
    """
    config = find_base(kb)
    request = EditRequest(page_name(page, config), today(), here, push)
    change = set_fields(config, git_in(config.root), request, fields_of(fields))
    return Outcome(change, view, Output(json, no_color), change.warnings)
