"""What pages say of which record follows which, against the statuses of the records."""

from __future__ import annotations

import re
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, NamedTuple

from ..errors import counted
from ..pages.headings import find_raw_lines
from ..pages.link_index import Index, resolve
from ..pages.links import Link
from ..pages.names import fold
from ..pages.page import stem
from ..pages.problem import quoted
from ..pages.shape import field_lines
from ..pages.walk import SUFFIX
from .leads import Lead

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..pages.base import Base
    from ..pages.page import Page

BY, OF = "superseded_by", "supersedes"
SUPERSEDED = "superseded"
MOST_OF_A_SENTENCE = 500

_NAME = re.compile(r"\[\[([^\[\]|#\n]+)[^\[\]\n]*\]\]|\b([A-Z]+-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{3,})\b")
_SAID = re.compile(r"(?:^[ \t>*_-]*|\b)(superseded by|supersedes)\b", re.IGNORECASE | re.MULTILINE)
# Where what is said begins anew: behind a sentence, a heading, an empty line, or at an entry of a list.
_NEW_SENTENCE = re.compile(r"[.!?][*_)\"]*\s|^[ \t>]*-*\n|^[ \t>]*#.*$|^[ \t>]*(?:[-*+]|[0-9]+[.)])[ \t]", re.MULTILINE)
_MARKS = re.compile(r"[\s>*_+-]*")
_UNSURE = re.compile(
    r"\b(?:no|not|never|nothing|neither|nor|without|may|might|can|could|cannot|would|should|if|whether|unless)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
# What people write into a field that has no value.
_EMPTY = frozenset({"-", "\u2013", "\u2014", "~", "n/a", "no", "none", "nothing", "null"})
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
        is_own: it is said of the page itself: by the field, or by words that begin a line or a sentence.
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
    # What cannot be read is not taken for what is not there.
    if all(skipped.path.endswith(SUFFIX) for skipped in base.skipped):
        leads += _missing(claims, index, {fold(stem(skipped.path)) for skipped in base.skipped})
        leads += (
            _without_successor(page)
            for page in base.pages
            if page.one("status") == SUPERSEDED
            and not (own[page.path] or page.path in followed or _linked(page, index))
        )
    leads += _contradictions(claims, index)
    leads += _loops(claims, index)
    return tuple(leads)


def _missing(claims: list[_Claim], index: Index, unread: Collection[str]) -> Iterator[Lead]:
    """Yield each name of another record that names nothing, once for a page."""
    pages = f"the names of {counted(len(index.pages), 'page')}"
    missing: dict[tuple[str, str, str], _Claim] = {}
    for claim in claims:
        is_meant = claim.is_own or (claim.field == BY and claim.page.one("status") == SUPERSEDED)
        if is_meant and not claim.paths and fold(claim.name) not in unread:
            missing.setdefault((claim.page.path, claim.field, fold(claim.name)), claim)
    for claim in missing.values():
        what = "is superseded by" if claim.field == BY else "supersedes"
        message = f"this {what} {quoted(claim.name)}, which names no other page"
        compared = f"the name {quoted(claim.name)} against {pages}"
        yield Lead(claim.page.path, claim.line, "superseded-by-nothing", message, compared)


def _without_successor(page: Page) -> Lead:
    message = "this is superseded, but nothing says by what"
    compared = f"status superseded against {BY}, links and text of this page, and what others say they supersede"
    return Lead(page.path, field_lines(page).get("status", 1), "superseded-by-nothing", message, compared)


def _linked(page: Page, index: Index) -> bool:
    """Tell whether the field `links` names another record."""
    found = (path for name in page.many("links") for path in _pages(name, page, index))
    return any(index.pages[path].id for path in found)


def _contradictions(claims: list[_Claim], index: Index) -> Iterator[Lead]:
    """Yield each record that is superseded by what is said, and not by its status, once."""
    told: dict[str, _Claim] = {}
    for claim in claims:
        # In a sentence the page may speak of another one, such as of its predecessor's predecessor.
        if not claim.is_own:
            continue
        if claim.field == OF:
            told |= {path: claim for path in claim.paths if path not in told}
        elif claim.paths:
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


def _loops(claims: list[_Claim], index: Index) -> Iterator[Lead]:
    """Yield one lead for each loop of superseded records, of which none can be the one that holds."""
    after: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        for path in claim.paths if claim.is_own else ():
            old, new = (claim.page.path, path) if claim.field == BY else (path, claim.page.path)
            if all(index.pages[end].one("status") == SUPERSEDED for end in (old, new)):
                after[old].add(new)
    while after:
        try:
            TopologicalSorter({old: sorted(after[old]) for old in sorted(after)}).prepare()
        except CycleError as error:
            loop = sorted(set(error.args[1]))
            page = index.pages[loop[0]]
            others = ", ".join(index.pages[path].id or path for path in loop[1:])
            message = f"this and {others} are superseded by one another, so that none of them holds"
            compared = f"what {', '.join(loop)} say of who follows whom"
            yield Lead(page.path, field_lines(page).get("status", 1), "contradiction", message, compared)
            after = {old: new.difference(loop) for old, new in after.items() if old not in loop}
        else:
            return


def _claims(page: Page, index: Index) -> Iterator[_Claim]:
    lines = field_lines(page)
    for field in (BY, OF):
        for value in page.many(field):
            for name in [match[1] or match[2] for match in _NAME.finditer(value)] or [value.strip()]:
                if name and "://" not in name and fold(name) not in _EMPTY:
                    yield _Claim(page, lines.get(field, 1), field, field, name, True, _pages(name, page, index))
    if not page.id:
        return  # a guide may tell how records are superseded
    text = _prose(page)
    for said in _SAID.finditer(text):
        before = _sentence_before(text, said.start(1))
        if _UNSURE.search(before):
            continue
        field = BY if said[1].lower().endswith("by") else OF
        place = said.end()
        is_own = _MARKS.fullmatch(text[text.rfind("\n", 0, place) + 1 : said.start(1)]) or _MARKS.fullmatch(before)
        while match := _NAME.match(text, _behind(text, place)):
            line = text.count("\n", 0, match.start()) + 1
            name = (match[1] or match[2]).strip()
            yield _Claim(page, line, field, said[1], name, is_own is not None, _pages(name, page, index))
            place = match.end()


def _sentence_before(text: str, place: int) -> str:
    """Return what the sentence at a place says before it; a capital letter at the start of a line begins one."""
    before = text[max(0, place - MOST_OF_A_SENTENCE) : place]
    start = max((match.end() for match in _NEW_SENTENCE.finditer(before)), default=0)
    line = before.rfind("\n") + 1
    if text[place].isupper() and _MARKS.fullmatch(before, line):
        return ""
    return before[start:]


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
