"""The five parts of a compass, taken out of Markdown so that they fit into the section of another page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..pages.headings import find_headings, find_raw_lines
from ..pages.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PURPOSE, COMMANDS, TRAPS, PROVIDES, CONSUMES = PARTS = (
    "What it is for",
    "Commands that matter",
    "Traps",
    "Provides",
    "Consumes",
)
# The level of their headings in the catalogue.
LEVEL = 3
_DEEPEST = 6
_BY_NAME = {fold(name): name for name in PARTS}
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_ITEM = re.compile(r"( *)((?:[-*+]|[0-9]{1,9}[.)]) +)(?:\[[ xX]\] +)?(.*)")
_NAME = re.compile(
    r"[*_]*`+([^`]+)`|[*_]*!?\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]|[*_]*\[([^\[\]]+)\]\("
    r"|(.+?)(?:[*_]*[:,;]|\.(?= |$)| \(| [-\u2013\u2014] |$)"
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# An item that is indented more than that is code, unless it is below another one.
_CODE_INDENT = 4


def read_parts(lines: list[str]) -> dict[str, str]:
    """Return what the parts in a text say, those that say something; headings in them are below `LEVEL`.

    Args:
        lines: the text, from which the first part of each name counts.

    Raises:
        ValueError: a part leaves code or a comment open, which would swallow what follows it.
    """
    headings = find_headings(lines)
    found: dict[str, str] = {}
    behind = 0
    for number, heading in enumerate(headings):
        name = _BY_NAME.get(fold(heading.text.rstrip(" :")))
        if name is None or heading.line < behind or name in found:
            continue
        following = (other.line for other in headings[number + 1 :] if other.level <= heading.level)
        behind = next(following, len(lines))
        text = _levelled(lines[heading.last_line + 1 : behind], LEVEL - heading.level)
        if is_open(text):
            raise ValueError(name)
        if _COMMENT.sub("", text).strip():
            found[name] = text
    return found


def _levelled(lines: list[str], deeper: int) -> str:
    """Return a part with its headings moved by some levels, without blank lines around it."""
    moved = list(lines)
    for heading in reversed(find_headings(lines)):
        level = min(heading.level + deeper, _DEEPEST)
        moved[heading.line : heading.last_line + 1] = [f"{'#' * level} {heading.text}".rstrip()]
    while moved and not moved[-1].strip():
        moved.pop()
    while moved and not moved[0].strip():
        moved.pop(0)
    return "\n".join(moved)


def is_open(text: str) -> bool:
    """Tell whether a text leaves code or a comment open, which would swallow what follows it."""
    lines = [*text.split("\n"), "", "# The end"]
    headings = find_headings(lines)
    return not headings or headings[-1].line != len(lines) - 1


def names_in(parts: Mapping[str, str], part: str) -> tuple[str, ...]:
    """Return the names that begin the items of a part: what is in a code span, else up to a colon, dash or comma.

    Items below other ones are details of these.
    """
    found = (_NAME.match(item) for item in _items(parts.get(part, "").split("\n")))
    names = (_plain(name) for name in found if name)
    return tuple(dict.fromkeys(name for name in names if name))


def _items(lines: list[str]) -> Iterator[str]:
    raw = find_raw_lines(lines)
    inner = _CODE_INDENT  # what is indented so much is inside an item
    for number, line in enumerate(lines):
        plain = line.expandtabs(_CODE_INDENT)
        if number in raw or not plain.strip():
            continue
        item = _ITEM.match(plain)
        if item and len(item[1]) < inner:
            inner = len(item[1]) + len(item[2])
            yield item[3]
        elif not item and not plain.startswith(" "):
            inner = _CODE_INDENT


def _plain(name: re.Match[str]) -> str:
    code, wiki, link, text = name.groups()
    if code:
        return code.strip()
    return _ESCAPE.sub(r"\1", (wiki or link or text).strip(" *_`"))
