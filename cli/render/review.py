"""A branch with what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .reviews import branch_document, state_of

if TYPE_CHECKING:
    from ...store.records.review import ReviewShown
    from .screen import Screen

STYLES = {"+": "green", "-": "red", "@": "cyan"}


def document(shown: ReviewShown) -> dict[str, Any]:
    """Return it as `kb/review/1`."""
    branch = branch_document(shown.review)
    return {
        "schema": "kb/review/1",
        "base": shown.base,
        **branch,
        "review_url": shown.review_url,
        "patch": shown.patch,
    }


def text(shown: ReviewShown, screen: Screen) -> None:
    """Show the branch and its patch."""
    screen.line((shown.review.branch.name, "bold"), f"  {state_of(shown.review)}, against {shown.base}")
    if shown.review_url:
        screen.line("review: ", (shown.review_url, "underline"))
    show_patch(shown.patch, screen)


def show_patch(patch: str, screen: Screen) -> None:
    """Show a patch, its lines in their colours."""
    for line in patch.splitlines():
        is_name = line.startswith(("+++", "---"))
        screen.line((line, "bold" if is_name else STYLES.get(line[:1], "")))
