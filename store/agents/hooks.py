"""The hook in a host's settings file: put in, and taken out again."""

from __future__ import annotations

import difflib
import os
import stat
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from ..errors import KbError, reason_of
from ..files import write_new, write_over
from .jsonc import parse
from .settings import Hook, base_of, find_hooks, insert, new_file, remove

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

What = Literal["installed", "there", "removed", "absent"]
Value = TypeVar("Value")

_BOM = "\ufeff"


class Agent(NamedTuple):
    """A host of agents (their documentation, 2026).

    Attributes:
        name: what it is called on the command line.
        variable: the environment variable that names its folder.
        folder: its folder in the user's home, without that variable.
        file: its settings file for hooks in that folder.
    """

    name: str
    variable: str
    folder: str
    file: str


AGENTS = (
    Agent("claude-code", "CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
    Agent("codex", "CODEX_HOME", ".codex", "hooks.json"),
)


class HookRequest(NamedTuple):
    """What is put in or taken out.

    Attributes:
        agent: the host's name.
        path: its settings file, absolute and not a link; it need not be there.
        command: what the hook runs; of no meaning when hooks are taken out.
        dry_run: whether the file stays as it is.
    """

    agent: str
    path: Path
    command: str
    dry_run: bool = False


class HookChange(NamedTuple):
    """What became of a settings file.

    Attributes:
        agent: the host's name.
        path: its settings file.
        what: what was done, or would be.
        command: what the hook runs, from `kb` on, or None when there is and was none.
        diff: the change, as lines of a unified diff; empty when nothing changes.
        dry_run: whether it was only shown.
        replaced: what the hooks ran that were there before, for another base.
        kept: what hooks of kb run that somebody else wrote, which stay.
    """

    agent: str
    path: Path
    what: What
    command: str | None
    diff: tuple[str, ...]
    dry_run: bool
    replaced: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def agent_named(name: str) -> Agent:
    """Return a host by its name.

    Raises:
        KbError: `usage` when there is none of that name.
    """
    for agent in AGENTS:
        if agent.name == name:
            return agent
    known = tuple(agent.name for agent in AGENTS)
    raise KbError("usage", "unknown-agent", f"no agent is called {name!r}", f"known: {', '.join(known)}", known)


def install_hook(request: HookRequest) -> HookChange:
    """Put the hook into a settings file, which is made when it is missing.

    Where a hook for the same base is, nothing is done; one that was put in for another base is replaced.

    Raises:
        KbError: `missing` when the host has no folder; `refused` when its settings cannot be read, are not of its form,
            cannot be written, or have a hook for another base that somebody else wrote; nothing has changed then.
    """
    if not request.path.parent.is_dir():
        trouble = f"{request.agent} has no folder {request.path.parent}"
        raise KbError("missing", "no-agent", trouble, "start the agent once, so that it makes its folder")
    before = _read(request.path)
    there = _hooks_in(request, before)
    own = tuple(hook for hook in there if hook.is_own)
    for hook in there:
        if hook.base == base_of(request.command):
            return HookChange(request.agent, request.path, "there", hook.plain, (), request.dry_run)
    if len(own) < len(there):
        other = next(hook for hook in there if not hook.is_own)
        trouble = f"{request.path} has a hook for another base that kb did not write: {other.command}"
        raise KbError("refused", "another-hook", trouble, "change that line by hand, or take it out first")
    is_whole = before is None or (own and before == new_file(own[0].command))
    after = new_file(request.command) if is_whole else _edited(request, before or "", _insert(request.command))
    change = _write(request, "installed", request.command, before, after)
    return change._replace(replaced=tuple(hook.command for hook in own))


def uninstall_hook(request: HookRequest) -> HookChange:
    """Take the hook out of a settings file: the text that was put in, and the file when there was none before.

    A hook that somebody else wrote stays as it is.

    Raises:
        KbError: `refused` as in `install_hook`.
    """
    before = _read(request.path)
    there = _hooks_in(request, before)
    own = [hook for hook in there if hook.is_own]
    kept = tuple(hook.command for hook in there if not hook.is_own)
    if before is None or not own:
        return HookChange(request.agent, request.path, "absent", None, (), request.dry_run, kept=kept)
    after = None if before == new_file(own[0].command) else _edited(request, before, remove)
    return _write(request, "removed", own[0].command, before, after)._replace(kept=kept)


def _hooks_in(request: HookRequest, text: str | None) -> tuple[Hook, ...]:
    return () if text is None else _understood(request, lambda: find_hooks(parse(text.removeprefix(_BOM))))


def _insert(command: str) -> Callable[[str], str]:
    return lambda text: insert(remove(text), command)


def _read(path: Path) -> str | None:
    """Return the text of a settings file, or None where there is none."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
            raise KbError("refused", "unreadable-settings", f"{path} is no regular file", "put a file in its place")
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise _foreign(path, "it is no UTF-8 text") from error
    except OSError as error:
        trouble = f"{path} cannot be read: {reason_of(error)}"
        raise KbError("refused", "unreadable-settings", trouble, "make it readable") from error


def _edited(request: HookRequest, before: str, edit: Callable[[str], str]) -> str:
    text = before.removeprefix(_BOM)
    return before[: len(before) - len(text)] + _understood(request, lambda: edit(text))


def _understood(request: HookRequest, look: Callable[[], Value]) -> Value:
    try:
        return look()
    except ValueError as error:
        raise _foreign(request.path, str(error)) from error


def _foreign(path: Path, why: str) -> KbError:
    trouble = f"{path} is left as it is: {why}"
    return KbError("refused", "foreign-settings", trouble, "mend the file, or write the hook into it by hand")


def _write(request: HookRequest, what: What, command: str, before: str | None, after: str | None) -> HookChange:
    """Write a settings file as it was wanted, None for no file, unless it has changed since it was read."""
    path = request.path
    if not request.dry_run:
        try:
            if _read(path) != before:
                raise KbError("refused", "settings-changed", f"{path} has just changed", "try again")
            if before is not None and not os.access(path, os.W_OK):  # a rename would replace it all the same
                raise KbError("refused", "not-writable", f"{path} is read-only", "change it where it is made")
            if after is None:
                path.unlink()
            elif before is None:
                write_new(path, after.encode())
            else:
                write_over(path, after.encode())
        except OSError as error:
            trouble = f"{path} cannot be written: {reason_of(error)}"
            raise KbError("refused", "not-writable", trouble, "make it writable") from error
    lines = difflib.unified_diff(_lines(before), _lines(after), str(path), str(path), n=2, lineterm="")
    return HookChange(request.agent, path, what, command, tuple(lines), request.dry_run)


def _lines(text: str | None) -> list[str]:
    return (text or "").splitlines()
