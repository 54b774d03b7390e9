"""Exports of small bases, all their files at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from kb.store.config import read_config
from kb.store.exports.export import Exported, ExportRequest, export_base

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Export(NamedTuple):
    """What an export left: its result, and its files with the marker, path -> bytes."""

    result: Exported
    files: dict[str, bytes]

    def text(self, name: str) -> str:
        """Return a file as text."""
        return self.files[name].decode()

    @property
    def everything(self) -> str:
        """All names and all bytes, in small letters."""
        return "\n".join([*self.files, *(data.decode() for data in self.files.values())]).casefold()


def read_files(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


@pytest.fixture
def export(make_folder, tmp_path) -> Callable[..., Export]:
    """Write files as a base and export them."""

    def run(files, wanted, folder="out", **options) -> Export:
        root = make_folder(files)
        result = export_base(read_config(root), ExportRequest(tmp_path / folder, wanted, **options))
        return Export(result, read_files(tmp_path / folder))

    return run
