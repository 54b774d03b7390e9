"""Drafts from templates."""

from __future__ import annotations

import os

import pytest

from kb.store.config import read_config
from kb.store.errors import KbError
from kb.store.git.runner import Git
from kb.store.pages.base import read_base
from kb.store.pages.check import check_base
from kb.store.records.draft import DraftRequest, named_path, new_draft

DAY = "2026-11-30"
FINDING = """\
---
id: F-2026-11-30-001
type: finding
status: open
severity: high
repos: [a, b]
systems: []
summary: "Retries: too many"
symptom:
root_cause:
fix:
evidence:
author: Ana Ruiz
confidence: assumed
updated: 2026-11-30
expires: 2027-11-30
aliases: []
tags: []
---

# Retries: too many

## What we saw

## Why it happens

## How to recognise it
"""


def _new(root, kind, summary="A summary", **options):
    fields = tuple(options.pop("fields", ()))
    request = DraftRequest(kind, summary, DAY, fields, **options)
    return new_draft(read_config(root), request, Git(root, os.environ), None)


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


@pytest.fixture
def root(make_folder, identity):
    return make_folder({"kb.toml": "format = 1\n"})


def test_a_record_gets_its_id_its_dates_its_author_and_what_is_given(root):
    change = _new(root, "finding", "Retries:  too\nmany", fields=[("severity", "high"), ("repos", "a, b")])

    assert (root / change.paths[0]).read_text(encoding="utf-8") == FINDING
    assert (change.paths, change.id) == (("memory/findings/F-2026-11-30-001.md",), "F-2026-11-30-001")
    assert (change.branch, change.commit, change.pushed) == (None, None, False)
    assert change.warnings == (f"still to fill in {change.paths[0]}: symptom, root_cause",)


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("finding", "memory/findings/F-2026-11-30-001.md"),
        ("decision", "memory/decisions/D-2026-11-30-001.md"),
        ("incident", "memory/incidents/I-2026-11-30-001.md"),
        ("wiki", "wiki/a-summary.md"),
        ("note", "inbox/2026-11-30-a-summary.md"),
    ],
)
def test_every_kind_has_its_place_and_a_second_draft_another_name(root, kind, path):
    first, second = _new(root, kind), _new(root, kind)

    assert first.paths[0] == path
    assert second.paths[0] != path
    assert (root / path).is_file()
    assert (root / second.paths[0]).is_file()


@pytest.mark.parametrize("kind", ["finding", "decision", "incident", "wiki", "note"])
def test_a_draft_lacks_only_what_its_result_says(root, kind):
    change = _new(root, kind)

    problems = [
        problem for problem in check_base(read_base(read_config(root)), DAY).problems if problem.level == "error"
    ]
    told = change.warnings[0].partition(": ")[2].split(", ") if change.warnings else []
    assert [problem.field for problem in problems if problem.code == "missing-field"] == told
    assert [problem for problem in problems if problem.code != "missing-field"] == []


def test_the_bases_own_template_is_used_with_its_comments_and_words(root):
    (root / "templates").mkdir()
    (root / "templates" / "wiki.md").write_text(
        "---\n# ours\ntype: wiki\nowner: Platform team  # say who\nsummary:\n---\n\n# {{title}}\n\n{{date}}{{other}}\n",
        encoding="utf-8",
    )

    change = _new(root, "wiki", "How to page", fields=[("title", "Paging")])

    assert (root / change.paths[0]).read_text(encoding="utf-8") == (
        "---\n# ours\ntype: wiki\nowner: Platform team  # say who\nsummary: How to page\nupdated: 2026-11-30\n"
        "title: Paging\n---\n\n# Paging\n\n2026-11-30{{other}}\n"
    )


def test_a_template_with_other_line_ends_gives_a_whole_draft(root):
    (root / "templates").mkdir()
    template = "\ufeff---\r\ntype: wiki\r\nsummary: x\r\nowner: o\r\n---\r\n\r\n# {{summary}}\r\n\r\nA line.\r\n"
    (root / "templates" / "wiki.md").write_bytes(template.encode())

    change = _new(root, "wiki", "How to page")

    assert (root / change.paths[0]).read_bytes().decode().endswith("---\n\n# How to page\n\nA line.\n")


