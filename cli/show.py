"""`kb show`."""

from typing import Annotated

import typer

from ..store.pages.base import read_base
from ..store.pages.target import find_target
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import page as view


def show(
    target: Annotated[str, typer.Argument(metavar="TARGET", help="PATH, PATH#ANCHOR, PATH:12-20, or a record's id")],
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Print a page or a part of it.

    An anchor stands for its whole section, subsections included. The addresses that search prints can be given back.

    Example: kb show wiki/rollback.md#when-a-rollout-is-stuck
    """
    return Outcome(find_target(read_base(find_base(kb)), target), view, Output(json, no_color))
