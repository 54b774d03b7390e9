"""The result of `kb schema`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .screen import Screen


def document(value: str | tuple[str, ...]) -> dict[str, Any]:
    """Return the schema, or the names of all as `kb/schemas/1`."""
    return json.loads(value) if isinstance(value, str) else {"schema": "kb/schemas/1", "names": list(value)}


def text(value: str | tuple[str, ...], screen: Screen) -> None:
    """Write the schema as it is in its file, or the names of all."""
    screen.raw(value if isinstance(value, str) else "\n".join(value) + "\n")