def test_a_kind_of_the_base_without_template_gets_what_its_contract_asks_for(root):
    (root / "kb.toml").write_text(
        '[kinds.runbook]\nfolders = ["runbooks"]\nschema = "runbook.json"\n', encoding="utf-8"
    )
    (root / "runbook.json").write_text(
        '{"type": "object", "x-kb": {"prefix": "R"}, "required": ["id", "type", "summary", "level", "steps"],'
        '"properties": {"id": {"type": "string"}, "type": {"const": "runbook"}, "summary": {"type": "string"},'
        '"level": {"enum": ["one", "two"]}, "steps": {"type": "array", "items": {"type": "string"}}}}',
        encoding="utf-8",
    )

    change = _new(root, "runbook", "Restart it")

    assert change.paths == ("runbooks/R-2026-11-30-001.md",)
    assert (root / change.paths[0]).read_text(encoding="utf-8") == (
        "---\ntype: runbook\nid: R-2026-11-30-001\nsummary: Restart it\nlevel: one\nsteps: []\n---\n\n# Restart it\n"
    )


def test_a_body_takes_the_place_of_the_templates(root):
    change = _new(root, "wiki", body="\nMine: {{summary}}\n")

    assert (root / change.paths[0]).read_text(encoding="utf-8").endswith("---\n\nMine: {{summary}}\n")


def test_a_page_without_an_id_goes_where_it_is_told_and_never_over_another(root):
    change = _new(root, "wiki", path="wiki/systems/edge.md")
    before = (root / "wiki/systems/edge.md").read_bytes()

    error = _refused(lambda: _new(root, "wiki", "Other", path="wiki/systems/edge.md"))

    assert change.paths == ("wiki/systems/edge.md",)
    assert (error.kind, error.code) == ("refused", "taken")
    assert (root / "wiki/systems/edge.md").read_bytes() == before


WRONG = (
    (("rumour", "x", {}), "unknown-kind"),
    (("finding", "  ", {}), "empty-summary"),
    (("finding", "x", {"fields": [("severty", "high")]}), "unknown-field"),
    (("finding", "x", {"fields": [("severity", "extreme")]}), "bad-value"),
    (("finding", "x", {"fields": [("expires", "soon")]}), "bad-value"),
    (("finding", "x" * 241, {}), "bad-value"),
    (("finding", "x", {"fields": [("severity", "low"), ("severity", "high")]}), "given-twice"),
    (("finding", "x", {"path": "wiki/x.md"}), "path-of-a-record"),
    (("finding", "x", {"fields": [("id", "F-2026-01-01-001")]}), "given-twice"),
    (("finding", "x", {"fields": [("summary", "y")]}), "given-twice"),
    (("wiki", "x", {"path": "wiki/CON.md"}), "bad-path"),
)


@pytest.mark.parametrize(("asked", "code"), WRONG)
def test_what_is_asked_wrongly_is_a_usage_error_and_writes_nothing(root, asked, code):
    kind, summary, options = asked

    error = _refused(lambda: _new(root, kind, summary, **options))

    assert (error.kind, error.code) == ("usage", code)
    assert error.hint
    assert [path.name for path in root.iterdir()] == ["kb.toml"]


@pytest.mark.parametrize(
    "path", ["../x.md", "/x.md", "x.txt", "", ".md", "a//b.md", ".kb/x.md", "a\\..\\..\\x.md", "wiki/"]
)
def test_a_path_that_leads_elsewhere_is_refused(path):
    assert _refused(lambda: named_path(path)).code == "bad-path"


def test_without_a_name_in_git_the_author_is_left_to_be_filled_in(make_folder):
    root = make_folder({"kb.toml": "format = 1\n"})

    change = _new(root, "decision")

    assert "author" in change.warnings[0]


def test_a_folder_that_cannot_be_written_to_is_one_sentence(root):
    (root / "wiki").write_text("a file\n", encoding="utf-8")

    error = _refused(lambda: _new(root, "wiki"))

    assert (error.kind, error.code) == ("refused", "not-writable")
