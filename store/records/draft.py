"""Drafts of new pages: a template with its fields filled in."""

from __future__ import annotations

import os
from datetime import date, timedelta
from importlib.resources import files
from itertools import chain, count
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .. import records
from ..errors import KbError, reason_of
from ..files import write_new
from ..git.repository import identity
from ..pages.contract import check_fields
from ..pages.frontmatter import LIST_FIELDS
from ..pages.kinds import read_contracts
from ..pages.names import windows_trouble
from ..pages.page import Page, make_page, stem
from ..pages.walk import SUFFIX
from .edit import set_field
from .ids import free_ids, taken_ids
from .scalars import quoted
from .slugs import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..config import Config
    from ..git.repository import Repository
    from ..git.runner import Git
    from ..pages.kinds import Contract
    from .change import Change

TEMPLATES = "templates"
# A finding is looked at again after a year, unless its author says otherwise.
KEEPS = timedelta(days=365)
# Fields that any page may carry, whatever its contract names.
_ANYWHERE = frozenset({"title", "type", "id", "summary", "author", "updated", *LIST_FIELDS})


# Fields that a draft has from elsewhere.
_GIVEN = {"id": "kb numbers records", "type": "it is the KIND", "summary": "it is the SUMMARY"}


class DraftRequest(NamedTuple):
    """What a new page is to say.

    Attributes:
        kind: its kind.
        summary: its summary, one sentence.
        day: today, in ISO form.
        fields: further fields as they were given, name and text; a list is given item by item or with commas.
        body: its text behind the frontmatter, or None for the template's.
        path: where it goes below the base, or None for the place that its kind and summary give.
    """

    kind: str
    summary: str
    day: str
    fields: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    path: str | None = None


class Draft(NamedTuple):
    """A new page that is not written yet: its path below the base, its id if it has one, and its whole text."""

    path: str
    id: str | None
    text: str


def contract_of(config: Config, kind: str) -> Contract:
    """Return the contract of a kind.

    Raises:
        KbError: `usage` when the base has no such kind, or the kind no contract.
    """
    contracts = read_contracts(config)
    if kind not in contracts:
        known = ", ".join(sorted(contracts))
        trouble = f"no kind with a contract is called {kind!r}"
        raise KbError("usage", "unknown-kind", trouble, f"the kinds are: {known}", tuple(sorted(contracts)))
    return contracts[kind]


def drafts(config: Config, request: DraftRequest, git: Git, repository: Repository | None) -> Iterator[Draft]:
    """Yield the draft that is asked for under each name that is free, in order.

    Args:
        config: the base.
        request: what it is to say.
        git: git in the base's folder, which knows the author.
        repository: the base's repository, or None where there is none.

    Raises:
        KbError: `usage` when the kind, a field or a value is wrong.
    """
    contract = contract_of(config, request.kind)
    values = _values(contract, request, _author(git))
    text = _fill(_template(config, contract), values)
    for path, name in _places(config, contract, request, repository):
        draft = set_field(text, "id", name) if name else text
        body = (
            request.body
            if request.body is not None
            else _with_words(draft, values | {"id": name or "", "date": request.day})
        )
        head = draft[: len(draft) - len(make_page(path, draft, {}).body)]
        page = make_page(path, head + body, config.folders)
        _refuse_wrong_values(page, contract, request)
        yield Draft(path, name, head + body)


def new_draft(config: Config, request: DraftRequest, git: Git, repository: Repository | None) -> Change:
    """Write a new page into the working tree, under the first name that is free; nothing is overwritten.

    Args:
        config: the base.
        request: what it is to say.
        git: git in the base's folder.
        repository: the base's repository, or None where there is none.

    Raises:
        KbError: as `drafts`, and `refused` when the file cannot be written or a named one is there.
    """
    from .change import Change  # noqa: PLC0415 - which knows drafts

    for draft in drafts(config, request, git, repository):
        target = config.root / draft.path
        try:
            write_new(target, draft.text.encode("utf-8"))
        except OSError as error:
            is_taken = os.path.lexists(target)
            if is_taken and request.path:
                trouble = f"{draft.path} is there already"
                raise KbError("refused", "taken", trouble, "name another path, or edit that page") from error
            if is_taken:
                continue  # somebody was quicker
            trouble = f"{draft.path} cannot be written: {reason_of(error)}"
            raise KbError("refused", "not-writable", trouble, "mend that, and try again") from error
        return Change((draft.path,), draft.id, warnings=_to_fill(config, draft, contract_of(config, request.kind)))
    raise AssertionError("there are numbers without end")  # pragma: no cover


def _to_fill(config: Config, draft: Draft, contract: Contract) -> tuple[str, ...]:
    page = make_page(draft.path, draft.text, config.folders)
    missing = [problem.field for problem in check_fields(page, contract) if problem.code == "missing-field"]
    return (f"still to fill in {draft.path}: {', '.join(missing)}",) if missing else ()


def _author(git: Git) -> str:
    try:
        return identity(git)
    except KbError:
        return ""  # left to be filled in, as the draft's result says


