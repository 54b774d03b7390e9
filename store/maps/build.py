"""The catalogue of code repositories, brought up to date on a branch."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from ..git.branches import branch_names, our_branches
from ..git.commits import read_blob, write_blob
from ..git.repository import find_start, identity, open_repository
from ..pages.base import read_base
from ..pages.check import check_pages
from ..pages.names import fold
from ..pages.page import make_page
from ..records.change import Change, Proposal, change_of, land, learn, numbered, refuse_waiting
from ..records.edit import set_field
from .catalogue import HEAD, NAME, Catalogue, read_catalogue, write_catalogue
from .compass import Compass, NoCompassError, read_compass

if TYPE_CHECKING:
    from pathlib import Path

    from ..config import Config
    from ..git.repository import Repository, Start
    from ..git.runner import Git

PAGE = "wiki/repositories.md"
BRANCH = "update/repository-catalogue"
_OURS = re.compile(rf"{BRANCH}(?:-[0-9]+)?")
TITLE = "Bring the repository catalogue up to date"


class BuildRequest(NamedTuple):
    """What is built.

    Attributes:
        repositories: the name of each code repository, and its folder, absolute.
        day: today, in ISO form.
        push: whether to push the branch and open its review.
    """

    repositories: tuple[tuple[str, Path], ...]
    day: str
    push: bool = False


def build_catalogue(config: Config, git: Git, request: BuildRequest) -> Change:
    """Put the compasses of code repositories into the catalogue of the base, on a branch.

    A repository whose compass cannot be used, or that is not named, keeps the section that it has.

    Args:
        config: the base.
        git: git in its folder.
        request: which repositories.

    Raises:
        KbError: `usage` when a name is none or is given twice; `refused` when the page says it all already, or is not
            one that kb has written; else as `capture`.
    """
    _refuse_names([name for name, _ in request.repositories])
    repository = open_repository(git)
    owner = identity(git)
    unreachable = learn(repository) if request.push else None
    start = find_start(repository)
    before = read_blob(repository.git, start.commit, repository.prefix + PAGE)
    known = _known(before, owner)
    fresh, warnings = _read_all(request, known)
    text = _text(known, fresh, request.day, is_new=before is None)
    if text is None or text.encode("utf-8") == before:
        trouble = "; ".join(warnings) or f"{PAGE} on {start.name} says all of it already"
        raise KbError("refused", "nothing-new", trouble, "fill in a compass, or change one, and build again")
    files = {repository.prefix + PAGE: write_blob(repository.git, text.encode("utf-8"))}
    warnings += _waiting(repository, start, text)
    about = (f"From the compass of: {', '.join(sorted(fresh))}", *warnings)
    proposals = (Proposal(branch, files, TITLE, about) for branch in numbered(BRANCH))
    landed = land(repository, start, proposals, push=request.push, unreachable=unreachable, forge=config.forge)
    return change_of(landed, (PAGE,), (*warnings, *_wrong(config, text, request.day)))


def _waiting(repository: Repository, start: Start, text: str) -> tuple[str, ...]:
    """Refuse what waits on an open branch already, on whatever day it was built, and return sentences on others."""
    names = [name for name in branch_names(repository) if _OURS.fullmatch(name)]
    if not names:
        return ()
    sentences: list[str] = []
    path = repository.prefix + PAGE
    for branch in our_branches(repository, start):
        if branch.name not in names or branch.is_merged:
            continue
        there = (read_blob(repository.git, branch.commit, path) or b"").decode("utf-8", "replace")
        day = make_page(PAGE, there, {}).updated or ""
        same = set_field(text, "updated", day).encode("utf-8")
        refuse_waiting(repository, branch.name, {path: write_blob(repository.git, same)})
        sentences.append(f"{branch.name} is open and changes {PAGE} as well: merge one, and build again for the other")
    return tuple(sentences)


def _refuse_names(names: list[str]) -> None:
    for name in names:
        if not NAME.fullmatch(name):
            trouble = f"{name!r} cannot be the name of a repository in the catalogue"
            raise KbError("usage", "bad-name", trouble, "give one of letters, digits and hyphens: PATH=NAME")
        if [fold(other) for other in names].count(fold(name)) > 1:
            raise KbError("usage", "same-name", f"two repositories are called {name}", "name one: PATH=NAME")


def _known(before: bytes | None, owner: str) -> Catalogue:
    if before is None:
        return Catalogue(set_field(HEAD, "owner", owner), {})
    try:
        known = read_catalogue(before.decode("utf-8"))
    except UnicodeDecodeError:
        known = None
    except ValueError as error:
        trouble = f"{PAGE} leaves code or a comment open, so a section may have swallowed those behind it"
        raise KbError("refused", "broken-page", trouble, "close it, and build again") from error
    if known is None:
        trouble = f"{PAGE} was not written by kb compass build, so it stays as it is"
        raise KbError("refused", "foreign-page", trouble, "rename it, and build again")
    return known


def _read_all(request: BuildRequest, known: Catalogue) -> tuple[dict[str, Compass], tuple[str, ...]]:
    fresh: dict[str, Compass] = {}
    warnings: list[str] = []
    spelled = {fold(name): name for name in reversed(known.compasses)}
    for given, root in request.repositories:
        name = spelled.get(fold(given), given)
        try:
            fresh[name] = read_compass(name, root)
        except NoCompassError as error:
            left = "keeps its former section" if name in known.compasses else "gets no section"
            warnings.append(f"{name} {left}: {error}")
    return fresh, tuple(warnings)


def _text(known: Catalogue, fresh: dict[str, Compass], day: str, *, is_new: bool) -> str | None:
    """Return the page with what is fresh, of today when that changes it, or None when nothing is."""
    catalogue = Catalogue(known.head, known.compasses | fresh)
    if not fresh or (not is_new and catalogue == known):
        return None
    return write_catalogue(catalogue._replace(head=set_field(known.head, "updated", day)))


def _wrong(config: Config, text: str, day: str) -> tuple[str, ...]:
    """Return what a check of the base would say of the page."""
    base = read_base(config)
    pages = (*(page for page in base.pages if page.path != PAGE), make_page(PAGE, text, config.folders))
    found = check_pages(base._replace(pages=pages), frozenset({PAGE}), day)
    return tuple(f"{PAGE}:{problem.line}: {problem.message}" for problem in found if problem.level == "error")
