"""The branches that wait for review: list, show, push, prune."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from ..git.branches import Branch, checked_out_branches, diff_of, our_branches
from ..git.commits import MADE, delete_branch, is_signed, read_blobs, write_blob
from ..git.forge import Review, new_review_url
from ..git.push import BranchOnRemoteError, fetch, forge_of, push_branch
from ..git.repository import Repository, Start, find_commit, find_start, is_ancestor, open_repository, parting_of
from ..pages.base import read_base
from ..pages.kinds import read_contracts
from ..pages.page import make_page
from .change import CHECKLIST, Change, Landed, Proposal, change_of, land, not_pushed, numbered
from .numbering import CAPTURE, Piece, is_new_record, numbered_captures

if TYPE_CHECKING:
    from ..config import Config
    from ..git.runner import Git

SECONDS_A_DAY = 86_400


class OpenReview(NamedTuple):
    """A branch that waits: what it is, how many days old, and the paths below the base that it changes.

    Attributes:
        branch: the branch.
        days: its age in whole days.
        paths: the files that it changes, below the base, or None where the history is cut off.
    """

    branch: Branch
    days: int
    paths: tuple[str, ...] | None


class Reviews(NamedTuple):
    """The branches that kb has made, youngest first, and the name of the branch that they are measured against."""

    base: str
    open: tuple[OpenReview, ...]


class ReviewShown(NamedTuple):
    """A branch with its patch, and the page on which its review can be opened, or None."""

    base: str
    review: OpenReview
    patch: str
    review_url: str | None


class Pruned(NamedTuple):
    """The branches that were deleted because what they change is merged, and those that stay, with the reason."""

    base: str
    deleted: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]


def list_reviews(git: Git, now: int) -> Reviews:
    """Return the branches that kb has made, here and on the remote as last fetched.

    Args:
        git: git in the base's folder.
        now: seconds since 1970.

    Raises:
        KbError: `refused` when the base is in no repository, or in one without a commit.
    """
    repository = open_repository(git)
    start = find_start(repository)
    return Reviews(start.name, tuple(_opened(repository, each, now) for each in our_branches(repository, start)))


def show_review(config: Config, git: Git, name: str, now: int) -> ReviewShown:
    """Return what a branch changes.

    Args:
        config: the base.
        git: git in its folder.
        name: the branch, or the part of its name behind the slash.
        now: seconds since 1970.

    Raises:
        KbError: `missing` when there is no such branch of ours.
    """
    repository = open_repository(git)
    start = find_start(repository)
    branch = _find(repository, start, name)
    forge = forge_of(repository, config.forge)
    url = new_review_url(forge, branch.name, start.branch) if forge else ""
    return ReviewShown(start.name, _opened(repository, branch, now), diff_of(repository, start, branch), url or None)


def push_review(config: Config, git: Git, name: str) -> Change:
    """Push a branch that is here and open its review; one whose name the remote has otherwise takes the next number.

    Raises:
        KbError: `missing` when there is no such branch here; `outside` when the remote refuses; the branch stays.
    """
    repository = open_repository(git)
    if repository.remote is None:
        hint = "add one: git remote add origin URL"
        raise KbError("refused", "no-remote", "the repository has no remote to push to", hint)
    start = find_start(repository)
    branch = _find(repository, start, name)
    if not branch.is_local:
        raise KbError("missing", "no-such-branch", f"{branch.name} is not here, but on the remote", "nothing is to do")
    _, _, about = git.text("log", "-1", "--format=%B", branch.commit).partition("\n\n")
    review = Review(branch.subject, (*about.splitlines(), *CHECKLIST), start.branch)
    signed = is_signed(git, branch.commit)
    paths = _opened(repository, branch, branch.committed).paths or ()
    plain = branch.name.partition("/")[2]
    try:
        pushed = push_branch(repository, branch.name, review, config.forge)
    except BranchOnRemoteError:
        return _push_renamed(config, repository, branch)
    except KbError as error:
        raise not_pushed(error, branch.name) from error
    name_of_record = plain if any(path.endswith(f"/{plain}.md") for path in paths) else None
    return Change(
        paths,
        name_of_record,
        branch.name,
        branch.commit,
        start.name,
        signed=signed,
        pushed=True,
        review_url=pushed.review_url or None,
        warnings=pushed.warnings,
    )


def _push_renamed(config: Config, repository: Repository, branch: Branch) -> Change:
    """Put what a branch holds on another one, whose name is free on the remote too, and push that."""
    fetch(repository)
    start = find_start(repository)
    there = find_commit(repository.git, f"refs/remotes/{repository.remote}/{branch.name}")
    if there and is_ancestor(repository.git, branch.commit, there):
        trouble = f"{repository.remote} has {branch.name} already, with more on top"
        raise KbError("refused", "nothing-new", trouble, "nothing is to be pushed")
    if branch.name.startswith("misses/"):
        hint = "kb queries --export --push adds your misses to it"
        raise KbError("refused", "not-alone", f"{repository.remote} has misses of that month already", hint)
    landed = _land_again(config, repository, start, branch)
    if landed.failure:
        delete_branch(repository.git, landed.commit.branch, landed.commit.id)
        raise not_pushed(landed.failure, branch.name)
    if branch.name not in checked_out_branches(repository.git):
        delete_branch(repository.git, branch.name, branch.commit)
    paths = tuple(path.removeprefix(repository.prefix) for path in landed.proposal.files)
    said = f"the remote has another {branch.name}, so this is {landed.commit.branch}"
    return change_of(landed, paths, (said,))


def _land_again(config: Config, repository: Repository, start: Start, branch: Branch) -> Landed:
    """Commit and push a branch's files: new records under the next free ids, anything else on what it started from."""
    git = repository.git
    changes = {change.path: change.what for change in branch.changes or ()}
    contents = read_blobs(git, branch.commit, changes)
    pieces: list[Piece] = []
    for path, data in contents.items():
        plain = path.removeprefix(repository.prefix)
        page = make_page(plain, data.decode("utf-8", "replace"), config.folders)
        pieces.append(Piece(page, data, is_new=changes[path] == "added"))
    contracts = read_contracts(config)
    if branch.name.startswith(f"{CAPTURE}/") and pieces and all(is_new_record(piece, contracts) for piece in pieces):
        proposals = numbered_captures(read_base(config), repository, tuple(pieces))
        return land(repository, start, proposals, push=True, forge=config.forge)
    files = {path: write_blob(git, data) for path, data in contents.items()}
    parted = parting_of(git, start.commit, branch.commit)
    if parted is None:
        trouble = f"the history here does not say where {branch.name} began"
        raise KbError("refused", "cut-off-history", trouble, "get all of it: git fetch --unshallow")
    started = start._replace(commit=parted)
    names = islice(numbered(branch.name), 1, None)
    again = (Proposal(name, files, branch.subject) for name in names)
    return land(repository, started, again, push=True, forge=config.forge)


