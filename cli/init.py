"""`kb init`."""

import os
from typing import Annotated

import typer

from ..store.bases.create import create_base, create_example
from .options import JsonOption, NoColorOption, absolute
from .outcome import Outcome, Output
from .render import base as view


def init(
    folder: Annotated[str | None, typer.Argument(metavar="[DIR]", help="The folder; it may be new")] = None,
    example: Annotated[bool, typer.Option("--example", help="Write the built-in example, with one commit")] = False,
    kb: Annotated[str | None, typer.Option("--kb", metavar="PATH", help="The same as DIR")] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Make a knowledge base.

    A folder that has Markdown already is adopted: what is missing is added, and no file in it is changed.

    Example: kb init harbor --example
    """
    named = [name for name in (folder, kb) if name is not None]
    if len(named) != 1:
        raise typer.BadParameter("name one folder")
    create = create_example if example else create_base
    return Outcome(create(absolute(named[0]), os.environ), view, Output(json, no_color))
