"""The page "From finding to merge", from its first command to its last, on real repositories."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from kb.cli.app import run
from kb.store.git.repository import OURS

PAGE = Path(__file__).parent.parent / "docs" / "from-finding-to-merge.md"
ADDRESS = "git@git.harbor.example:operations/knowledge.git"
FINDING = "F-2026-11-30-001"


def _commands():
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
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
    for program, *words in _commands():
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
