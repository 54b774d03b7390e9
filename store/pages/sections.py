"""The sections of a page, for those who ask for one by its heading."""

from typing import NamedTuple

from .headings import find_headings
from .page import Page
from .passages import anchors_of


class Section(NamedTuple):
    """A heading with all below it, up to the next heading of its level or a higher one; lines 1-based, in the file."""

    anchor: str
    start_line: int
    end_line: int


def find_sections(page: Page) -> tuple[Section, ...]:
    """Return the sections of a page in the order of their headings."""
    lines = page.body_lines
    headings = find_headings(lines)
    sections: list[Section] = []
    for number, (heading, anchor) in enumerate(zip(headings, anchors_of(headings), strict=True)):
        later = (other.line for other in headings[number + 1 :] if other.level <= heading.level)
        end = next(later, len(lines))
        sections.append(Section(anchor, page.body_line + heading.line, page.body_line + end - 1))
    return tuple(sections)
