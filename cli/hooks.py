"""`kb hooks`."""

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer

from ..store.agents.hooks import HookRequest, agent_named, install_hook, uninstall_hook
from ..store.agents.settings import COMMAND
from .options import JsonOption, KbOption, NoColorOption, absolute, find_base
from .outcome import Outcome, Output
from .render import hooks as view
from .render.plain import shell_word

AgentOption = Annotated[str, typer.Option("--agent", metavar="claude-code|codex", help="Whose settings")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the change, and write nothing")]

hooks = typer.Typer(
    add_completion=False, help="Put kb's stop hook into an agent's settings, or take it out.", rich_markup_mode=None
)


@hooks.command()
def install(
    agent: AgentOption,
    dry_run: DryRunOption = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Put the stop hook into your settings of an agent; only a hook of kb for another base is replaced.

    With --kb the hook always speaks for that base, else for the one that is found from where the agent works.

    Example: kb hooks install --agent claude-code --dry-run
    """
    command = COMMAND if kb is None else f"{COMMAND} --kb {shell_word(str(find_base(kb).root))}"
    change = install_hook(HookRequest(agent, _settings(agent), command, dry_run))
    warnings = [f"it replaces: {old}" for old in change.replaced]
    if shutil.which("kb") is None:
        warnings.append("kb is not on the PATH: the agent will not find it until it is")
    return Outcome(change, view, Output(json, no_color), tuple(warnings))


@hooks.command()
def uninstall(
    agent: AgentOption,
    dry_run: DryRunOption = False,
    kb: Annotated[
        str | None, typer.Option("--kb", metavar="PATH", help="Taken as by every verb; the hook of any base goes")
    ] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Take the stop hook out of your settings of an agent: exactly what was put in.

    Example: kb hooks uninstall --agent claude-code
    """
    del kb
    change = uninstall_hook(HookRequest(agent, _settings(agent), COMMAND, dry_run))
    warnings = tuple(f"this one stays, kb did not write it: {command}" for command in change.kept)
    return Outcome(change, view, Output(json, no_color), warnings)


def _settings(name: str) -> Path:
    """Return the settings file of an agent; where a link is in its place, the file that it leads to."""
    agent = agent_named(name)
    own = os.environ.get(agent.variable)
    folder = absolute(own) if own else Path.home() / agent.folder
    # Unlike Path.resolve it takes links that lead in a circle, too; the file is then refused as it is read.
    return Path(os.path.realpath(folder / agent.file))
