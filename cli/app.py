"""The command line: the table of verbs, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer
from typer._click.exceptions import ClickException, NoSuchOption  # Typer exports only one of its usage errors
from typer.core import TyperGroup

from .. import __version__
from ..store.errors import KbError, Kind
from .outcome import Outcome, Output
from .render.edge import print_line, print_notes, show, show_error, writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    # Typer exports a Context of its own alone, which its groups do not take.
    from typer._click.core import Command, Context

# The verbs in the order of the help; each is what has its name, a function or a group, in the module of its name.
VERBS = (
    "search",
    "show",
    "new",
    "note",
    "capture",
    "alias",
    "set",
    "review",
    "queries",
    "ruler",
    "sync",
    "validate",
    "export",
    "audit",
    "index",
    "compass",
    "init",
    "setup",
    "hooks",
    "hook",
    "migrate",
    "demo",
    "schema",
)
HOOK = "hook"
EXIT_CODES: dict[Kind, int] = {"usage": 2, "missing": 3, "refused": 4, "outside": 5, "bug": 70}
INTERRUPTED = 130
# The variable by which a shell asks for completions.
COMPLETION = "_KB_COMPLETE"


class VerbGroup(TyperGroup):
    """Loads a verb's module only when the verb is called."""

    def list_commands(self, ctx: Context) -> list[str]:
        """Return the names of the verbs."""
        del ctx
        return list(VERBS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Return the command of a verb, or None when there is no such verb."""
        del ctx
        return verb_command(cmd_name) if cmd_name in VERBS else None


def verb_command(name: str) -> Command:
    """Return the command of one of `VERBS`."""
    verb = getattr(import_module(f".{name}", __package__), name)
    if not isinstance(verb, typer.Typer):
        function, verb = verb, typer.Typer(add_completion=False, rich_markup_mode=None)
        verb.command(name)(function)
    command = typer.main.get_command(verb)
    command.name = name
    return command


app = typer.Typer(cls=VerbGroup, name="kb", rich_markup_mode=None, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        print_line(f"kb {__version__}")
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
    code = _run_line(arguments)
    # Another code than 0 would hold up the agent that the hook is called by: 2 blocks its turn.
    return 0 if list(arguments[:1]) == [HOOK] else code


def _run_line(arguments: Sequence[str]) -> int:
    # A console of another code page, or a locale without Unicode, gets replacements instead of a crash.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by the caller
        print_notes(("the output is closed",))
        return EXIT_CODES["outside"]
    wanted = list(arguments) or ["--help"]
    options = wanted[: wanted.index("--")] if "--" in wanted else wanted
    # A host would take the document of an error for its own.
    output = Output(json="--json" in options and wanted[0] != HOOK)
    try:
        return _run(wanted, output)
    except BrokenPipeError:
        return 0  # the reader has seen enough
    except KbError as error:
        return _fail(error, output)


def _run(arguments: list[str], output: Output) -> int:
    try:
        with writing():
            outcome = _call(arguments)
        if isinstance(outcome, Outcome):
            show(outcome)
            return outcome.exit_code
    except KbError as error:
        return _fail(error, output)
    except ClickException as error:
        return _fail(_usage(error, arguments), output)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:  # the edge: what nobody foresaw is one sentence too
        if os.environ.get("KB_DEBUG"):
            raise
        trouble = f"a bug in kb: {type(error).__name__}: {error}"
        return _fail(KbError("bug", "bug", trouble, "KB_DEBUG=1 shows where; please report it"), output)
    return outcome or 0


def _call(arguments: list[str]) -> Outcome | int | None:
    """Return what a verb, or `--help` and the like, gave back."""
    is_verb = arguments[0] in VERBS
    # Straight to the verb: the group around it, with its completion, takes 1 ms that only its own options need.
    command = verb_command(arguments[0]) if is_verb else typer.main.get_command(app)
    name = f"kb {arguments[0]}" if is_verb else "kb"
    try:
        return command.main(arguments[is_verb:], name, standalone_mode=False)
    except SystemExit as error:
        # Typer's way out of shell completion; and of a closed pipe, when it was to print help.
        return int(error.code or 0) if COMPLETION in os.environ else 0


def _fail(error: KbError, output: Output) -> int:
    code = EXIT_CODES[error.kind]
    show_error(error, code, output)
    return code


def _usage(error: ClickException, arguments: list[str]) -> KbError:
    """Return Typer's error in our words."""
    context: Context | None = getattr(error, "ctx", None)
    path = context.command_path if context else "kb"
    hint = f"see: {path} --help"
    if path == "kb" and (verb := next((word for word in arguments if not word.startswith("-")), None)):
        close = get_close_matches(verb, VERBS)
        hint = f"did you mean: kb {close[0]}" if close else f"the verbs are: {', '.join(VERBS)}"
    if isinstance(error, NoSuchOption):
        hint = f"{hint}; behind -- a word may begin with a dash"
    message = error.format_message().strip().rstrip(".").splitlines()
    return KbError("usage", "bad-usage", message[0] if message else "no verb is given", hint)
