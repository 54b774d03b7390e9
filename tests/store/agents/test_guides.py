"""What a base says to agents."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from kb.cli.app import VERBS, run
from kb.store.agents import guides
from kb.store.agents.guides import GUIDE, SKILLS, agent_files
from kb.store.bases.create import create_example

FOOTER = "source: <id> (<confidence>) · <page> (<updated>) · owner: <owner>"
TEXTS = {name: data.decode() for name, data in agent_files().items()}


def test_every_skill_of_the_package_is_given():
    folder = Path(guides.__file__).with_name("skills")

    assert {path.parent.name for path in folder.glob("*/SKILL.md")} == set(SKILLS)
    assert set(TEXTS) == {GUIDE, *(f"skills/{name}/SKILL.md" for name in SKILLS)}


@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_says_its_name_and_when_it_is_used(name):
    head = re.match(r"---\nname: (.+)\ndescription: (.+)\n---\n\n# ", TEXTS[f"skills/{name}/SKILL.md"])

    assert head
    assert head[1] == name
    assert "Use " in head[2]
    assert len(head[2]) <= 1_024  # the hosts' limit
    assert ": " not in head[2]  # it would be no text in YAML


@pytest.mark.parametrize("name", TEXTS)
def test_a_guide_is_a_few_lines(name):
    assert len(TEXTS[name].splitlines()) <= 40


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_of_a_guide_is_a_verb(name):
    assert set(re.findall(r"`kb ([a-z]+)", TEXTS[name])) <= set(VERBS)


FILLED = {"KIND": "finding", "PAGE": "wiki/rollback.md", "ID": "F-2026-06-09-001", "field=value": "severity=low"}
# The others are named alone where a sentence speaks of the verb.
COMPLETE = frozenset(("sync", "validate"))


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """The built-in example; tests only read it."""
    return create_example(tmp_path_factory.mktemp("example") / "harbor", os.environ).root


def _commands(text):
    return [shlex.split(line)[1:] for line in re.findall(r"`(kb [^`]+)`", " ".join(text.split()))]


@pytest.mark.parametrize("name", TEXTS)
def test_every_option_of_a_command_in_a_guide_exists(name, capsys):
    for words in _commands(TEXTS[name]):
        depth = 2 if words[0] == "alias" else 1
        assert run([*words[:depth], "--help"]) == 0, words
        known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))
        assert {word for word in words if word.startswith("--")} <= known, words


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_of_a_guide_is_taken(name, example, tmp_path, monkeypatch, capsys):
    root = tmp_path / "base"
    shutil.copytree(example, root)
    monkeypatch.chdir(root)
    for words in _commands(TEXTS[name]):
        filled = [FILLED.get(word, word).replace("…", "x") for word in words]
        if len(filled) > 1 + (filled[0] == "alias") or filled[0] in COMPLETE:
            assert run(filled) != 2, (filled, capsys.readouterr().err)


def test_the_example_of_a_source_is_one_page_of_the_example(example):
    found = re.search(r"such as `source: (\S+) \((\w+)\) · (\S+) \(([\d-]+)\)`", TEXTS["skills/knowledge/SKILL.md"])
    assert found

    page = (example / found[3]).read_text(encoding="utf-8")
    assert all(
        f"\n{field}\n" in page for field in (f"id: {found[1]}", f"confidence: {found[2]}", f"updated: {found[4]}")
    )
    assert "\nowner:" not in page


@pytest.mark.parametrize("name", [GUIDE, "skills/knowledge/SKILL.md", "skills/start-task/SKILL.md"])
def test_the_line_that_names_a_source_is_the_same_everywhere(name):
    assert FOOTER in TEXTS[name]


@pytest.mark.parametrize(
    "words", ["several wordings in one call", "does not prove that nothing is", "Ask before you write", "Redact"]
)
def test_the_guide_says_what_matters_most(words):
    assert words in " ".join(TEXTS[GUIDE].split())
