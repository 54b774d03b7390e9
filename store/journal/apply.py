"""The ticked suggestions of a reviewed page of misses, as aliases on a branch."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from ..git.commits import read_blob, read_blobs, write_blob
from ..git.repository import Repository, Start, find_start, identity, open_repository
from ..pages.base import Base, read_base
from ..pages.names import fold
from ..pages.page import make_page
from ..records.change import Change, Proposal, change_of, land, learn, not_pushed, numbered
from ..records.edit import add_to_list
from .export import FOLDER, sheet_path
from .sheet import read_sheet

if TYPE_CHECKING:
    from ..config import Config
    from ..git.runner import Git

_NAME = re.compile(rf"(?:{FOLDER}/)?(\d{{4}}-\d{{2}})(?:\.md)?")
# What the log puts in the place of a secret or a mail address.
_REDACTED = re.compile(r"\[[A-Za-z ]+\]")


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
    edits = _edits(read_base(config), repository, start, month[1])
    if not edits.texts:
        why = edits.warnings[0] if edits.warnings else "nothing is ticked that is not an alias already"
        raise KbError("refused", "nothing-new", f"{path}: {why}", "tick what answers, and merge the page")
    files = {
        repository.prefix + page: write_blob(repository.git, text.encode("utf-8")) for page, text in edits.texts.items()
    }
    title = f"Aliases from the searches of {month[1]} that missed"
    names = numbered(f"alias/misses-{month[1]}")
    proposals = (Proposal(name, files, title, tuple(edits.added)) for name in names)
    landed = land(repository, start, proposals, push=push and unreachable is None, forge=config.forge)
    if failure := landed.failure or unreachable:
        raise not_pushed(failure, landed.commit.branch)
    return change_of(landed, tuple(edits.texts), tuple(edits.warnings))


def _edits(base: Base, repository: Repository, start: Start, month: str) -> _Edits:
    path = sheet_path(month)
    page = read_blob(repository.git, start.commit, repository.prefix + path)
    if page is None:
        raise KbError("refused", "not-there-yet", f"{path} is not on {start.name} yet", "merge its review first")
    wanted: dict[str, list[str]] = defaultdict(list)
    for row in read_sheet(page.decode("utf-8", "replace"), month).rows:
        for choice in row.choices:
            if choice.ticked:
                wanted[choice.path].append(row.wording)
    edits = _Edits({}, [], [], _known_names(base))
    texts = read_blobs(repository.git, start.commit, (repository.prefix + target for target in wanted))
    for target, wordings in sorted(wanted.items()):
        data = texts.get(repository.prefix + target)
        if data is None:
            edits.warnings.append(f"{target} is not on {start.name}, so it gets no alias")
        else:
            _edit(target, data.decode("utf-8", "replace"), wordings, edits)
    return edits


def _known_names(base: Base) -> dict[str, str]:
    """Return which page a name is taken by: its aliases and its id, folded."""
    names = {fold(alias): page.path for page in base.pages for alias in page.many("aliases")}
    return names | {fold(page.id): page.path for page in base.pages if page.id}


def _edit(path: str, text: str, wordings: list[str], edits: _Edits) -> None:
    has = {fold(alias) for alias in make_page(path, text, {}).many("aliases")}
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
