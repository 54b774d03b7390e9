"""The result of `kb init`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...store.errors import counted
from .plain import shell_word

if TYPE_CHECKING:
    from ...store.bases.create import Made
    from .screen import Screen


def document(made: Made) -> dict[str, Any]:
    """Return what was made as `kb/base/1`."""
    return {
        "schema": "kb/base/1",
        "root": str(made.root),
        "written": list(made.written),
        "kept": list(made.kept),
        "pages": made.pages,
        "commit": made.commit,
    }


def text(made: Made, screen: Screen) -> None:
    """Say what was made, and what to do with it."""
    if made.commit:
        screen.line(f"made the example base of {made.pages} pages, with one commit, in ", (str(made.root), "bold"))
    else:
        for name in made.written:
            screen.line(f"wrote {name}")
        for name in made.kept:
            screen.line(f"kept  {name}, as it is")
        screen.line((str(made.root), "bold"), f" is a base of {counted(made.pages, 'page')}")
    root = shell_word(str(made.root))
    if made.pages:
        question = "how do we roll back a stuck deployment" if made.commit else "WORDS"
        screen.line((f"next: kb search {question} --kb {root}", "dim"))
    else:
        screen.line(('next: kb new wiki "SUMMARY" --kb ' + root, "dim"))
