"""The CLI reference from the help of the commands: python docs/make_cli_reference.py writes docs/cli.md."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer
from typer.core import TyperGroup

from kb.cli.app import VERBS, VerbGroup, app

if TYPE_CHECKING:
    from typer._click.core import Command, Context

WIDTH = 100
HEAD = """# The commands

Written by `python docs/make_cli_reference.py` from the help of the commands; a test compares the two.
"""


def reference() -> str:
    """Return the text of docs/cli.md."""
    group = typer.main.get_command(app)
    assert isinstance(group, VerbGroup)  # noqa: S101 - tells the type checker what `cls=` says
    context = group.make_context("kb", [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH)
    parts = [HEAD, "## kb\n", _block(group.get_help(context))]
    for verb in VERBS:
        command = group.get_command(context, verb)
        assert command is not None  # noqa: S101 - the table of verbs is the group's own
        parts += _parts(command, context, f"kb {verb}")
    return "\n".join(parts)


def _parts(command: Command, context: Context, path: str) -> list[str]:
    """Return the help of a verb, and of the verbs below it."""
    inner = command.make_context(path.rpartition(" ")[2], [], parent=context, resilient_parsing=True)
    parts = [f"## {path}\n", _block(command.get_help(inner))]
    if isinstance(command, TyperGroup):
        for name, below in command.commands.items():
            parts += _parts(below, inner, f"{path} {name}")
    return parts


def _block(text: str) -> str:
    lines = (line.rstrip() for line in text.strip().splitlines())
    return "```text\n" + "\n".join(lines) + "\n```\n"


if __name__ == "__main__":
    Path(__file__).with_name("cli.md").write_text(reference(), encoding="utf-8", newline="\n")
