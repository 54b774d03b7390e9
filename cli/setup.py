"""`kb setup`."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ..store.bases.setup import SetupRequest, folder_name, set_up
from ..store.git.sync import CLONE_LIMIT
from .options import JsonOption, NoColorOption, absolute, settings_path
from .outcome import Outcome, Output
from .render import setup as view
from .writing import git_in


def setup(  # noqa: PLR0913, PLR0917 - each parameter is an option
    url: Annotated[str, typer.Argument(metavar="URL", help="The base's repository, as git takes it")],
    folder: Annotated[
        str | None, typer.Argument(metavar="[DIR]", help="Where it goes; else a folder of its name")
    ] = None,
    copy: Annotated[bool, typer.Option("--copy", help="Copy the base's skills instead of linking them")] = False,
    kb: Annotated[str | None, typer.Option("--kb", metavar="PATH", help="The same as DIR")] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Set this machine up for a team's base.

    Clones it, or brings the clone up to date; makes it your default base unless you have another; and gives the
    skills in its folder skills/ to the agents that you have. Nothing that is there is overwritten.

    Example: kb setup git@git.harbor.example:operations/knowledge.git
    """
    named = [name for name in (folder, kb) if name is not None]
    if len(named) > 1:
        raise typer.BadParameter("name one folder")
    root = absolute(named[0] if named else folder_name(url))
    address = str(absolute(url)) if Path(url).exists() else url
    request = SetupRequest(address, root, settings_path(os.environ), Path.home(), copy)
    made = set_up(git_in(Path.home(), CLONE_LIMIT), request)
    return Outcome(made, view, Output(json, no_color), made.warnings)
