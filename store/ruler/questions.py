"""Judged questions: read from JSON Lines or YAML, each with the line that it begins on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import yaml

from ..errors import KbError, reason_of
from ..search.filters import NO_FILTERS, Filters, check
from ..search.question import read_question
from ..search.text import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ..pages.base import Base

FIELDS = frozenset({"id", "query", "wordings", "filters", "relevant"})
# The filters as the options of `kb search` are called -> as the request has them.
FILTERS = {
    "type": "types",
    "status": "statuses",
    "repo": "repos",
    "system": "systems",
    "tag": "tags",
    "path": "paths",
}


class Judged(NamedTuple):
    """A question with the pages that answer it.

    Attributes:
        name: its id, or else its wordings and filters.
        wordings: what is searched for.
        filters: what a page must have.
        relevant: the paths of the pages that answer; none when it is known that none does.
        line: the line of the file on which it begins.
    """

    name: str
    wordings: tuple[str, ...]
    filters: Filters
    relevant: frozenset[str]
    line: int


def read_questions(path: Path, base: Base) -> tuple[Judged, ...]:
    """Read the questions that a base is measured on.

    Args:
        path: a file of JSON Lines (`.jsonl`) or YAML (`.yaml`, `.yml`): for each question `query` or `wordings`,
            `relevant`, and perhaps `filters` and `id`.
        base: the base, whose pages `relevant` names.

    Raises:
        KbError: `missing` when there is no such file; `usage`, with the line, when a question cannot be read, is there
            twice, names a page that is not there, or has an unknown filter.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KbError("usage", "bad-questions", f"{path} is not UTF-8 text", "give a text file") from error
    except OSError as error:
        trouble = f"{path} cannot be read: {reason_of(error)}"
        raise KbError("missing", "no-such-file", trouble, "name a file of questions") from error
    records = _yaml_records(path, text) if path.suffix.lower() in {".yaml", ".yml"} else _json_records(path, text)
    pages = {page.path for page in base.pages}
    questions: list[Judged] = []
    names: dict[object, int] = {}
    for line, record in records:
        question = _read(path, line, record)
        _check(path, question, base, pages)
        for key in {_asked(question), question.name}:
            if key in names:
                raise _wrong(path, line, f"the same question as in line {names[key]}", "ask it once")
        names |= dict.fromkeys((_asked(question), question.name), line)
        questions.append(question)
    if not questions:
        raise KbError("usage", "bad-questions", f"{path} has no question", "give at least one")
    return tuple(questions)


def _asked(question: Judged) -> object:
    return (tuple(" ".join(fold(wording).split()) for wording in question.wordings), question.filters)


def _wrong(path: Path, line: int, trouble: str, hint: str) -> KbError:
    return KbError("usage", "bad-questions", f"{path}:{line}: {trouble}", hint)


def _json_records(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                record: Any = json.loads(line, object_pairs_hook=_distinct)
            except (ValueError, RecursionError) as error:
                raise _wrong(path, number, f"no JSON: {error}", "write one object a line") from error
            yield number, _mapping(path, number, record)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a field stands twice")
    return dict(pairs)


def _yaml_records(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    compose = cast("Callable[..., yaml.Node | None]", yaml.compose)  # pyright: ignore[reportUnknownMemberType]
    try:
        records: Any = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - it makes texts, lists and mappings alone
        root = compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        said = str(getattr(error, "problem", "")) or "it cannot be read"
        raise _wrong(path, mark.line + 1 if mark else 1, f"no YAML: {said}", "correct the file") from error
    if root is None:
        return
    if not isinstance(root, yaml.SequenceNode):
        raise _wrong(path, 1, "no list of questions", "begin each question with a dash")
    for node, record in zip(root.value, records, strict=True):
        line = node.start_mark.line + 1
        keys = [key.value for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
        if len(set(keys)) < len(keys):
            raise _wrong(path, line, "a field stands twice", "give it once")
        yield line, _mapping(path, line, record)


def _mapping(path: Path, line: int, record: object) -> dict[str, Any]:
    if not isinstance(record, dict):
        raise _wrong(path, line, "no question", "give query and relevant")
    return cast("dict[str, Any]", record)


def _read(path: Path, line: int, record: dict[str, Any]) -> Judged:
    if unknown := sorted(set(record) - FIELDS):
        raise _wrong(path, line, f"unknown field {unknown[0]!r}", f"the fields are: {', '.join(sorted(FIELDS))}")
    if ("query" in record) == ("wordings" in record):
        raise _wrong(path, line, "a question has either query or wordings", "give the one or the other")
    wordings = _texts(path, line, record, "query" if "query" in record else "wordings")
    if not wordings:
        raise _wrong(path, line, "the question is empty", "give the words to search for")
    if record.get("relevant") in (None, ""):
        hint = "list the pages that answer it, or [] when it is known that none does"
        raise _wrong(path, line, "relevant is not filled in", hint)
    relevant = frozenset(_texts(path, line, record, "relevant"))
    filters = _filters(path, line, record.get("filters") or {})
    return Judged(str(record.get("id") or _name(wordings, filters)), wordings, filters, relevant, line)


def _name(wordings: tuple[str, ...], filters: Filters) -> str:
    """Return what a question is called: its wordings, and its filters where it has some."""
    asked = [
        f"{name}={','.join(getattr(filters, field))}" for name, field in FILTERS.items() if getattr(filters, field)
    ]
    since = [f"since={filters.since}"] if filters.since else []
    return " | ".join((*wordings, *asked, *since))


def _texts(path: Path, line: int, record: dict[str, Any], field: str) -> tuple[str, ...]:
    value = record[field]
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list) or not all(isinstance(item, str) for item in cast("list[object]", items)):
        raise _wrong(path, line, f"{field} is neither a text nor a list of texts", "correct it")
    return tuple(cast("list[str]", items))


def _filters(path: Path, line: int, given: object) -> Filters:
    if not isinstance(given, dict):
        raise _wrong(path, line, "filters is no mapping", "such as: {type: finding}")
    filters = NO_FILTERS
    record = cast("dict[str, Any]", given)
    for name in record:
        if name == "since":
            filters = filters._replace(since=str(record[name]))
        elif name in FILTERS:
            filters = filters._replace(**{FILTERS[name]: _texts(path, line, record, name)})
        else:
            known = ", ".join((*FILTERS, "since"))
            raise _wrong(path, line, f"unknown filter {name!r}", f"the filters are: {known}")
    return filters


def _check(path: Path, question: Judged, base: Base, pages: set[str]) -> None:
    if absent := sorted(question.relevant - pages):
        raise _wrong(path, question.line, f"the base has no page {absent[0]}", "correct the path")
    try:
        read_question(question.wordings)
        check(base, question.filters)
    except KbError as error:
        raise _wrong(path, question.line, error.message, error.hint) from error
