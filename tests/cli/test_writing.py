"""The verbs that write, as people and programs see them."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

FIELDS = (
    *("--set", "severity=low", "--set", "repos=a", "--set", "systems=b", "--set", "symptom=s"),
    *("--set", "root_cause=r", "--set", "evidence=e"),
)
BRANCH = "capture/F-2026-11-30-001"


@pytest.fixture(autouse=True)
def day(monkeypatch):
    """It is the last day of November."""
    monkeypatch.setattr("kb.cli.options.time.strftime", lambda _: "2026-11-30")


def _faults(document):
    name = document["schema"].removeprefix("kb/").replace("/", "-")
    return [error.message for error in Draft202012Validator(json.loads(read(name))).iter_errors(document)]


CALLS = (
    ("new", "wiki", "A new page", "--set", "owner=me"),
    ("note", "a", "thought"),
    ("capture", "finding", "Queues fill up", *FIELDS),
    ("capture", "finding", "Queues fill up", *FIELDS, "--push"),
    ("alias", "add", "wiki/rollback.md", "go back"),
    ("alias", "add", "wiki/rollback.md", "go back", "--here"),
    ("alias", "list"),
    ("alias", "find", "undo"),
    ("set", "F-2026-06-09-001", "status=fixed"),
    ("review",),
    ("review", "prune"),
    ("sync",),
    ("migrate",),
)


@pytest.mark.parametrize("words", CALLS, ids=lambda words: " ".join(words[:2]))
def test_every_document_is_of_its_published_schema_and_text_says_something(run_kb, ana, words):
    ran = run_kb(*words, "--json", "--kb", ana.base)

    assert (ran.code, _faults(ran.document)) == (0, [])
    other = ana.root.parent.joinpath("other")
    ana.git("clone", "--quiet", str(ana.root.parent / "remote.git"), str(other))
    assert run_kb(*words, "--kb", other).out.strip()


def test_a_branch_can_be_shown_and_pushed_as_json(run_kb, ana):
    run_kb("capture", "finding", "Queues fill up", *FIELDS, "--kb", ana.base)

    for words in (("review", "show", BRANCH), ("review",), ("review", "push", BRANCH), ("review", "prune")):
        ran = run_kb(*words, "--json", "--kb", ana.base)
        assert (ran.code, _faults(ran.document)) == (0, [])


def test_a_base_can_be_set_up_as_json(run_kb, world, tmp_path):
    ran = run_kb("setup", world.remote.root, tmp_path / "mine", "--json")

    assert (ran.code, _faults(ran.document)) == (0, [])
    assert (ran.document["cloned"], ran.document["default"], ran.document["pages"]) == (True, True, 3)
    assert run_kb("search", "rollback", "--json").document["total"]["full"] == 1


def test_a_failure_is_one_document_with_its_exit_code(run_kb, ana):
    ran = run_kb("capture", "wiki/rollback.md", "--json", "--kb", ana.base)

    assert (ran.code, ran.document["code"], _faults(ran.document)) == (4, "nothing-new", [])


def test_a_push_that_fails_ends_with_5_and_names_the_branch_that_is_kept(run_kb, world, ana):
    world.remote.refuse("no")

    ran = run_kb("capture", "finding", "Queues fill up", *FIELDS, "--push", "--kb", ana.base)

    assert ran.code == 5
    assert ran.err.splitlines() == [
        f"kb: origin refused {BRANCH}: pre-receive hook declined (no)",
        f"    the branch {BRANCH} is kept here; try again: kb review push {BRANCH}",
    ]


def test_text_says_where_it_is_and_what_comes_next(run_kb, ana):
    drafted = run_kb("new", "finding", "Queues fill up", *FIELDS, "--kb", ana.base)
    captured = run_kb("capture", "F-2026-11-30-001", "--kb", ana.base)

    assert drafted.out.splitlines() == ["memory/findings/F-2026-11-30-001.md", "next: kb capture F-2026-11-30-001"]
    where, on, following = captured.out.splitlines()
    assert (where, following) == ("memory/findings/F-2026-11-30-001.md", f"next: kb review push {BRANCH}")
    assert on.startswith(f"on {BRANCH}, commit ")
    assert on.endswith(" on origin/main")


def test_what_is_left_to_fill_in_is_said_on_stderr(run_kb, ana):
    ran = run_kb("new", "finding", "Queues fill up", "--kb", ana.base)

    assert ran.err == "kb: still to fill in memory/findings/F-2026-11-30-001.md: symptom, root_cause\n"


def test_a_page_can_be_named_by_its_path_from_where_one_stands(run_kb, ana, monkeypatch):
    run_kb("new", "finding", "Queues fill up", *FIELDS, "--kb", ana.base)
    monkeypatch.chdir(ana.base / "memory")

    assert run_kb("capture", "findings/F-2026-11-30-001.md").code == 0


def test_a_body_comes_from_a_file_or_from_standard_input(run_kb, ana, tmp_path, monkeypatch):
    (tmp_path / "body.md").write_text("\nFrom a file.\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\nFrom 部.\n".encode())))
    words = ("new", "wiki", "A page", "--set", "owner=me", "--kb", ana.base, "--json")

    first = run_kb(*words, "--body", tmp_path / "body.md").document["path"]
    second = run_kb(*words, "--body", "-").document["path"]

    assert (ana.base / first).read_text(encoding="utf-8").endswith("---\n\nFrom a file.\n")
    assert (ana.base / second).read_text(encoding="utf-8").endswith("---\n\nFrom 部.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="the editor is a shell script")
def test_the_editor_is_the_users_and_its_failure_leaves_the_draft(run_kb, ana, tmp_path, monkeypatch):
    script = tmp_path / "my editor"
    script.write_text('#!/bin/sh\necho "Edited." >> "$2"\nexit $1\n', encoding="utf-8")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    words = ("new", "wiki", "A page", "--set", "owner=me", "--edit", "--json", "--kb", ana.base)

    monkeypatch.setenv("EDITOR", f"'{script}' 0")
    done = run_kb(*words)
    monkeypatch.setenv("VISUAL", f"'{script}' 3")
    failed = run_kb(*words)

    assert (ana.base / done.document["path"]).read_text(encoding="utf-8").endswith("Edited.\n")
    assert (failed.code, failed.document["code"]) == (5, "editor-failed")
    assert (ana.base / "wiki/a-page-2.md").exists()
    monkeypatch.setenv("VISUAL", str(tmp_path / "none"))
    assert run_kb(*words).document["code"] == "no-editor"


WRONG = (
    (("new", "finding", "x", "--set", "severity"), "bad-field"),
    (("new", "finding", "x", "--set", "severity="), "empty-value"),
    (("new", "finding"), "bad-usage"),
    (("capture", "wiki/rollback.md", "--set", "a=b"), "fields-of-a-draft"),
    (("capture",), "bad-usage"),
    (("capture", "finding"), "no-summary"),
    (("capture", "finding", "Queues", "fill", "up"), "no-summary"),
    (("set", "wiki/rollback.md"), "bad-usage"),
    (("alias",), "bad-usage"),
    (("alias", "remove"), "bad-usage"),
    (("migrate", "--push"), "bad-usage"),
    (("setup", "a", "b", "--kb", "c"), "bad-usage"),
)


@pytest.mark.parametrize(
    ("words", "code"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else value
)
def test_wrong_usage_is_one_sentence_with_what_to_do(run_kb, ana, monkeypatch, words, code):
    monkeypatch.chdir(ana.base)

    ran = run_kb(*words, "--json")

    assert (ran.code, ran.document["code"]) == (2, code)
    assert ran.document["hint"]


@pytest.mark.parametrize(("editor", "code"), [("vi '", 5), ("  ", 0), (":", 0)])
def test_an_editor_that_cannot_be_understood_is_one_sentence_and_none_does_nothing(
    run_kb, ana, monkeypatch, editor, code
):
    monkeypatch.setenv("EDITOR", editor)
    monkeypatch.setattr("kb.cli.editor.subprocess.run", lambda *_, **__: subprocess.CompletedProcess((), 0))

    ran = run_kb("new", "wiki", "A page", "--set", "owner=me", "--edit", "--json", "--kb", ana.base)

    assert ran.code == code
    assert (ana.base / "wiki/a-page.md").exists()


def test_a_time_limit_that_is_no_number_is_a_usage_error(run_kb, ana, monkeypatch):
    monkeypatch.setenv("KB_GIT_TIMEOUT", "soon")

    assert run_kb("sync", "--json", "--kb", ana.base).document["code"] == "bad-timeout"


def test_a_body_that_cannot_be_read_is_one_sentence_and_writes_nothing(run_kb, ana, tmp_path):
    (tmp_path / "odd").write_bytes(b"\xff\xfe")
    before = ana.snapshot()

    for name, code in ((tmp_path / "none", "no-such-file"), (tmp_path / "odd", "not-text")):
        assert run_kb("new", "wiki", "x", "--body", name, "--json", "--kb", ana.base).document["code"] == code
    assert ana.snapshot() == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda ana: ana.git("update-ref", "-d", "HEAD"),
        lambda ana: (ana.root / ".git").rename(ana.root / "git"),
        lambda ana: (ana.root / ".git" / "HEAD").unlink(),
        lambda ana: ana.git("merge", "--no-commit", "--no-ff", "main", check=False),
        lambda ana: os.environ.update(PATH=str(ana.root)),
    ],
    ids=["no commit", "no repository", "a broken one", "a merge", "no git"],
)
def test_reading_needs_nothing_of_git(run_kb, ana, monkeypatch, spoil):
    monkeypatch.setenv("PATH", os.environ["PATH"])
    spoil(ana)

    assert run_kb("search", "rollback", "--json", "--kb", ana.base).document["total"]["full"] == 1
    assert run_kb("show", "wiki/rollback.md", "--kb", ana.base).code == 0
    assert run_kb("validate", "--kb", ana.base).code == 0


def test_without_git_writing_is_an_outside_failure(run_kb, ana, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert run_kb("capture", "finding", "x", *FIELDS, "--json", "--kb", ana.base).document["code"] == "no-git"


def test_the_writing_verbs_load_no_library_for_screens_when_programs_ask(ana):
    script = "import sys; from kb.cli.app import run; run(sys.argv[1:]); print('rich' in sys.modules, file=sys.stderr)"

    ran = subprocess.run(
        [sys.executable, "-c", script, "alias", "list", "--json", "--kb", str(ana.base)],
        capture_output=True,
        check=True,
        text=True,
    )

    assert ran.stderr.splitlines()[-1] == "False"
