"""The result of `kb show`, and what is said of any page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .plain import clean

if TYPE_CHECKING:
    from ...store.pages.page import Page
    from ...store.pages.target import Shown
    from .screen import Screen


def metadata(page: Page) -> dict[str, Any]:
    """Return what JSON says of a page, beside its path and kind."""
    return {
        "id": page.id,
        "title": page.title,
        "summary": page.one("summary"),
        "status": page.one("status"),
        "confidence": page.one("confidence"),
        "systems": list(page.many("systems")),
        "repos": list(page.many("repos")),
        "tags": list(page.many("tags")),
        "aliases": list(page.many("aliases")),
        "updated": page.one("updated"),
        "expires": page.one("expires"),
    }


def heading_of(page: Page) -> str:
    """Return the one line that says what a page is about: its summary, else its title."""
    return " ".join((page.one("summary") or page.title).split())


def document(shown: Shown) -> dict[str, Any]:
    """Return a shown page as `kb/page/1`."""
    page = shown.page
    return {
        "schema": "kb/page/1",
        "path": page.path,
        "kind": page.kind,
        **metadata(page),
        "fields": {name: value if isinstance(value, str) else list(value) for name, value in page.fields.items()},
        "problem": {"line": page.problem_line, "reason": page.problem} if page.problem else None,
        "passage": {
            "anchor": shown.anchor,
            "start_line": shown.start_line,
            "end_line": shown.end_line,
            "text": shown.text,
        },
    }


def text(shown: Shown, screen: Screen) -> None:
    """Write a page's text as it is in the file, cleaned for a terminal."""
    screen.raw(clean(shown.text) + "\n")
