"""Where the pages of a site are, and how one leads to another."""

from __future__ import annotations

import posixpath
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..pages.headings import find_headings
from ..pages.names import fold
from ..pages.passages import anchors_of
from ..pages.walk import SUFFIX
from .anchors import letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..pages.page import Page

FOLDER = "pages"
INDEX = "index.html"
ENDING = ".html"
# What common file systems take for one name.
MOST_BYTES = 255


class Addresses:
    """The files of a site's pages; made once."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages = {page.path: page for page in pages}
        self._anchors: dict[str, dict[str, str]] = {}
        self.files: dict[str, str] = {}
        # A folder may be called as a page's file would be.
        taken = {fold(f"{FOLDER}/{folder}") for path in self._pages for folder in _folders(path)}
        for path in self._pages:
            name = f"{FOLDER}/{path.removesuffix(SUFFIX)}"
            # Two pages may differ only in the case of their ending, or be one name for some systems.
            while fold(_file(name)) in taken:
                name += "-"
            self.files[path] = _file(name)
            taken.add(fold(self.files[path]))

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
                known.setdefault(letters(heading.text), own)
                known.setdefault(own, own)
            self._anchors[path] = known
        known = self._anchors[path]
        found = known.get(anchor) or known.get(letters(anchor))
        return f"#{quote(found)}" if found else ""


def relative(path: str, folder: str = "") -> str:
    """Return the address of a file from a folder of the site."""
    return quote(posixpath.relpath(path, folder or "."), errors="surrogateescape")


def _folders(path: str) -> Iterator[str]:
    while path := posixpath.dirname(path):
        yield path


def _file(name: str) -> str:
    """Return the file of a name: one that is too long for a system ends in a sum of it instead."""
    folder, _, last = name.rpartition("/")
    data = last.encode("utf-8", "surrogateescape")
    if len(data) + len(ENDING) > MOST_BYTES:
        mark = sha256(data).hexdigest()[:16]
        last = data[: MOST_BYTES - len(ENDING) - len(mark) - 1].decode("utf-8", "ignore") + f"-{mark}"
    return f"{folder}/{last}{ENDING}"
