"""Why a JSON Schema refuses a page's fields, said in our words."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .problem import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from jsonschema import ValidationError

EXAMPLE_DATE = "2026-01-31"
MOST_OF_A_REASON = 200


class Reason(NamedTuple):
    """One thing that is wrong.

    Attributes:
        code: the word of a problem.
        field: the field that is wrong, or an empty text.
        message: one sentence, without a full stop.
        near: the fields that it is about; the first one that is written has the line.
    """

    code: str
    field: str
    message: str
    near: tuple[str, ...]


def reasons_of(error: ValidationError, kind: str, written: Mapping[str, int]) -> Iterator[Reason]:
    """Yield what one error of the validator means.

    Args:
        error: the error.
        kind: the kind whose schema it is.
        written: the fields that stand in the frontmatter, those without a value included.
    """
    if not error.absolute_path:
        if "propertyNames" in error.absolute_schema_path and isinstance(error.instance, str):
            yield _wrong(error.instance, _in_our_words(error, "the name of a field", kind, written))
            return
        if special := _OF_SEVERAL.get(str(error.validator)):
            found = list(special(error, kind, written))
            yield from found
            if found:
                return
    name = str(error.absolute_path[0]) if error.absolute_path else ""
    subject = f"an item of {name}" if len(error.absolute_path) > 1 else name or "the frontmatter"
    yield _wrong(name, _in_our_words(error, subject, kind, written))


def json_text(value: object) -> str:
    """Return a value of a schema as a page writes it."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _wrong(name: str, message: str) -> Reason:
    return Reason("bad-value", name, message, (name,))


def _missing(name: str, written: Mapping[str, int], *, reason: str = "", near: tuple[str, ...] = ()) -> Reason:
    trouble = f"{name} has no value" if name in written else f"{name} is missing"
    return Reason("missing-field", name, trouble + reason, (name, *near))


def _required(error: ValidationError, _kind: str, written: Mapping[str, int]) -> Iterator[Reason]:
    for name in _absent(error):
        yield _missing(name, written)


def _dependent(error: ValidationError, _kind: str, written: Mapping[str, int]) -> Iterator[Reason]:
    for name, needed in cast("dict[str, list[str]]", error.validator_value).items():
        for other in needed if name in _fields(error) else ():
            if other not in _fields(error):
                yield _missing(other, written, reason=f"; {name} needs it", near=(name,))


def _additional(error: ValidationError, kind: str, _written: Mapping[str, int]) -> Iterator[Reason]:
    schema = cast("dict[str, Any]", error.schema)
    patterns: list[str] = list(schema.get("patternProperties", {}))
    known = [*schema.get("properties", {}), *(f"those that match {pattern}" for pattern in patterns)]
    for name in _fields(error):
        if name not in known and not any(re.search(pattern, name) for pattern in patterns):
            yield _wrong(name, f"{name} is no field of the kind {kind}; its fields are: {', '.join(known) or 'none'}")


def _any_of(error: ValidationError, _kind: str, written: Mapping[str, int]) -> Iterator[Reason]:
    """Yield which of some fields are needed, where the alternatives ask for fields alone."""
    alternatives = [_absent(child) for child in error.context or () if child.validator == "required"]
    if alternatives and len(alternatives) == len(error.context or ()):
        shown = " or ".join(dict.fromkeys(" and ".join(names) for names in alternatives))
        every = tuple(name for names in alternatives for name in names)
        yield Reason("missing-field", "", f"{shown} is needed", tuple(name for name in every if name in written))


def _one_of(error: ValidationError, kind: str, written: Mapping[str, int]) -> Iterator[Reason]:
    """Yield as `_any_of`, and which of some fields may not be there together."""
    yield from _any_of(error, kind, written)
    parts = cast("list[Any]", error.validator_value)
    alternatives = [_required_alone(part) for part in parts]
    there = [names for names in alternatives if names and all(name in _fields(error) for name in names)]
    if not error.context and len(there) > 1:
        shown = " or ".join(" and ".join(names) for names in there)
        yield Reason("bad-value", there[-1][-1], f"only one of these may be there: {shown}", (there[-1][-1],))