def _values(contract: Contract, request: DraftRequest, author: str) -> dict[str, str | tuple[str, ...]]:
    """Return the fields of a new page, those that are given last."""
    if not request.summary.strip():
        raise KbError("usage", "empty-summary", "the summary is empty", "say in one sentence what the page tells")
    properties = contract.schema.get("properties", {})
    values: dict[str, str | tuple[str, ...]] = {"summary": " ".join(request.summary.split())}
    known = {"author": author, "updated": request.day, "expires": (date.fromisoformat(request.day) + KEEPS).isoformat()}
    values |= {name: value for name, value in known.items() if name in properties and value}
    for name, _ in request.fields:
        if name in _GIVEN:
            raise KbError("usage", "given-twice", f"{name} is not for --set: {_GIVEN[name]}", "leave it out")
    return values | read_fields(contract, request.fields)


def read_fields(contract: Contract, given: tuple[tuple[str, str], ...]) -> dict[str, str | tuple[str, ...]]:
    """Return fields as they were given, `name=value` by `name=value`, in the shapes that a contract asks for.

    Raises:
        KbError: `usage` when the kind has no such field, or a text is given twice.
    """
    properties = contract.schema.get("properties", {})
    values: dict[str, str | tuple[str, ...]] = {}
    for name, value in given:
        if name not in properties and name not in _ANYWHERE:
            known = ", ".join(properties)
            trouble = f"{contract.kind} has no field {name!r}"
            raise KbError("usage", "unknown-field", trouble, f"its fields are: {known}", tuple(properties))
        if contract.is_list(name):
            items = tuple(item.strip() for item in value.split(",") if item.strip())
            values[name] = (*cast("tuple[str, ...]", values.get(name, ())), *items)
        elif name in values:
            raise KbError("usage", "given-twice", f"{name} is given twice", "it holds one text; give it once")
        else:
            values[name] = value
    return values


def _fill(text: str, values: dict[str, str | tuple[str, ...]]) -> str:
    for name, value in values.items():
        text = set_field(text, name, value)
    return text


def _with_words(draft: str, values: dict[str, str | tuple[str, ...]]) -> str:
    """Return the body of a draft with its placeholders filled."""
    body = make_page(f"draft{SUFFIX}", draft, {}).body
    words = values | {"title": values.get("title", values["summary"])}
    for name, value in words.items():
        body = body.replace("{{" + name + "}}", value if isinstance(value, str) else ", ".join(value))
    return body


def _refuse_wrong_values(page: Page, contract: Contract, request: DraftRequest) -> None:
    given = {"summary", *(name for name, _ in request.fields)}
    for problem in check_fields(page, contract):
        if problem.code == "bad-value" and problem.field in given:
            where = contract.source or f"kb schema record-{contract.kind}"
            raise KbError("usage", "bad-value", problem.message, f"{where} says what is allowed")


def _template(config: Config, contract: Contract) -> str:
    """Return the base's template of a kind, or the built-in one, or what its contract asks for, empty."""
    path = config.root / TEMPLATES / f"{contract.kind}{SUFFIX}"
    try:
        if path.is_file():
            return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, UnicodeDecodeError) as error:
        why = reason_of(error) if isinstance(error, OSError) else "it is not UTF-8"
        trouble = f"the template {TEMPLATES}/{path.name} cannot be read: {why}"
        raise KbError("refused", "bad-template", trouble, "mend it") from error
    built_in = files(records) / TEMPLATES / f"{contract.kind}{SUFFIX}"
    return built_in.read_text(encoding="utf-8") if built_in.is_file() else _bare_template(contract)


def _bare_template(contract: Contract) -> str:
    lines = [f"type: {quoted(contract.kind)}"]
    for name in contract.schema.get("required", ()):
        if name != "type":
            part: Any = contract.fields.get(name)
            enum = cast("dict[str, Any]", part).get("enum") if isinstance(part, dict) else None
            lines.append(
                f"{name}: []" if contract.is_list(name) else f"{name}: {quoted(str(enum[0]))}" if enum else f"{name}:"
            )
    return "\n".join(["---", *lines, "---", "", "# {{summary}}", ""])


def _places(
    config: Config, contract: Contract, request: DraftRequest, repository: Repository | None
) -> Iterator[tuple[str, str | None]]:
    """Yield paths below the base that are free for a new page, with the id that goes with each."""
    if contract.prefix:
        if request.path is not None:
            trouble = f"a {contract.kind} lies where its id says"
            raise KbError("usage", "path-of-a-record", trouble, "leave --path out")
        for name in free_ids(contract.prefix, request.day, taken_ids(config, contract, repository)):
            yield f"{contract.folder}/{name}{SUFFIX}", name
    if request.path is not None:
        yield named_path(request.path), None
        return
    dated = contract.kind == "note"
    name = slug(request.summary)
    name = f"{request.day}-{name}" if dated else name
    taken = taken_ids(config, contract, repository)
    for number in chain([""], (f"-{number}" for number in count(2))):
        if name + number not in taken:
            yield f"{contract.folder}/{name}{number}{SUFFIX}", None


def named_path(path: str) -> str:
    """Return the path of a new page as it was named, below the base.

    Raises:
        KbError: `usage` when it leads elsewhere or is no name of a page.
    """
    parts = path.replace("\\", "/").split("/")
    is_safe = all(part not in {"", ".", ".."} and not part.startswith(".") for part in parts)
    hint = f"give one below the base, such as wiki/systems/NAME{SUFFIX}"
    if not is_safe or not path.endswith(SUFFIX) or not stem(path):
        raise KbError("usage", "bad-path", f"{path!r} is no path of a page", hint)
    for part in parts:
        if trouble := windows_trouble(part):
            raise KbError("usage", "bad-path", f"Windows cannot check {part!r} out: it {trouble}", hint)
    return "/".join(parts)
