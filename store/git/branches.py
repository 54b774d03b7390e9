"""What the branches hold: names of files, and the branches that kb has made."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .repository import OURS, Repository, Start, find_commit, is_ancestor, parting_of

if TYPE_CHECKING:
    from .runner import Git

_FIELDS = "%(refname)%00%(objectname)%00%(committerdate:unix)%00%(subject)"


class FileChange(NamedTuple):
    """A file that a branch changes: its path below the top, and whether it is `added`, `changed` or `removed`."""

    path: str
    what: str


class Branch(NamedTuple):
    """A branch of ours.

    Attributes:
        name: its name, the same here and on the remote.
        commit: the commit that it is at, here if it is here.
        subject: the first line of that commit's message.
        committed: when it was made, in seconds since 1970.
        is_local: it is here.
        is_pushed: the remote has it, perhaps with more on top, as last fetched.
        is_merged: what it changes is in the default branch.
        changes: what it changes; None where the history is cut off before the two part.
    """

    name: str
    commit: str
    subject: str
    committed: int
    is_local: bool
    is_pushed: bool
    is_merged: bool
    changes: tuple[FileChange, ...] | None


_WORDS = {"A": "added", "D": "removed"}


def names_on_branches(repository: Repository, *folders: str, besides: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the names of the files below folders, in the commit of every branch, here and on the remote.

    Args:
        repository: the repository.
        folders: the folders, below the top.
        besides: commits that are left out.
    """
    git = repository.git
    listed = git.text("for-each-ref", "--format=%(objectname)", *_references(repository)).splitlines()
    commits = [commit for commit in dict.fromkeys(listed) if commit not in besides]
    if not commits:
        return frozenset()
    asked = "".join(f"{commit}:{folder}\n" for commit in commits for folder in folders)
    answer = git.run("cat-file", "--batch-check=%(objecttype) %(objectname)", data=asked.encode("utf-8"))
    said = [line.partition(" ") for line in answer.text.splitlines()]
    trees = dict.fromkeys(name for kind, _, name in said if kind == "tree")
    found = (path for tree in trees for path in git.run("ls-tree", "-r", "-z", "--name-only", tree).parts)
    return frozenset(path.rpartition("/")[2] for path in found)


def commits_behind_head(repository: Repository) -> frozenset[str]:
    """Return the commits of branches that are in the history of what is checked out."""
    if find_commit(repository.git, "HEAD") is None:
        return frozenset()
    listed = repository.git.text("for-each-ref", "--merged=HEAD", "--format=%(objectname)", *_references(repository))
    return frozenset(listed.splitlines())


def branch_names(repository: Repository) -> frozenset[str]:
    """Return the names of all branches, here and on the remote as last fetched."""
    names = repository.git.text("for-each-ref", "--format=%(refname)", *_references(repository)).splitlines()
    return frozenset(_plain(name, repository) for name in names)


def our_branches(repository: Repository, start: Start) -> tuple[Branch, ...]:
    """Return the branches that kb has made, here and on the remote as last fetched, the youngest first."""
    where = [f"{folder}{kind}/" for folder in _references(repository) for kind in OURS]
    listed = repository.git.text("for-each-ref", f"--format={_FIELDS}", *where)
    rows = [line.split("\0") for line in listed.splitlines()]
    here = {row[0].removeprefix("refs/heads/"): row for row in rows if row[0].startswith("refs/heads/")}
    there = {_plain(row[0], repository): row for row in rows if row[0].startswith("refs/remotes/")}
    found: list[Branch] = []
    for name in here.keys() | there.keys():
        _, commit, seconds, subject = here.get(name) or there[name]
        found.append(
            Branch(
                name,
                commit,
                subject,
                int(seconds),
                is_local=name in here,
                is_pushed=name in there and is_ancestor(repository.git, commit, there[name][1]),
                is_merged=_is_merged(repository.git, start, commit),
                changes=changes_between(repository.git, start.commit, commit),
            )
        )
    return tuple(sorted(found, key=lambda branch: (-branch.committed, branch.name)))


def changes_between(git: Git, start: str, commit: str) -> tuple[FileChange, ...] | None:
    """Return what a commit changes against where it parted from `start`, or None where the history does not say.

    One that `start` contains has parted from nothing: what it changes is told against the commit before it.
    """
    parted = parting_of(git, start, commit)
    if parted == commit:
        parted = find_commit(git, f"{commit}~1")
    if parted is None:
        return None
    parts = git.run("diff-tree", "-r", "-z", "--no-renames", "--name-status", parted, commit).parts
    return tuple(
        FileChange(path, _WORDS.get(letter, "changed")) for letter, path in zip(parts[::2], parts[1::2], strict=True)
    )


def diff_of(repository: Repository, start: Start, branch: Branch) -> str:
    """Return what a branch changes as a patch."""
    options = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-renames")
    parted = parting_of(repository.git, start.commit, branch.commit)
    patch = repository.git.run("diff", *options, parted or start.commit, branch.commit, "--").out
    return patch.decode("utf-8", "replace")


def checked_out_branches(git: Git) -> frozenset[str]:
    """Return the branches that a working tree of the repository is on."""
    lines = git.text("worktree", "list", "--porcelain").splitlines()
    marker = "branch refs/heads/"
    return frozenset(line.removeprefix(marker) for line in lines if line.startswith(marker))


def _is_merged(git: Git, start: Start, commit: str) -> bool:
    """Tell whether the default branch has a commit, or each of its patches: a review may be squashed or rebased."""
    if is_ancestor(git, commit, start.commit):
        return True
    if parting_of(git, start.commit, commit) is None:
        return False
    signs = {line[:1] for line in git.text("cherry", start.commit, commit).splitlines()}
    return signs == {"-"}


def _references(repository: Repository) -> tuple[str, ...]:
    remote = repository.remote
    return ("refs/heads/", f"refs/remotes/{remote}/" if remote is not None else "refs/remotes/")


def _plain(reference: str, repository: Repository) -> str:
    if reference.startswith("refs/heads/"):
        return reference.removeprefix("refs/heads/")
    plain = reference.removeprefix(f"refs/remotes/{repository.remote}/")
    return plain.split("/", 3)[-1] if plain.startswith("refs/") else plain
