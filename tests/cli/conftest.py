"""One way to run a command in the test's own process, and the example base."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from kb.cli.app import run
from kb.store.bases.create import create_example

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    RunKb = Callable[..., "Ran"]


class Ran(NamedTuple):
    """What a command left: its exit code, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout."""
        return json.loads(self.out)


@pytest.fixture
def run_kb(capsysbinary: pytest.CaptureFixture[bytes]) -> RunKb:
    """Run `kb` with these words."""

    def run_words(*words: str | Path) -> Ran:
        capsysbinary.readouterr()
        code = run([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run_words


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built-in example; tests only read it."""
    return create_example(tmp_path_factory.mktemp("example") / "harbor", os.environ).root
