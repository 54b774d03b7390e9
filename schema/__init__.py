"""The contracts: JSON Schemas (2020-12) of what programs read, each with its version in its name."""

from __future__ import annotations

from importlib.resources import files

_SUFFIX = ".json"


def names() -> tuple[str, ...]:
    """Return the names of all schemas, sorted."""
    found = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def read(name: str) -> str:
    """Return the text of the schema with this name, one of `names()`."""
    return (files(__name__) / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
