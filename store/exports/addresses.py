"""Where the pages of a site are, and how one leads to another."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..pages.headings import find_headings
from ..pages.names import fold
from ..pages.passages import anchors_of
from ..pages.walk import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..pages.page import Page

FOLDER = "pages"
INDEX = "index.html"


class Addresses:
    """The files of a site's pages; made once."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages = {page.path: page for page in pages}
        self._anchors: dict[str, dict[str, str]] = {}
        self.files: dict[str, str] = {}
        taken: set[str] = set()
        for path in self._pages:
            name = f"{FOLDER}/{path.removesuffix(SUFFIX)}"
            # Two pages may differ only in the case of their ending, or be one name for some systems.
            while fold(f"{name}.html") in taken:
                name += "-"
            taken.add(fold(f"{name}.html"))
            self.files[path] = f"{name}.html"

    def between(self, page: Page, path: str, anchor: str) -> str | None:
        """Return how a page's file leads to a part of another page, or None when that is not in the site."""
        if path not in self.files:
            return None
        part = self._part(path, anchor) if anchor else ""
        if path == page.path and part:
            return part
        return relative(self.files[path], posixpath.dirname(self.files[page.path])) + part

    def _part(self, path: str, anchor: str) -> str:
        """Return the heading that a link names, by its address or by its words, or nothing where there is none."""
        if path not in self._anchors:
            headings = find_headings(self._pages[path].body_lines)
            known: dict[str, str] = {}
            for heading, own in zip(headings, anchors_of(headings), strict=True):
                known.setdefault(_letters(heading.text), own)
                known.setdefault(own, own)
            self._anchors[path] = known
        known = self._anchors[path]
        found = known.get(anchor) or known.get(_letters(anchor))
        return f"#{quote(found)}" if found else ""


def relative(path: str, folder: str = "") -> str:
    """Return the address of a file from a folder of the site."""
    return quote(posixpath.relpath(path, folder or "."), errors="surrogateescape")


def _letters(text: str) -> str:
    return "".join(sign for sign in fold(text) if sign.isalnum())
