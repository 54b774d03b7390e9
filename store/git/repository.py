"""What a repository is: where it lies, its remote, the branch that all else starts from."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError

if TYPE_CHECKING:
    from .runner import Git

# What a default branch is called where neither the remote nor the user's settings say.
USUAL_BRANCHES = ("main", "master", "trunk")
# The branches that kb makes, by what they hold.
OURS = ("capture", "alias", "update", "misses", "migrate")


# What says that contents are fetched when they are asked for; git has said it in both ways.
_PARTIAL = r"^(extensions\.partialclone|remote\..*\.promisor)$"


class Repository(NamedTuple):
    """A base's repository.

    Attributes:
        git: git, run at the top of the working tree.
        top: the top of the working tree, absolute.
        prefix: where the base is below it, ended by `/` unless it is the top itself.
        remote: the remote that reviews go to, or None.
    """

    git: Git
    top: Path
    prefix: str
    remote: str | None


class Start(NamedTuple):
    """What new branches start from.

    Attributes:
        branch: the default branch's name, as the remote calls it.
        name: what to call it to a person, such as `origin/main`.
        commit: its commit.
        is_remote: it is the remote's, as last fetched.
    """

    branch: str
    name: str
    commit: str
    is_remote: bool


def open_repository(git: Git, *, for_reading: bool = False) -> Repository:
    """Return the repository that holds the folder of `git`.

    Args:
        git: git, in the folder.
        for_reading: whether it does not matter which remote reviews go to; all are looked at then.

    Raises:
        KbError: `refused` when none does, it has no working tree, it belongs to another user, or it has several
            remotes and none is chosen; `outside` when there is no git.
    """
    inside = git.run("rev-parse", "--is-inside-work-tree", wrong=(128,))
    if inside.code:
        raise _no_repository(git.folder, inside.complaint)
    if inside.text != "true":
        trouble = f"{git.folder} is in a repository without a working tree"
        raise KbError("refused", "bare-repository", trouble, "use a clone of it")
    top = Path(git.text("rev-parse", "--show-toplevel"))
    prefix = git.text("rev-parse", "--show-prefix")
    is_partial = git.run("config", "--get-regexp", _PARTIAL, wrong=(1,)).code == 0
    return Repository(git.at(top)._replace(is_partial=is_partial), top, prefix, None if for_reading else _remote(git))


def _no_repository(folder: Path, complaint: str) -> KbError:
    marker = next((above / ".git" for above in (folder, *folder.parents) if (above / ".git").exists()), None)
    if marker is None:
        trouble = f"{folder} is in no git repository"
        return KbError("refused", "no-repository", trouble, f"make one: git init {folder}")
    with suppress(OSError):
        if sys.platform != "win32" and marker.stat().st_uid != os.geteuid():
            trouble = f"{marker.parent} belongs to another user, so git does not open it"
            hint = f"if you trust it: git config --global --add safe.directory {marker.parent}"
            return KbError("refused", "foreign-repository", trouble, hint)
    return KbError("refused", "broken-repository", f"git does not open {marker.parent}: {complaint}", "mend that first")


def _remote(git: Git) -> str | None:
    names = git.text("remote").splitlines()
    if len(names) <= 1:
        return names[0] if names else None
    chosen = setting(git, "checkout.defaultRemote") or "origin"
    if chosen in names:
        return chosen
    trouble = f"there are several remotes ({', '.join(names)}) and none is called origin"
    raise KbError("refused", "many-remotes", trouble, "choose one: git config checkout.defaultRemote NAME")


def setting(git: Git, name: str, kind: str = "") -> str:
    """Return one of git's settings, read as `kind` (`bool`, `path`) if given, or an empty text."""
    typed = (f"--type={kind}",) if kind else ()
    return git.run("config", *typed, "--get", name, wrong=(1,)).text


def find_commit(git: Git, name: str) -> str | None:
    """Return the id of the commit that a name stands for, or None."""
    answer = git.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", wrong=(1, 128))
    return answer.text if answer.code == 0 else None


def find_start(repository: Repository) -> Start:
    """Return what new branches start from: the remote's default branch as last fetched, else the local one.

    Raises:
        KbError: `refused` when there is no commit yet, or nothing tells which branch is the default.
    """
    git, remote = repository.git, repository.remote
    if remote is not None:
        folder = f"refs/remotes/{remote}/"
        branch = git.run("symbolic-ref", "--quiet", f"{folder}HEAD", wrong=(1, 128)).text.removeprefix(folder)
        found = git.text("for-each-ref", "--format=%(refname)", folder).splitlines()
        theirs = [name for name in (line.removeprefix(folder) for line in found) if name.partition("/")[0] not in OURS]
        usual = [branch] if branch in theirs else [name for name in USUAL_BRANCHES if name in theirs]
        if len(usual) == 1 and (commit := find_commit(git, folder + usual[0])):
            return Start(usual[0], f"{remote}/{usual[0]}", commit, is_remote=True)
        if theirs:
            trouble = f"nothing tells what the default branch of {remote} is"
            raise KbError("refused", "no-default-branch", trouble, f"ask it: git remote set-head {remote} --auto")
    return _local_start(git)


def _local_start(git: Git) -> Start:
    """Return the local default branch; where there is no remote, or an empty one, it is what the team has."""
    current, own = current_branch(git), setting(git, "init.defaultBranch")
    for name in (*([own] if own else []), *USUAL_BRANCHES, *([current] if current else [])):
        if commit := find_commit(git, f"refs/heads/{name}"):
            return Start(name, name, commit, is_remote=False)
    if commit := find_commit(git, "HEAD"):
        return Start("HEAD", "HEAD", commit, is_remote=False)
    raise KbError("refused", "no-commit", "the repository has no commit yet", "make one: git add . && git commit")


def is_ancestor(git: Git, commit: str, later: str) -> bool:
    """Tell whether a commit is another one or in its history."""
    return git.run("merge-base", "--is-ancestor", commit, later, wrong=(1,)).code == 0


def parting_of(git: Git, one: str, other: str) -> str | None:
    """Return the commit that two others have gone on from, or None where the history does not say."""
    return git.run("merge-base", one, other, wrong=(1,)).text or None


def current_branch(git: Git) -> str | None:
    """Return the branch that is checked out, also when it has no commit yet, or None on a detached HEAD."""
    return git.run("symbolic-ref", "--quiet", "--short", "HEAD", wrong=(1,)).text or None


def identity(git: Git) -> str:
    """Return the user's name as git knows it.

    Raises:
        KbError: `refused` when git has no name and mail address for the user.
    """
    for role in ("AUTHOR", "COMMITTER"):
        answer = git.run("-c", "user.useConfigOnly=true", "var", f"GIT_{role}_IDENT", wrong=(128,))
        if answer.code:
            hint = 'git config --global user.name "YOUR NAME", and the same for user.email'
            raise KbError("refused", "no-identity", "git does not know your name and mail address", hint)
    return git.text("var", "GIT_AUTHOR_IDENT").rpartition(" <")[0]
