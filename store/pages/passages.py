"""A page's body cut into passages: each heading's own part, long ones at blank lines."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .headings import Heading, find_headings
from .page import Page

MOST_LINES = 40

# Compiled by the first heading that asks for one.
_NOT_IN_ANCHOR = r"[^\w\- ]"
_LINK = r"!?\[([^\[\]]*)\]\([^()]*\)"
# Words set off by underscores; what stands in a code span, the first choice, is not.
_UNDERLINED = r"(`[^`]*`)|(?<!\w)(_{1,3})(?=\S)([^`]+?)(?<=\S)\2(?!\w)"


class Passage(NamedTuple):
    """A part of a page's body.

    Attributes:
        anchor: the heading's address in its page as code hosts make it, or an empty text before the first heading.
        trail: the texts of the headings around it, outermost first, its own last.
        start_line: its first line in the file, 1-based, frontmatter counted.
        end_line: its last line, included.
        text: those lines, joined by a line feed.
        is_bare: whether there is nothing in it but its heading and blank lines.
    """

    anchor: str
    trail: tuple[str, ...]
    start_line: int
    end_line: int
    text: str
    is_bare: bool


def cut_passages(page: Page) -> tuple[Passage, ...]:
    """Cut a page's body into passages; together they are every line of it, each once, in order."""
    lines = page.body_lines
    passages: list[Passage] = []
    for trail, anchor, start, content, end in _parts(lines):
        for first, last in _cut_long(lines, start, end):
            text = "\n".join(lines[first:last])
            is_bare = not any(line.strip() for line in lines[max(first, content) : last])
            passages.append(Passage(anchor, trail, page.body_line + first, page.body_line + last - 1, text, is_bare))
    return tuple(passages)


def telling_passages(page: Page) -> tuple[Passage, ...]:
    """Return the passages of a page that say something; of a page that has only headings, all."""
    passages = cut_passages(page)
    return tuple(passage for passage in passages if not passage.is_bare) or passages


def whole_file(page: Page) -> Passage:
    """Return all of a page as one passage, for one that has no body."""
    text = page.text.removesuffix("\n")
    return Passage("", (), 1, text.count("\n") + 1, text, is_bare=True)


def _parts(lines: list[str]) -> Iterator[tuple[tuple[str, ...], str, int, int, int]]:
    """Yield each heading's own part: trail, anchor, first line, first behind the heading, first behind the part."""
    headings = find_headings(lines)
    first = headings[0].line if headings else len(lines)
    if first:
        yield (), "", 0, 0, first
    trail: list[Heading] = []
    for number, (heading, anchor) in enumerate(zip(headings, anchors_of(headings), strict=True)):
        trail = [outer for outer in trail if outer.level < heading.level] + [heading]
        end = headings[number + 1].line if number + 1 < len(headings) else len(lines)
        yield tuple(outer.text for outer in trail), anchor, heading.line, heading.last_line + 1, end


def anchors_of(headings: tuple[Heading, ...]) -> list[str]:
    """Return an anchor a heading, each once in its page: a repeated one gets -1, -2 and so on."""
    seen: Counter[str] = Counter()
    anchors: list[str] = []
    for heading in headings:
        plain = _plain_anchor(heading.text)
        anchor = f"{plain}-{seen[plain]}" if seen[plain] else plain
        while anchor in seen and anchor != plain:
            seen[plain] += 1
            anchor = f"{plain}-{seen[plain]}"
        seen[plain] += 1
        seen[anchor] += anchor != plain
        anchors.append(anchor)
    return anchors


def _plain_anchor(heading: str) -> str:
    """Return what code hosts make of a heading: its words as they are shown, in small letters, joined by hyphens."""
    shown = re.sub(_LINK, r"\1", heading) if "](" in heading else heading
    shown = (re.sub(_UNDERLINED, r"\1\3", shown) if "_" in shown else shown).lower()
    if shown.isascii():
        kept = re.sub(_NOT_IN_ANCHOR, "", shown)
    else:
        from unicodedata import category  # noqa: PLC0415 - loaded by the first heading beyond ASCII

        kept = "".join(sign for sign in shown if sign in "_- " or sign.isalnum() or category(sign).startswith("M"))
    return kept.replace(" ", "-") or "section"


def _cut_long(lines: list[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield ranges of at most `MOST_LINES`, cut behind a blank line; longer where no blank line allows it."""
    while end - start > MOST_LINES:
        cut = next((at for at in range(start + MOST_LINES, start + 1, -1) if not lines[at - 1].strip()), None)
        if cut is None:
            later = (at for at in range(start + MOST_LINES + 1, end) if not lines[at - 1].strip())
            cut = next(later, end)
        yield start, cut
        start = cut
    if start < end:
        yield start, end
