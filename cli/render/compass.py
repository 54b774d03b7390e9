"""A compass that was written, to be filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...store.maps.compass import MadeCompass
    from .screen import Screen


def document(made: MadeCompass) -> dict[str, Any]:
    """Return it as `kb/compass/1`."""
    return {"schema": "kb/compass/1", "root": str(made.root), "path": made.path, "parts": list(made.parts)}


def text(made: MadeCompass, screen: Screen) -> None:
    """Say where it is, and what comes next."""
    screen.line((str(made.root / made.path), "bold"))
    screen.line(f"to fill in: {', '.join(made.parts)}")
    screen.line((f"next: kb compass build {made.root} --push", "dim"))
