"""What a base says to agents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.cli.app import VERBS
from kb.store.agents import guides
from kb.store.agents.guides import GUIDE, SKILLS, agent_files

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


@pytest.mark.parametrize("name", [GUIDE, "skills/knowledge/SKILL.md", "skills/start-task/SKILL.md"])
def test_the_line_that_names_a_source_is_the_same_everywhere(name):
    assert FOOTER in TEXTS[name]


@pytest.mark.parametrize(
    "words", ["several wordings in one call", "does not prove that nothing is", "Ask before you write", "Redact"]
)
def test_the_guide_says_what_matters_most(words):
    assert words in " ".join(TEXTS[GUIDE].split())
