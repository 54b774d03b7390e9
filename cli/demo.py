"""`kb demo`."""

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from ..store.bases.demo import run_demo
from ..store.errors import KbError
from .options import JsonOption, NoColorOption, absolute
from .outcome import Outcome, Output
from .render import demo as view


def demo(
    kb: Annotated[
        str | None,
        typer.Option("--kb", metavar="PATH", help="A new folder for the example, instead of a temporary one"),
    ] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Make the built-in example and search it.

    Example: kb demo
    """
    folder = Path(tempfile.mkdtemp(prefix="kb-demo-")) / "harbor" if kb is None else absolute(kb)
    try:
        return Outcome(run_demo(folder, os.environ), view, Output(json, no_color))
    except KbError:
        if kb is None:
            folder.parent.rmdir()
        raise
