"""Names that people say, and their pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ...store.records.aliases import Alias
    from .screen import Screen


class Aliases(NamedTuple):
    """The name that was looked for, or None for a list, and what was found."""

    name: str | None
    found: tuple[Alias, ...]


def document(aliases: Aliases) -> dict[str, Any]:
    """Return them as `kb/aliases/1`."""
    return {
        "schema": "kb/aliases/1",
        "name": aliases.name,
        "total": len(aliases.found),
        "aliases": [alias._asdict() for alias in aliases.found],
    }


def text(aliases: Aliases, screen: Screen) -> None:
    """Show a line a name."""
    for alias in aliases.found:
        screen.line((alias.name, "bold"), f"  {alias.path}", (f"  {alias.title}", "dim"))
    if not aliases.found:
        screen.line("no alias" if aliases.name is None else f"no alias is or holds {aliases.name!r}")
