"""What became of an agent's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...store.agents.hooks import HookChange
    from .screen import Screen


def document(change: HookChange) -> dict[str, Any]:
    """Return it as `kb/hooks/1`."""
    return {
        "schema": "kb/hooks/1",
        "agent": change.agent,
        "path": str(change.path),
        "what": change.what,
        "command": change.command,
        "diff": list(change.diff),
        "dry_run": change.dry_run,
    }


def text(change: HookChange, screen: Screen) -> None:
    """Say what was done, or would be."""
    path = (str(change.path), "bold")
    if change.dry_run:
        for line in change.diff:
            screen.line((line, "green" if line.startswith("+") else "red" if line.startswith("-") else ""))
    match change.what:
        case "there":
            screen.line(path, f" has it already: {change.command}")
        case "absent":
            screen.line(path, " has no hook of kb")
        case what if change.dry_run:
            done = "put into" if what == "installed" else "taken out of"
            screen.line(f"this would be {done} ", path)
        case "installed":
            screen.line(f"{change.command} is in ", path)
            if change.agent == "codex":
                screen.line(("next: trust it in Codex, with /hooks", "dim"))
        case "removed":
            screen.line(f"{change.command} is no longer in ", path)
