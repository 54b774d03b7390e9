"""A page held to the contract of its kind, what is wrong said in our words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from .kinds import bad_schema
from .problem import Problem
from .reasons import json_text, reasons_of
from .schemas import names
from .shape import field_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jsonschema import ValidationError

    from .frontmatter import Value
    from .kinds import Contract
    from .page import Page


def check_fields(page: Page, contract: Contract) -> tuple[Problem, ...]:
    """Return where a page's fields break the contract of its kind, by line.

    Raises:
        KbError: `usage` when the schema of a kind of the base's own refers to what is not there.
    """
    broken = _errors(_as_the_schema_says(page.fields, contract), contract)
    if not broken:
        return ()
    lines = field_lines(page)
    problems: set[Problem] = set()
    for error in broken:
        for code, name, message, near in reasons_of(error, contract.kind, lines):
            line = next((lines[field] for field in near if field in lines), 1)
            problems.add(Problem(page.path, line, "error", code, name, message))
    return tuple(sorted(problems))


def _as_the_schema_says(fields: Mapping[str, Value], contract: Contract) -> dict[str, Any]:
    """Return the fields as JSON would hold them.

    A lone text where only a list may be is a list of one, and a blank text is no value. A schema that does not name
    `type` leaves it to kb, which reads the kind in it.
    """
    held: dict[str, Any] = {}
    for name, value in fields.items():
        if name == "type" and not names(contract.schema, name):
            continue
        if isinstance(value, tuple):
            held[name] = [item if item.strip() else "" for item in value]
        elif value.strip():
            held[name] = [value] if contract.is_list(name) and not contract.is_text(name) else value
    return held


def _errors(fields: dict[str, Any], contract: Contract) -> list[ValidationError]:
    from jsonschema import FormatChecker  # noqa: PLC0415 - takes 50 ms
    from referencing import Registry  # noqa: PLC0415 - as above
    from referencing.exceptions import Unresolvable  # noqa: PLC0415 - as above

    # A registry of its own: a reference that it does not hold must not be fetched from the net.
    registry: Registry[Any] = Registry()
    validator = _validator()(contract.schema, registry=registry, format_checker=FormatChecker())
    try:
        return list(validator.iter_errors(fields))
    except (Unresolvable, RecursionError) as error:
        where = f"kinds.{contract.kind}: {contract.source}"
        raise bad_schema(where, "has a reference that leads nowhere, or to itself") from error


@cache
def _validator() -> Any:  # noqa: ANN401 - the library makes the class
    """Return the validator of the draft that compares the texts of a page with numbers and truth values too."""
    from jsonschema import Draft202012Validator, validators  # noqa: PLC0415 - as above

    library = cast("Any", validators)
    known: dict[str, Any] = Draft202012Validator.VALIDATORS
    named = {keyword: _placed(known[keyword]) for keyword in ("properties", "patternProperties")}
    return library.extend(Draft202012Validator, {"enum": _check_enum, "const": _check_const, **named})


def _placed(check: Callable[..., Iterator[ValidationError]]) -> Callable[..., Iterator[ValidationError]]:
    """Return a check of schemas by name whose errors name the field also where its schema is `false`."""

    def placed(validator: object, parts: dict[str, Any], value: object, schema: object) -> Iterator[ValidationError]:
        parts = {name: {"not": {}} if part is False else part for name, part in parts.items()}
        return check(validator, parts, value, schema)

    return placed


def _check_enum(_validator: object, allowed: list[Any], value: object, _schema: object) -> Iterator[ValidationError]:
    from jsonschema import ValidationError  # noqa: PLC0415 - as above

    if not any(_is_same(value, each) for each in allowed):
        yield ValidationError("is none of the values that are allowed")


def _check_const(validator: object, allowed: object, value: object, schema: object) -> Iterator[ValidationError]:
    yield from _check_enum(validator, [allowed], value, schema)


def _is_same(value: object, allowed: object) -> bool:
    if isinstance(value, str) and isinstance(allowed, bool):
        return value.lower() == json_text(allowed)
    if isinstance(value, str) and isinstance(allowed, (int, float)):
        return value == json_text(allowed)
    if isinstance(value, list) and isinstance(allowed, list):
        values, others = cast("list[object]", value), cast("list[object]", allowed)
        return len(values) == len(others) and all(map(_is_same, values, others))
    return value == allowed
