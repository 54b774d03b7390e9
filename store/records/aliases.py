"""Which names people say for which pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from ..pages.base import read_base
from ..pages.names import fold
from ..pages.target import find_target

if TYPE_CHECKING:
    from ..config import Config


class Alias(NamedTuple):
    """A name that people say, and the page that it stands for."""

    name: str
    path: str
    id: str | None
    title: str


def list_aliases(config: Config, target: str | None = None) -> tuple[Alias, ...]:
    """Return all aliases of a base, or of one page, by name.

    Raises:
        KbError: `missing` when there is no such page.
    """
    base = read_base(config)
    pages = base.pages if target is None else (find_target(base, target).page,)
    found = (Alias(name, page.path, page.id, page.title) for page in pages for name in page.many("aliases"))
    return tuple(sorted(found, key=lambda alias: (fold(alias.name), alias.path)))


def find_alias(config: Config, name: str) -> tuple[Alias, ...]:
    """Return the aliases that are a name, whatever its case; where none is, those that hold it.

    Raises:
        KbError: `usage` when the name is empty.
    """
    wanted = fold(" ".join(name.split()))
    if not wanted:
        raise KbError("usage", "empty-alias", "the name is empty", "give the words that people say")
    known = list_aliases(config)
    exact = tuple(alias for alias in known if fold(alias.name) == wanted)
    return exact or tuple(alias for alias in known if wanted in fold(alias.name))