def _not(error: ValidationError, _kind: str, _written: Mapping[str, int]) -> Iterator[Reason]:
    """Yield which fields may not be there, where that is all that is forbidden."""
    forbidden: Any = error.validator_value
    parts = forbidden["anyOf"] if list(forbidden or ()) == ["anyOf"] else [forbidden]
    for names in map(_required_alone, parts):
        if names and all(name in _fields(error) for name in names):
            trouble = " and ".join(names) + (" may not be there together" if len(names) > 1 else " may not be there")
            yield Reason("bad-value", names[-1], trouble, (names[-1],))


_OF_SEVERAL: dict[str, Callable[[ValidationError, str, Mapping[str, int]], Iterator[Reason]]] = {
    "required": _required,
    "dependentRequired": _dependent,
    "additionalProperties": _additional,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
}


def _fields(error: ValidationError) -> dict[str, Any]:
    return cast("dict[str, Any]", error.instance)


def _absent(error: ValidationError) -> list[str]:
    return [name for name in cast("list[str]", error.validator_value) if name not in _fields(error)]


def _required_alone(schema: object) -> list[str]:
    """Return the fields that a schema asks for, when it says nothing else."""
    said = cast("dict[str, list[str]]", schema) if isinstance(schema, dict) else {}
    return said["required"] if list(said) == ["required"] else []


def _in_our_words(error: ValidationError, subject: str, kind: str, written: Mapping[str, int]) -> str:
    value: Any = error.instance
    limit: Any = error.validator_value
    keyword = str(error.validator) if error.validator else ""
    if words := _WORDS.get(keyword):
        return f"{subject} {words(value, limit)}"
    if keyword == "pattern":
        examples = cast("dict[str, Any]", error.schema).get("examples")
        wanted = f"such as {examples[0]}" if examples else f"what matches {limit}"
        return f"{subject} is {quoted(str(value))}; allowed: {wanted}"
    if keyword in {"anyOf", "oneOf"}:
        # The first thing that is wrong with each alternative.
        branches = {child.schema_path[0]: child for child in reversed(error.context or ())}
        reasons = [next(reasons_of(child, kind, written)).message for _, child in sorted(branches.items())]
        if reasons:
            return f"{subject} fits nothing of what is allowed: {'; or '.join(reasons)}"
        return f"{subject} fits more than one of what is allowed"
    reason = " ".join(error.message.split())[:MOST_OF_A_REASON]
    return f"{subject} breaks the contract of the kind {kind}: {reason}"


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


def _forbidden(value: Any, limit: Any) -> str:  # noqa: ANN401 - as above
    if not limit:
        return "is not allowed"
    shown = f"is {_shown(value)}" if isinstance(value, (str, list)) else "is as it may not be"
    return f"{shown}; forbidden: what matches {json.dumps(limit, ensure_ascii=False)[:MOST_OF_A_REASON]}"


# By the keyword that refuses a value; the schema `false` has none.
_WORDS: dict[str, Callable[[Any, Any], str]] = {
    "": lambda _value, _limit: "is not allowed",
    "enum": lambda value, limit: f"is {_shown(value)}; allowed: {', '.join(map(json_text, limit))}",
    "const": lambda value, limit: f"is {_shown(value)}; allowed: {json_text(limit)}",
    "type": _wrong_type,
    "format": _wrong_format,
    "maxLength": lambda value, limit: f"has {len(value)} characters; at most {limit} are allowed",
    "minLength": lambda value, limit: (
        "is empty" if not value else f"has {len(value)} characters; at least {limit} are needed"
    ),
    "maxItems": lambda _value, limit: f"has more items than {limit}",
    "minItems": lambda _value, limit: f"has fewer items than {limit}",
    "uniqueItems": _twice,
    "not": _forbidden,
}


def _shown(value: Any) -> str:  # noqa: ANN401 - as above
    return quoted(value) if isinstance(value, str) else "a list"
