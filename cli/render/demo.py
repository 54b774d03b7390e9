"""The result of `kb demo`."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

from . import search
from .plain import clean, shell_word

if TYPE_CHECKING:
    from ...store.bases.demo import Demo
    from .screen import Screen


def document(demo: Demo) -> dict[str, Any]:
    """Return the steps as `kb/demo/1`."""
    return {
        "schema": "kb/demo/1",
        "root": str(demo.root),
        "steps": [
            {"shows": step.shows, "command": list(step.command), "result": search.document(step.result)}
            for step in demo.steps
        ],
    }


def text(demo: Demo, screen: Screen) -> None:
    """Show each step as on a terminal."""
    screen.line(("$ cd " + shell_word(str(demo.root)), "bold"))
    screen.line()
    for number, step in enumerate(demo.steps, 1):
        screen.line((f"{number}. {step.shows}", "bold green"))
        screen.line(("$ " + shlex.join(step.command), "bold"))
        screen.line()
        if step.as_json:
            screen.raw(clean(json.dumps(search.document(step.result), ensure_ascii=False, indent=2)) + "\n")
        else:
            search.text(step.result, screen)
        screen.line()
    screen.line("The example stays in ", (str(demo.root), "bold"), " for questions of your own.")
