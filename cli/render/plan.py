"""The plan of `kb migrate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .review import show_patch

if TYPE_CHECKING:
    from ...store.records.migrate import Plan
    from .screen import Screen


def document(plan: Plan) -> dict[str, Any]:
    """Return it as `kb/migration/1`."""
    return {
        "schema": "kb/migration/1",
        "base": plan.base,
        "version": plan.version,
        "to": plan.to,
        "titles": list(plan.titles),
        "files": [{"path": edit.path, "diff": edit.diff} for edit in plan.edits],
        "skipped": [{"path": path, "reason": reason} for path, reason in plan.skipped],
    }


def text(plan: Plan, screen: Screen) -> None:
    """Show the plan and its patch."""
    if not plan.edits:
        screen.line(f"{plan.base} has format {plan.version}, the newest: nothing is to be done")
        return
    for edit in plan.edits:
        show_patch(edit.diff, screen)
    screen.line((f"from format {plan.version} to {plan.to}, on {plan.base}", "bold"))
    for title in plan.titles:
        screen.line(f"  {title}")
    for path, reason in plan.skipped:
        screen.line(f"  left as it is: {path}: {reason}")
    screen.line(("next: kb migrate --apply", "dim"))
