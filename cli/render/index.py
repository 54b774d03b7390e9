"""The index of a base, as it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...store.maps.write import WrittenIndex
    from .screen import Screen


def document(written: WrittenIndex) -> dict[str, Any]:
    """Return it as `kb/index/1`."""
    return {
        "schema": "kb/index/1",
        "root": str(written.root),
        "files": [file._asdict() for file in written.files],
        "pages": written.pages,
        "systems": written.systems,
        "skipped": [skipped._asdict() for skipped in written.skipped],
        "warnings": list(written.warnings),
    }


def text(written: WrittenIndex, screen: Screen) -> None:
    """Say what was written."""
    for file in written.files:
        state = "" if file.changed else ", as before"
        screen.line((file.path, "bold"), f"  {file.bytes} bytes{state}")
    screen.line((f"{written.pages} pages, {written.systems} systems", "dim"))
