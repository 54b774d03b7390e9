"""Which pages leave the base, and which stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..pages.walk import Skipped

if TYPE_CHECKING:
    from ..pages.base import Base
    from ..pages.page import Page

INBOX = "inbox"
_NOT_PRIVATE = frozenset({"", "false", "no", "off", "n", "0"})
_OPENED = re.compile(r"\s*---")
_SAYS_PRIVATE = re.compile(r"\bprivate\b", re.IGNORECASE)
UNSURE = "its frontmatter cannot be read and speaks of private, so it stays out"


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
        if name.strip().casefold() == "private"
        for value in page.many(name)
    )


def _is_unsure(page: Page) -> bool:
    unread = bool(page.problem) or (not page.body_start and _OPENED.match(page.text) is not None)
    return unread and _SAYS_PRIVATE.search(page.text) is not None
