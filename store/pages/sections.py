"""The sections of a page, for those who ask for one by its heading."""

from typing import NamedTuple

from .headings import find_headings
from .page import Page
from .passages import anchors_of

DEEPEST = 6


class Section(NamedTuple):
    """A heading with all below it, up to the next heading of its level or a higher one; lines 1-based, in the file."""

    anchor: str
    start_line: int
    end_line: int


def find_sections(page: Page) -> tuple[Section, ...]:
    """Return the sections of a page in the order of their headings."""
    headings = find_headings(page.body_lines)
    # The first line behind the last heading seen of each level, from the end of the page up.
    ends = [len(page.body_lines)] * (DEEPEST + 1)
    sections: list[Section] = []
    for heading, anchor in zip(reversed(headings), reversed(anchors_of(headings)), strict=True):
        end = min(ends[: heading.level + 1])
        sections.append(Section(anchor, page.body_line + heading.line, page.body_line + end - 1))
        ends[heading.level] = heading.line
    return tuple(reversed(sections))
