"""The branches that kb has made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...store.errors import counted

if TYPE_CHECKING:
    from ...store.records.review import OpenReview, Reviews
    from .screen import Screen

MOST_PATHS = 3


def document(reviews: Reviews) -> dict[str, Any]:
    """Return them as `kb/reviews/1`."""
    return {
        "schema": "kb/reviews/1",
        "base": reviews.base,
        "total": len(reviews.open),
        "branches": [branch_document(review) for review in reviews.open],
    }


def branch_document(review: OpenReview) -> dict[str, Any]:
    """Return what both documents say of a branch."""
    branch = review.branch
    return {
        "branch": branch.name,
        "commit": branch.commit,
        "subject": branch.subject,
        "days": review.days,
        "local": branch.is_local,
        "pushed": branch.is_pushed,
        "merged": branch.is_merged,
        "paths": None if review.paths is None else list(review.paths),
    }


def text(reviews: Reviews, screen: Screen) -> None:
    """Show two lines a branch."""
    for review in reviews.open:
        screen.line((review.branch.name, "bold"), f"  {state_of(review)}")
        paths = review.paths or ()
        more = f" and {len(paths) - MOST_PATHS} more" if len(paths) > MOST_PATHS else ""
        changed = "its history is cut off" if review.paths is None else f"{', '.join(paths[:MOST_PATHS])}{more}"
        screen.line((f"    {review.branch.subject} ({changed})", "dim"))
    if not reviews.open:
        screen.line("no branches; kb capture makes one")
    elif any(review.branch.is_merged and review.branch.is_local for review in reviews.open):
        screen.line(("next: kb review prune deletes what is merged", "dim"))


def state_of(review: OpenReview) -> str:
    """Say in a few words where a branch is, and how old."""
    branch = review.branch
    where = "pushed" if branch.is_pushed else "not pushed" if branch.is_local else "on the remote"
    age = "today" if not review.days else f"{counted(review.days, 'day')} old"
    return ", ".join([*(["merged"] if branch.is_merged else []), where, age])
