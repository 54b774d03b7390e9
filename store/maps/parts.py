"""The five parts of a compass, taken out of Markdown so that they fit into the section of another page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..pages.headings import find_headings, find_raw_lines
from ..pages.names import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

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
# A code span, which is left alone, or a link that leads to no address on the net.
_LINK = re.compile(
    r"(`+).*?\1|!?\[([^\[\]]*)\]\((?![A-Za-z][A-Za-z0-9+.-]*:|//)<?([^()\s<>]*)>?(?:\s+[\"'][^\"']*[\"'])?\)"
)
_ITEM = re.compile(r"[-*+] +(.*)")
_NAME = re.compile(r"[*_]*`+([^`]+)`|\[([^\[\]]+)\]\(|(.+?)(?:[*_]*[:,;]|\.(?= |$)| \(| [-\u2013\u2014] |$)")


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


def without_paths(text: str) -> str:
    """Return a part in which links to files of its own repository are text: on another page they would lead nowhere."""
    lines = text.split("\n")
    raw = find_raw_lines(lines)
    return "\n".join(line if number in raw else _LINK.sub(_as_text, line) for number, line in enumerate(lines))


def _as_text(match: re.Match[str]) -> str:
    if match[1]:
        return match[0]
    shown, target = match[2], match[3]
    return shown if not target or target.startswith("#") or shown.strip("`") == target else f"{shown} (`{target}`)"


def names_in(parts: Mapping[str, str], part: str) -> tuple[str, ...]:
    """Return the names that begin the items of a part: what is in a code span, else up to a colon, dash or comma."""
    lines = parts.get(part, "").split("\n")
    raw = find_raw_lines(lines)
    items = (_ITEM.match(line) for number, line in enumerate(lines) if number not in raw)
    names = (_NAME.match(item[1]) for item in items if item)
    found = ((name[1] or name[2] or name[3]).strip(" *_") for name in names if name)
    return tuple(dict.fromkeys(name for name in found if name))
