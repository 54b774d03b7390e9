"""Edits of pages that the team has already: aliases and fields, on a branch of their own or in the working tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError, reason_of
from ..files import write_over
from ..git.commits import read_blob, write_blob
from ..git.repository import find_start, open_repository
from ..pages.base import Base, read_base
from ..pages.check import check_pages
from ..pages.names import fold
from ..pages.page import Page, make_page, stem
from ..pages.target import find_target
from ..secrets import find_secrets
from .change import Change, Proposal, change_of, cut_title, land, learn, numbered
from .draft import contract_of, read_fields
from .edit import add_to_list, set_field
from .slugs import slug

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..config import Config
    from ..git.runner import Git
    from ..pages.kinds import Contract

    Edit = Callable[[Page, str], str]

# What says which page it is does not change.
_FIXED = ("id", "type")


class EditRequest(NamedTuple):
    """Which page is edited, and where the edit goes.

    Attributes:
        target: the page, by path or id.
        day: today, in ISO form.
        here: whether the file of the working tree is edited, instead of a branch.
        push: whether to push the branch and open its review.
    """

    target: str
    day: str
    here: bool = False
    push: bool = False


def add_aliases(config: Config, git: Git, request: EditRequest, names: tuple[str, ...]) -> Change:
    """Add names that people say to a page's aliases.

    Raises:
        KbError: `missing` when there is no such page; `refused` when it has the names already or another page has one
            of them, or the block cannot be edited safely; else as `capture`.
    """
    wanted = tuple(dict.fromkeys(" ".join(name.split()) for name in names))
    if not all(wanted):
        raise KbError("usage", "empty-alias", "an alias is empty", "give the words that people say")

    def edit(page: Page, text: str) -> str:
        known = {fold(alias) for alias in page.many("aliases")}
        fresh = tuple({fold(name): name for name in reversed(wanted) if fold(name) not in known}.values())
        return add_to_list(text, "aliases", fresh[::-1]) if fresh else text

    return _change(config, git, request, edit, ("alias", f"also called {', '.join(wanted)}"))


def set_fields(config: Config, git: Git, request: EditRequest, given: tuple[tuple[str, str], ...]) -> Change:
    """Set fields of a page; its status moves as the kind's life cycle allows, and `updated` follows.

    Raises:
        KbError: `usage` when the kind has no such field or a value is wrong; `refused` when the status cannot move so,
            nothing changes, or the block cannot be edited safely; else as `add_aliases`.
    """
    for name, _ in given:
        if name in _FIXED:
            trouble = f"the {name} of a page stays"
            raise KbError("usage", "fixed-field", trouble, "make a new page: kb new KIND SUMMARY")

    def edit(page: Page, text: str) -> str:
        contract = contract_of(config, page.kind)
        values = read_fields(contract, given)
        _refuse_move(page, contract, values.get("status"))
        changed = {name: value for name, value in values.items() if page.fields.get(name) != value}
        if changed and "updated" not in values and "updated" in contract.schema.get("properties", {}):
            changed["updated"] = request.day
        for name, value in changed.items():
            text = set_field(text, name, value)
        return text

    said = ", ".join(f"{name}: {value}" for name, value in given)
    return _change(config, git, request, edit, ("update", said))


def _refuse_move(page: Page, contract: Contract, status: object) -> None:
    now = page.one("status")
    if status is None or now is None or status == now or now not in contract.moves:
        return
    allowed = contract.moves[now]
    if status not in allowed:
        choice = f"it can become: {', '.join(allowed)}" if allowed else "it stays so; make a new record instead"
        raise KbError("refused", "wrong-move", f"{page.id or page.path} is {now} and cannot become {status}", choice)


def _change(config: Config, git: Git, request: EditRequest, edit: Edit, what: tuple[str, str]) -> Change:
    if secrets := find_secrets(what[1]):
        trouble = f"what is given looks like a secret: {secrets[0].kind}"
        raise KbError("refused", "secret", trouble, "leave it out, and say where it is kept")
    base = read_base(config)
    page = find_target(base, request.target).page
    if request.here:
        return _change_here(base, page, edit, request)
    return _change_on_branch(base, git, page, edit, request, what)


def _change_here(base: Base, page: Page, edit: Edit, request: EditRequest) -> Change:
    file = base.config.root / page.path
    try:
        text = file.read_bytes().decode("utf-8")
        after = _edited(base, page, text, edit, request.day)
        write_over(file, after.encode("utf-8"))
    except OSError as error:
        trouble = f"{page.path} cannot be written: {reason_of(error)}"
        raise KbError("refused", "not-writable", trouble, "mend that, and try again") from error
    return Change((page.path,), page.id)


def _change_on_branch(  # noqa: PLR0913, PLR0917 - what `_change` has found
    base: Base, git: Git, page: Page, edit: Edit, request: EditRequest, what: tuple[str, str]
) -> Change:
    repository = open_repository(git)
    unreachable = learn(repository) if request.push else None
    start = find_start(repository)
    path = repository.prefix + page.path
    before = read_blob(repository.git, start.commit, path)
    if before is None:
        trouble = f"{page.path} is not on {start.name} yet"
        raise KbError("refused", "not-there-yet", trouble, "edit the file with --here, or capture it: kb capture PAGE")
    try:
        text = before.decode("utf-8")
    except UnicodeDecodeError as error:
        raise KbError("refused", "not-text", f"{page.path} is not UTF-8 on {start.name}", "mend the file") from error
    there = make_page(page.path, text, base.config.folders)
    after = _edited(base, there, text, edit, request.day)
    name = page.id or slug(stem(page.path))
    files = {path: write_blob(repository.git, after.encode("utf-8"))}
    kind, said = what
    title = cut_title(f"{name}: {said}")
    about = (f"{page.kind} {name}: {said}", page.one("summary") or page.title)
    proposals = (Proposal(branch, files, title, about, page.id) for branch in numbered(f"{kind}/{name}"))
    landed = land(repository, start, proposals, push=request.push, unreachable=unreachable, forge=base.config.forge)
    return change_of(landed, (page.path,))


def _edited(base: Base, page: Page, text: str, edit: Edit, day: str) -> str:
    """Return a page's text after an edit that changes something and makes nothing wrong that was not."""
    after = edit(page, text)
    if after == text:
        raise KbError("refused", "nothing-new", f"{page.path} says that already", "nothing is to be done")
    old, new = (_problems(base, make_page(page.path, each, base.config.folders), day) for each in (text, after))
    if wrong := [problem for problem in new if problem not in old]:
        field, message = wrong[0]
        kind = "usage" if field and field != "aliases" else "refused"
        raise KbError(kind, "not-valid", f"{page.path}: {message}", "give another value; kb validate checks the base")
    return after


def _problems(base: Base, page: Page, day: str) -> list[tuple[str, str]]:
    pages = tuple(page if other.path == page.path else other for other in base.pages)
    found = check_pages(base._replace(pages=pages), frozenset({page.path}), day)
    return [(problem.field, problem.message) for problem in found if problem.level == "error"]
