"""Lines of the log."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read
from kb.store.config import read_config
from kb.store.journal.append import log_search, make_line
from kb.store.journal.read import read_line, read_log
from kb.store.pages.base import read_base
from kb.store.search.filters import Filters
from kb.store.search.result import make_request
from kb.store.search.search import search

NEW_YEAR = 1_798_761_600  # 2027-01-01T00:00:00Z
QUERY = Draft202012Validator(json.loads(read("query-1")))
windows = sys.platform == "win32"


@pytest.fixture
def root(make_folder):
    return make_folder({f"wiki/{name}.md": f"# A stuck rollout {name}\n" for name in "abcdefg"} | {"kb.toml": ""})


def _result(root, *wordings, **filters):
    return search(read_base(read_config(root)), make_request(wordings, Filters(**filters)))


def _log(root, *wordings, now=NEW_YEAR, **filters):
    return log_search(root, _result(root, *wordings, **filters), now=now, seconds=0.0123, repository="app")


def test_a_search_is_one_line_of_the_published_schema_that_reads_back(root):
    assert _log(root, "stuck rollout", "wedged", types=("wiki",), since="2026") == ""

    (line,) = (root / ".kb/queries/2027-01.jsonl").read_bytes().splitlines()
    document = json.loads(line)
    assert [error.message for error in QUERY.iter_errors(document)] == []
    assert (document["time"], document["milliseconds"], document["repository"]) == ("2027-01-01T00:00:00Z", 12, "app")
    entry = read_line(line)
    assert (entry.wordings, entry.filters) == (("stuck rollout", "wedged"), {"type": ["wiki"], "since": "2026"})


def test_no_more_than_the_first_results_are_kept_each_page_once(root):
    line = make_line(_result(root, "stuck"), now=NEW_YEAR, seconds=0, repository=None)

    assert json.loads(line)["results"] == [f"wiki/{name}.md" for name in "abcde"]


def test_the_month_is_that_of_utc(root, monkeypatch):
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")

    _log(root, "stuck", now=NEW_YEAR - 1)
    _log(root, "stuck", now=NEW_YEAR)

    assert sorted(path.name for path in (root / ".kb/queries").iterdir()) == ["2026-12.jsonl", "2027-01.jsonl"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("stuck rollout", "stuck rollout"),
        ("why does ana@harbor.example get no mail", "why does [mail address] get no mail"),
        ("gh" + "p_" + "a1B2c3D4" * 5 + " expired", "[GitHub token] expired"),
        ("TOKEN=" + "h8Nt" + "er22xyz", "TOKEN=[password or key]"),
        ("4f1c2ab9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3", "4f1c2ab9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3"),
        ("x" * 600, "x" * 500),
        ("w " * 245 + "gh" + "p_" + "a1B2c3D4" * 5, "w " * 245),
        ("caf\udce9", "caf?"),
        ("state-of-the-art rate-quoter? or not.", "state-of-the-art rate-quoter? or not."),
    ],
)
def test_secrets_and_mail_addresses_never_reach_the_log_and_other_words_do(root, typed, kept):
    assert _log(root, typed, paths=(typed,), tags=(typed,), systems=(typed,), repos=(typed,)) == ""

    document = json.loads((root / ".kb/queries/2027-01.jsonl").read_bytes())
    assert document["wordings"] == [kept]
    assert [document["filters"][name] for name in ("path", "tag", "system", "repo")] == [[kept]] * 4


@pytest.mark.skipif(windows, reason="there are no such modes there")
def test_the_log_is_for_its_user_alone(root):
    _log(root, "stuck")

    assert stat.S_IMODE((root / ".kb/queries/2027-01.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", [".kb", ".kb/queries", ".kb/queries/2027-01.jsonl"])
def test_what_stands_in_the_way_of_the_log_is_one_sentence(root, name):
    blocked = root / name
    blocked.parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".jsonl"):
        blocked.mkdir()
    else:
        blocked.write_text("a file", encoding="utf-8")

    said = _log(root, "stuck")

    assert said.startswith("this search is not logged: ")
    assert said.endswith("; KB_NO_LOG=1 turns the log off")


def test_most_words_need_none_of_the_patterns_of_secrets(root):
    script = (
        "import sys; from kb.cli.app import run\n"
        "run(['search', 'why is the rate-quoter slow?', 'state-of-the-art', '--json', '--kb', sys.argv[1]])\n"
        "print('kb.store.secrets' in sys.modules, file=sys.stderr)"
    )
    environ = {name: value for name, value in os.environ.items() if name != "KB_NO_LOG"}

    ran = subprocess.run(
        [sys.executable, "-c", script, str(root)], env=environ, capture_output=True, check=True, text=True
    )

    assert ran.stderr.splitlines()[-1] == "False"
    assert len(read_log(root).entries) == 1


@pytest.mark.skipif(windows, reason="there are no such pipes there")
def test_a_pipe_in_the_place_of_the_log_does_not_make_a_search_wait(root):
    (root / ".kb/queries").mkdir(parents=True)
    os.mkfifo(root / ".kb/queries/2027-01.jsonl")

    assert "is not logged" in _log(root, "stuck")


def test_a_line_that_found_no_room_is_taken_back(root, monkeypatch):
    _log(root, "stuck")
    before = (root / ".kb/queries/2027-01.jsonl").read_bytes()
    write = os.write
    monkeypatch.setattr("kb.store.journal.append.os.write", lambda descriptor, line: write(descriptor, line[:10]))

    assert "no room" in _log(root, "stuck")
    assert (root / ".kb/queries/2027-01.jsonl").read_bytes() == before


@pytest.mark.skipif(windows, reason="links need rights there")
def test_a_link_in_the_place_of_the_log_is_not_written_through(root, tmp_path):
    (root / ".kb/queries").mkdir(parents=True)
    (root / ".kb/queries/2027-01.jsonl").symlink_to(tmp_path / "elsewhere")

    assert _log(root, "stuck") != ""
    assert not (tmp_path / "elsewhere").exists()


def test_twenty_processes_at_once_leave_every_line_whole(root):
    code = (
        "import sys; from kb.cli.app import run\n"
        "for number in range(5): run(['search', 'stuck', sys.argv[1] * 400, str(number), '--kb', sys.argv[2]])"
    )
    environ = {name: value for name, value in os.environ.items() if name != "KB_NO_LOG"}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, chr(ord("a") + number), str(root)], env=environ, stdout=subprocess.DEVNULL
        )
        for number in range(20)
    ]

    assert [process.wait() for process in running] == [0] * 20
    log = read_log(root)
    assert (len(log.entries), log.broken) == (100, 0)
