"""Branches put on the remote for review."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from .forge import new_review_url, open_by_gh, open_review_url, push_options, read_forge
from .repository import OURS, find_commit, is_ancestor

if TYPE_CHECKING:
    from .forge import Forge, Review
    from .repository import Repository
    from .runner import Answer


# A git that was ended because its listener was gone: as a signal, and as a shell tells of it.
CUT_OFF = (-13, 141)
# What a line on a reference has: a flag, from and to, and what became of it.
FIELDS = 3


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
        git, remote = repository.git, repository.remote
        call = ("fetch", "--quiet", "--prune", "--no-write-fetch-head", "--no-recurse-submodules")
        git.call_remote(*call, "--end-of-options", remote)
        if "/*" not in git.run("config", "--get-all", f"remote.{remote}.fetch", wrong=(1,)).text:
            # A clone of a single branch does not fetch what others have captured, unless it is asked for.
            wanted = [f"+refs/heads/{kind}/*:refs/remotes/{remote}/{kind}/*" for kind in OURS]
            git.call_remote(*call, "--end-of-options", remote, *wanted)
        if git.run("symbolic-ref", "--quiet", f"refs/remotes/{remote}/HEAD", wrong=(1, 128)).code:
            git.call_remote("remote", "set-head", remote, "--auto", wrong=(1, 2, 128))


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
    if answer.code or not _was_taken(answer, branch):
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
    call = ("push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no", *said)
    words = (*call, "--", str(repository.remote), f"{reference}:{reference}")
    answer = repository.git.call_remote(*words, wrong=(1, 128, *CUT_OFF))
    if answer.code in CUT_OFF:
        # The remote hung up before it was told everything, as when it takes nothing of it: ask again what it says.
        answer = repository.git.call_remote(*words, wrong=(1, 128, *CUT_OFF))
    return answer


def _was_taken(answer: Answer, branch: str) -> bool:
    """Tell whether the remote says of the branch itself that it has it."""
    lines = (line.split("\t") for line in answer.text.splitlines())
    return any(len(line) == FIELDS and line[0] in {"*", " ", "="} and line[1].endswith(branch) for line in lines)


def _is_another(repository: Repository, branch: str) -> bool:
    """Tell whether the remote has the branch with other content: of two pushes at once the other was quicker."""
    git, reference = repository.git, f"refs/heads/{branch}"
    there = git.call_remote("ls-remote", "--", str(repository.remote), reference, wrong=(1, 128)).text.partition("\t")[
        0
    ]
    return bool(there) and not (find_commit(git, there) and is_ancestor(git, there, reference))


def _refusal(repository: Repository, branch: str, answer: Answer) -> KbError | BranchOnRemoteError:
    """Return what a refused push means; its lines are `flag TAB from:to TAB [what] (why)`."""
    for line in answer.text.splitlines():
        if line.startswith("!\t"):
            what = line.split("\t")[-1]
            if what.startswith("[rejected]") or _is_another(repository, branch):
                return BranchOnRemoteError(branch)
            why = what.removeprefix("[remote rejected]").strip().strip("()")
            said = f" ({answer.remote_words})" if answer.remote_words else ""
            return KbError("outside", "push-refused", f"{repository.remote} refused {branch}: {why}{said}")
    if _is_another(repository, branch):
        return BranchOnRemoteError(branch)
    trouble = f"{branch} could not be pushed to {repository.remote}: {answer.complaint}"
    return KbError("outside", "push-failed", trouble)
