"""The command line: the table of verbs, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..store.errors import KbError, Kind
from .render.edge import show, show_error
from .result import Output, Result

if TYPE_CHECKING:
    from collections.abc import Sequence

# The verbs in the order of the help; each is the function of its name in the module of its name.
VERBS = ("search", "show", "init", "demo", "schema")
EXIT_CODES: dict[Kind, int] = {"usage": 2, "missing": 3, "refused": 4, "outside": 5, "bug": 70}
INTERRUPTED = 130

# Typer exports only this one of its usage errors; the others share its base.
UsageError: type[Any] = typer.BadParameter.__mro__[1]


class VerbGroup(TyperGroup):
    """Loads a verb's module only when the verb is called."""

    def list_commands(self, ctx: typer.Context) -> list[str]:
        """Return the names of the verbs."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:
        """Return the command of a verb, or None when there is no such verb."""
        del ctx
        if cmd_name not in VERBS:
            return None
        verb = typer.Typer(add_completion=False)
        verb.command(cmd_name)(getattr(import_module(f".{cmd_name}", __package__), cmd_name))
        command = typer.main.get_command(verb)
        command.name = cmd_name
        return command


app = typer.Typer(cls=VerbGroup, name="kb", rich_markup_mode=None, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - Typer passes a flag's value by position
    if wanted:
        typer.echo(f"kb {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Search a team's knowledge, kept as Markdown in git."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line; print what it has to say and return the exit code."""
    # A console of another code page, or a locale without Unicode, gets replacements instead of a crash.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    wanted = list(arguments) or ["--help"]
    options = wanted[: wanted.index("--")] if "--" in wanted else wanted
    output = Output(json="--json" in options)
    try:
        code = _run(wanted, output)
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        # The reader has seen enough. What is left in the buffers goes nowhere.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        return 0
    return code


def _run(arguments: list[str], output: Output) -> int:
    try:
        outcome: Result | int | None = typer.main.get_command(app).main(arguments, "kb", standalone_mode=False)
        if isinstance(outcome, Result):
            show(outcome)
            return outcome.exit_code
    except KbError as error:
        return _fail(error, output)
    except UsageError as error:
        return _fail(_usage(error, arguments), output)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return outcome or 0


def _fail(error: KbError, output: Output) -> int:
    code = EXIT_CODES[error.kind]
    show_error(error, code, output)
    return code


def _usage(error: Any, arguments: list[str]) -> KbError:
    """Return Typer's error in our words."""
    path = error.ctx.command_path if error.ctx else "kb"
    hint = f"see: {path} --help"
    if path == "kb" and (verb := next((word for word in arguments if not word.startswith("-")), None)):
        close = get_close_matches(verb, VERBS)
        hint = f"did you mean: kb {close[0]}" if close else f"the verbs are: {', '.join(VERBS)}"
    message = error.format_message().strip().rstrip(".").splitlines()
    return KbError("usage", "bad-usage", message[0] if message else "no verb is given", hint)
