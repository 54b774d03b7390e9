r"""Pieces of text put into a file that keeps every other byte, its line ends and its byte-order mark."""

import re
from collections.abc import Sequence
from typing import NamedTuple

BYTE_ORDER_MARK = "\ufeff"


class Splice(NamedTuple):
    r"""What takes the place of a piece of text.

    Attributes:
        start: where the piece begins, as an offset in the text as `make_page` reads it.
        end: where it ends.
        new: what stands there instead, its lines ended by `\n`.
    """

    start: int
    end: int
    new: str


def splice(text: str, splices: Sequence[Splice]) -> str:
    """Return the text with pieces replaced.

    Args:
        text: a file's text, with its own line ends and its byte-order mark.
        splices: what to replace, in the order of the text and nowhere overlapping.
    """
    ending = line_end(text)
    for start, end, new in reversed(splices):
        first, last = _place(text, start), _place(text, end)
        text = text[:first] + new.replace("\n", ending) + text[last:]
    return text


def line_end(text: str) -> str:
    r"""Return what ends most lines of a file; a lone `\r` counts only where there is nothing else."""
    pairs = text.count("\r\n")
    feeds = text.count("\n") - pairs
    if pairs or feeds:
        return "\r\n" if pairs > feeds else "\n"
    return "\r" if "\r" in text else "\n"


def _place(text: str, offset: int) -> int:
    """Return where in the file a character is that has this offset in the text as `make_page` reads it."""
    offset += text.startswith(BYTE_ORDER_MARK)
    for pair in re.finditer("\r\n", text):
        if pair.start() >= offset:
            break
        offset += 1
    return offset
