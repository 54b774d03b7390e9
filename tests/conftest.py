"""The sealed world of the tests: a home, a git configuration and an environment of their own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from kb.store.config import read_config
from kb.store.pages.base import Base, read_base

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    MakeFolder = Callable[[Mapping[str, str | bytes]], Path]
    MakeBase = Callable[[Mapping[str, str | bytes]], Base]


@pytest.fixture(autouse=True)
def sealed_world(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the developer's machine reaches a test: no home, no git settings, no variables of kb or git."""
    home = tmp_path_factory.mktemp("home")
    for name in os.environ:
        if name.startswith(("KB_", "GIT_", "XDG_")) or name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}:
            monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE", "APPDATA", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("TERM", "xterm")


@pytest.fixture
def make_folder(tmp_path: Path) -> MakeFolder:
    """Write files, given as path -> text or bytes, below one folder, and return that folder."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        root = tmp_path / "base"
        root.mkdir(exist_ok=True)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return root

    return make


@pytest.fixture
def make_base(make_folder: MakeFolder) -> MakeBase:
    """Write files, given as path -> text or bytes, and read them as a base."""
    return lambda files: read_base(read_config(make_folder(files)))
