"""Getting what the remote has: a clone, a fetch, a branch moved forward; never a merge."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from .branches import FileChange, changes_between
from .push import fetch
from .repository import current_branch, find_commit, find_start, is_ancestor

if TYPE_CHECKING:
    from pathlib import Path

    from .repository import Repository, Start
    from .runner import Git

# Seconds: a lock is held for moments; a base is cloned once, and may be large.
LOCK_LIMIT = 2.0
CLONE_LIMIT = 900.0
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
}


class Synced(NamedTuple):
    """What a synchronization did.

    Attributes:
        branch: the branch that is checked out, or None on a detached HEAD.
        start: the remote's default branch.
        before: the commit that the working tree was on.
        moved: whether the working tree moved to the remote's commit.
        changes: what is new since `before`; None where the history is cut off.
    """

    branch: str | None
    start: Start
    before: str | None
    moved: bool
    changes: tuple[FileChange, ...] | None


def synchronize(repository: Repository) -> Synced:
    """Fetch, and move the default branch forward when it is checked out and nothing of its own stands in the way.

    Raises:
        KbError: `refused` without a remote, in the middle of a merge or rebase, when the branch has commits of its
            own, or when a changed file would be overwritten; `outside` when the remote cannot be reached.
    """
    git = repository.git
    if repository.remote is None:
        hint = "add one: git remote add origin URL"
        raise KbError("refused", "no-remote", "the repository has no remote to get anything from", hint)
    fetch(repository)
    start = find_start(repository)
    branch, before = current_branch(git), find_commit(git, "HEAD")
    changes = changes_between(git, before, start.commit) if before and before != start.commit else ()
    if branch != start.branch or before == start.commit or not start.is_remote:
        return Synced(branch, start, before, moved=False, changes=changes)
    _refuse_under_way(git)
    if before and is_ancestor(git, start.commit, before):
        return Synced(branch, start, before, moved=False, changes=())
    if before and not is_ancestor(git, before, start.commit):
        trouble = f"{branch} has commits that {start.name} lacks, so it cannot simply be moved forward"
        raise KbError("refused", "diverged", trouble, f"push them, or: git rebase {start.name}")
    how = ("--ff-only", "--no-autostash", "--quiet", "--no-stat")
    answer = git.run("merge", *how, start.commit, wrong=(1, 2, 128))
    if answer.code:
        trouble = f"{branch} cannot be moved to {start.name}: {answer.complaint}"
        raise KbError(
            "refused", "in-the-way", trouble, "mend that, such as by committing what is in the way, and try again"
        )
    return Synced(branch, start, before, moved=True, changes=changes)


def _refuse_under_way(git: Git) -> None:
    folder = git.folder / git.text("rev-parse", "--git-dir")
    for name, what in _UNDER_WAY.items():
        if (folder / name).exists():
            raise KbError("refused", "under-way", f"{what} is under way in {git.folder}", "end it first")
    wait_for_lock(folder / "index.lock")


def wait_for_lock(lock: Path) -> None:
    """Wait a moment for another git to be done.

    Raises:
        KbError: `refused` when the lock is still there; it is not deleted, because it may be in use.
    """
    steps = 20
    for _ in range(steps):
        if not lock.exists():
            return
        time.sleep(LOCK_LIMIT / steps)
    hint = "wait for it; when no git is running any more, delete that file"
    raise KbError("refused", "locked", f"another git is at work: {lock} is there", hint)


def clone(git: Git, url: str, folder: Path) -> None:
    """Clone a repository into a folder, which must be new.

    Raises:
        KbError: `outside` when that fails.
    """
    git.call_remote("clone", "--quiet", "--", url, str(folder))
