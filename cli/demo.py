"""`kb demo`."""

from ..store.bases.demo import run_demo
from .options import JsonOption, NoColorOption
from .render import demo as view
from .result import Output, Result


def demo(
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Result:
    """Make the built-in example in a temporary folder and search it.

    Example: kb demo
    """
    return Result(run_demo(), view, Output(json, no_color))
