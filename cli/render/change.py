"""What a verb that writes has done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...store.records.change import Change
    from .screen import Screen

SHORT_COMMIT = 10


def document(change: Change) -> dict[str, Any]:
    """Return what was done as `kb/change/1`."""
    return {
        "schema": "kb/change/1",
        "path": change.paths[0],
        "paths": list(change.paths),
        "id": change.id,
        "branch": change.branch,
        "commit": change.commit,
        "base": change.base,
        "signed": change.signed,
        "pushed": change.pushed,
        "review_url": change.review_url,
        "warnings": list(change.warnings),
    }


def text(change: Change, screen: Screen) -> None:
    """Say what was done, and what comes next."""
    if change.branch is None or change.commit is None:
        for path in change.paths:
            screen.line((path, "bold"))
        if not change.warnings and change.id:
            screen.line((f"next: kb capture {change.id}", "dim"))
        return
    for path in change.paths:
        screen.line(path)
    signed = ", signed" if change.signed else ""
    screen.line("on ", (change.branch, "bold"), f", commit {change.commit[:SHORT_COMMIT]} on {change.base}{signed}")
    if change.review_url:
        screen.line("review: ", (change.review_url, "underline"))
    elif change.pushed:
        screen.line("pushed; open its review where the repository is hosted")
    if not change.pushed:
        screen.line((f"next: kb review push {change.branch}", "dim"))
