"""The systems of a base: which there are, the page of each, and how many records name it."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ..pages.check import GUIDES
from ..pages.names import fold
from ..pages.page import stem
from ..pages.walk import SUFFIX

if TYPE_CHECKING:
    from ..pages.base import Base
    from ..pages.page import Page
    from ..pages.walk import Skipped

FOLDER = "systems"
OPEN = "open"
# Kinds whose pages have no life cycle, also when they carry an id.
_NO_RECORDS = frozenset({"wiki", "note"})
# Pages that say what is in a folder, not what a system is.
_OF_THE_FOLDER = GUIDES | {"index"}


class System(NamedTuple):
    """A system.

    Attributes:
        name: as it is spelled most often.
        page: the page about it, also one that could not be read, or None.
        records: how many records name it.
        open: how many of these are open.
    """

    name: str
    page: Page | Skipped | None
    records: int
    open: int


def is_record(page: Page) -> bool:
    """Tell whether a page is a record: it has an id and a life cycle."""
    return page.id is not None and page.kind not in _NO_RECORDS


def find_systems(base: Base) -> tuple[System, ...]:
    """Return the systems of a base by name, whatever the order of its pages.

    These are the values of `systems`, and the pages in a folder `systems`, also those that could not be read. The page
    of a system is the one of its name in such a folder, else one there that lists only it, else a wiki page that does.
    """
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    records: dict[str, list[Page]] = defaultdict(list)
    about: dict[str, list[tuple[bool, bool, Page | Skipped]]] = defaultdict(list)

    def note(name: str, page: Page | Skipped) -> None:
        rank = (not _is_below(page.path), fold(stem(page.path)) != fold(name))
        about[fold(name)].append((*rank, page))

    for page in base.pages:
        named = {fold(name): name for name in page.many("systems")}
        for key, name in named.items():
            spellings[key][name] += 1
            if is_record(page):
                records[key].append(page)
        if name := _subject(page):
            spellings[fold(name)][name] += 1
            note(name, page)
    for skipped in base.skipped:
        if _is_below(skipped.path) and skipped.path.lower().endswith(SUFFIX):
            name = stem(skipped.path)
            spellings[fold(name)][name] += 1
            note(name, skipped)
    names = {key: min(counted, key=lambda name: (-counted[name], name)) for key, counted in spellings.items()}
    found = (
        System(
            name,
            _first(about[key], name),
            len(records[key]),
            sum(page.one("status") == OPEN for page in records[key]),
        )
        for key, name in names.items()
    )
    return tuple(sorted(found, key=lambda system: (fold(system.name), system.name)))


def _first(about: list[tuple[bool, bool, Page | Skipped]], name: str) -> Page | Skipped | None:
    """Return the page that comes first of those about a system; of two that differ by case the exact spelling does."""
    ranked = sorted(about, key=lambda item: (item[0], item[1], stem(item[2].path) != name, item[2].path))
    return ranked[0][2] if ranked else None


def _subject(page: Page) -> str | None:
    """Return the one system that a page is about."""
    if is_record(page):
        return None
    names = page.many("systems")
    if len(names) == 1:
        return names[0] if _is_below(page.path) or page.kind == "wiki" else None
    own = stem(page.path)
    if not _is_below(page.path) or own.lower() in _OF_THE_FOLDER:
        return None
    # A page of several systems is about none of them, unless it has the name of one.
    return own if not names or fold(own) in map(fold, names) else None


def _is_below(path: str) -> bool:
    return path.split("/")[-2:-1] == [FOLDER]
