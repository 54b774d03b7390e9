"""`kb demo`."""

from pathlib import Path
from typing import Annotated

import typer

from ..store.bases.demo import run_demo
from .options import JsonOption, NoColorOption
from .render import demo as view
from .result import Output, Result


def demo(
    kb: Annotated[
        Path | None,
        typer.Option("--kb", metavar="PATH", help="A new folder for the example, instead of a temporary one"),
    ] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Result:
    """Make the built-in example and search it.

    Example: kb demo
    """
    return Result(run_demo(kb), view, Output(json, no_color))
