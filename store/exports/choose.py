"""Which pages leave the base, and which stay."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..pages.frontmatter import UnreadableError, children, compose, references
from ..pages.headings import find_raw_lines
from ..pages.walk import Skipped

if TYPE_CHECKING:
    import yaml

    from ..pages.base import Base
    from ..pages.page import Page

INBOX = "inbox"
_NOT_PRIVATE = frozenset({"", "false", "no", "off", "n", "0"})
PRIVATE = "private"
# What people and other tools put before the fields of a page, and the fences that they use; blanks that show nothing.
_BEFORE = r"(?:\s|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]|<!--(?:(?!-->).)*-->)*"
_OPENED = re.compile(
    rf"""{_BEFORE}(?:(---)|(\+\+\+)|[-\u2010-\u2015]+[ \t]*\n|;;;|\{{|```|~~~|["']?private["']?[ \t]*[:=])""",
    re.IGNORECASE | re.DOTALL,
)
_SAYS_PRIVATE = re.compile(r"\bprivate\b", re.IGNORECASE)
_PRIVATE_FIELD = re.compile(r"""\bprivate\b["']?[ \t]*[:=]""", re.IGNORECASE)
_FENCE = re.compile(r"(?:---|\+\+\+)[ \t]*$")
# A field, a part of one's value, a comment, a mark of a merge, or nothing.
_FIELD_LINE = re.compile(r"""["']?[\w. -]{1,40}["']?[ \t]*[:=](?:[ \t]|$)|[ \t]+\S|-[ \t]|#|[<|=>]{7}|[ \t]*$""")
_PLAINLY_PRIVATE = re.compile(r"""\s*["']?private["']?\s*[:=]\s*\S*\s*(?:#.*)?$""", re.IGNORECASE)
_PRIVATE_LINE = re.compile(r"""[ \t]*["']?private["']?[ \t]*[:=]""", re.IGNORECASE)
# Fields that are not at the top of a page begin within so many lines, behind a heading, a badge or a merge's marks.
_NEAR_THE_TOP = 20
_CLOSED = re.compile(r"^(?:---|\+\+\+|;;;|```|~~~)[ \t]*$", re.MULTILINE)
UNSURE = "it speaks of private where kb does not read that, so it stays out: say it once, as private: true or false"


class Choice(NamedTuple):
    """The pages of a base by what becomes of them.

    Attributes:
        exported: those that leave it.
        hidden: those of which nothing may leave it.
        skipped: files and folders that could not be read, or not far enough to tell that they are not private.
    """

    exported: tuple[Page, ...]
    hidden: tuple[Page, ...]
    skipped: tuple[Skipped, ...]


def choose(base: Base, *, with_inbox: bool, with_private: bool) -> Choice:
    """Return which pages of a base are exported."""
    exported: list[Page] = []
    hidden: list[Page] = []
    skipped = [item for item in base.skipped if with_inbox or not is_in_inbox(f"{item.path}/")]
    for page in base.pages:
        if is_in_inbox(page.path) and not with_inbox:
            hidden.append(page)
        elif with_private or not (_is_unsure(page) or is_private(page)):
            exported.append(page)
        else:
            hidden.append(page)
            if not is_private(page):
                skipped.append(Skipped(page.path, UNSURE))
    return Choice(tuple(exported), tuple(hidden), tuple(sorted(skipped)))


def is_in_inbox(path: str) -> bool:
    """Tell whether a path lies in a folder for rough notes, however a system spells its name."""
    return INBOX in (part.casefold() for part in path.split("/")[:-1])


def is_private(page: Page) -> bool:
    """Tell whether a page says that it is private: any value that is no plain no counts as yes."""
    return any(
        value.strip().casefold() not in _NOT_PRIVATE
        for name in page.fields
        if name.strip().casefold() == PRIVATE
        for value in page.many(name)
    )


def _is_unsure(page: Page) -> bool:
    """Tell whether a page may be meant to be private, but does not say so where kb reads it."""
    if page.problem or not page.body_start:
        opened = _OPENED.match(page.text)
        if page.problem or (opened and (opened[1] or opened[2])):
            return _SAYS_PRIVATE.search(page.text) is not None
        if opened is not None and _PRIVATE_FIELD.search(page.text):
            return True
        return _has_late_head(page.text)
    return _is_unsure_head(page.text[: page.body_start]) or _has_second_head(page.body) or _has_late_head(page.body)


def _is_unsure_head(head: str) -> bool:
    """Tell whether fields that were read speak of private more than once, or deeper than a field of the page."""
    if not _SAYS_PRIVATE.search(head) and "\\" not in head:
        return False
    try:
        root = compose("\n" + "\n".join(head.removesuffix("\n").split("\n")[1:-1]))
    except UnreadableError:
        return True
    if root is None:
        return False
    keys = [key for node in {id(each): each for each in references(root)}.values() for key in _keys(node)]
    found = [key for key in keys if _is_the_word(key)]
    plain = [key for key in children(root)[::2] if _is_the_word(key)]
    nested = [value for key, value in zip(children(root)[::2], children(root)[1::2], strict=True) if key in plain]
    return len(found) > 1 or len(plain) < len(found) or any(_keys(value) for value in nested)


def _keys(node: yaml.Node) -> list[yaml.Node]:
    import yaml  # noqa: PLC0415 - 10 ms that most bases need not wait for

    return children(node)[::2] if isinstance(node, yaml.MappingNode) else []


def _is_the_word(key: yaml.Node) -> bool:
    return isinstance(key.value, str) and key.value.strip().casefold() == PRIVATE


def _has_second_head(body: str) -> bool:
    """Tell whether a body begins with what looks like fields that speak of private."""
    opened = _OPENED.match(body)
    if not opened:
        return False
    closed = _CLOSED.search(body, opened.end())
    return _PRIVATE_FIELD.search(body[: closed.start() if closed else None]) is not None


def _has_late_head(text: str) -> bool:
    """Tell whether a text has near its top, and not in code, what looks like fields that speak of private."""
    if not _PRIVATE_FIELD.search(text):
        return False
    lines = text.split("\n")
    raw = find_raw_lines(lines)
    fences = [number for number, line in enumerate(lines) if number not in raw and _FENCE.match(line)]
    return any(
        opened <= _NEAR_THE_TOP and _are_private_fields(lines[opened + 1 : closed])
        for opened, closed in pairwise(fences)
    )


def _are_private_fields(lines: list[str]) -> bool:
    """Tell whether lines say private and one word, or are all like fields and speak of private somewhere."""
    if any(map(_PLAINLY_PRIVATE.match, lines)):
        return True
    return all(map(_FIELD_LINE.match, lines)) and any(map(_PRIVATE_LINE.match, lines))
