"""A month's misses on a branch for review, and the ticked ones as aliases."""

from __future__ import annotations

import random
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from ..errors import KbError, reason_of
from ..files import write_new
from ..git.branches import checked_out_branches
from ..git.commits import BranchTakenError, Commit, commit_files, files_below, is_signed, read_blob, write_blob
from ..git.push import BranchOnRemoteError, push_branch
from ..git.repository import (
    Repository,
    Start,
    find_commit,
    find_start,
    identity,
    is_ancestor,
    open_repository,
    parting_of,
)
from ..records.change import Change, Proposal, learn, message_of, not_pushed, review_of
from ..state import state_folder
from .append import QUERIES
from .misses import find_misses, key_of
from .read import read_log
from .sheet import Sheet, make_sheet, merge, read_sheet, write_sheet

if TYPE_CHECKING:
    from pathlib import Path

    from ..config import Config
    from ..git.runner import Git
    from .misses import Miss

FOLDER = "misses"
MOST_TRIES = 20
# Seconds that one waits at most when somebody was quicker.
PAUSE = 0.3
NAME_LENGTH = 8
_MONTH = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])")
_NAME = re.compile(r"[0-9a-f]{8}")


class ExportRequest(NamedTuple):
    """Which month is exported, and whether the branch is pushed and its review opened."""

    month: str
    push: bool = False


def sheet_path(month: str) -> str:
    """Return where the page of a month's misses is, below the base."""
    return f"{FOLDER}/{month}.md"


def export_misses(config: Config, git: Git, request: ExportRequest) -> Change:
    """Put the misses of a month on the branch `misses/YYYY-MM`, added to what is there already.

    Args:
        config: the base, whose log is read.
        git: git in its folder.
        request: which month.

    Raises:
        KbError: `usage` when the month is none; `refused` when the log has no miss of it, or the page has them all;
            else as `capture`.
    """
    if not _MONTH.fullmatch(request.month):
        raise KbError("usage", "bad-month", f"{request.month!r} is no month", "give one such as 2026-11")
    repository = open_repository(git)
    identity(git)
    log = _name_of_log(config.root)
    misses = find_misses(read_log(config.root).entries, request.month)
    if not misses:
        trouble = f"the log has no miss of {request.month}"
        raise KbError("refused", "nothing-new", trouble, "kb queries says what it has; --month names another month")
    branch = f"{FOLDER}/{request.month}"
    for _ in range(MOST_TRIES):
        unreachable = learn(repository) if request.push else None
        place = _find_place(repository, request.month)
        try:
            landed = _commit(repository, place, make_sheet(request.month, _shared(repository, place, misses), log))
            if not request.push:
                return _change(landed, pushed=False)
            if unreachable:
                raise not_pushed(unreachable, branch)
            pushed = push_branch(repository, branch, review_of(_proposal(place, {}), place.start), config.forge)
        except (BranchTakenError, BranchOnRemoteError):
            time.sleep(random.uniform(0, PAUSE))  # noqa: S311 - so that those who are at it at once take turns
            continue  # somebody was quicker: theirs is added to as well
        except KbError as error:
            raise (not_pushed(error, branch) if error.kind == "outside" else error) from error
        return _change(landed, pushed=True, url=pushed.review_url, warnings=pushed.warnings)
    raise KbError("outside", "too-busy", f"{branch} changes all the time", "try again")


def _shared(repository: Repository, place: _Place, misses: tuple[Miss, ...]) -> list[Miss]:
    """Return misses with those suggestions alone that the team has: a page of this clone is nobody else's business."""
    known = files_below(repository.git, place.start.commit, repository.prefix)
    return [
        miss._replace(suggestions=tuple(each for each in miss.suggestions if repository.prefix + each.path in known))
        for miss in misses
    ]


def _name_of_log(root: Path) -> str:
    """Return the name that tells one log from another in counts: of this log, not of its owner."""
    try:
        path = state_folder(root, QUERIES) / "name"
        with suppress(FileExistsError):
            write_new(path, uuid4().hex[:NAME_LENGTH].encode())
        name = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise KbError("refused", "not-writable", f"{QUERIES}/name: {reason_of(error)}", "make .kb writable") from error
    if not _NAME.fullmatch(name):
        hint = "delete it: this log gets a new name then, and what it has exported already counts once more"
        raise KbError("refused", "damaged-state", f"{path} is damaged", hint)
    return name


class _Place(NamedTuple):
    """Where an export goes.

    Attributes:
        month: the month.
        branch: its branch.
        start: what new branches start from.
        tips: where the branch is, on the remote and here, as far as `start` lacks it; what another holds is left out.
        local: where it is here, or None.
    """

    month: str
    branch: str
    start: Start
    tips: tuple[str, ...]
    local: str | None


