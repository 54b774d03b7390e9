"""What a JSON Schema says of one field, wherever in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Parts that hold for the same value as the schema around them: several, or one.
_SEVERAL = ("allOf", "anyOf", "oneOf")
_ONE = ("then", "else")


def types_of(schema: Mapping[str, Any], field: str) -> frozenset[str]:
    """Return the types that a schema allows a field in some part of it; a list of values counts as their types."""
    found: set[str] = set()
    for part in _parts(schema, schema):
        for told in _told(part, field):
            for inner in _parts(told, schema):
                found.update(_types(inner))
    return frozenset(found)


def names(schema: Mapping[str, Any], field: str) -> bool:
    """Tell whether a schema has a word on a field by its name, at any depth."""
    waiting: list[Any] = [schema]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            inside = cast("dict[str, Any]", part)
            if any(
                field in inside[word]
                for word in ("properties", "required")
                if isinstance(inside.get(word), (dict, list))
            ):
                return True
            waiting += inside.values()
        elif isinstance(part, list):
            waiting += part
    return False


def _parts(schema: object, root: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a schema and the schemas that it is made of, each once; references are followed inside the root."""
    waiting: list[Any] = [schema]
    seen: set[int] = set()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, dict) or id(cast("object", part)) in seen:
            continue
        inside = cast("dict[str, Any]", part)
        seen.add(id(inside))
        yield inside
        waiting += [inside[word] for word in _ONE if word in inside]
        waiting += [each for word in _SEVERAL for each in inside.get(word, ())]
        if "$ref" in inside:
            waiting.append(_at(inside["$ref"], root))


def _at(reference: str, root: Mapping[str, Any]) -> object:
    """Return what a JSON Pointer (RFC 6901) in a reference leads to, or None."""
    local, mark, pointer = reference.partition("#")
    if local or not mark or (pointer and not pointer.startswith("/")):
        return None
    place: Any = root
    for step in unquote(pointer).split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict):
            place = cast("dict[str, Any]", place).get(key)
        elif isinstance(place, list) and key.isdecimal():
            place = next(iter(cast("list[Any]", place)[int(key) :]), None)
        else:
            return None
    return place


def _told(part: dict[str, Any], field: str) -> list[Any]:
    """Return the schemas that a part has for a field: by its name or a pattern, else the one for all other fields."""
    properties: dict[str, Any] = part.get("properties", {})
    patterns: dict[str, Any] = part.get("patternProperties", {})
    told = [properties[field]] if field in properties else []
    told += [value for pattern, value in patterns.items() if re.search(pattern, field)]
    return told or [part.get("additionalProperties")]


def _types(part: dict[str, Any]) -> list[str]:
    wanted = part.get("type")
    if wanted is not None:
        return [wanted] if isinstance(wanted, str) else wanted
    values = part.get("enum", [part["const"]] if "const" in part else [])
    return ["array" if isinstance(value, list) else "string" for value in values]
