"""The ticked suggestions of a reviewed page of misses, as aliases on a branch."""

from __future__ import annotations

import re
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from ..git.commits import files_below, read_blob, read_blobs, write_blob
from ..git.repository import Repository, Start, find_start, identity, open_repository
from ..pages.names import fold
from ..pages.page import Page, make_page
from ..pages.walk import SUFFIX
from ..records.change import Change, Proposal, change_of, land, learn, numbered, refuse_waiting
from ..records.edit import add_to_list
from ..secrets import KINDS
from .export import FOLDER, sheet_path
from .sheet import read_sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..config import Config
    from ..git.runner import Git

_NAME = re.compile(rf"(?:{FOLDER}/)?(\d{{4}}-\d{{2}})(?:\.md)?")
# What the log puts in the place of a secret or a mail address.
_REDACTED = re.compile(rf"\[(?:{'|'.join(map(re.escape, KINDS))})\]")


class _Edits(NamedTuple):
    """What the ticks come to.

    Attributes:
        texts: path below the base -> the new text.
        added: what is new, a sentence each.
        warnings: what was left out, and why.
        known: names that are taken, folded -> the page that has each.
    """

    texts: dict[str, str]
    added: list[str]
    warnings: list[str]
    known: dict[str, str]


def apply_ticks(config: Config, git: Git, target: str, *, push: bool) -> Change:
    """Make each ticked wording of a page of misses an alias of the page that it was ticked for.

    Args:
        config: the base.
        git: git in its folder.
        target: the page of misses, by its path or its month; what counts is what the default branch has there.
        push: whether to push the branch and open its review.

    Raises:
        KbError: `usage` when the target is no page of misses; `refused` when it is not merged yet or nothing is ticked
            that would be new; else as `capture`.
    """
    month = _NAME.fullmatch(target)
    if not month:
        trouble = f"{target!r} is no page of misses"
        raise KbError("usage", "no-misses", trouble, f"give one such as {sheet_path('2026-11')}")
    path = sheet_path(month[1])
    repository = open_repository(git)
    identity(git)
    unreachable = learn(repository) if push else None
    start = find_start(repository)
    edits = _edits(config, repository, start, month[1])
    if not edits.texts:
        why = edits.warnings[0] if edits.warnings else "nothing is ticked that is not an alias already"
        raise KbError("refused", "nothing-new", f"{path}: {why}", "tick what answers, and merge the page")
    files = {
        repository.prefix + page: write_blob(repository.git, text.encode("utf-8")) for page, text in edits.texts.items()
    }
    refuse_waiting(repository, f"alias/misses-{month[1]}", files)
    title = f"Aliases from the searches of {month[1]} that missed"
    names = numbered(f"alias/misses-{month[1]}")
    proposals = (Proposal(name, files, title, tuple(edits.added)) for name in names)
    landed = land(repository, start, proposals, push=push, unreachable=unreachable, forge=config.forge)
    return change_of(landed, tuple(edits.texts), tuple(edits.warnings))


def _edits(config: Config, repository: Repository, start: Start, month: str) -> _Edits:
    path, prefix = sheet_path(month), repository.prefix
    sheet = read_blob(repository.git, start.commit, prefix + path)
    if sheet is None:
        raise KbError("refused", "not-there-yet", f"{path} is not on {start.name} yet", "merge its review first")
    pages = _pages(config, repository, start)
    edits = _Edits({}, [], [], _known_names(pages))
    wanted: dict[str, list[str]] = defaultdict(list)
    for row in read_sheet(sheet.decode("utf-8", "replace"), month).rows:
        edits.warnings.extend(f"a tick names no page that can be read: {line}" for line in row.unread_ticks)
        for choice in row.choices:
            if choice.ticked:
                wanted[choice.path].append(row.wording)
    for target, wordings in sorted(wanted.items()):
        if target in pages:
            _edit(target, pages[target], wordings, edits)
        else:
            edits.warnings.append(f"{target} is no page on {start.name}, so it gets no alias")
    return edits


def _pages(config: Config, repository: Repository, start: Start) -> dict[str, tuple[str, Page]]:
    """Return the pages of the default branch that can be edited: path below the base -> its text, and what it says."""
    prefix = repository.prefix
    paths = [path for path in files_below(repository.git, start.commit, prefix) if path.endswith(SUFFIX)]
    found: dict[str, tuple[str, Page]] = {}
    for path, data in read_blobs(repository.git, start.commit, paths).items():
        plain = path.removeprefix(prefix)
        with suppress(UnicodeDecodeError):  # what is no UTF-8 text is no page
            text = data.decode("utf-8")
            found[plain] = text, make_page(plain, text, config.folders)
    return found


def _known_names(pages: Mapping[str, tuple[str, Page]]) -> dict[str, str]:
    """Return which page a name is taken by: its aliases and its id, folded."""
    listed = [page for _, page in pages.values()]
    names = {fold(alias): page.path for page in listed for alias in page.many("aliases")}
    return names | {fold(page.id): page.path for page in listed if page.id}


def _edit(path: str, known: tuple[str, Page], wordings: list[str], edits: _Edits) -> None:
    text, page = known
    has = {fold(alias) for alias in page.many("aliases")}
    fresh: list[str] = []
    for wording in wordings:
        holder = edits.known.get(fold(wording), path)
        if _REDACTED.search(wording):
            edits.warnings.append(f"{wording!r} is left out: a part of it was redacted")
        elif holder != path:
            edits.warnings.append(f"{wording!r} is left out: it stands for {holder} already")
        elif fold(wording) not in has:
            edits.known[fold(wording)] = path
            fresh.append(wording)
    try:
        after = add_to_list(text, "aliases", tuple(fresh)) if fresh else text
    except KbError as error:
        edits.warnings.append(f"{path} gets no alias: {error.message}")
        return
    if after != text:
        edits.texts[path] = after
        edits.added.extend(f"{wording!r} stands for {path}" for wording in fresh)
