"""What `kb review prune` deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...store.records.review import Pruned
    from .screen import Screen


def document(pruned: Pruned) -> dict[str, Any]:
    """Return it as `kb/pruned/1`."""
    return {
        "schema": "kb/pruned/1",
        "base": pruned.base,
        "deleted": list(pruned.deleted),
        "kept": [{"branch": name, "reason": reason} for name, reason in pruned.kept],
    }


def text(pruned: Pruned, screen: Screen) -> None:
    """Show a line a branch."""
    for name in pruned.deleted:
        screen.line("deleted ", (name, "bold"), f", merged into {pruned.base}")
    for name, reason in pruned.kept:
        screen.line((f"kept    {name}: {reason}", "dim"))
    if not pruned.deleted and not pruned.kept:
        screen.line("no branches of kb are here")
