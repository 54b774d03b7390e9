"""What a base has got from its remote, by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..git.commits import read_blobs
from ..git.repository import open_repository
from ..git.sync import Synced, synchronize
from ..pages.page import make_page
from ..pages.walk import SUFFIX

if TYPE_CHECKING:
    from ..config import Config
    from ..git.repository import Repository
    from ..git.runner import Git


class NewsItem(NamedTuple):
    """A page that is new, changed or removed: its path below the base, its kind, and what it is about."""

    path: str
    kind: str
    what: str
    id: str | None
    summary: str


class News(NamedTuple):
    """What a synchronization did, and the pages that it brought, by kind and path; None where history is cut off."""

    synced: Synced
    pages: tuple[NewsItem, ...] | None


def sync(config: Config, git: Git) -> News:
    """Get what the remote has, and say which pages are new.

    Args:
        config: the base.
        git: git in its folder.

    Raises:
        KbError: as `synchronize`.
    """
    repository = open_repository(git)
    synced = synchronize(repository)
    return News(synced, _pages(config, repository, synced))


def _pages(config: Config, repository: Repository, synced: Synced) -> tuple[NewsItem, ...] | None:
    if synced.changes is None:
        return None
    prefix = repository.prefix
    changes = [change for change in synced.changes if change.path.startswith(prefix) and change.path.endswith(SUFFIX)]
    texts = read_blobs(repository.git, synced.start.commit, (change.path for change in changes))
    items: list[NewsItem] = []
    for change in changes:
        path = change.path.removeprefix(prefix)
        page = make_page(path, texts.get(change.path, b"").decode("utf-8", "replace"), config.folders)
        items.append(NewsItem(path, page.kind, change.what, page.id, page.one("summary") or page.title))
    return tuple(sorted(items, key=lambda item: (item.kind, item.path)))
