"""The index of a base: a map of its systems, and a list of its pages."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from ..errors import counted
from ..pages.base import MAP_MARK, MAPS
from ..pages.page import Page
from .systems import System, find_systems, is_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..pages.base import Base
    from ..pages.walk import Skipped

NAMELESS = "this base"


class Index(NamedTuple):
    """The index of a base.

    Attributes:
        texts: name of the file -> what it says.
        pages: how many pages it lists.
        systems: how many systems.
    """

    texts: dict[str, bytes]
    pages: int
    systems: int


def make_index(base: Base) -> Index:
    """Return the index of a base: the same bytes for the same pages, in whatever order they come."""
    systems = find_systems(base)
    name = _line(base.config.name) or NAMELESS
    counts = f"{counted(len(base.pages), 'page')}, {counted(len(systems), 'system')}"
    short, full = MAPS
    lines = {
        short: [f"# Map of {name}", "", f"Every page on a line: [{full}]({full})", *_map(base, systems)],
        full: [f"# The pages of {name}", "", f"The map: [{short}]({short})", "", *_pages(base)],
    }
    return Index({file: _sized(each, counts) for file, each in lines.items()}, len(base.pages), len(systems))


def _map(base: Base, systems: tuple[System, ...]) -> Iterable[str]:
    if systems:
        yield from ("", "## Systems", "")
        yield from map(_system_line, systems)
    shown = {system.page.path for system in systems if system.page}
    others: dict[str, list[Page]] = defaultdict(list)
    for page in sorted(base.pages, key=lambda page: page.path):
        # A record that names a system is counted there.
        if page.path not in shown and not (is_record(page) and page.many("systems")):
            others[page.kind].append(page)
    if others:
        yield from ("", "## Other pages")
    for kind in sorted(others):
        yield from ("", f"### {_line(kind)}", "")
        yield from (f"- {_link(page.title, page.path)}{_said(page, ': ')}" for page in others[kind])
    if base.skipped:
        yield from ("", "## Could not be read", "", "These are there, but what they say is counted nowhere above.", "")
        yield from (f"- {_line(path)}: {_line(reason)}" for path, reason in sorted(base.skipped))


def _system_line(system: System) -> str:
    counts = f"{counted(system.records, 'record')}, {system.open} open"
    if system.page is None:
        return f"- {_line(system.name)}: {counts}; no page"
    said = _said(system.page, "; ") if isinstance(system.page, Page) else f"; {_unread(system.page)}"
    return f"- {_link(system.name, system.page.path)}: {counts}{said}"


def _pages(base: Base) -> Iterable[str]:
    for item in sorted((*base.pages, *base.skipped), key=lambda item: item.path):
        if isinstance(item, Page):
            facts = (item.kind, item.one("status"), item.updated)
            told = ", ".join(_line(fact) for fact in facts if fact)
            yield f"- {_link(item.title, item.path)}: {told}{_said(item, '; ')}"
        else:
            yield f"- {_link(item.path, item.path)}: {_unread(item)}"


def _said(page: Page, sign: str) -> str:
    """Return what a page says of itself in a sentence, behind a sign, or an empty text when it does not."""
    said = "its frontmatter cannot be read" if page.problem else _line(page.one("summary") or "")
    return sign + said if said else ""


def _unread(skipped: Skipped) -> str:
    return f"cannot be read: {_line(skipped.reason)}"


def _link(text: str, path: str) -> str:
    shown = re.sub(r"[\\\[\]`<]", r"\\\g<0>", " ".join(text.split()))
    return f"[{shown}]({quote(path, errors='surrogateescape')})"


def _line(text: str) -> str:
    """Return text on one line, in which no code, HTML or comment begins that would hide the rest."""
    return re.sub(r"(\\*)([`<])", r"\1\1\\\2", " ".join(text.split()))


def _sized(lines: list[str], counts: str) -> bytes:
    """Return the file of these lines, with a last one that says how large it is, itself included."""
    text = "\n".join([MAP_MARK, "", *lines, "", f"{counts}, "])
    bare = len(text.encode("utf-8", "replace")) + len(" bytes\n")
    digits = next(number for number in range(1, 20) if len(str(bare + number)) == number)
    return f"{text}{bare + digits} bytes\n".encode("utf-8", "replace")
