"""`kb alias`."""

from typing import Annotated

import typer

from ..store.records.aliases import find_alias, list_aliases
from ..store.records.change_page import EditRequest, add_aliases
from .options import JsonOption, KbOption, NoColorOption, find_base, today
from .outcome import Outcome, Output
from .render import aliases as aliases_view
from .render import change as change_view
from .writing import HereOption, PushOption, git_in, page_name

alias = typer.Typer(add_completion=False, help="Keep the names that people say for pages.", rich_markup_mode=None)


@alias.command()
def add(  # noqa: PLR0913, PLR0917 - each parameter is an option
    page: Annotated[str, typer.Argument(metavar="PAGE", help="The page, by path or id")],
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="What people say")],
    here: HereOption = False,
    push: PushOption = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Add names to a page, on a branch of their own.

    Nothing but the aliases changes: comments, quotes, order and line ends stay.

    Example: kb alias add wiki/rollback.md "undo a deploy" --push
    """
    config = find_base(kb)
    request = EditRequest(page_name(page, config), today(), here, push)
    change = add_aliases(config, git_in(config.root), request, tuple(names))
    return Outcome(change, change_view, Output(json, no_color), change.warnings)


@alias.command(name="list")
def list_(
    page: Annotated[str | None, typer.Argument(metavar="[PAGE]", help="Only those of this page")] = None,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """List the names and their pages.

    Example: kb alias list wiki/rollback.md
    """
    config = find_base(kb)
    found = list_aliases(config, None if page is None else page_name(page, config))
    return Outcome(aliases_view.Aliases(None, found), aliases_view, Output(json, no_color))


@alias.command()
def find(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What people say")],
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Find the page that a name stands for; where none does, the names that hold it.

    Example: kb alias find "stuck canary"
    """
    found = find_alias(find_base(kb), name)
    return Outcome(aliases_view.Aliases(name, found), aliases_view, Output(json, no_color))
