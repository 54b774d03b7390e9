"""`kb validate` as people, programs and code hosts see it."""

from __future__ import annotations

import json
import os
import re
import sys

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

VALIDATION = Draft202012Validator(json.loads(read("validation-1")))
PAGE = "---\nsummary: x\nowner: x\nupdated: 2026-01-31\n---\n# A page\n"
OPEN = "---\nsummary: x\nowner: x\nupdated: 2026-01-31\nstatus: open\n---\n"
BROKEN = PAGE + "[[nowhere]]\n"


def test_a_base_without_faults_ends_with_0(run_kb, make_folder):
    root = make_folder({"kb.toml": 'name = "Harbor"\n', "wiki/a.md": PAGE})

    assert run_kb("validate", "--kb", root) == (0, "no problems in 1 page of Harbor\n", "")


def test_warnings_alone_end_with_0(run_kb, make_folder):
    ran = run_kb("validate", "--kb", make_folder({"wiki/a.md": OPEN}))

    assert ran.code == 0
    assert re.search(r"^0 errors, 1 warning in 1 page of ", ran.out, re.MULTILINE)


def test_errors_end_with_1_and_are_shown_page_by_page(run_kb, make_folder):
    root = make_folder({"kb.toml": 'name = "Harbor"\n', "wiki/b.md": BROKEN, "wiki/a.md": OPEN + "[[nowhere]]\n"})

    ran = run_kb("validate", "--kb", root)

    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        "wiki/a.md",
        "    5  warning  this is still open  open-record",
        '    7  error    the link "nowhere" names no page or file  dead-link',
        "",
        "wiki/b.md",
        '    7  error    the link "nowhere" names no page or file  dead-link',
        "",
        "2 errors, 1 warning in 2 pages of Harbor",
    ]


def test_the_document_keeps_its_schema(run_kb, make_folder):
    ran = run_kb("validate", "--json", "--kb", make_folder({"wiki/a.md": BROKEN}))

    assert ran.code == 1
    assert [error.message for error in VALIDATION.iter_errors(ran.document)] == []
    assert (ran.document["pages"], ran.document["errors"], ran.document["warnings"]) == (1, 1, 0)
    assert ran.document["problems"] == [
        {
            "path": "wiki/a.md",
            "line": 7,
            "level": "error",
            "code": "dead-link",
            "field": "",
            "message": 'the link "nowhere" names no page or file',
        }
    ]


def test_the_example_has_no_errors_but_the_one_that_it_is_to_show(run_kb, example):
    ran = run_kb("validate", "--json", "--kb", example)

    assert [error.message for error in VALIDATION.iter_errors(ran.document)] == []
    errors = [problem for problem in ran.document["problems"] if problem["level"] == "error"]
    assert [(problem["path"], problem["code"]) for problem in errors] == [
        ("inbox/2026-10-02-broken-frontmatter.md", "broken-frontmatter")
    ]
    assert {problem["code"] for problem in ran.document["problems"]} <= {"broken-frontmatter", "open-record", "expired"}


@pytest.mark.parametrize(("folder", "prefix"), [(".", ""), ("docs/kb", "docs/kb/")])
def test_annotations_of_github_name_files_from_the_top_of_the_repository(run_kb, make_folder, folder, prefix):
    root = make_folder({".git/HEAD": "", f"{folder}/kb.toml": 'name = "Harbor"\n', f"{folder}/wiki/a.md": BROKEN})

    ran = run_kb("validate", "--format", "github", "--kb", root / folder)

    assert ran.code == 1
    assert ran.out.splitlines() == [
        f'::error file={prefix}wiki/a.md,line=7,title=dead-link::the link "nowhere" names no page or file',
        "1 error, 0 warnings in 1 page of Harbor",
    ]


