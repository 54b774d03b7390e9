"""`kb show` as people and programs see it."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

PAGE = Draft202012Validator(json.loads(read("page-1")))
ERROR = Draft202012Validator(json.loads(read("error-1")))


@pytest.mark.parametrize(
    "target",
    [
        "wiki/rollback.md",
        "wiki/rollback",
        "rollback",
        "wiki/rollback.md#when-a-rollout-is-stuck",
        "wiki/rollback.md:3-9",
        "wiki/rollback.md#when-a-rollout-is-stuck:16-18",
        "F-2026-06-09-001",
        "inbox/2026-10-02-broken-frontmatter.md",
        "wiki/zh/发布流程.md",
    ],
)
def test_every_way_to_name_a_page_gives_a_document_of_the_published_schema(run_kb, example, target):
    ran = run_kb("show", target, "--json", "--kb", example)

    assert ran.code == 0
    assert [error.message for error in PAGE.iter_errors(ran.document)] == []


@pytest.mark.parametrize(
    ("target", "code", "candidate"),
    [
        ("wiki/rolback.md", "no-such-page", "wiki/rollback.md"),
        ("wiki/rollback.md#when-a-rollout-is-stock", "no-such-anchor", "when-a-rollout-is-stuck"),
        ("wiki/rollback.md:900", "no-such-lines", None),
        ("wiki/rollback.md:9-3", "no-such-lines", None),
        ("wiki/rollback.md:0", "no-such-lines", None),
    ],
)
def test_a_target_that_is_not_there_is_missing_with_what_may_be_meant(run_kb, example, target, code, candidate):
    ran = run_kb("show", target, "--json", "--kb", example)

    assert (ran.code, ran.document["code"]) == (3, code)
    assert [error.message for error in ERROR.iter_errors(ran.document)] == []
    assert candidate is None or candidate in ran.document["candidates"]


def test_an_ambiguous_name_fails_with_the_candidates(run_kb, make_folder):
    root = make_folder({"a/x.md": "one\n", "b/x.md": "two\n"})

    ran = run_kb("show", "x", "--json", "--kb", root)

    assert (ran.code, ran.document["code"]) == (3, "ambiguous")
    assert ran.document["candidates"] == ["a/x.md", "b/x.md"]


def test_a_page_is_printed_as_it_is_in_the_file(run_kb, example):
    ran = run_kb("show", "wiki/glossary.md", "--kb", example)

    assert ran.out == (example / "wiki/glossary.md").read_text(encoding="utf-8")


def test_every_address_that_search_prints_can_be_given_back(run_kb, example):
    found = run_kb("search", "rollout", "--json", "-n", "0", "--kb", example).document["results"]

    for result in found:
        passage = result["passage"]
        address = f"{result['path']}#{passage['anchor']}:{passage['start_line']}-{passage['end_line']}"
        shown = run_kb("show", address, "--json", "--kb", example).document["passage"]
        assert shown["text"] == passage["text"]
    assert len(found) > 10


def test_control_characters_of_a_page_do_not_reach_the_terminal(run_kb, make_folder):
    ran = run_kb("show", "a", "--kb", make_folder({"a.md": "x \x1b[2J y\n"}))

    assert ran.out == "x \ufffd[2J y\n"
