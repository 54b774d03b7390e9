"""A month's misses on a branch for review, and the ticked ones as aliases."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from ..errors import KbError, reason_of
from ..files import write_new
from ..git.branches import checked_out_branches
from ..git.commits import Commit, commit_files, read_blob, write_blob
from ..git.push import BranchOnRemoteError, push_branch
from ..git.repository import Repository, Start, find_commit, find_start, identity, open_repository
from ..records.change import Change, Proposal, learn, message_of, not_pushed, review_of
from ..state import state_folder
from .append import QUERIES
from .misses import find_misses
from .read import read_log
from .sheet import Sheet, make_sheet, merge, read_sheet, write_sheet

if TYPE_CHECKING:
    from pathlib import Path

    from ..config import Config
    from ..git.runner import Git

FOLDER = "misses"
MOST_TRIES = 5
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
    own = _own_sheet(config.root, request.month)
    branch = f"{FOLDER}/{request.month}"
    for _ in range(MOST_TRIES):
        unreachable = learn(repository) if request.push else None
        place = _find_place(repository, request.month)
        landed = _commit(repository, place, own)
        if not request.push:
            return _change(landed, pushed=False)
        if unreachable:
            raise not_pushed(unreachable, place.branch)
        try:
            review = review_of(_proposal(place, {}), place.start)
            pushed = push_branch(repository, place.branch, review, config.forge)
        except BranchOnRemoteError:
            continue  # somebody was quicker: theirs is added to as well
        except KbError as error:
            raise not_pushed(error, place.branch) from error
        return _change(landed, pushed=True, url=pushed.review_url, warnings=pushed.warnings)
    raise KbError("outside", "too-busy", f"{branch} changes on the remote all the time", "try again")


def _own_sheet(root: Path, month: str) -> Sheet:
    misses = find_misses(entry for entry in read_log(root).entries if entry.month == month)
    if not misses:
        raise KbError("refused", "nothing-new", f"the log has no miss of {month}", "kb queries says what it has")
    return make_sheet(month, misses, _name_of_log(root))


def _name_of_log(root: Path) -> str:
    """Return the name that tells one log from another in counts: of this log, not of its owner."""
    try:
        path = state_folder(root, QUERIES) / "name"
        if not path.exists():
            write_new(path, uuid4().hex[:NAME_LENGTH].encode())
        name = path.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise KbError("refused", "not-writable", f"{QUERIES}/name: {reason_of(error)}", "make .kb writable") from error
    if not _NAME.fullmatch(name):
        raise KbError("refused", "damaged-state", f"{path} is damaged", "delete it; it comes back")
    return name


class _Place(NamedTuple):
    """Where an export goes: its branch, what that holds already, and what the new commit stands on."""

    month: str
    branch: str
    start: Start
    parent: str
    local: str | None
    there: tuple[str, ...]


def _find_place(repository: Repository, month: str) -> _Place:
    git, start = repository.git, find_start(repository)
    branch = f"{FOLDER}/{month}"
    local = find_commit(git, f"refs/heads/{branch}")
    remote = find_commit(git, f"refs/remotes/{repository.remote}/{branch}") if repository.remote else None
    fresh = [commit for commit in (remote, local) if commit and not _is_in(repository, commit, start.commit)]
    parent = fresh[0] if fresh else start.commit
    # A branch here that has gone on from the remote's is what to go on from.
    if local and remote and local in fresh and _is_in(repository, remote, local):
        parent = local
    return _Place(month, branch, start, parent, local, tuple(dict.fromkeys((start.commit, *fresh))))


def _is_in(repository: Repository, commit: str, later: str) -> bool:
    return repository.git.run("merge-base", "--is-ancestor", commit, later, wrong=(1,)).code == 0


def _commit(repository: Repository, place: _Place, own: Sheet) -> Commit:
    """Commit the month's page with what is on any side, or return the commit that has it all already."""
    git, path = repository.git, repository.prefix + sheet_path(place.month)
    texts = (read_blob(git, commit, path) for commit in place.there)
    known = [read_sheet(text.decode("utf-8", "replace"), place.month) for text in texts if text is not None]
    page = write_sheet(merge(own, *known), sheet_path(place.month)).encode("utf-8")
    if read_blob(git, place.parent, path) == page:
        if place.parent == place.local:
            return Commit(place.branch, place.parent, place.start, signed=False)
        where = place.start.name if place.parent == place.start.commit else f"the remote's {place.branch}"
        trouble = f"{sheet_path(place.month)} on {where} has all of it"
        raise KbError("refused", "nothing-new", trouble, "the next searches that miss will be new")
    if place.branch in checked_out_branches(git):
        hint = "switch to another branch first: git switch -"
        raise KbError("refused", "checked-out", f"{place.branch} is checked out here", hint)
    proposal = _proposal(place, {path: write_blob(git, page)})
    start = place.start._replace(commit=place.parent)
    return commit_files(repository, start, place.branch, proposal.files, message_of(proposal), replaces=place.local)


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