def _find_place(repository: Repository, month: str) -> _Place:
    git, start = repository.git, find_start(repository)
    branch = f"{FOLDER}/{month}"
    local = find_commit(git, f"refs/heads/{branch}")
    remote = find_commit(git, f"refs/remotes/{repository.remote}/{branch}") if repository.remote else None
    tips = [tip for tip in dict.fromkeys((remote, local)) if tip and not is_ancestor(git, tip, start.commit)]
    tips = [tip for tip in tips if not any(tip != other and is_ancestor(git, tip, other) for other in tips)]
    return _Place(month, branch, start, tuple(tips), local)


def _commit(repository: Repository, place: _Place, own: Sheet) -> Commit:
    """Commit the month's page with what is on any side, or return the commit that has it all already."""
    git, path = repository.git, repository.prefix + sheet_path(place.month)
    there = {tip: read_blob(git, tip, path) for tip in place.tips}
    known = [
        _sheet(text, place.month) for text in (*there.values(), _newer(repository, place, path)) if text is not None
    ]
    own = own._replace(rows=tuple(row for row in own.rows if key_of(row.wording) not in _removed(git, place, path)))
    page = write_sheet(merge(own, *known), sheet_path(place.month)).encode("utf-8")
    if list(there.values()) == [page] or (not there and read_blob(git, place.start.commit, path) == page):
        tip = place.tips[0] if place.tips else ""
        if tip and tip == place.local:
            return Commit(place.branch, tip, place.start, signed=is_signed(git, tip))
        where = f"the remote's {place.branch}" if tip else place.start.name
        trouble = f"{sheet_path(place.month)} on {where} has all of it"
        raise KbError("refused", "nothing-new", trouble, "the next searches that miss will be new")
    if place.branch in checked_out_branches(git):
        hint = "switch to another branch first: git switch -"
        raise KbError("refused", "checked-out", f"{place.branch} is checked out here", hint)
    files = _others(repository, place) | {path: write_blob(git, page)}
    message = message_of(_proposal(place, files))
    return commit_files(repository, place.start, place.branch, files, message, replaces=place.local, besides=place.tips)


def _sheet(text: bytes, month: str) -> Sheet:
    return read_sheet(text.decode("utf-8", "replace"), month)


def _newer(repository: Repository, place: _Place, path: str) -> bytes | None:
    """Return the page of the default branch, unless the branch has taken it up already."""
    git = repository.git
    page = read_blob(git, place.start.commit, path)
    for tip in place.tips:
        parted = parting_of(git, place.start.commit, tip)
        if parted and read_blob(git, parted, path) == page:
            return None
    return page


def _removed(git: Git, place: _Place, path: str) -> frozenset[str]:
    """Return the wordings that the page once had and that a reviewer has taken out: they do not come back."""

    def wordings(commit: str) -> set[str]:
        text = read_blob(git, commit, path)
        return set() if text is None else {key_of(row.wording) for row in _sheet(text, place.month).rows}

    once: set[str] = set()
    now: set[str] = set()
    for tip in place.tips or (place.start.commit,):
        now |= wordings(tip)
        for commit in git.text("log", "--format=%H", tip, "--", path).splitlines():
            once |= wordings(commit)
    return frozenset(once - now)


def _others(repository: Repository, place: _Place) -> dict[str, str]:
    """Return the other files that somebody has put on the branch, where the default branch has not changed them."""
    git = repository.git
    files: dict[str, str] = {}
    base = files_below(git, place.start.commit, "")
    for tip in place.tips:
        parted = parting_of(git, place.start.commit, tip)
        before, there = (files_below(git, commit, "") if commit else {} for commit in (parted, tip))
        files |= {
            path: blob
            for path, blob in there.items()
            if before.get(path) != blob and base.get(path) == before.get(path)
        }
    return files


def _proposal(place: _Place, files: dict[str, str]) -> Proposal:
    about = ("Tick the page that answers each wording; kb queries --apply makes the ticked ones aliases.",)
    return Proposal(place.branch, files, f"Searches of {place.month} that missed", about)


def _change(landed: Commit, *, pushed: bool, url: str = "", warnings: tuple[str, ...] = ()) -> Change:
    path = sheet_path(landed.branch.rpartition("/")[2])
    return Change(
        (path,),
        None,
        landed.branch,
        landed.id,
        landed.start.name,
        signed=landed.signed,
        pushed=pushed,
        review_url=url or None,
        warnings=warnings,
    )
