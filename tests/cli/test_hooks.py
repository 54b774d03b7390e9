"""`kb hooks install` and `kb hooks uninstall`, and the page about agents."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

PAGE = Path(__file__).parent.parent.parent / "docs" / "agents.md"
SETTINGS = '{\n  // mine\n  "model": "x"\n}\n'
PLACES = {"claude-code": ".claude/settings.json", "codex": ".codex/hooks.json"}


@pytest.fixture(autouse=True)
def no_other_home(monkeypatch):
    """No host of the developer's machine is found."""
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def home():
    """The user's home, with both hosts, one of which has settings."""
    folder = Path.home()
    for path in PLACES.values():
        (folder / path).parent.mkdir()
    (folder / PLACES["claude-code"]).write_text(SETTINGS, encoding="utf-8")
    return folder


def _errors(document):
    return [error.message for error in Draft202012Validator(json.loads(read("hooks-1"))).iter_errors(document)]


@pytest.mark.parametrize("agent", PLACES)
def test_each_host_gets_the_hook_where_it_looks_and_loses_it_again(run_kb, home, agent):
    path = home / PLACES[agent]
    before = path.read_bytes() if path.exists() else None

    shown = run_kb("hooks", "install", "--agent", agent, "--dry-run", "--json")
    put_in = run_kb("hooks", "install", "--agent", agent, "--json")
    between = path.read_text(encoding="utf-8")
    again = run_kb("hooks", "install", "--agent", agent, "--json")
    taken_out = run_kb("hooks", "uninstall", "--agent", agent, "--json")
    absent = run_kb("hooks", "uninstall", "--agent", agent, "--json")

    documents = [ran.document for ran in (shown, put_in, again, taken_out, absent)]
    assert [_errors(document) for document in documents] == [[]] * 5
    assert [document["what"] for document in documents] == ["installed", "installed", "there", "removed", "absent"]
    assert documents[0] | {"dry_run": False} == documents[1]
    assert between.count('"kb hook stop"') == 1
    assert (path.read_bytes() if path.exists() else None) == before


def test_what_was_done_is_said(run_kb, home):
    path = home / PLACES["codex"]
    words = ("--agent", "codex", "--no-color")

    said = [
        run_kb("hooks", verb, *words, *more).out
        for verb, more in (
            ("install", ("--dry-run",)),
            ("install", ()),
            ("install", ()),
            ("uninstall", ("--dry-run",)),
            ("uninstall", ()),
            ("uninstall", ()),
        )
    ]

    assert said[0].endswith(f"this would be put into {path}\n")
    assert '+    "Stop": [' in said[0]
    assert said[1] == f"kb hook stop is in {path}\nnext: trust it in Codex, with /hooks\n"
    assert said[2] == f"{path} has it already: kb hook stop\n"
    assert said[3].endswith(f"this would be taken out of {path}\n")
    assert said[4:] == [f"kb hook stop is no longer in {path}\n", f"{path} has no hook of kb\n"]


@pytest.mark.parametrize(("agent", "variable"), [("claude-code", "CLAUDE_CONFIG_DIR"), ("codex", "CODEX_HOME")])
def test_a_host_that_lives_elsewhere_is_found_there(run_kb, tmp_path, monkeypatch, agent, variable):
    monkeypatch.setenv(variable, str(tmp_path))

    ran = run_kb("hooks", "install", "--agent", agent, "--json")

    assert ran.document["path"] == str(tmp_path.resolve() / Path(PLACES[agent]).name)
    assert Path(ran.document["path"]).is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_in_the_place_of_the_file_stays_one(run_kb, home, tmp_path):
    own = tmp_path / "dotfiles.json"
    (home / PLACES["claude-code"]).rename(own)
    (home / PLACES["claude-code"]).symlink_to(own)

    run_kb("hooks", "install", "--agent", "claude-code")
    assert "kb hook stop" in own.read_text(encoding="utf-8")
    run_kb("hooks", "uninstall", "--agent", "claude-code")

    assert (home / PLACES["claude-code"]).readlink() == own
    assert own.read_text(encoding="utf-8") == SETTINGS


