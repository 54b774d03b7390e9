"""`kb compass`, as people and programs see it."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read


def _faults(document):
    name = document["schema"].removeprefix("kb/").replace("/", "-")
    return [error.message for error in Draft202012Validator(json.loads(read(name))).iter_errors(document)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working directory, with a code repository in it."""
    (tmp_path / "rate-quoter").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_init_writes_a_compass_says_so_and_refuses_a_second(run_kb, folder):
    ran = run_kb("compass", "init", "rate-quoter", "--json")

    assert (ran.code, _faults(ran.document)) == (0, [])
    assert ran.document["root"] == str(folder / "rate-quoter")
    again = run_kb("compass", "init", "rate-quoter")
    assert (again.code, again.out) == (4, "")
    assert "AGENTS.md already, which stays as it is" in again.err
    (folder / "other").mkdir()
    assert "to fill in: What it is for, Commands that matter" in run_kb("compass", "init", "other").out


@pytest.mark.parametrize(
    ("given", "name"),
    [("rate-quoter", "rate-quoter"), ("./rate-quoter/", "rate-quoter"), ("rate-quoter=quotes", "quotes"), ("a=b", "b")],
)
def test_build_calls_a_repository_as_its_folder_or_as_it_is_told(run_kb, ana, folder, given, name):
    (folder / "a").mkdir()
    for place in ("rate-quoter", "a"):
        (folder / place / "AGENTS.md").write_text("## What it is for\n\nPrices.\n", encoding="utf-8")

    ran = run_kb("compass", "build", given, "--json", "--kb", ana.base)

    assert (ran.code, _faults(ran.document)) == (0, [])
    assert f"\n## {name}\n" in ana.git("show", f"{ran.document['branch']}:wiki/repositories.md")


def test_a_folder_may_have_the_sign_of_a_name_in_its_own(run_kb, ana, folder):
    (folder / "a=b").mkdir()

    ran = run_kb("compass", "build", "a=b", "--kb", ana.base)

    assert (ran.code, ran.out) == (2, "")
    assert "'a=b' cannot be the name of a repository" in ran.err


def test_build_names_what_it_could_not_use_and_ends_with_4_when_that_is_all(run_kb, ana, folder):
    (folder / "good").mkdir()
    (folder / "good/AGENTS.md").write_text("## What it is for\n\nPrices.\n", encoding="utf-8")

    ran = run_kb("compass", "build", "good", "rate-quoter", "--kb", ana.base)
    alone = run_kb("compass", "build", "rate-quoter", "--kb", ana.base)

    assert ran.code == 0
    assert ran.err == "kb: rate-quoter gets no section: it has no AGENTS.md\n"
    assert alone.code == 4
    assert alone.err.startswith("kb: rate-quoter gets no section: it has no AGENTS.md\n")
