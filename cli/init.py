"""`kb init`."""

from pathlib import Path
from typing import Annotated

import typer

from ..store.bases.create import create_base, create_example
from .options import JsonOption, NoColorOption
from .render import base as view
from .result import Output, Result


def init(
    folder: Annotated[Path | None, typer.Argument(metavar="[DIR]", help="The folder; it may be new")] = None,
    example: Annotated[bool, typer.Option("--example", help="Write the built-in example, with one commit")] = False,
    kb: Annotated[Path | None, typer.Option("--kb", metavar="PATH", help="The same as DIR")] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Result:
    """Make a knowledge base.

    A folder that has Markdown already is adopted: what is missing is added, and no file in it is changed.

    Example: kb init harbor --example
    """
    root = folder or kb
    if root is None or (folder and kb):
        raise typer.BadParameter("name one folder")
    return Result((create_example if example else create_base)(root), view, Output(json, no_color))
