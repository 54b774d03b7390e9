"""Pages that nobody links and no search has ever returned."""

from __future__ import annotations

import time
from bisect import bisect_right
from typing import TYPE_CHECKING

from ..errors import counted
from ..pages.check import GUIDES
from ..pages.link_index import resolve
from ..pages.links import Link, find_links
from ..pages.names import fold
from ..pages.page import stem
from .leads import Lead

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..journal.read import Log
    from ..pages.base import Base
    from ..pages.link_index import Index
    from ..pages.page import Page

# With fewer, that a page was not among what they returned says nothing of the page.
LEAST_SEARCHES = 10
# Lists of all pages: a link in one says nothing of who needs the page.
LISTS = frozenset({"index", "index-full"})
INBOX = "inbox"
# Fields that may name pages without brackets.
NAMING = ("links", "supersedes", "superseded_by")


def find_unread(base: Base, index: Index, log: Log) -> tuple[Lead, ...]:
    """Return the pages that no other page links and that no logged search returned among its first results.

    Args:
        base: the base, read.
        index: its pages by their names.
        log: its search log; with few searches after the day of a page there is no lead.
    """
    if len(log.entries) < LEAST_SEARCHES:
        return ()
    linked = {path for page in base.pages if not _is_list(page) for path in _targets(page, index)}
    returned = {path for entry in log.entries for path in entry.results}
    read = linked | returned
    days = sorted(time.strftime("%Y-%m-%d", time.gmtime(entry.time)) for entry in log.entries)
    pages = counted(len(base.pages), "page")
    message = "no other page links this, and no logged search returned it"
    leads: list[Lead] = []
    for page in base.pages:
        # Before that day there was no such page to return, or another one.
        later = days[bisect_right(days, page.updated or "") :]
        if len(later) >= LEAST_SEARCHES and page.path not in read and not _is_left_out(page):
            compared = f"the links of {pages} and the first results of {len(later)} logged searches since {later[0]}"
            leads.append(Lead(page.path, 1, "unread", message, compared))
    return tuple(leads)


def _targets(page: Page, index: Index) -> Iterator[str]:
    """Yield the paths of the other pages that a page links."""
    plain = (Link(1, "wiki", name, "") for field in NAMING for name in page.many(field) if "[[" not in name)
    for link in (*find_links(page), *plain):
        yield from (path for path in resolve(link, page, index) if path != page.path)


def _is_list(page: Page) -> bool:
    return fold(stem(page.path)) in LISTS


def _is_left_out(page: Page) -> bool:
    return fold(stem(page.path)) in GUIDES | LISTS or INBOX in page.path.split("/")[:-1]
