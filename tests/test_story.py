"""The pages that tell a story, from their first command to their last, on real repositories."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from kb.cli.app import run
from kb.store.bases.create import create_example
from kb.store.git.repository import OURS

DOCS = Path(__file__).parent.parent / "docs"
ADDRESS = "git@git.harbor.example:operations/knowledge.git"
FINDING = "F-2026-11-30-001"


def _blocks(page, language="sh"):
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)


def _commands(*blocks):
    lines = (line for block in blocks for line in block.replace("\\\n", " ").splitlines())
    return [shlex.split(line, comments=True) for line in lines]


@pytest.fixture
def day(monkeypatch):
    """It is the day of the page."""
    monkeypatch.setattr("kb.cli.options.time.strftime", lambda _: "2026-11-30")


def test_every_command_of_the_page_does_what_the_page_says(world, tmp_path, monkeypatch, capsysbinary, day):
    settings = tmp_path / "settings"
    person = "[user]\nname = Ana Ruiz\nemail = ana@harbor.example\n"
    place = f"[url {_quoted(world.remote.root)}]\ninsteadOf = {ADDRESS}\n"
    settings.write_text(person + place, encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.chdir(tmp_path)
    said = {}
    for program, *words in _commands(*_blocks("from-finding-to-merge.md")):
        if program == "cd":
            monkeypatch.chdir(words[0])
            continue
        assert program == "kb"
        if words[0] == "sync":  # what the page calls the merge
            for branch in world.remote.branches:
                if branch.partition("/")[0] in OURS:
                    world.remote.merge(branch)
        code = run(words)
        out, err = capsysbinary.readouterr()
        assert code == 0, (words, err.decode())
        said[" ".join(words[:2])] = out.decode()

    assert f"+ memory/findings/{FINDING}.md" in said["sync"]
    assert "+ memory/decisions/D-2026-11-30-001.md" in said["sync"]
    assert said["search retries"].startswith(f"memory/findings/{FINDING}.md")
    assert f"deleted capture/{FINDING}" in said["review prune"]
    assert world.remote.branches == ["alias/rollback", "main", f"update/{FINDING}"]
    assert world.remote.options.count("merge_request.create") == 4
    assert f"merge_request.title=Capture {FINDING}: Retries double the load of rate-quoter" in world.remote.options
    assert sorted(path.name for path in Path("inbox").iterdir()) == [
        "2026-11-30-canaries-should-see-every-country.md",
        *[path.name for path in Path("inbox").glob("2026-11-30-youtube-*.md")],
    ]


def _quoted(path):
    return '"' + str(path).replace("\\", "/") + '"'


def test_two_people_capture_on_one_day_and_both_land_and_are_found(world, monkeypatch, capsysbinary, day):
    people = [world.clone(name) for name in ("ana", "ben")]
    fields = "--set severity=low --set repos=a --set systems=b --set symptom=s --set root_cause=r --set evidence=e"
    for person, summary in zip(people, ("Queues fill up", "Disks fill up"), strict=True):
        assert run(["new", "finding", summary, "--kb", str(person.base), *fields.split()]) == 0
    for person in people:
        assert run(["capture", FINDING, "--push", "--kb", str(person.base)]) == 0
    for branch in (FINDING, "F-2026-11-30-002"):
        world.remote.merge(f"capture/{branch}")
    capsysbinary.readouterr()

    for person in people:
        assert run(["sync", "--kb", str(person.base)]) == 0
        assert run(["search", "fill", "up", "--kb", str(person.base)]) == 0
        out = capsysbinary.readouterr().out.decode()
        assert f"findings/{FINDING}.md" in out
        assert "findings/F-2026-11-30-002.md" in out
        assert person.git("status", "--porcelain") == ""


class Month:
    """Three people with clones of the example, the clock of a month, and what their commands say."""

    def __init__(self, world, capsysbinary, monkeypatch):
        self.people = [world.clone(name) for name in ("ana", "ben", "eva")]
        self.world = world
        self._capsysbinary = capsysbinary
        self._monkeypatch = monkeypatch
        self._now = 1_796_000_000.0  # 2026-11-30T00:53:20Z
        monkeypatch.setattr("kb.cli.search.time.time", self._tick)
        monkeypatch.delenv("KB_NO_LOG")

    def _tick(self):
        self._now += 30
        return self._now

    def pass_an_hour(self):
        """Let what was searched be forgotten."""
        self._now += 3_600

    def run(self, person, *commands, code=0):
        """Run commands where somebody stands, and return what the last one said."""
        self._monkeypatch.chdir(person.base)
        out = b""
        for program, *words in commands:
            assert program == "kb"
            ended = run(words)
            out, err = self._capsysbinary.readouterr()
            assert ended == code, (words, out.decode(), err.decode())
        return out.decode()


@pytest.fixture
def month(world, capsysbinary, monkeypatch, tmp_path):
    """The month, on a remote that has the built-in example."""
    made = create_example(tmp_path / "harbor", os.environ)
    world.remote.git("fetch", "--quiet", str(made.root), "+main:main")
    return Month(world, capsysbinary, monkeypatch)


def test_a_month_of_misses_becomes_aliases_and_the_misses_fall(month):
    during, end, before, after, draft = _blocks("monthly-review.md")
    (questions,) = _blocks("monthly-review.md", "yaml")
    ana, ben, eva = month.people

    for person in month.people:
        said = month.run(person, *_commands(during))
        assert "1 without a full match" in said
        assert "downgrade production  wiki/rollback.md" in said
        month.pass_an_hour()
    month.run(ben, ["kb", "search", "unship"], ["kb", "search", "revert a release"])
    for person in (ben, eva, ana):
        month.run(person, *_commands(end))

    page = month.world.remote.git("show", "misses/2026-11:misses/2026-11.md")
    assert re.search(r'## "downgrade production"\n\n3 searches \((\w{8}: 1(, )?){3}\)\n', page)
    assert re.search(r'## "unship"\n\n1 search \(', page)
    ticked = re.sub(r"(## .*\n\n.*\n\n- )\[ \]", r"\1[x]", page)  # the first choice of each
    month.world.remote.edit("misses/2026-11", "misses/2026-11.md", ticked)
    month.world.remote.merge("misses/2026-11")

    (ana.base / "questions.yaml").write_text(questions, encoding="utf-8")
    month.run(ana, *_commands(before))
    month.world.remote.merge("alias/misses-2026-11")
    said = month.run(ana, *_commands(after))

    assert "missed -> 1       downgrade production" in said
    assert "0 missed of 2" in said
    assert '- query: "stuck deployment"' in month.run(ana, *_commands(draft))
    assert json.loads(month.run(ana, ["kb", "search", "unship", "--json"]))["total"]["full"] == 1