@pytest.mark.parametrize(("folder", "prefix"), [(".", ""), ("docs/kb", "docs/kb/")])
def test_the_report_of_gitlab_names_files_from_the_top_of_the_repository(run_kb, make_folder, folder, prefix):
    root = make_folder({".git": "gitdir: x\n", f"{folder}/kb.toml": "", f"{folder}/wiki/a.md": OPEN + "[[nowhere]]\n"})

    ran = run_kb("validate", "--format", "gitlab", "--kb", root / folder)

    assert ran.code == 1
    assert [(item["check_name"], item["severity"], item["location"]) for item in json.loads(ran.out)] == [
        ("open-record", "minor", {"path": f"{prefix}wiki/a.md", "lines": {"begin": 5}}),
        ("dead-link", "major", {"path": f"{prefix}wiki/a.md", "lines": {"begin": 7}}),
    ]
    assert all(
        re.fullmatch("[0-9a-f]{64}", item["fingerprint"]) and item["description"] for item in json.loads(ran.out)
    )


def test_a_base_without_problems_has_an_empty_report(run_kb, make_folder):
    root = make_folder({"kb.toml": ""})

    assert run_kb("validate", "--format", "gitlab", "--kb", root).out == "[]\n"


def test_a_problem_keeps_its_fingerprint_when_lines_move_and_shares_it_with_none(run_kb, make_folder):
    def fingerprints(text):
        ran = run_kb("validate", "--format", "gitlab", "--kb", make_folder({"kb.toml": "", "a.md": text}))
        return [item["fingerprint"] for item in json.loads(ran.out)]

    before = fingerprints("[[x]]\n[[y]]\n[[x]]\n")

    assert len(set(before)) == 3
    assert fingerprints("text\n\n[[x]]\n[[y]]\n[[x]]\n") == before


def test_what_a_page_says_can_neither_steer_a_terminal_nor_command_a_workflow(run_kb, make_folder):
    text = '---\ntype: "a\\e[31m\\n::error::x,y:%0A"\n---\n'
    root = make_folder({"kb.toml": 'name = "Harbor"\n', "a,b%.md": text})

    plain = run_kb("validate", "--kb", root).out
    github = run_kb("validate", "--format", "github", "--kb", root).out
    gitlab = run_kb("validate", "--format", "gitlab", "--kb", root).out

    assert "\x1b" not in plain + github + gitlab
    assert github.splitlines()[0].startswith("::error file=a%2Cb%25.md,line=2,title=unknown-kind::type is ")
    assert "x,y:%250A" in github.splitlines()[0]
    assert len(github.splitlines()) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
@pytest.mark.parametrize("form", ["github", "gitlab"])
def test_a_name_that_is_no_text_comes_as_text_that_shows_it(run_kb, make_folder, form):
    root = make_folder({"kb.toml": ""})
    (root / os.fsdecode(b"f\xfcr.md")).write_bytes(b"")

    out = run_kb("validate", "--format", form, "--kb", root).out

    assert "\\udc" not in out
    assert "f\ufffdr.md" in (json.loads(out)[0]["location"]["path"] if form == "gitlab" else out)


def test_a_wrong_schema_of_the_base_is_a_usage_error(run_kb, make_folder):
    root = make_folder({"kb.toml": '[kinds.book]\nschema = "book.json"\n', "book.json": "{"})

    ran = run_kb("validate", "--json", "--kb", root)

    assert (ran.code, ran.document["code"]) == (2, "bad-config")


@pytest.mark.parametrize("words", [("--format", "xml"), ("--json", "--format", "github")])
def test_formats_that_are_none_or_two_are_usage_errors(run_kb, example, words):
    assert run_kb("validate", *words, "--kb", example).code == 2


def test_records_expire_by_the_day_of_the_user(run_kb, make_folder, monkeypatch):
    root = make_folder({"wiki/a.md": PAGE.replace("owner: x", "owner: x\nexpires: 2030-05-01")})

    for day, count in (("2030-05-01", 0), ("2030-05-02", 1)):
        monkeypatch.setattr("kb.cli.validate.today", lambda day=day: day)
        assert run_kb("validate", "--json", "--kb", root).document["warnings"] == count
