"""What `kb sync` has got."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...store.records.news import News
    from .screen import Screen

SIGNS = {"added": "+", "changed": "~", "removed": "-"}


def document(news: News) -> dict[str, Any]:
    """Return it as `kb/sync/1`."""
    synced = news.synced
    return {
        "schema": "kb/sync/1",
        "branch": synced.branch,
        "base": synced.start.name,
        "commit": synced.start.commit,
        "moved": synced.moved,
        "pages": None if news.pages is None else [item._asdict() for item in news.pages],
        "warnings": list(warnings(news)),
    }


def warnings(news: News) -> tuple[str, ...]:
    """Return what a person should know beside the list."""
    synced = news.synced
    if news.pages is None:
        return ("the history is cut off here, so what is new cannot be told",)
    if news.pages and not synced.moved:
        where = f"on {synced.branch}" if synced.branch else "on no branch"
        return (f"you are {where}, so the working tree stays; {synced.start.name} has what is listed",)
    return ()


def text(news: News, screen: Screen) -> None:
    """Show what is new, kind by kind."""
    for kind, items in groupby(news.pages or (), key=lambda item: item.kind):
        listed = list(items)
        screen.line((f"{kind} ({len(listed)})", "bold"))
        for item in listed:
            screen.line(f"  {SIGNS[item.what]} {item.path}", (f"  {item.summary}", "dim"))
    if news.pages is not None and not news.pages:
        screen.line(f"nothing is new on {news.synced.start.name}")
