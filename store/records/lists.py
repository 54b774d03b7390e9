"""Items of a list in a page's frontmatter: behind those that are there, or in their place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .blocks import refusal
from .scalars import quoted
from .splices import Splice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .blocks import Block, Entry, Part

_REST_OF_LINE = re.compile(r"[ \t]*(,?)[ \t]*(?:#[^\n]*)?(?=\n)")
_FIRST_DASH = re.compile(r"^( *)-(?=\s)", re.MULTILINE)
_HEADER = re.compile(r"[|>][0-9+-]*")


def append(block: Block, listed: Part, items: Sequence[str]) -> list[Splice]:
    """Return how to put items behind the last one of a list.

    Args:
        block: the block that the list is in.
        listed: the list.
        items: what to add, as YAML.
    """
    if listed.is_in_brackets:
        return append_in_brackets(block, listed, items)
    column = _column(block.source, listed)
    end = _end_of_lines(block, listed)
    return [Splice(end, end, "".join(f"\n{' ' * column}- {item}" for item in items))]


def append_in_brackets(block: Block, part: Part, pieces: Sequence[str]) -> list[Splice]:
    """Return how to put pieces behind the last item of a list, or the last field of a map, in brackets.

    Where the last one has its line for itself, so has each new one.

    Args:
        block: the block that the list or map is in.
        part: the list or map.
        pieces: what to add, as YAML.
    """
    source = block.source
    last = part.parts[-1 if part.kind == "list" else -2 :]
    if not last:
        inside = source.index("[" if part.kind == "list" else "{", part.start) + 1
        return [Splice(inside, inside, ", ".join(pieces))]
    start, end = last[0].start, last[-1].end
    indent = source[source.rfind("\n", 0, start) + 1 : start]
    rest = _REST_OF_LINE.match(source, end)
    if indent.strip() or not rest:
        return [Splice(end, end, "".join(f", {piece}" for piece in pieces))]
    comma = Splice(end, end, "" if rest[1] else ",")
    lines = ",".join(f"\n{indent}{piece}" for piece in pieces) + rest[1]
    return [comma, Splice(rest.end(), rest.end(), lines)]


def bracketed(items: Iterable[str]) -> str:
    """Return a list on one line, its items given as YAML."""
    return f"[{', '.join(items)}]"


def rewrite(block: Block, entry: Entry, items: Sequence[str]) -> list[Splice]:
    """Return how to give a list other items; those that stay keep their spelling, the list its style.

    Args:
        block: the block that the list is in.
        entry: the field whose value the list is.
        items: the texts that shall be in it.

    Raises:
        KbError: when that would lose a comment, an anchor or a tag, or what is more than a text.
    """
    source, listed = block.source, entry.value
    parts = listed.parts
    end = listed.end if listed.is_in_brackets else _end_of_lines(block, listed)
    if trouble := _trouble(source, listed, end):
        raise refusal(entry.name, block.line(listed), trouble)
    spelled = {part.text: source[part.start : part.end] for part in parts if not part.is_block_scalar}
    pieces = [spelled.get(item) or quoted(item) for item in items]
    if listed.is_in_brackets:
        if parts and pieces:
            return [Splice(parts[0].start, parts[-1].end, ", ".join(pieces))]
        return [Splice(listed.start, listed.end, bracketed(pieces))]
    if pieces:
        column = _column(source, listed)
        return [Splice(listed.start, end, f"\n{' ' * column}".join(f"- {piece}" for piece in pieces))]
    colon = source.index(":", entry.key.end) + 1
    return [Splice(colon, colon, " []"), Splice(source.rfind("\n", 0, listed.start), end, "")]


def _trouble(source: str, listed: Part, end: int) -> str:
    """Return what would be lost if the items were written anew, or an empty text."""
    parts = listed.parts
    if source[listed.start] in "&!":
        return "its value has an anchor or a tag"
    if any(part.kind != "text" for part in parts):
        return "its list has an item that is no text"
    starts = (*(part.start for part in parts), end)
    # The header of a literal or folded text may have a comment too.
    ends = (listed.start, *(part.start if part.is_block_scalar else part.end for part in parts))
    gaps = (source[gap_start:gap_end] for gap_start, gap_end in zip(ends, starts, strict=True))
    if any("#" in gap for gap in gaps):
        return "its list has a comment between the items"
    return ""


def _column(source: str, listed: Part) -> int:
    """Return by how many characters the dashes of a list in lines are indented."""
    if source[listed.start] == "-":
        return listed.start - source.rfind("\n", 0, listed.start) - 1
    dash = _FIRST_DASH.search(source, listed.start)  # behind an anchor or a tag
    return len(dash[1]) if dash else 0


def _end_of_lines(block: Block, listed: Part) -> int:
    """Return the end of the line on which the last piece of a list in lines is written."""
    last = listed.last
    if not last.is_block_scalar:
        return block.line_end(last.end)
    header = _HEADER.search(block.source, last.start)
    # The empty lines behind a text belong to it when its header says so.
    keeps = header and "+" in header[0]
    return last.end - 1 if keeps else len(block.source[: last.end].rstrip("\n"))
