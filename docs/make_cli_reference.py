"""The CLI reference from the help of the commands: python docs/make_cli_reference.py writes docs/cli.md."""

from __future__ import annotations

from pathlib import Path

import typer

from kb.cli.app import VERBS, VerbGroup, app

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
        inner = command.make_context(verb, [], parent=context, resilient_parsing=True)
        parts += [f"## kb {verb}\n", _block(command.get_help(inner))]
    return "\n".join(parts)


def _block(text: str) -> str:
    lines = (line.rstrip() for line in text.strip().splitlines())
    return "```text\n" + "\n".join(lines) + "\n```\n"


if __name__ == "__main__":
    Path(__file__).with_name("cli.md").write_text(reference(), encoding="utf-8", newline="\n")
