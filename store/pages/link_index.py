"""Where links lead: pages by all their names, files of the base, and headings of pages."""

from __future__ import annotations

import os
import posixpath
import re
from collections import defaultdict
from functools import cached_property
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from .headings import Heading, find_headings, find_raw_lines
from .links import CONTAINERS, find_links
from .names import fold
from .passages import anchors_of
from .problem import Problem, quoted
from .walk import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from .base import Base
    from .links import Link
    from .page import Page

# Parts of a page that hosts give an address without a heading: lines, words, the top, footnotes.
_HOSTS_OWN = re.compile(r"L[0-9]+(?:-L[0-9]+)?|:~:.*|top|(?:user-content-)?fn(?:ref)?-?[^/]*", re.DOTALL)
_MARKED = re.compile(r"""<[^<>]*\s(?:id|name)\s*=\s*["']?([^\s"'<>]+)|\{\s*#([^\s{}]++)[^{}]*\}""", re.IGNORECASE)
_HTML_HEADING = re.compile(r"<h([1-6])(?:\s[^<>]*)?>((?:(?!<h[1-6]).){0,1000}?)</h\1\s*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile("<[^<>]*>")
_MARKS = re.compile(CONTAINERS)


class _Anchors(NamedTuple):
    """What a link may name in a page: addresses as hosts make them, and headings by their letters and digits."""

    addresses: frozenset[str]
    headings: frozenset[str]


class Index:
    """The pages of a base by all their names, for links; made once, asked often."""

    def __init__(self, base: Base) -> None:
        self.root = str(base.config.root)
        self.pages: Mapping[str, Page] = {page.path: page for page in base.pages}
        self._composed = frozenset(normalize("NFC", page.path) for page in base.pages)
        self._anchors: dict[str, _Anchors] = {}
        pages = base.pages
        # The surest way to name a page first.
        self.names: tuple[Mapping[str, tuple[str, ...]], ...] = (
            _by_name(pages, lambda page: (without_ending(page.path),)),
            _by_name(pages, lambda page: ends_of(without_ending(page.path))),
            _by_name(pages, lambda page: page.many("id")),
            _by_name(pages, lambda page: (page.title,)),
            _by_name(pages, lambda page: page.many("aliases")),
        )

    @cached_property
    def files(self) -> Mapping[str, tuple[str, ...]]:
        """All files below the root by each end of their path, for links that name one without its folder."""
        found: dict[str, list[str]] = defaultdict(list)
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
            below = os.path.relpath(folder, self.root).replace(os.sep, "/")
            for name in sorted(names):
                path = name if below == "." else f"{below}/{name}"
                for end in ends_of(path):
                    found[fold(end)].append(path)
        return {end: tuple(paths) for end, paths in found.items()}

    def exists(self, path: str) -> bool:
        """Tell whether there is a page, file or folder at this normal path, which may lead out of the base."""
        if path in self.pages or normalize("NFC", path) in self._composed:
            return True
        return os.path.exists(f"{self.root}/{path}")  # noqa: PTH110 - a name that no system takes is just not there

    def has(self, path: str, link: Link) -> bool:
        """Tell whether a page has the part that a link names; of what is no page every part counts as there."""
        page = self.pages.get(path)
        if page is None or not link.anchor or _HOSTS_OWN.fullmatch(link.anchor):
            return True
        if path not in self._anchors:
            self._anchors[path] = _anchors(page)
        known = self._anchors[path]
        is_address = _as_address(link.anchor) in known.addresses
        return is_address or (link.kind == "wiki" and _letters(link.anchor) in known.headings)


def resolve(link: Link, page: Page, index: Index) -> tuple[str, ...]:
    """Return the paths below the base that a link of a page leads to, none when it is dead.

    A wiki link names a page by its path, an end of its path, its file, id, title or alias, or names a file; when that
    is several pages, all of them. A Markdown link names a page, file or folder by its path from the page's folder or,
    behind a `/`, from the base's; its path may lead out of the base.
    """
    if not link.target:
        return (page.path,)
    path = _path(link.target, page)
    if link.kind == "markdown":
        return _there((path, path + SUFFIX), index)
    if link.target.startswith(("./", "../")):
        return index.names[0].get(fold(without_ending(path))) or _there((path,), index)
    name = link.target.strip("/")
    key = fold(without_ending(name))
    found = next((names[key] for names in index.names if key in names), None)
    return found or _there((posixpath.normpath(name), path), index) or index.files.get(fold(name), ())


def check_links(page: Page, index: Index) -> tuple[Problem, ...]:
    """Return the links of a page that lead nowhere, and as warnings those to a heading that is not there."""
    problems: list[Problem] = []
    for link in find_links(page):
        paths = resolve(link, page, index)
        shown = quoted(link.target + (f"#{link.anchor}" if link.anchor else ""))
        if not paths:
            what = "names no page or file" if link.kind == "wiki" else "leads to no page or file"
            problems.append(Problem(page.path, link.line, "error", "dead-link", "", f"the link {shown} {what}"))
        elif not any(index.has(path, link) for path in paths):
            message = f"the link {shown} names no heading of {paths[0]}"
            problems.append(Problem(page.path, link.line, "warning", "dead-anchor", "", message))
    return tuple(dict.fromkeys(problems))


def _path(target: str, page: Page) -> str:
    """Return the normal path below the base that a path written in a page stands for."""
    if target.startswith("/"):
        return posixpath.normpath(target.lstrip("/"))
    return posixpath.normpath(posixpath.join(posixpath.dirname(page.path), target))


def _there(paths: Iterable[str], index: Index) -> tuple[str, ...]:
    return tuple(path for path in paths if index.exists(path))[:1]


def _by_name(pages: Iterable[Page], names: Callable[[Page], Iterable[str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for page in pages:
        for name in names(page):
            found[fold(name.strip())].append(page.path)
    return {name: tuple(paths) for name, paths in found.items()}


def without_ending(path: str) -> str:
    """Return a page's path without its ending."""
    return path[: -len(SUFFIX)] if path.lower().endswith(SUFFIX) else path


def ends_of(path: str) -> list[str]:
    """Return a path and what is left of it when folders are taken off its front."""
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]


def _anchors(page: Page) -> _Anchors:
    lines = page.body_lines
    raw = find_raw_lines(lines)
    headings = find_headings(lines)
    # Those in quotes and lists too: some hosts count them among the others, some do not.
    inside = find_headings(["" if number in raw else _MARKS.sub("", line, 1) for number, line in enumerate(lines)])
    html = tuple(Heading(1, _shown(match[2]), 0, 0) for match in _HTML_HEADING.finditer(page.body))
    marked = (match[1] or match[2] for match in _MARKED.finditer(page.body))
    addresses = (*anchors_of(headings), *anchors_of(inside), *anchors_of(html), *marked)
    texts = (heading.text for heading in (*headings, *inside, *html))
    return _Anchors(frozenset(map(_as_address, addresses)), frozenset(map(_letters, texts)))


def _shown(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())


def _as_address(anchor: str) -> str:
    """Return an anchor so that those of hosts that write several hyphens as one are the same."""
    return re.sub("--+", "-", fold(anchor.removeprefix("user-content-"))).strip("-")


def _letters(text: str) -> str:
    return "".join(sign for sign in fold(text) if sign.isalnum())
