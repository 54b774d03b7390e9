"""Kinds as contracts: what the pages of a kind carry, and where they are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...schema import read
from ..config import BUILT_IN_FOLDERS
from ..errors import KbError, reason_of
from .schemas import types_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..config import Config

BUILT_IN_KINDS = tuple(dict.fromkeys(BUILT_IN_FOLDERS.values()))
# What kb reads of a schema beside what JSON Schema says.
EXTRA = "x-kb"
_NAMES = {"type": "array", "items": {"type": "string"}}
_EXTRA_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "folder": {"type": "string"},
        "prefix": {"type": "string", "pattern": "^[A-Z]+$"},
        "moves": {"type": "object", "additionalProperties": _NAMES},
        "sections": {"type": "object", "additionalProperties": _NAMES},
    },
    "additionalProperties": False,
}


class Contract(NamedTuple):
    """What the pages of a kind carry.

    Attributes:
        kind: the kind's name.
        schema: the JSON Schema of their frontmatter.
        folder: where they are, as a path below the base.
        prefix: what their ids begin with, or an empty text for pages without ids.
        moves: the life cycle: status -> those that may follow it.
        sections: folder name -> the headings that every page in it has.
        folders: all folders that their records may be in, `folder` first.
        source: the schema's file as the base names it, or an empty text for a built-in kind.
    """

    kind: str
    schema: Mapping[str, Any]
    folder: str
    prefix: str
    moves: Mapping[str, tuple[str, ...]]
    sections: Mapping[str, tuple[str, ...]]
    folders: tuple[str, ...]
    source: str = ""

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields that the schema describes: name -> its part of the schema."""
        return self.schema.get("properties", {})

    def is_list(self, field: str) -> bool:
        """Tell whether a field may be a list of texts."""
        return "array" in types_of(self.schema, field)

    def is_text(self, field: str) -> bool:
        """Tell whether a field may be a text, as far as its types say."""
        return "string" in types_of(self.schema, field)


def built_in_fields() -> frozenset[str]:
    """Return the names of all fields that the contracts of the built-in kinds know."""
    return frozenset(name for kind in BUILT_IN_KINDS for name in json.loads(read(f"record-{kind}"))["properties"])


def read_contracts(config: Config) -> Mapping[str, Contract]:
    """Return the contracts of a base by kind: the built-in ones, and those of kinds that it gives a schema.

    Raises:
        KbError: `usage` when a schema file of the base cannot be read or is no JSON Schema.
    """
    built_in: dict[str, dict[str, Any]] = {kind: json.loads(read(f"record-{kind}")) for kind in BUILT_IN_KINDS}
    found = {kind: _contract(config, kind, schema, schema[EXTRA]) for kind, schema in built_in.items()}
    for kind, path in config.schemas.items():
        schema = _read_own(config, kind, path)
        folder = next(iter(_own_folders(config, kind)), kind)
        # The schema of a built-in kind's name may say less: the folder and the life cycle stay then.
        inherited = built_in[kind][EXTRA] if kind in built_in else {"folder": folder}
        found[kind] = _contract(config, kind, schema, inherited | schema.get(EXTRA, {}), path)
    return found


def _own_folders(config: Config, kind: str) -> list[str]:
    """Return the folders that the base's settings give a kind."""
    return [name for name, named in config.folders.items() if named == kind and BUILT_IN_FOLDERS.get(name) != kind]


def _contract(config: Config, kind: str, schema: dict[str, Any], extra: dict[str, Any], source: str = "") -> Contract:
    return Contract(
        kind,
        schema,
        extra["folder"],
        extra.get("prefix", ""),
        {name: tuple(values) for name, values in extra.get("moves", {}).items()},
        {name: tuple(values) for name, values in extra.get("sections", {}).items()},
        tuple(dict.fromkeys((extra["folder"], *_own_folders(config, kind)))),
        source,
    )


def _read_own(config: Config, kind: str, path: str) -> dict[str, Any]:
    where = f"kinds.{kind}: {path}"
    try:
        schema: Any = json.loads((config.root / path).read_bytes().decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise bad_schema(where, f"is no JSON: {error}") from error
    except OSError as error:
        raise bad_schema(where, f"cannot be read: {reason_of(error)}") from error
    if not isinstance(schema, dict):
        raise bad_schema(where, "is no JSON object")
    schema = cast("dict[str, Any]", schema)
    _check_schema(schema, where)
    return schema


def _check_schema(schema: dict[str, Any], where: str) -> None:
    from jsonschema import Draft202012Validator, SchemaError, ValidationError  # noqa: PLC0415 - takes 50 ms

    try:
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(_EXTRA_SCHEMA).validate(schema.get(EXTRA, {}))  # pyright: ignore[reportUnknownMemberType]
    except SchemaError as error:
        raise bad_schema(where, f"is no JSON Schema: {error.json_path}: {error.message}") from error
    except ValidationError as error:
        raise bad_schema(where, f"{EXTRA} is wrong: {error.json_path}: {error.message}") from error
    folder: str = schema.get(EXTRA, {}).get("folder", "folder")
    if set(folder) & set("\\:") or not {"", ".", ".."}.isdisjoint(folder.split("/")):
        raise bad_schema(where, f"{EXTRA} is wrong: $.folder: {folder!r} is no path of a folder below the base")


def bad_schema(where: str, trouble: str) -> KbError:
    """Return the error of a schema file that kb cannot use."""
    return KbError("usage", "bad-config", f"{where} {trouble}", "correct the file, or its path in kb.toml")
