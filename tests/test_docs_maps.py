"""The page on the index and the compass, from its first command to its last."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from kb.cli.app import run
from kb.store.bases.create import create_example

PAGE = Path(__file__).parent.parent / "docs" / "index-and-compass.md"


def _blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def base(world, tmp_path, monkeypatch):
    """A clone of a remote that has the built-in example, where one stands, with two code repositories beside it."""
    made = create_example(tmp_path / "harbor", os.environ)
    world.remote.git("fetch", "--quiet", str(made.root), "+main:main")
    ana = world.clone("ana")
    for name in ("rate-quoter", "checkout-api"):
        (ana.root.parent / name).mkdir()
    monkeypatch.chdir(ana.base)
    return ana


def test_every_command_of_the_page_does_what_the_page_says(world, base, capsysbinary):
    (compass,) = _blocks("markdown")
    said = {}
    for line in "".join(_blocks("sh")).splitlines():
        program, *words = shlex.split(line)
        assert program == "kb"
        if words[:2] == ["compass", "build"]:
            other = compass.replace("# rate-quoter", "# checkout-api").replace("`quotes-api`", "`checkout-page`")
            other = other.replace("`carrier-rates`", "`quotes-api`")
            for name, text in (("rate-quoter", compass), ("checkout-api", other)):
                (base.root.parent / name / "AGENTS.md").write_text(text, encoding="utf-8")
        if words == ["sync"]:
            world.remote.merge("update/repository-catalogue")
        code = run(words)
        out, err = capsysbinary.readouterr()
        assert (code, err) == (0, b"") or words[0] == "search", (words, err.decode())
        said[" ".join(words[:2])] = out.decode()

    assert "+ wiki/repositories.md" in said["sync"]
    assert said["search who"].startswith("wiki/repositories.md")
    assert "| quotes-api | rate-quoter | checkout-api |" in (base.base / "wiki/repositories.md").read_text("utf-8")
    assert "(wiki/repositories.md)" in (base.base / "index.md").read_text(encoding="utf-8")
    assert base.git("status", "--porcelain") == ""
    assert run(["compass", "build", "../rate-quoter"]) == 4
