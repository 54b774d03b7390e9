"""Which pages a question is put to."""

import re
from collections.abc import Callable
from datetime import date
from fnmatch import fnmatchcase
from typing import NamedTuple

from ..errors import KbError
from ..pages.base import Base
from ..pages.page import Page
from .text import fold

BUILT_IN_KINDS = ("wiki", "finding", "decision", "incident", "note")
BUILT_IN_STATUSES = ("open", "fixed", "accepted-risk", "superseded", "accepted", "closed")

_DATE = r"\d{4}(-\d{2}(-\d{2})?)?"


class Filters(NamedTuple):
    """What a page must have; several values of one filter are alternatives.

    Attributes:
        types: kinds of pages.
        statuses: values of `status`.
        repos: values among `repos`.
        systems: values among `systems`.
        tags: values among `tags`, a leading `#` aside.
        paths: folders or files below the base, or patterns with `*` and `?`.
        since: a day, month or year in ISO form; pages whose `updated` is earlier, or missing, stay out.
    """

    types: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    repos: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    since: str | None = None


NO_FILTERS = Filters()


def make_filter(filters: Filters, *, with_words: bool) -> Callable[[Page], bool]:
    """Return what tells whether a page passes.

    With words, `repos` and `statuses` narrow the records that carry the field and keep the shared pages that do not.
    """
    if filters == NO_FILTERS:
        return lambda _page: True
    types = frozenset(map(fold, filters.types))
    statuses, repos = frozenset(map(fold, filters.statuses)), frozenset(map(fold, filters.repos))
    exact = (
        (frozenset(map(fold, filters.systems)), "systems"),
        (frozenset(fold(tag).lstrip("#") for tag in filters.tags), "tags"),
    )

    def passes(page: Page) -> bool:
        if types and fold(page.kind) not in types:
            return False
        for wanted, name in ((statuses, "status"), (repos, "repos")):
            has = page.many(name)
            if wanted and not (with_words and not has) and wanted.isdisjoint(map(fold, has)):
                return False
        for wanted, name in exact:
            if wanted and wanted.isdisjoint(fold(value).lstrip("#") for value in page.many(name)):
                return False
        if filters.paths and not any(_is_below(page.path, path) for path in filters.paths):
            return False
        return not filters.since or (page.updated or "") >= filters.since

    return passes


def check(base: Base, filters: Filters) -> None:
    """Refuse values that no page of the base could have.

    Raises:
        KbError: `usage` when a type or status is none that the base knows, or a date is none.
    """
    if filters.types:
        kinds = {*BUILT_IN_KINDS, *base.config.kinds, *(page.kind for page in base.pages)}
        _check_known("type", filters.types, kinds)
    if filters.statuses:
        statuses = {*BUILT_IN_STATUSES, *(fold(status) for page in base.pages for status in page.many("status"))}
        _check_known("status", filters.statuses, statuses)
    if filters.since is not None and not _is_date(filters.since):
        raise KbError(
            "usage", "bad-date", f"--since {filters.since!r} is no date", "write it as 2026-01-31, 2026-01 or 2026"
        )


def _check_known(name: str, wanted: tuple[str, ...], known: set[str]) -> None:
    folded = set(map(fold, known))
    for value in wanted:
        if fold(value) not in folded:
            choices = tuple(sorted(known))
            raise KbError(
                "usage", f"unknown-{name}", f"no {name} is called {value!r}", f"known: {', '.join(choices)}", choices
            )


def _is_date(text: str) -> bool:
    if not re.fullmatch(_DATE, text):
        return False
    try:
        date.fromisoformat(text + "-01-01"[len(text) - len("2026") :])
    except ValueError:
        return False
    return True


def _is_below(path: str, wanted: str) -> bool:
    wanted = wanted.replace("\\", "/").removeprefix("./").strip("/")
    if wanted in ("", ".") or path == wanted or path.startswith(f"{wanted}/"):
        return True
    # A bracket is a letter of names, not the beginning of a set.
    pattern = wanted.replace("[", "[[]")
    return fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}/*")
