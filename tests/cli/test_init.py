"""`kb init`, `kb demo` and `kb schema`."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb.schema import names, read


def _errors(name: str, document: dict[str, Any]) -> list[str]:
    return [error.message for error in Draft202012Validator(json.loads(read(name))).iter_errors(document)]


def test_an_empty_base_is_made_and_said(run_kb, tmp_path):
    ran = run_kb("init", tmp_path / "new", "--json")

    assert ran.code == 0
    assert _errors("base-1", ran.document) == []
    assert "kb.toml" in ran.document["written"]


@pytest.mark.parametrize("words", [(), ("a", "--kb", "b")], ids=["none", "two"])
def test_init_takes_one_folder(run_kb, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)

    assert run_kb("init", *words).code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_example_is_a_repository_with_one_commit_and_nothing_left_over(run_kb, tmp_path):
    ran = run_kb("init", tmp_path / "x", "--example", "--json")

    git = ["git", "-C", str(tmp_path / "x")]
    status = subprocess.run([*git, "status", "--porcelain"], capture_output=True, check=True, text=True)
    log = subprocess.run([*git, "log", "--format=%H"], capture_output=True, check=True, text=True)
    assert _errors("base-1", ran.document) == []
    assert (status.stdout, log.stdout.split()) == ("", [ran.document["commit"]])
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_the_demo_searches_the_example(run_kb, tmp_path):
    ran = run_kb("demo", "--kb", tmp_path / "demo")

    assert ran.code == 0
    assert "wiki/rollback.md:16-37" in ran.out
    assert (tmp_path / "demo" / "kb.toml").is_file()


def test_the_demo_as_json_is_a_document_whose_results_are_search_results(run_kb, tmp_path):
    ran = run_kb("demo", "--json", "--kb", tmp_path / "demo")

    assert ran.document["schema"] == "kb/demo/1"
    assert [_errors("search-1", step["result"]) for step in ran.document["steps"]] == [[], [], []]


def test_the_commands_of_the_demo_give_what_it_shows(run_kb, tmp_path, monkeypatch):
    demo = run_kb("demo", "--json", "--kb", tmp_path / "demo").document
    monkeypatch.chdir(tmp_path / "demo")

    for step in demo["steps"]:
        command = [word for word in step["command"][1:] if word != "--json"]
        assert run_kb(*command, "--json").document == step["result"]


def test_without_git_the_example_is_an_outside_failure_that_leaves_nothing(run_kb, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    ran = run_kb("init", tmp_path / "x", "--example", "--json")

    assert shutil.which("git") is None
    assert (ran.code, ran.document["code"]) == (5, "no-git")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", names())
def test_every_schema_is_printed_as_it_is(run_kb, name):
    ran = run_kb("schema", name)

    assert (ran.code, ran.out) == (0, read(name))


def test_a_schema_goes_by_the_name_that_documents_carry_too(run_kb):
    assert run_kb("schema", "kb/search/1").out == read("search-1")


def test_schema_without_a_name_lists_the_names(run_kb):
    assert run_kb("schema").out.split() == list(names())
    assert _errors("schemas-1", run_kb("schema", "--json").document) == []


def test_an_unknown_schema_is_missing_and_the_known_ones_are_listed(run_kb):
    ran = run_kb("schema", "serch", "--json")

    assert (ran.code, ran.document["candidates"]) == (3, list(names()))
