"""`kb compass`."""

from pathlib import Path
from typing import Annotated

import typer

from ..store.maps.build import BuildRequest, build_catalogue
from ..store.maps.compass import make_compass
from .options import JsonOption, KbOption, NoColorOption, absolute, find_base, today
from .outcome import Outcome, Output
from .render import change as change_view
from .render import compass as view
from .writing import PushOption, git_in

compass = typer.Typer(add_completion=False, help="Catalogue what code repositories are for.", rich_markup_mode=None)


@compass.command()
def init(
    repository: Annotated[str, typer.Argument(metavar="REPO", help="The folder of a code repository")],
    kb: Annotated[
        str | None, typer.Option("--kb", metavar="PATH", help="Taken as by every verb; a compass needs no base")
    ] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Give a code repository an AGENTS.md to fill in; one that is there is never overwritten.

    Example: kb compass init ../rate-quoter
    """
    del kb
    return Outcome(make_compass(absolute(repository)), view, Output(json, no_color))


@compass.command()
def build(
    repositories: Annotated[
        list[str], typer.Argument(metavar="REPO...", help="Folders of code repositories, each PATH or PATH=NAME")
    ],
    push: PushOption = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Write the catalogue wiki/repositories.md from the AGENTS.md of each repository, on a branch.

    Repositories that are not named, or whose AGENTS.md is not filled in, keep the section that they have.

    Example: kb compass build ../rate-quoter ../checkout-api --push
    """
    config = find_base(kb)
    request = BuildRequest(tuple(map(_named, repositories)), today(), push)
    change = build_catalogue(config, git_in(config.root), request)
    return Outcome(change, change_view, Output(json, no_color), change.warnings)


def _named(given: str) -> tuple[str, Path]:
    """Return the name and the folder of `PATH` or `PATH=NAME`; a folder may have the sign in its name."""
    path, sign, name = given.rpartition("=")
    if sign and path and not absolute(given).is_dir():
        return name, absolute(path)
    return absolute(given).name, absolute(given)
