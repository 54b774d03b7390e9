"""Captures under names that are free: a new record whose id is taken gets the next one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..git.branches import branch_names, commits_behind_head, names_on_branches
from ..git.commits import write_blob
from ..git.worktree import is_committed
from ..pages.kinds import read_contracts
from ..pages.page import Page, make_page, stem
from ..pages.walk import SUFFIX
from .change import Proposal, cut_title, numbered
from .ids import free_ids
from .slugs import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..git.repository import Repository
    from ..pages.base import Base
    from ..pages.kinds import Contract

CAPTURE = "capture"


class Piece(NamedTuple):
    """A page that is captured: as it was read, its bytes, and whether what the branch starts from lacks it."""

    page: Page
    data: bytes
    is_new: bool


def numbered_captures(base: Base, repository: Repository, pieces: tuple[Piece, ...]) -> Iterator[Proposal]:
    """Yield the capture of pages, each time with the next free ids for new records whose own are taken.

    Args:
        base: the base as it is in the working tree.
        repository: its repository.
        pieces: the pages, at least one; its branch has the name of the first.
    """
    contracts = read_contracts(base.config)
    records = [(piece.page, contracts[piece.page.kind]) for piece in pieces if is_new_record(piece, contracts)]
    taken = {page.path: _taken(repository, contract, page) for page, contract in records}
    own = {page.id or "" for page in base.pages}
    used: set[str] = set()
    names = numbered(name_of(pieces[0].page))
    while True:
        ids: dict[str, str] = {}
        for page, contract in records:
            name = str(page.id)
            if name in taken[page.path] | used:
                day = name.removeprefix(f"{contract.prefix}-").rpartition("-")[0]
                name = next(free_ids(contract.prefix, day, taken[page.path] | used | own))
            used.add(name)
            ids[str(page.id)] = name
        files = dict(_renamed(piece, ids, base.config.folders) for piece in pieces)
        is_record = bool(records) and records[0][0] is pieces[0].page
        yield capture_of(repository, files, "" if is_record else next(names))


def is_new_record(piece: Piece, contracts: Mapping[str, Contract]) -> bool:
    """Tell whether a page is a record that the team does not have yet, so that its id may still change."""
    contract = contracts.get(piece.page.kind)
    return piece.is_new and bool(piece.page.id) and contract is not None and bool(contract.prefix)


def capture_of(repository: Repository, files: Mapping[str, tuple[Page, bytes]], name: str = "") -> Proposal:
    """Return the capture of pages.

    Args:
        repository: the repository, which gets their contents.
        files: path below the base -> the page and its bytes, at least one.
        name: the branch's name behind the slash, or an empty text for that of the first page.
    """
    blobs = {
        repository.prefix + path: write_blob(repository.git, data, repository.prefix + path)
        for path, (_, data) in files.items()
    }
    pages = [page for page, _ in files.values()]
    about = tuple(f"{page.kind} {name_of(page)}: {page.one('summary') or page.title}" for page in pages)
    title = cut_title(f"Capture {name_of(pages[0])}: {pages[0].one('summary') or pages[0].title}")
    return Proposal(f"{CAPTURE}/{name or name_of(pages[0])}", blobs, title, about, pages[0].id)


def _taken(repository: Repository, contract: Contract, page: Page) -> frozenset[str]:
    """Return the ids that other pages have, on any branch; a page that is committed already is not its own rival."""
    path = repository.prefix + page.path
    own = commits_behind_head(repository) if is_committed(repository, path) else frozenset[str]()
    folders = (repository.prefix + folder for folder in contract.folders)
    found = names_on_branches(repository, *folders, besides=own)
    branches = {name.partition("/")[2] for name in branch_names(repository) if name.startswith(f"{CAPTURE}/")}
    return frozenset({stem(name) for name in found} | branches)


def _renamed(piece: Piece, ids: Mapping[str, str], folders: Mapping[str, str]) -> tuple[str, tuple[Page, bytes]]:
    """Return a page's path and content with the ids that have changed, wherever they are named in what is captured."""
    page, changed = piece.page, {old: new for old, new in ids.items() if old != new}
    if not changed:
        return page.path, (page, piece.data)
    pattern = rf"(?<![\w-])(?:{'|'.join(map(re.escape, changed))})(?![\w-])"
    text = re.sub(pattern, lambda match: changed[match[0]], piece.data.decode("utf-8"))
    folder, slash, _ = page.path.rpartition("/")
    path = f"{folder}{slash}{changed[page.id]}{SUFFIX}" if page.id in changed else page.path
    return path, (make_page(path, text, folders), text.encode("utf-8"))


def name_of(page: Page) -> str:
    """Return what a page is called in the name of its branch."""
    return page.id or slug(stem(page.path))
