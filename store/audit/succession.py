"""What pages say of which record follows which, against the statuses of the records."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ..pages.headings import find_raw_lines
from ..pages.link_index import Index, resolve
from ..pages.links import Link
from ..pages.names import fold
from ..pages.page import stem
from ..pages.problem import quoted
from ..pages.shape import field_lines
from ..pages.walk import SUFFIX
from .leads import Lead, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..pages.base import Base
    from ..pages.page import Page

BY, OF = "superseded_by", "supersedes"
SUPERSEDED = "superseded"

_NAME = re.compile(r"\[\[([^\[\]|#\n]+)[^\[\]\n]*\]\]|\b([A-Z]+-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{3,})\b")
_SAID = re.compile(r"(?:^([ \t>*_-]*)|\b)(superseded by|supersedes)\b", re.IGNORECASE | re.MULTILINE)
# What may stand between the words and a name, and between two names.
_BETWEEN = re.compile(r"(?:[\s>:,&*_(]|and\b|record\b|by\b)*", re.IGNORECASE)


class _Claim(NamedTuple):
    """That a page is superseded by, or supersedes, what a name stands for.

    Attributes:
        page: the page that says so.
        line: the 1-based line on which it does.
        field: the field that says the same.
        said: the field or the words that say so.
        name: the name.
        is_own: it is said of the page itself: by the field, or by words that begin a line.
        paths: the pages that the name stands for, without the page itself.
    """

    page: Page
    line: int
    field: str
    said: str
    name: str
    is_own: bool
    paths: tuple[str, ...]


def check_succession(base: Base, index: Index) -> tuple[Lead, ...]:
    """Return the records superseded by nothing that exists, and those whose status another statement contradicts.

    Args:
        base: the base, read.
        index: its pages by their names.
    """
    claims = [claim for page in base.pages for claim in _claims(page, index)]
    followed = {path for claim in claims if claim.field == OF for path in claim.paths}
    own: dict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        if claim.field == BY:
            own[claim.page.path].append(claim)
    leads: list[Lead] = []
    for page in base.pages:
        if page.one("status") == SUPERSEDED:
            leads += _without_successor(page, own[page.path], base, index, is_followed=page.path in followed)
    leads += _contradictions(claims, index)
    return tuple(leads)


def _without_successor(
    page: Page, claims: list[_Claim], base: Base, index: Index, *, is_followed: bool
) -> Iterator[Lead]:
    # What cannot be read is not taken for what is not there.
    unread = {fold(stem(skipped.path)) for skipped in base.skipped if skipped.path.endswith(SUFFIX)}
    if any(not skipped.path.endswith(SUFFIX) for skipped in base.skipped):
        return
    pages = f"the names of {counted(len(index.pages), 'page')}"
    missing = {fold(claim.name): claim for claim in reversed(claims) if not claim.paths}
    for name, claim in missing.items():
        if name not in unread:
            message = f"this is superseded by {quoted(claim.name)}, which names no other page"
            compared = f"the name {quoted(claim.name)} against {pages}"
            yield Lead(page.path, claim.line, "superseded-by-nothing", message, compared)
    if not claims and not is_followed and not _linked(page, index):
        line = field_lines(page).get("status", 1)
        message = "this is superseded, but nothing says by what"
        compared = f"status superseded against {BY}, links and text of this page, and what others say they supersede"
        yield Lead(page.path, line, "superseded-by-nothing", message, compared)


def _linked(page: Page, index: Index) -> bool:
    """Tell whether the field `links` names another record."""
    found = (path for name in page.many("links") for path in _pages(name, page, index))
    return any(index.pages[path].id for path in found)


def _contradictions(claims: list[_Claim], index: Index) -> Iterator[Lead]:
    """Yield each record that is superseded by what is said, and not by its status, once."""
    told: dict[str, _Claim] = {}
    for claim in claims:
        # In a sentence the page may speak of another one, such as of its predecessor's predecessor.
        if claim.field == OF:
            told |= {path: claim for path in claim.paths if path not in told}
        elif claim.is_own and claim.paths:
            told.setdefault(claim.page.path, claim)
    for path, claim in told.items():
        record = index.pages[path]
        status = record.one("status")
        if status is not None and status != SUPERSEDED:
            line = field_lines(record).get("status", 1)
            by = claim.name if claim.field == BY else claim.page.id or claim.page.path
            message = f"status is {quoted(status)}, but this is superseded by {by}"
            said = quoted(f"{claim.said} {claim.name}")
            compared = f"status {quoted(status)} against {said} on line {claim.line} of {claim.page.path}"
            yield Lead(path, line, "contradiction", message, compared)


def _claims(page: Page, index: Index) -> Iterator[_Claim]:
    lines = field_lines(page)
    for field in (BY, OF):
        for value in page.many(field):
            for name in [match[1] or match[2] for match in _NAME.finditer(value)] or [value.strip()]:
                if name and "://" not in name:
                    yield _Claim(page, lines.get(field, 1), field, field, name, True, _pages(name, page, index))
    if not page.id:
        return  # a guide may tell how records are superseded
    text = _prose(page)
    for said in _SAID.finditer(text):
        field = BY if said[2].lower().endswith("by") else OF
        place = said.end()
        while match := _NAME.match(text, _behind(text, place)):
            line = text.count("\n", 0, match.start()) + 1
            name = (match[1] or match[2]).strip()
            yield _Claim(page, line, field, said[2], name, said[1] is not None, _pages(name, page, index))
            place = match.end()


def _behind(text: str, place: int) -> int:
    between = _BETWEEN.match(text, place)
    return between.end() if between else place


def _prose(page: Page) -> str:
    """Return the text of a page with its lines, those of code left empty."""
    raw = {page.body_line - 1 + number for number in find_raw_lines(page.body_lines)}
    return "\n".join("" if number in raw else line for number, line in enumerate(page.text.split("\n")))


def _pages(name: str, page: Page, index: Index) -> tuple[str, ...]:
    """Return the other pages that a name stands for."""
    link = Link(1, "wiki", name.removesuffix("]]").removeprefix("[[").strip(), "")
    return tuple(path for path in resolve(link, page, index) if path in index.pages and path != page.path)