def test_the_hook_speaks_for_the_base_that_is_named(run_kb, home, make_folder):
    root = make_folder({"kb.toml": "", "my notes/kb.toml": ""}) / "my notes"

    ran = run_kb("hooks", "install", "--agent", "claude-code", "--kb", root, "--json")

    assert shlex.split(ran.document["command"]) == ["kb", "hook", "stop", "--kb", str(root)]
    assert run_kb("hooks", "uninstall", "--agent", "claude-code").code == 0
    assert (home / PLACES["claude-code"]).read_text(encoding="utf-8") == SETTINGS


def test_a_hook_for_another_base_is_replaced_and_that_is_said(run_kb, home, make_folder):
    root = make_folder({"base7/kb.toml": "", "base8/kb.toml": ""})

    run_kb("hooks", "install", "--agent", "claude-code", "--kb", root / "base7")
    ran = run_kb("hooks", "install", "--agent", "claude-code", "--kb", root / "base8")

    assert ran.code == 0
    assert "it replaces: kb hook stop --kb " in ran.err
    text = (home / PLACES["claude-code"]).read_text(encoding="utf-8")
    assert ("base7" in text, "base8" in text) == (False, True)


def test_a_hook_that_the_user_wrote_counts_and_stays(run_kb, home):
    text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "/usr/bin/kb hook stop"}]}]}}'
    (home / PLACES["claude-code"]).write_text(text, encoding="utf-8")

    there = run_kb("hooks", "install", "--agent", "claude-code", "--json")
    left = run_kb("hooks", "uninstall", "--agent", "claude-code", "--json")

    assert (there.document["what"], left.document["what"]) == ("there", "absent")
    assert [_errors(ran.document) for ran in (there, left)] == [[], []]
    assert "this one stays, kb did not write it: /usr/bin/kb hook stop" in left.err
    assert (home / PLACES["claude-code"]).read_text(encoding="utf-8") == text


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_a_link_that_leads_to_itself_is_refused(run_kb, home, verb):
    path = home / PLACES["codex"]
    path.symlink_to(path)

    ran = run_kb("hooks", verb, "--agent", "codex", "--json")

    assert (ran.code, ran.document["code"]) == (4, "unreadable-settings")


@pytest.mark.parametrize("is_found", [True, False])
def test_a_kb_that_the_host_would_not_find_is_said(run_kb, home, monkeypatch, is_found):
    monkeypatch.setattr("kb.cli.hooks.shutil.which", lambda name: f"/usr/bin/{name}" if is_found else None)

    ran = run_kb("hooks", "install", "--agent", "codex", "--dry-run")

    assert ("not on the PATH" not in ran.err) is is_found


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (("--agent", "cursor"), 2, "unknown-agent"),
        ((), 2, "bad-usage"),
        (("--agent", "claude-code", "--kb", "gone"), 3, "no-such-base"),
    ],
)
def test_wrong_words_change_nothing(run_kb, home, words, code, kind):
    ran = run_kb("hooks", "install", *words, "--json")

    assert (ran.code, ran.document["code"]) == (code, kind)
    assert (home / PLACES["claude-code"]).read_text(encoding="utf-8") == SETTINGS


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_foreign_settings_are_refused_untouched(run_kb, home, verb):
    (home / PLACES["claude-code"]).write_text("model = 1\n", encoding="utf-8")

    ran = run_kb("hooks", verb, "--agent", "claude-code", "--json")

    assert (ran.code, ran.document["code"]) == (4, "foreign-settings")
    assert (home / PLACES["claude-code"]).read_text(encoding="utf-8") == "model = 1\n"


def test_every_command_of_the_page_does_what_the_page_says(run_kb, home):
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = home / PLACES["claude-code"]
    has_it: list[bool] = []
    for program, *words in (shlex.split(line) for block in blocks for line in block.splitlines()):
        assert program == "kb"
        assert run_kb(*words).code == 0, words
        has_it.append("kb hook stop" in path.read_text(encoding="utf-8"))

    assert has_it == [False, True, True, False, False]
    assert path.read_text(encoding="utf-8") == SETTINGS
    assert list((home / ".codex").iterdir()) == []
