"""What a hook says, in the form that its host reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .screen import Screen


def document(message: str) -> dict[str, Any]:
    """Return it as both hosts read it: a message to the user, and no decision on the turn."""
    return {"systemMessage": message}


def text(message: str, screen: Screen) -> None:
    """Show it to a person who tries the hook."""
    screen.line(message)
