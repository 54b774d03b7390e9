"""Branches put on the remote for review."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from .forge import new_review_url, open_by_gh, open_review_url, push_options, read_forge

if TYPE_CHECKING:
    from .forge import Forge, Review
    from .repository import Repository
    from .runner import Answer


class Pushed(NamedTuple):
    """What came of a push: the page of the review or the one to open it on, and sentences on what went otherwise."""

    review_url: str
    warnings: tuple[str, ...] = ()


class BranchOnRemoteError(Exception):
    """The remote has a branch of the name, with other content."""


def fetch(repository: Repository) -> None:
    """Learn what the remote has now; branches that are gone there are forgotten.

    Raises:
        KbError: `outside` when the remote cannot be reached in time.
    """
    if repository.remote is not None:
        options = ("--quiet", "--prune", "--no-write-fetch-head", "--no-recurse-submodules")
        repository.git.call_remote("fetch", *options, "--end-of-options", repository.remote)


def forge_of(repository: Repository, known: str | None) -> Forge | None:
    """Return the forge that the repository's remote is on, or None; `known` as in `read_forge`."""
    if repository.remote is None:
        return None
    url = repository.git.text("remote", "get-url", "--push", repository.remote)
    return read_forge(url, known)


def push_branch(repository: Repository, branch: str, review: Review, known: str | None) -> Pushed:
    """Push a branch, never by force, and open its review where the forge takes that.

    Args:
        repository: the repository, which has a remote.
        branch: a local branch.
        review: what to ask the reviewer.
        known: which forge it is, for a host whose name does not tell.

    Raises:
        BranchOnRemoteError: the remote has such a branch with other content.
        KbError: `refused` without a remote, `outside` when the remote refuses or cannot be reached; the local branch
            stays.
    """
    if repository.remote is None:
        hint = "add one: git remote add origin URL; the branch stays here"
        raise KbError("refused", "no-remote", "the repository has no remote to push to", hint)
    forge = forge_of(repository, known)
    options = push_options(forge, review)
    answer = _push(repository, branch, options)
    warnings: tuple[str, ...] = ()
    if answer.code and options and not answer.out:
        # Nothing was said of the branch: the remote takes no options. It is pushed, and the review opened by hand.
        answer, options = _push(repository, branch, ()), ()
        warnings = ("the remote takes no push options, so the review is still to be opened",)
    if answer.code:
        raise _refusal(repository, branch, answer)
    if forge is None:
        return Pushed("", warnings)
    if options:
        return Pushed(open_review_url(forge, branch), warnings)
    opened = open_by_gh(repository.git, branch, review) if forge.name == "github" else ""
    return Pushed(opened or new_review_url(forge, branch, review.target), warnings)


def _push(repository: Repository, branch: str, options: tuple[str, ...]) -> Answer:
    reference = f"refs/heads/{branch}"
    said = [word for option in options for word in ("-o", option)]
    words = ("push", "--porcelain", "--no-follow-tags", *said, "--", str(repository.remote), f"{reference}:{reference}")
    return repository.git.call_remote(*words, wrong=(1, 128))


def _refusal(repository: Repository, branch: str, answer: Answer) -> KbError | BranchOnRemoteError:
    """Return what a refused push means; its lines are `flag TAB from:to TAB [what] (why)`."""
    for line in answer.text.splitlines():
        if line.startswith("!\t"):
            what = line.split("\t")[-1]
            if what.startswith("[rejected]"):
                return BranchOnRemoteError(branch)
            why = what.removeprefix("[remote rejected]").strip().strip("()")
            trouble = f"{repository.remote} refused {branch}: {why}"
            return KbError("outside", "push-refused", trouble)
    trouble = f"{branch} could not be pushed to {repository.remote}: {answer.complaint}"
    return KbError("outside", "push-failed", trouble)
