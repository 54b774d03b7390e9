"""What the map of the architecture says is what is there."""

from __future__ import annotations

import re
import shlex
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kb.cli.app import VERBS, verb_command

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "map.html").read_text(encoding="utf-8")
FLOWS = ["Set up", "Look up", "Capture", "Onboard a repository", "Monthly review", "Other readers"]
VOID = {"meta", "link", "br", "hr", "img", "input"}


class _Map(HTMLParser):
    """The map as a reader without JavaScript has it: flows with the parts of their steps, paths, commands."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.parts: list[str] = []
        self.steps: dict[str, list[str]] = {}
        self.texts: dict[str, list[str]] = {"path": [], "command": []}

    def handle_starttag(self, tag, attrs):
        fields = dict(attrs)
        kind = fields.get("class") or ""
        if tag not in VOID:
            self.open.append((tag, kind))
        if identity := fields.get("id"):
            self.ids.append(identity)
            self.parts += [identity] * (kind == "part")
        if tag == "a" and "li" in self._tags() and "ol" in self._tags():
            next(reversed(self.steps.values())).append((fields["href"] or "").removeprefix("#"))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        tag, kind = self.open[-1] if self.open else ("", "")
        if tag == "h2":
            self.steps[data] = []
        elif tag == "code" and kind in self.texts:
            self.texts[kind].append(data)

    def _tags(self):
        return [tag for tag, _ in self.open]


@pytest.fixture(scope="module")
def architecture():
    read = _Map()
    read.feed(TEXT)
    assert read.open == []
    return read


def test_the_six_flows_are_lists_whose_every_step_leads_to_a_part(architecture):
    assert list(architecture.steps) == FLOWS
    assert len(architecture.ids) == len(set(architecture.ids))
    for steps in architecture.steps.values():
        assert len(steps) > 5
        assert set(steps) <= set(architecture.parts)


def test_every_path_on_the_map_exists(architecture):
    assert [path for path in architecture.texts["path"] if not (ROOT / path).exists()] == []


def test_every_verb_and_every_folder_of_the_package_is_on_the_map(architecture):
    verbs = {part.removeprefix("verb-") for part in architecture.parts if part.startswith("verb-")}
    folders = {path.parent.relative_to(ROOT) for top in ("cli", "store") for path in (ROOT / top).rglob("__init__.py")}
    shown = {Path(path) for path in architecture.texts["path"]}

    assert verbs == set(VERBS)
    assert folders - shown - {path.parent for path in shown} == set()


def test_every_command_on_the_map_has_a_verb_and_options_that_exist(architecture):
    assert len(architecture.texts["command"]) > 10
    for line in architecture.texts["command"]:
        name, verb, *words = shlex.split(line)
        assert name == "kb"
        assert verb in VERBS, line
        command = verb_command(verb)
        if hasattr(command, "commands"):
            command = command.commands[words.pop(0)]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known, line


def test_the_map_asks_for_nothing_from_elsewhere():
    assert "default-src 'none'" in TEXT
    assert re.findall(r"https?:|//\w|\bsrc=|url\(|@import|<link", TEXT) == []
