"""What the documents say is what the program does."""

from __future__ import annotations

import os
import re
import runpy
import shlex
from pathlib import Path

import pytest

from kb.cli.app import VERBS, run
from kb.schema import names
from kb.store.bases.create import create_example

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_cli_reference_is_what_the_help_says():
    made = runpy.run_path(str(ROOT / "docs" / "make_cli_reference.py"))["reference"]()

    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == made


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_documents_leads_somewhere(page):
    prose = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose):
        assert (page.parent / target).exists(), target


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    return create_example(tmp_path_factory.mktemp("docs") / "harbor", os.environ).root


def _commands(page):
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if re.match(r"kb (search|show|schema)\b", line)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_reading_command_of_a_document_runs_on_the_example(page, example, monkeypatch, capsysbinary):
    monkeypatch.chdir(example)

    for command in _commands(page):
        assert run(command) == 0, command
    capsysbinary.readouterr()


def test_the_documents_name_every_verb_and_every_schema():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)

    assert [verb for verb in VERBS if f"kb {verb}" not in text] == []
    assert [name for name in names() if name not in text] == []
