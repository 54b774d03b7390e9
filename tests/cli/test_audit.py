"""The audit as people and programs see it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

PAGE = Path(__file__).parent.parent.parent / "docs" / "audit.md"
LAST = "Leads, not facts: look before you change a page.\n"


@pytest.fixture
def day(monkeypatch):
    """It is the day of the page."""
    monkeypatch.setattr("kb.cli.audit.today", lambda: "2026-11-30")


@pytest.fixture
def harbor(example, make_history, tmp_path, monkeypatch, day):
    """The example with its code beside it, and one stands in it."""
    root = tmp_path / "harbor"
    shutil.copytree(example, root)
    make_history("checkout-api", ("2026-07-02", {"src/ready.py": "1"}))
    make_history("platform-deploy", ("2026-07-03", {"pipeline/stages.yaml": "1"}))
    monkeypatch.chdir(root)
    return root


def _blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_every_command_of_the_page_does_what_the_page_says(run_kb, harbor):
    commands = [shlex.split(line, comments=True) for block in _blocks("sh") for line in block.splitlines()]
    ran = {tuple(words[1:]): run_kb(*words[1:]) for words in commands}

    assert {words[0] for words in commands} == {"kb"}
    assert {words: each.code for words, each in ran.items()} == {words: int("--strict" in words) for words in ran}
    (shown,) = _blocks("text")
    for words, each in ran.items():
        if "--json" in words:
            assert each.document["schema"] == "kb/audit/1"
        else:
            assert (shown in each.out) == ("--strict" in words)
            assert each.out.endswith(LAST)


def test_the_page_names_every_kind_of_lead():
    kinds = json.loads(read("audit-1"))["properties"]["leads"]["items"]["properties"]["kind"]["enum"]

    assert re.findall(r"^\| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE) == kinds


def test_the_document_is_of_its_schema_and_the_same_at_every_call(run_kb, harbor):
    words = (
        "audit",
        "--repo",
        "../platform-deploy=platform-deploy",
        "--repo",
        "../checkout-api=Checkout-API",
        "--json",
    )
    ran = run_kb(*words)

    assert list(Draft202012Validator(json.loads(read("audit-1"))).iter_errors(ran.document)) == []
    assert [each["name"] for each in ran.document["repositories"]] == ["Checkout-API", "platform-deploy"]
    assert [(lead["path"][-17:-3], lead["kind"]) for lead in ran.document["leads"]] == [
        ("2026-06-09-001", "evidence-gone"),
        ("2026-07-21-001", "evidence-gone"),
        ("2026-08-18-001", "open"),
        ("2026-10-13-001", "open"),
        ("2026-10-12-001", "open"),
    ]
    assert run_kb(*words).out == ran.out


def test_it_ends_with_1_only_under_strict_and_with_leads(run_kb, harbor, make_folder):
    assert (run_kb("audit").code, run_kb("audit", "--strict").code) == (0, 1)

    quiet = make_folder({"kb.toml": "format = 1\n", "wiki/a.md": "# A\n"})
    ran = run_kb("audit", "--strict", "--kb", quiet)
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == [
        "not compared with any code: no --repo PATH=NAME was given",
        "not compared with the search log: it has 0 of the 10 searches that it takes",
    ]
    assert ran.out.endswith(f"no leads in 1 page of {quiet}. {LAST}")


WRONG = (
    (("--repo", "../checkout-api"), "bad-repository", 2),
    (("--repo", "=checkout-api"), "bad-repository", 2),
    (("--repo", "../checkout-api="), "bad-repository", 2),
    (("--repo", "../checkout-api=a", "--repo", "../platform-deploy=A"), "repeated-repository", 2),
    (("--repo", "..=a"), "no-repository", 4),
    (("--repo", "../none=a"), "no-folder", 3),
)


@pytest.mark.parametrize(("words", "name", "code"), WRONG)
def test_a_repository_that_is_named_wrongly_is_one_sentence(run_kb, harbor, words, name, code):
    ran = run_kb("audit", *words, "--json")

    assert (ran.code, ran.document["code"]) == (code, name)
    assert ran.document["hint"]


def test_it_changes_nothing_in_the_base_and_in_the_code(run_kb, ana, make_history, day):
    code = make_history("app", ("2026-07-02", {"src/ready.py": "1"}))
    before = ana.snapshot(), code.snapshot()

    assert run_kb("audit", "--repo", f"{code.root}=rate-quoter", "--kb", ana.base).code == 0
    assert (ana.snapshot(), code.snapshot()) == before
