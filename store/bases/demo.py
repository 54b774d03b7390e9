"""The main job, step by step, on the built-in example."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..config import read_config
from ..pages.base import read_base
from ..search.result import Request, Result, make_request
from ..search.search import search
from .create import create_example

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Step(NamedTuple):
    """A step: what it shows, the command as typed inside the base, and what came out."""

    shows: str
    command: tuple[str, ...]
    as_json: bool
    result: Result


class Demo(NamedTuple):
    """The example base and the steps on it."""

    root: Path
    steps: tuple[Step, ...]


QUESTION = "how do we roll back a stuck deployment"
OTHER = "revert a stalled rollout"


def run_demo(folder: Path, environ: Mapping[str, str]) -> Demo:
    """Make the example in a folder, absolute and new or empty, and search it; the example stays.

    Args:
        folder: the folder.
        environ: the variables of the process, for git.

    Raises:
        KbError: `refused` or `outside` when the example cannot be made.
    """
    root = create_example(folder, environ).root
    base = read_base(read_config(root))

    def step(shows: str, request: Request, *options: str, as_json: bool = False) -> Step:
        return Step(shows, ("kb", "search", QUESTION, *options), as_json, search(base, request))

    return Demo(
        root,
        (
            step(
                "A question finds the page and the passage that answers it",
                make_request((QUESTION,), limit=3),
                "-n",
                "3",
            ),
            step(
                "The same question in two wordings, fused into one ranking",
                make_request((QUESTION, OTHER), limit=3),
                *("--also", OTHER, "-n", "3"),
            ),
            step(
                "Programs read the same as JSON",
                make_request((QUESTION,), limit=1),
                *("-n", "1", "--json"),
                as_json=True,
            ),
        ),
    )
