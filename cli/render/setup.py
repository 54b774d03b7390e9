"""What `kb setup` has set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...store.errors import counted

if TYPE_CHECKING:
    from ...store.bases.setup import SetUp
    from .screen import Screen


def document(made: SetUp) -> dict[str, Any]:
    """Return it as `kb/setup/1`."""
    return {
        "schema": "kb/setup/1",
        "root": str(made.root),
        "cloned": made.cloned,
        "updated": made.updated,
        "pages": made.pages,
        "default": made.is_default,
        "skills": [skill._asdict() for skill in made.skills],
        "warnings": list(made.warnings),
    }


def text(made: SetUp, screen: Screen) -> None:
    """Say what was done."""
    done = "cloned" if made.cloned else "updated" if made.updated else "up to date"
    screen.line((str(made.root), "bold"), f" is {done}: a base of {counted(made.pages, 'page')}")
    if made.is_default:
        screen.line("it is your default base: kb search finds it from anywhere")
    for skill in made.skills:
        screen.line(f"skill {skill.what:6} {skill.path}")
