"""What a verb that writes has done, and how a change gets onto a branch of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from ..git.branches import branch_names
from ..git.commits import BranchTakenError, Commit, commit_files, delete_branch, files_below
from ..git.forge import Review
from ..git.push import BranchOnRemoteError, fetch, push_branch
from ..git.repository import find_commit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..git.repository import Repository, Start

MOST_TRIES = 100
TITLE_LENGTH = 100
# What a reviewer is asked, in the words of the review.
CHECKLIST = (
    "To check: can one act on the summary alone?",
    "Is there evidence, and does it show what is claimed?",
    "Is the confidence honest?",
    "Is there no secret in it?",
)


class Change(NamedTuple):
    """What a verb that writes has done.

    Attributes:
        paths: the pages, below the base.
        id: the id of the first, if it is a record.
        branch: the branch that holds the change; None when the files were written in the working tree.
        commit: the commit, or None as before.
        base: what the branch starts from, such as `origin/main`, or None as before.
        signed: whether the commit is signed.
        pushed: whether the remote has the branch.
        review_url: the page of the review, or the one to open it on, or None.
        warnings: sentences on what is left to do or went otherwise.
    """

    paths: tuple[str, ...]
    id: str | None = None
    branch: str | None = None
    commit: str | None = None
    base: str | None = None
    signed: bool = False
    pushed: bool = False
    review_url: str | None = None
    warnings: tuple[str, ...] = ()


class Proposal(NamedTuple):
    """A change to be put on a branch.

    Attributes:
        branch: the branch's name.
        files: path below the top of the repository -> the id of its content.
        title: what it does, one line.
        about: what it says, for the review.
        id: the id of the record that it is about, if it is one.
    """

    branch: str
    files: dict[str, str]
    title: str
    about: tuple[str, ...] = ()
    id: str | None = None


class Landed(NamedTuple):
    """A proposal on its branch, and what came of the push; where that failed, the branch is there all the same."""

    proposal: Proposal
    commit: Commit
    pushed: bool
    review_url: str
    warnings: tuple[str, ...]
    failure: KbError | None


def land(  # noqa: PLR0913 - what a change and its push are made of
    repository: Repository,
    start: Start,
    proposals: Iterator[Proposal],
    *,
    push: bool,
    forge: str | None,
    unreachable: KbError | None = None,
) -> Landed:
    """Commit the first proposal whose branch is free here and, when it is pushed, on the remote.

    Args:
        repository: the repository.
        start: what the branch starts from.
        proposals: the same change under one name after the other.
        push: whether to push it and open its review.
        forge: the forge, when its host's name does not tell.
        unreachable: why the remote cannot be reached, as `learn` found; then the branch waits here.

    Raises:
        KbError: `refused` or `outside` when it cannot be committed; no branch is left behind then.
    """
    taken = branch_names(repository)
    for proposal in (proposal for proposal, _ in zip(proposals, range(MOST_TRIES), strict=False)):
        if proposal.branch in taken:
            continue
        try:
            commit = commit_files(repository, start, proposal.branch, proposal.files, message_of(proposal))
        except BranchTakenError:
            continue
        if not push or unreachable:
            return Landed(proposal, commit, pushed=False, review_url="", warnings=(), failure=unreachable)
        try:
            pushed = push_branch(repository, proposal.branch, review_of(proposal, start), forge)
        except BranchOnRemoteError:
            delete_branch(repository.git, proposal.branch, commit.id)
        except KbError as error:
            return Landed(proposal, commit, pushed=False, review_url="", warnings=(), failure=error)
        else:
            return Landed(proposal, commit, True, pushed.review_url, pushed.warnings, failure=None)
    raise KbError("refused", "no-free-name", f"{MOST_TRIES} names in a row are taken", "prune: kb review prune")


def refuse_waiting(repository: Repository, branch: str, files: Mapping[str, str]) -> None:
    """Refuse a change that waits on its branch already, here or on the remote.

    Args:
        repository: the repository.
        branch: the branch's name; those with a number behind it count too.
        files: path below the top -> the id of its content.
    """
    for name in branch_names(repository):
        if name == branch or (name.startswith(f"{branch}-") and name.removeprefix(f"{branch}-").isdigit()):
            here = find_commit(repository.git, f"refs/heads/{name}")
            there = here or find_commit(repository.git, f"refs/remotes/{repository.remote}/{name}")
            found = files_below(repository.git, there, "") if there else {}
            if all(found.get(path) == blob for path, blob in files.items()):
                hint = f"look at it: kb review show {name}"
                raise KbError("refused", "nothing-new", f"this waits on {name} already", hint)


def learn(repository: Repository) -> KbError | None:
    """Fetch before names are chosen for a push; without the remote the change can still be kept here."""
    if repository.remote is None:
        hint = "add one: git remote add origin URL; or leave --push out"
        raise KbError("refused", "no-remote", "the repository has no remote to push to", hint)
    try:
        fetch(repository)
    except KbError as error:
        return error
    return None


def not_pushed(failure: KbError, branch: str) -> KbError:
    """Return a push's failure with what is kept all the same."""
    hint = f"the branch {branch} is kept here; try again: kb review push {branch}"
    return KbError(failure.kind, failure.code, failure.message, hint)


def change_of(landed: Landed, paths: tuple[str, ...], warnings: tuple[str, ...] = ()) -> Change:
    """Return what was done as one value.

    Args:
        landed: what became of the proposal.
        paths: the pages, below the base.
        warnings: sentences beside those of the push.

    Raises:
        KbError: the push failed; it names the branch that is kept.
    """
    commit = landed.commit
    if landed.failure:
        raise not_pushed(landed.failure, commit.branch)
    return Change(
        paths,
        landed.proposal.id,
        commit.branch,
        commit.id,
        commit.start.name,
        signed=commit.signed,
        pushed=landed.pushed,
        review_url=landed.review_url or None,
        warnings=(*landed.warnings, *warnings),
    )


def numbered(name: str) -> Iterator[str]:
    """Yield a branch's name, and then the same with -2, -3 and so on."""
    yield name
    for number in range(2, MOST_TRIES + 1):
        yield f"{name}-{number}"


def review_of(proposal: Proposal, start: Start) -> Review:
    """Return what the reviewer is asked."""
    return Review(proposal.title, (*proposal.about, *CHECKLIST), start.branch)


def message_of(proposal: Proposal) -> str:
    """Return the message of a proposal's commit."""
    about = "\n".join(proposal.about)
    return f"{proposal.title}\n\n{about}\n" if about else f"{proposal.title}\n"


def cut_title(text: str) -> str:
    """Return a title on one line, cut between words where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= TITLE_LENGTH else line[:TITLE_LENGTH].rpartition(" ")[0] + " …"
