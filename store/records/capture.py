"""Captures: pages put on a branch of their own, for review."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError, reason_of
from ..git.commits import read_blob
from ..git.repository import Repository, Start, find_commit, find_start, identity, open_repository, parting_of
from ..git.worktree import is_committed, take_away
from ..pages.base import Base, read_base
from ..pages.check import check_pages
from ..pages.page import Page, make_page
from ..pages.target import find_target
from ..secrets import find_secrets
from .change import Change, Proposal, change_of, land, learn
from .draft import DraftRequest, drafts
from .numbering import CAPTURE, Piece, capture_of, name_of, numbered_captures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..config import Config
    from ..git.runner import Git


class CaptureRequest(NamedTuple):
    """What is captured, and how.

    Attributes:
        day: today, in ISO form.
        targets: pages of the working tree, by path or id; none when `draft` is given.
        draft: a page that is made for the capture and never lies in the working tree.
        push: whether to push the branch and open its review.
        keep: whether the drafts stay in the working tree.
        allow_secret: whether text that looks like a secret has been looked at.
    """

    day: str
    targets: tuple[str, ...] = ()
    draft: DraftRequest | None = None
    push: bool = False
    keep: bool = False
    allow_secret: bool = False


def capture(config: Config, git: Git, request: CaptureRequest) -> Change:
    """Commit pages on a branch of their own; HEAD, index, stash and all other files stay as they are.

    Args:
        config: the base.
        git: git in the base's folder.
        request: what is captured.

    Raises:
        KbError: `missing` when there is no such page; `refused` when a page is not valid, holds a secret or nothing
            new, or the state of git does not allow it; `outside` when git, the signer or the remote fails. A branch
            that could not be pushed is kept, as the message says.
    """
    repository = open_repository(git)
    identity(git)
    unreachable = learn(repository) if request.push else None
    start = find_start(repository)
    base = read_base(config)
    if request.draft is None:
        pieces = _pieces(base, repository, start, request.targets)
        base = _with_pages(base, pieces)
        proposals = numbered_captures(base, repository, pieces)
    else:
        first = next(drafts(config, request.draft, git, repository))
        pieces = (Piece(make_page(first.path, first.text, config.folders), first.text.encode("utf-8"), is_new=True),)
        base = _with_pages(base, pieces)
        proposals = _from_drafts(config, git, repository, request.draft)
    _refuse_ignored(repository, pieces)
    _refuse_invalid(base, pieces, request)
    landed = land(repository, start, proposals, push=request.push, unreachable=unreachable, forge=config.forge)
    warnings = () if request.keep or request.draft else _take_away(repository, pieces)
    paths = tuple(path.removeprefix(repository.prefix) for path in landed.proposal.files)
    return change_of(landed, paths, warnings)


def _pieces(base: Base, repository: Repository, start: Start, targets: tuple[str, ...]) -> tuple[Piece, ...]:
    """Return the pages that targets name, without those that say nothing new."""
    pieces: dict[str, Piece] = {}
    for target in targets:
        page, data = _read(base, find_target(base, target).page.path)
        before = read_blob(repository.git, start.commit, repository.prefix + page.path)
        if before is None or before.replace(b"\r\n", b"\n") != data.replace(b"\r\n", b"\n"):
            is_edit = _is_edit(repository, start, page, before)
            if not is_edit:
                _refuse_captured(repository, page)
            pieces[page.path] = Piece(page, data, not is_edit)
    if not pieces:
        trouble = f"{', '.join(targets)}: nothing new against {start.name}"
        raise KbError("refused", "nothing-new", trouble, "edit the page, or make a new one: kb new KIND SUMMARY")
    return tuple(pieces.values())


def _read(base: Base, path: str) -> tuple[Page, bytes]:
    """Return a page and its bytes, read once: what is checked is what is captured."""
    try:
        data = (base.config.root / path).read_bytes()
        return make_page(path, data.decode("utf-8"), base.config.folders), data
    except OSError as error:
        hint = "make it readable"
        raise KbError("missing", "unreadable-page", f"{path} cannot be read: {reason_of(error)}", hint) from error
    except UnicodeDecodeError as error:
        raise KbError("missing", "unreadable-page", f"{path} is not UTF-8 text", "mend the file") from error


def _with_pages(base: Base, pieces: tuple[Piece, ...]) -> Base:
    """Return the base as it would be with the pieces."""
    pages = {page.path: page for page in base.pages} | {piece.page.path: piece.page for piece in pieces}
    return base._replace(pages=tuple(pages[path] for path in sorted(pages)))


def _is_edit(repository: Repository, start: Start, page: Page, before: bytes | None) -> bool:
    """Tell whether a page is an edit of the one at its path on `start`; else it is new, though its id may be taken.

    Raises:
        KbError: `refused` when the edit would undo what has been changed or deleted there meanwhile.
    """
    path = repository.prefix + page.path
    if is_committed(repository, path):
        parted = parting_of(repository.git, "HEAD", start.commit)
        if (read_blob(repository.git, parted, path) if parted else None) == before:
            return before is not None
    elif before is None or page.id:
        return False
    trouble = f"{page.path} is otherwise on {start.name} than your edit takes it to be"
    hint = "get that first (kb sync, or merge it into your branch), then make the edit again"
    raise KbError("refused", "changed-meanwhile", trouble, hint)


def _refuse_invalid(base: Base, pieces: tuple[Piece, ...], request: CaptureRequest) -> None:
    paths = frozenset(piece.page.path for piece in pieces)
    problems = [problem for problem in check_pages(base, paths, request.day) if problem.level == "error"]
    if problems:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        hint = "give fields with --set NAME=VALUE" if request.draft else "correct it; kb validate lists all"
        raise KbError("refused", "not-valid", f"{first.path}:{first.line}: {first.message}{more}", hint)
    if request.allow_secret:
        return
    for piece in pieces:
        for secret in find_secrets(piece.page.text):
            trouble = f"{piece.page.path}:{secret.line} holds what looks like a secret: {secret.kind}"
            hint = "take it out; if it is none, give --allow-secret"
            raise KbError("refused", "secret", trouble, hint)


def _from_drafts(config: Config, git: Git, repository: Repository, request: DraftRequest) -> Iterator[Proposal]:
    for draft in drafts(config, request, git, repository):
        page = make_page(draft.path, draft.text, config.folders)
        yield capture_of(repository, {draft.path: (page, draft.text.encode("utf-8"))})


def _refuse_captured(repository: Repository, page: Page) -> None:
    """Refuse a new page that is on its branch already, as after a capture that kept it."""
    branch = f"{CAPTURE}/{name_of(page)}"
    commit = find_commit(repository.git, f"refs/heads/{branch}")
    there = read_blob(repository.git, commit, repository.prefix + page.path) if commit else None
    if there is None:
        return
    is_same = make_page(page.path, there.decode("utf-8", "replace"), {}).text == page.text
    trouble = f"{page.path} is on {branch} {'as it is here' if is_same else 'already, in an earlier state'}"
    hint = f"push it: kb review push {branch}" if is_same else f"to capture it anew: git branch -D {branch}"
    raise KbError("refused", "already-captured", trouble, hint)


def _refuse_ignored(repository: Repository, pieces: tuple[Piece, ...]) -> None:
    """Refuse what git is told not to look at here: it is not for those who have the repository."""
    for piece in pieces:
        path = repository.prefix + piece.page.path
        if repository.git.run("check-ignore", "--quiet", "--", path, wrong=(1, 128)).code == 0:
            trouble = f"{piece.page.path} is ignored by git, so it is not for the repository"
            raise KbError("refused", "ignored", trouble, "see .gitignore: git check-ignore --verbose PATH")


def _take_away(repository: Repository, pieces: tuple[Piece, ...]) -> tuple[str, ...]:
    said = (take_away(repository, repository.prefix + piece.page.path, piece.data) for piece in pieces)
    return tuple(warning for warning in said if warning)
