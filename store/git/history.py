"""What a repository's history says of paths and commits: which are there, and when a path was last changed."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from .repository import find_commit, open_repository

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .runner import Git

# Whatever the user's settings of the log are.
_LOG = ("log", "-z", "--root", "--relative", "--no-show-signature", "--no-follow", "--no-renames", "-c", "--name-only")
# No path below a folder begins so.
_HEAD = "/"
_SUBMODULE = "160000 "


class History(NamedTuple):
    """What the commit that is checked out, and those before it, say of the paths and commits that were asked for.

    Attributes:
        head: the commit that is checked out.
        files: the paths that are files in it.
        unclear: the paths that are folders in it, or lie in a submodule.
        changed: path -> the day of the last commit that touched it, in ISO form, for each that was ever there; None
            where the history is cut off before that commit can be told.
        commits: the commits, as they were asked for, that a branch or a tag has.
        is_cut: the history is cut off.
    """

    head: str
    files: frozenset[str]
    unclear: frozenset[str]
    changed: Mapping[str, str | None]
    commits: frozenset[str]
    is_cut: bool


def read_history(git: Git, paths: frozenset[str], commits: frozenset[str]) -> History:
    """Return what the history of a checkout says of paths and commits.

    Args:
        git: git, in a folder of the checkout.
        paths: paths below that folder, with `/` between folders.
        commits: ids of commits, whole or abbreviated.

    Raises:
        KbError: `refused` when the folder is in no repository, or in one without commits; `outside` when git fails.
    """
    git = open_repository(git, for_reading=True).git.at(git.folder)
    head = find_commit(git, "HEAD")
    if head is None:
        trouble = f"the repository of {git.folder} has no commit yet"
        raise KbError("refused", "no-commit", trouble, "commit something in it, or leave it out")
    is_cut = git.text("rev-parse", "--is-shallow-repository") == "true"
    files, unclear = _at_head(git, paths) if paths else (frozenset[str](), frozenset[str]())
    changed = _last_changes(git, paths, is_cut=is_cut) if paths else {}
    found = _reachable(git, commits) if commits else frozenset[str]()
    return History(head, files, unclear, changed, found, is_cut)


def _at_head(git: Git, paths: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return which paths are files, and which are folders or in a submodule, of the commit that is checked out."""
    files: set[str] = set()
    folders: set[str] = set()
    submodules: list[str] = []
    for entry in git.run("ls-tree", "-r", "-z", "HEAD").parts:
        head, _, path = entry.partition("\t")
        if head.startswith(_SUBMODULE):
            submodules.append(path)
            folders.add(path)
        else:
            files.add(path)
        above = path.rpartition("/")[0]
        while above and above not in folders:
            folders.add(above)
            above = above.rpartition("/")[0]
    inside = {path for path in paths if any(path.startswith(f"{name}/") for name in submodules)}
    return paths & files, paths & (folders | inside)


def _last_changes(git: Git, paths: frozenset[str], *, is_cut: bool) -> dict[str, str | None]:
    """Return the day of the last commit that touched a path, for each path that one did."""
    asked = "".join(f"{line}\n" for line in ("HEAD", "--", *sorted(paths)))
    data = asked.encode("utf-8", "surrogateescape")
    found: dict[str, str | None] = {}
    for path, head in _touched(git.run(*_LOG, f"--format={_HEAD}%cs %P", "--stdin", data=data).parts):
        if path in paths:
            day, _, parents = head.partition(" ")
            # Where history is cut off, its first commit seems to bring all that was there before.
            found.setdefault(path, None if is_cut and not parents else day)
    return found


def _touched(parts: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the path and the line of its commit for each path of each commit of a log."""
    head = ""
    for part in parts:
        if part.startswith(_HEAD):
            head = part.removeprefix(_HEAD)
        elif part:
            yield part.removeprefix("\n"), head


def _reachable(git: Git, commits: frozenset[str]) -> frozenset[str]:
    """Return which commits a branch, a tag or HEAD has; what is only left over in the repository does not count."""
    known = sorted(git.text("rev-list", "--all", "HEAD").splitlines())
    places = {commit: bisect_left(known, commit) for commit in commits}
    return frozenset(
        commit for commit, place in places.items() if place < len(known) and known[place].startswith(commit)
    )