def prune_reviews(git: Git) -> Pruned:
    """Delete the branches here whose changes are in the default branch, as last fetched; no others.

    Raises:
        KbError: as `list_reviews`.
    """
    repository = open_repository(git)
    start = find_start(repository)
    in_use = checked_out_branches(git)
    deleted: list[str] = []
    kept: list[tuple[str, str]] = []
    for branch in our_branches(repository, start):
        if not branch.is_local:
            continue
        if not branch.is_merged:
            kept.append((branch.name, f"not in {start.name}"))
        elif branch.name in in_use:
            kept.append((branch.name, "checked out"))
        elif not _is_of_kb(git, branch):
            kept.append((branch.name, "not made by kb"))
        else:
            delete_branch(repository.git, branch.name, branch.commit)
            deleted.append(branch.name)
    return Pruned(start.name, tuple(deleted), tuple(kept))


def _is_of_kb(git: Git, branch: Branch) -> bool:
    """Tell whether kb made a branch: its log begins so, or where that is gone, its commit names what it is about."""
    log = git.run("reflog", "show", "--format=%gs", f"refs/heads/{branch.name}", "--", wrong=(128,)).text.splitlines()
    if log:
        return log[-1] == MADE
    plain = branch.name.partition("/")[2]
    return plain in branch.subject or plain.rpartition("-")[0] in branch.subject


def _opened(repository: Repository, branch: Branch, now: int) -> OpenReview:
    paths = None
    if branch.changes is not None:
        paths = tuple(change.path.removeprefix(repository.prefix) for change in branch.changes)
    return OpenReview(branch, max(0, now - branch.committed) // SECONDS_A_DAY, paths)


def _find(repository: Repository, start: Start, name: str) -> Branch:
    branches = our_branches(repository, start)
    found = [branch for branch in branches if branch.name == name]
    found = found or [branch for branch in branches if branch.name.partition("/")[2] == name]
    if len(found) == 1:
        return found[0]
    names = tuple(branch.name for branch in found or branches)
    if found:
        raise KbError("missing", "ambiguous", f"{name!r} names {len(found)} branches", ", ".join(names), names)
    hint = f"there are: {', '.join(names)}" if names else "kb capture makes one"
    raise KbError("missing", "no-such-branch", f"no branch of kb is called {name!r}", hint, names)
