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
_FATAL = 128


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
        tops: the folders right below the folder that are or were there.
        is_lacking: a partial clone lacks something of it, which then counts as not known.
    """

    head: str
    files: frozenset[str]
    unclear: frozenset[str]
    changed: Mapping[str, str | None]
    commits: frozenset[str]
    is_cut: bool
    tops: frozenset[str]
    is_lacking: bool


class _Files(NamedTuple):
    """What the commit that is checked out has: files, what is unclear, top folders; and whether it could be read."""

    files: frozenset[str]
    unclear: frozenset[str]
    tops: frozenset[str]
    is_whole: bool


class _Changes(NamedTuple):
    """The day of each path's last change, the top folders that ever were, and whether all could be read."""

    days: Mapping[str, str | None]
    tops: frozenset[str]
    is_whole: bool


def read_history(git: Git, paths: frozenset[str], commits: frozenset[str]) -> History:
    """Return what the history of a checkout says of paths and commits, without asking a remote.

    Args:
        git: git, in a folder of the checkout.
        paths: paths below that folder, with `/` between folders.
        commits: ids of commits, whole or abbreviated.

    Raises:
        KbError: `refused` when the folder is in no repository, or in one without commits; `outside` when git fails.
    """
    opened = open_repository(git, for_reading=True).git
    git = opened.at(git.folder)._replace(is_offline=True)
    head = find_commit(git, "HEAD")
    if head is None:
        trouble = f"the repository of {git.folder} has no commit yet"
        raise KbError("refused", "no-commit", trouble, "commit something in it, or leave it out")
    is_cut = git.text("rev-parse", "--is-shallow-repository") == "true"
    none = frozenset[str]()
    now = _at_head(git, paths) if paths else _Files(none, none, none, is_whole=True)
    past = _last_changes(git, paths, is_cut=is_cut) if paths else _Changes({}, none, is_whole=True)
    found = _reachable(git, commits) if commits else none
    tops = now.tops | past.tops
    is_lacking = not (now.is_whole and past.is_whole and found is not None)
    return History(
        head, now.files, now.unclear, past.days, commits if found is None else found, is_cut, tops, is_lacking
    )


def _wrong(git: Git) -> tuple[int, ...]:
    """Return the exit codes that say that something is not in a partial clone."""
    return (_FATAL,) if git.is_partial else ()


def _at_head(git: Git, paths: frozenset[str]) -> _Files:
    """Return which paths are files, and which are folders or in a submodule, of the commit that is checked out."""
    answer = git.run("ls-tree", "-r", "-z", "HEAD", wrong=_wrong(git))
    if answer.code:
        return _Files(frozenset(), paths, frozenset(), is_whole=False)
    files: set[str] = set()
    folders: set[str] = set()
    submodules: list[str] = []
    for entry in answer.parts:
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
    tops = frozenset(folder for folder in folders if "/" not in folder)
    return _Files(paths & files, paths & (folders | inside), tops, is_whole=True)


def _last_changes(git: Git, paths: frozenset[str], *, is_cut: bool) -> _Changes:
    """Return the day of the last commit that touched a path, for each path that one did."""
    # Git takes minutes to compare each commit with thousands of paths, and a moment to list what each one touched.
    answer = git.run(*_LOG, f"--format={_HEAD}%cs %P", "HEAD", wrong=_wrong(git))
    found: dict[str, str | None] = {}
    tops: set[str] = set()
    for path, head in _touched(answer.parts):
        top, slash, _ = path.partition("/")
        if slash:
            tops.add(top)
        if path in paths:
            day, _, parents = head.partition(" ")
            # Where history is cut off, its first commit seems to bring all that was there before.
            found.setdefault(path, None if is_cut and not parents else day)
    return _Changes(found, frozenset(tops), is_whole=not answer.code)


def _touched(parts: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the path and the line of its commit for each path of each commit of a log."""
    head = ""
    for part in parts:
        if part.startswith(_HEAD):
            head = part.removeprefix(_HEAD)
        elif part:
            yield part.removeprefix("\n"), head


def _reachable(git: Git, commits: frozenset[str]) -> frozenset[str] | None:
    """Return which commits a branch, a tag or HEAD has, None when that cannot be told; leftovers do not count."""
    answer = git.run("rev-list", "--all", "HEAD", wrong=_wrong(git))
    if answer.code:
        return None
    known = sorted(answer.text.splitlines())
    places = {commit: bisect_left(known, commit.lower()) for commit in commits}
    return frozenset(
        commit for commit, place in places.items() if place < len(known) and known[place].startswith(commit.lower())
    )
