"""What `kb export` has written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...store.errors import counted

if TYPE_CHECKING:
    from ...store.exports.export import Exported
    from .screen import Screen

START = {"jsonl": "pages.jsonl", "llms-txt": "llms.txt", "site": "index.html", "bulk": "mapping.json"}


def document(exported: Exported) -> dict[str, Any]:
    """Return it as `kb/export/1`."""
    return {
        "schema": "kb/export/1",
        "folder": str(exported.folder),
        "format": exported.format,
        "pages": exported.pages,
        "passages": exported.passages,
        "files": list(exported.files),
        "replaced": exported.replaced,
        "complete": not exported.skipped,
        "skipped": [item._asdict() for item in exported.skipped],
        "warnings": list(warnings(exported)),
    }


def warnings(exported: Exported) -> tuple[str, ...]:
    """Return a sentence for each file or folder that is missing."""
    return tuple(f"not exported: {item.path}: {item.reason}" for item in exported.skipped)


def text(exported: Exported, screen: Screen) -> None:
    """Say what was written, and where to begin."""
    files = counted(len(exported.files), "file")
    pages = counted(exported.pages, "page")
    done = "replaced" if exported.replaced else "wrote"
    screen.line(f"{done} ", (str(exported.folder), "bold"), f": {pages} in {files}")
    screen.line((f"begin with {exported.folder / START[exported.format]}", "dim"))
