"""A page held to the contract of its kind, what is wrong said in our words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from .kinds import bad_schema
from .problem import Problem, quoted
from .shape import field_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jsonschema import ValidationError

    from .frontmatter import Value
    from .kinds import Contract
    from .page import Page

EXAMPLE_DATE = "2026-01-31"
MOST_OF_A_REASON = 200


def check_fields(page: Page, contract: Contract) -> tuple[Problem, ...]:
    """Return where a page's fields break the contract of its kind, by line.

    Raises:
        KbError: `usage` when the schema of a kind of the base's own refers to what is not there.
    """
    fields = _as_the_schema_says(page.fields, contract)
    broken = _errors(fields, contract)
    if not broken:
        return ()
    lines = field_lines(page)
    problems: set[Problem] = set()
    for error in broken:
        if error.validator == "required":
            for name in cast("list[str]", error.validator_value):
                if name not in fields:
                    trouble = f"{name} has no value" if name in lines else f"{name} is missing"
                    problems.add(Problem(page.path, lines.get(name, 1), "error", "missing-field", name, trouble))
        else:
            name = str(error.absolute_path[0]) if error.absolute_path else ""
            trouble = _in_our_words(error, name, contract)
            problems.add(Problem(page.path, lines.get(name, 1), "error", "bad-value", name, trouble))
    return tuple(sorted(problems))


def _as_the_schema_says(fields: Mapping[str, Value], contract: Contract) -> dict[str, Any]:
    """Return the fields as JSON would hold them; a lone text in a list field is a list of one."""
    held: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, tuple):
            held[name] = list(value)
        else:
            held[name] = [value] if contract.is_list(name) else value
    return held


def _errors(fields: dict[str, Any], contract: Contract) -> list[ValidationError]:
    from jsonschema import Draft202012Validator, FormatChecker  # noqa: PLC0415 - takes 50 ms
    from referencing import Registry  # noqa: PLC0415 - as above
    from referencing.exceptions import Unresolvable  # noqa: PLC0415 - as above

    # A registry of its own: a reference that it does not hold must not be fetched from the net.
    registry: Registry[Any] = Registry()
    validator = Draft202012Validator(contract.schema, registry=registry, format_checker=FormatChecker())
    try:
        return list(validator.iter_errors(fields))  # pyright: ignore[reportUnknownMemberType]
    except (Unresolvable, RecursionError) as error:
        where = f"kinds.{contract.kind}: {contract.source}"
        raise bad_schema(where, "has a reference that leads nowhere, or to itself") from error


def _in_our_words(error: ValidationError, name: str, contract: Contract) -> str:
    value: Any = error.instance
    limit: Any = error.validator_value
    subject = f"an item of {name}" if len(error.absolute_path) > 1 else name or "the frontmatter"
    words = _WORDS.get(str(error.validator))
    if words and (said := words(value, limit)):
        return f"{subject} {said}"
    if error.validator == "pattern":
        examples = cast("dict[str, Any]", error.schema).get("examples")
        wanted = f"such as {examples[0]}" if examples else f"what matches {limit}"
        return f"{subject} is {quoted(str(value))}; allowed: {wanted}"
    reason = " ".join(error.message.split())[:MOST_OF_A_REASON]
    return f"{subject} breaks the contract of the kind {contract.kind}: {reason}"


def _wrong_type(_value: Any, limit: Any) -> str:  # noqa: ANN401 - what a schema holds
    if limit == "string":
        return "is a list; one text is allowed"
    if limit == "array":
        return "is one text; a list is allowed"
    return "has a type that the schema does not allow; kb reads texts and lists of texts"


def _wrong_format(value: Any, limit: Any) -> str:  # noqa: ANN401 - as above
    wanted = f"a date such as {EXAMPLE_DATE}" if limit == "date" else f"what has the format {limit}"
    return f"is {quoted(str(value))}; allowed: {wanted}"


def _twice(value: Any, _limit: Any) -> str:  # noqa: ANN401 - as above
    items = cast("list[str]", value)
    again = next((item for place, item in enumerate(items) if item in items[:place]), "")
    return f"has {quoted(again)} twice"


def _listed(limit: Any) -> str:  # noqa: ANN401 - as above
    return ", ".join(map(str, limit))


_WORDS: dict[str, Callable[[Any, Any], str]] = {
    "enum": lambda value, limit: f"is {_shown(value)}; allowed: {_listed(limit)}",
    "const": lambda value, limit: f"is {_shown(value)}; allowed: {limit}",
    "type": _wrong_type,
    "format": _wrong_format,
    "maxLength": lambda value, limit: f"has {len(value)} characters; at most {limit} are allowed",
    "minLength": lambda value, limit: (
        "is empty" if not value else f"has {len(value)} characters; at least {limit} are needed"
    ),
    "maxItems": lambda _value, limit: f"has more items than {limit}",
    "minItems": lambda _value, limit: f"has fewer items than {limit}",
    "uniqueItems": _twice,
}


def _shown(value: Any) -> str:  # noqa: ANN401 - as above
    return quoted(value) if isinstance(value, str) else "a list"
