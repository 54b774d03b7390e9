"""`kb search` as people and programs see it."""

from __future__ import annotations

import json
import os
import sys

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read

SEARCH = Draft202012Validator(json.loads(read("search-1")))
ERROR = Draft202012Validator(json.loads(read("error-1")))

CALLS = {
    "one-word": ("rollout",),
    "several-words": ("stuck", "rollout"),
    "one-argument": ("how do we roll back a stuck deployment",),
    "two-wordings": ("stuck rollout", "--also", "roll back a deployment"),
    "passages": ("rollout", "--passages"),
    "passages-of-a-list": ("--type", "incident", "--passages"),
    "passages-explained": ("rollout", "--passages", "--explain", "-n", "3"),
    "explained": ("certificate renewal", "--also", "TLS expiry", "--explain"),
    "phrase": ('"readiness probe"',),
    "type": ("rollout", "--type", "finding", "--type", "decision"),
    "status": ("rollout", "--status", "fixed"),
    "repo": ("rollout", "--repo", "platform-deploy"),
    "system": ("rollout", "--system", "checkout-api"),
    "tag": ("rollout", "--tag", "runbook"),
    "path": ("rollout", "--path", "wiki"),
    "since": ("rollout", "--since", "2026-06"),
    "all": ("the", "--limit", "0"),
    "nothing": ("zzzabsent",),
    "half-absent": ("rollout", "zzzabsent"),
    "list": ("--type", "incident"),
    "empty-list": ("--tag", "zzzabsent"),
    "no-space": ("部署",),
    "signs": (".env",),
    "operators": ("NEAR(a", "b", "OR", '"open'),
    "very-long": ("word " * 5000,),
}


@pytest.mark.parametrize("engine", ["", "fts5-unstemmed", "like"])
@pytest.mark.parametrize("words", CALLS.values(), ids=CALLS)
def test_every_result_is_one_document_of_the_published_schema(run_kb, example, monkeypatch, words, engine):
    monkeypatch.setenv("KB_ENGINE", engine)

    ran = run_kb("search", *words, "--json", "--kb", example)

    assert ran.code == 0
    assert [error.message for error in SEARCH.iter_errors(ran.document)] == []
    total = ran.document["total"]
    limit = ran.document["query"]["limit"] or total["full"] + total["partial"]
    assert len(ran.document["results"]) == min(limit, total["full"] + total["partial"])


PAGE = """---
id: F-2026-01-02-003
type: finding
status: fixed
confidence: verified
summary: What a page says of itself.
systems: [gateway]
repos: [shop]
tags: [canary]
aliases: [stuck]
updated: 2026-01-02
expires: 2027-01-02
---
# The gateway

The rollout hangs.
"""
CITATION = {
    "id": "F-2026-01-02-003",
    "title": "The gateway",
    "status": "fixed",
    "confidence": "verified",
    "updated": "2026-01-02",
    "expires": "2027-01-02",
}


def test_a_passage_says_of_its_page_only_what_it_takes_to_trust_and_cite_it(run_kb, make_folder):
    root = make_folder({"a.md": PAGE})

    (result,) = run_kb("search", "rollout", "--passages", "--json", "--kb", root).document["results"]
    (page,) = run_kb("search", "rollout", "--json", "--kb", root).document["results"]

    assert result.keys() == {"path", "kind", "match", "score", "passage"} | CITATION.keys()
    assert CITATION.items() <= result.items()
    assert result["passage"].keys() == {"anchor", "start_line", "end_line", "text"}
    assert page.keys() - result.keys() == {"summary", "systems", "repos", "tags", "aliases", "missing", "copies"}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.md": "rollout\n"}, {"title": "a"}),
        ({"a.md": "---\nsummary: Hangs.\n---\nrollout\n"}, {"title": "a", "summary": "Hangs."}),
        ({"a.md": "---\nsummary: Hangs.\ntitle: Gate\n---\nrollout\n"}, {"title": "Gate"}),
        ({"a.md": "---\nstatus: \n---\nrollout\n"}, {"title": "a"}),
        ({"a.md": "---\nstatus: ''\nid: ''\n---\nrollout\n"}, {"title": "a"}),
    ],
    ids=["nothing", "only-a-summary", "a-title", "an-empty-field", "empty-texts"],
)
def test_a_passage_leaves_out_what_its_page_does_not_say(run_kb, make_folder, files, said):
    ran = run_kb("search", "rollout", "--passages", "--json", "--kb", make_folder(files))

    (result,) = ran.document["results"]
    assert {name: result[name] for name in result.keys() - {"path", "kind", "match", "score", "passage"}} == said


@pytest.mark.parametrize("engine", ["", "like"])
def test_a_passage_names_what_it_lacks_and_where_its_copies_are(run_kb, make_folder, monkeypatch, engine):
    monkeypatch.setenv("KB_ENGINE", engine)
    text = "The rollout hangs while the canary waits for its probe to answer in time.\n"

    ran = run_kb(
        "search", "rollout", "zzzabsent", "--passages", "--json", "--kb", make_folder({"a.md": text, "b.md": text})
    )

    (result,) = ran.document["results"]
    assert result["missing"] == ["zzzabsent"]
    assert result["copies"] == [{"path": "b.md", "anchor": "", "start_line": 1, "end_line": 1}]
    assert "score" in result


def test_a_line_of_a_megabyte_is_shown_where_it_answers(run_kb, make_folder):
    ran = run_kb("search", "needle", "--kb", make_folder({"a.md": "# T\n\n" + "y" * 1_000_000 + " needle z\n"}))

    (line,) = (line for line in ran.out.splitlines() if "needle" in line)
    assert len(line) < 500
    assert line.strip().startswith("\u2026y")


def test_a_very_long_passage_says_that_it_is_a_window(run_kb, make_folder):
    ran = run_kb("search", "rollout", "--passages", "--json", "--kb", make_folder({"a.md": "rollout " + "x " * 5_000}))

    assert ran.document["results"][0]["passage"]["truncated"] is True


BAD = {
    "no-words": ((), 2, "empty-question"),
    "empty-word": (("",), 2, "empty-question"),
    "blanks": (("   ",), 2, "empty-question"),
    "empty-wording": (("x", "--also", ""), 2, "empty-question"),
    "emoji-alone": (("🚀",), 2, "nothing-searchable"),
    "signs-alone": (("(((",), 2, "nothing-searchable"),
    "negative-limit": (("x", "--limit", "-1"), 2, "negative-limit"),
    "unknown-type": (("x", "--type", "findign"), 2, "unknown-type"),
    "unknown-status": (("x", "--status", "opne"), 2, "unknown-status"),
    "no-date": (("x", "--since", "yesterday"), 2, "bad-date"),
    "no-such-base": (("x", "--kb", "/nowhere/at/all"), 3, "no-such-base"),
}


@pytest.mark.parametrize(("words", "exit_code", "code"), BAD.values(), ids=BAD)
def test_bad_input_is_one_sentence_with_a_next_step_and_its_exit_code(run_kb, example, words, exit_code, code):
    base = () if "--kb" in words else ("--kb", example)

    as_text = run_kb("search", *words, *base)
    as_json = run_kb("search", *words, *base, "--json")

    assert (as_text.code, as_text.out) == (exit_code, "")
    assert len(as_text.err.splitlines()) == 2
    assert (as_json.code, as_json.err) == (exit_code, "")
    assert [error.message for error in ERROR.iter_errors(as_json.document)] == []
    assert (as_json.document["code"], as_json.document["exit_code"]) == (code, exit_code)


@pytest.mark.parametrize(("option", "known"), [("--type", "incident"), ("--status", "accepted-risk")])
def test_an_unknown_value_of_a_closed_filter_lists_the_known_ones(run_kb, example, option, known):
    ran = run_kb("search", "x", option, "zzz", "--json", "--kb", example)

    assert known in ran.document["candidates"]


def test_an_engine_that_does_not_exist_is_wrong_usage(run_kb, example, monkeypatch):
    monkeypatch.setenv("KB_ENGINE", "grep")

    ran = run_kb("search", "x", "--kb", example)

    assert ran.code == 2
    assert "fts5, fts5-unstemmed, like" in ran.err


def test_a_base_without_pages_is_missing_what_was_asked(run_kb, make_folder):
    ran = run_kb("search", "x", "--kb", make_folder({"kb.toml": "format = 1\n"}), "--json")

    assert (ran.code, ran.document["code"]) == (3, "empty-base")


def test_partial_matches_come_behind_a_marker_and_name_what_they_lack(run_kb, make_folder):
    root = make_folder({"a.md": "rollout and canary\n", "b.md": "rollout alone\n"})

    ran = run_kb("search", "rollout canary", "--kb", root)

    lines = ran.out.splitlines()
    assert lines.index("-- not every term matched --") > lines.index("a.md:1-1  note")
    assert "  without: canary" in lines
    assert lines[-1] == f"1 full, 1 partial; 2 pages of {root} searched"


def test_what_the_limit_leaves_out_is_said(run_kb, example):
    ran = run_kb("search", "rollout", "-n", "2", "--kb", example)

    assert ran.out.splitlines()[-1].endswith("; 2 shown (--limit 0 shows all)")


def test_nothing_found_is_said_and_is_no_failure(run_kb, example):
    ran = run_kb("search", "zzzabsent", "--kb", example)

    assert (ran.code, ran.out) == (0, "nothing found: none of 41 pages of Harbor operations holds any of the terms\n")


def test_nothing_found_behind_a_filter_says_how_many_pages_passed(run_kb, example):
    ran = run_kb("search", "rollout", "--path", "inbox", "--tag", "zzz", "--kb", example)

    assert ran.out.startswith("nothing found: none of 0 that pass, of 41 pages of Harbor operations ")


@pytest.mark.parametrize("question", ["cafe", "deployments", "blue-green"])
def test_the_lines_shown_are_those_that_answer(run_kb, make_folder, question):
    text = "intro line\n" * 10 + "we run the caf\u00e9 deployment blue green at night\n" + "further line\n" * 10

    ran = run_kb("search", question, "--kb", make_folder({"a.md": text}))

    assert "    we run the caf\u00e9 deployment blue green at night" in ran.out.splitlines()


@pytest.mark.parametrize(
    ("files", "code", "message"),
    [
        pytest.param({"kb.toml": "format = 1\n"}, "empty-base", "has no pages", id="none"),
        pytest.param({"x.md": b"\xfc"}, "empty-base", "x.md: not UTF-8 (byte 0xfc at offset 0)", id="none-readable"),
    ],
)
def test_a_base_without_a_page_to_search_says_why(run_kb, make_folder, files, code, message):
    ran = run_kb("search", "x", "--kb", make_folder(files), "--json")

    assert (ran.code, ran.document["code"]) == (3, code)
    assert message in ran.document["message"]


def test_a_file_name_begins_no_line_of_its_own_on_stderr(run_kb, make_folder):
    root = make_folder({"a.md": "rollout\n", "b\nkb: all is well.md": b"\xfc"})

    assert len(run_kb("search", "rollout", "--kb", root).err.splitlines()) == 1


def test_a_broken_page_is_named_once_on_stderr_and_counted(run_kb, make_folder):
    root = make_folder({"a.md": "---\ntitle: a: b\n---\nrollout\n", "b.md": b"\xfc rollout\n", "c.md": "rollout\n"})

    ran = run_kb("search", "rollout", "--json", "--kb", root)

    assert [result["path"] for result in ran.document["results"]] == ["a.md", "c.md"]
    assert ran.document["coverage"] == {
        "pages": 2,
        "passed": 2,
        "skipped": [{"path": "b.md", "reason": "not UTF-8 (byte 0xfc at offset 0)"}],
        "broken": [
            {
                "path": "a.md",
                "line": 2,
                "reason": "frontmatter is not valid YAML: mapping values are not allowed in this context",
            }
        ],
        "complete": False,
    }
    assert ran.err.count("a.md") == 1
    assert ran.err.count("b.md") == 1


def test_many_broken_pages_do_not_flood_stderr(run_kb, make_folder):
    root = make_folder({f"{number:02}.md": b"\xfc" for number in range(30)} | {"a.md": "rollout\n"})

    ran = run_kb("search", "rollout", "--kb", root)

    assert len(ran.err.splitlines()) == 6
    assert "25 more" in ran.err


@pytest.mark.parametrize(
    "hostile",
    ["\x1b]0;owned\x07", "\x1b[2J", "\x9b31m", "\u202egnp", "\x08\x08", "\x7f"],
    ids=["title", "clear", "one-byte-escape", "turned-around", "backspaces", "delete"],
)
@pytest.mark.parametrize("option", [(), ("--passages",), ("--explain",)], ids=["pages", "passages", "explained"])
def test_no_control_character_of_a_page_reaches_the_terminal(run_kb, make_folder, hostile, option):
    root = make_folder({"a.md": f"# Rollout {hostile}\n\nrollout {hostile} text\n"})

    ran = run_kb("search", "rollout", *option, "--kb", root)

    assert not set(hostile) - set("]0;owned[2J31mgnp") & set(ran.out)
    assert "\ufffd" in ran.out


@pytest.mark.parametrize("sign", ["\x1b", "\x7f", "\x9b", "\u202e"])
def test_json_keeps_control_characters_escaped(run_kb, make_folder, sign):
    ran = run_kb("search", "rollout", "--json", "--kb", make_folder({"a.md": f"rollout {sign}[2J\n"}))

    assert sign not in ran.out
    assert ran.document["results"][0]["passage"]["text"] == f"rollout {sign}[2J"


@pytest.mark.parametrize("environment", [{"FORCE_COLOR": "1"}, {"NO_COLOR": ""}, {"TERM": "dumb"}, {"COLUMNS": "40"}])
@pytest.mark.parametrize("option", [(), ("--json",)], ids=["text", "json"])
def test_a_pipe_gets_no_colour_and_no_wrapping(run_kb, make_folder, monkeypatch, environment, option):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    summary = "[bold]rollout[/bold] \u201cquoted\u201d " + "word " * 30 + "end"
    root = make_folder({"a.md": f"---\nsummary: '{summary}'\n---\nbody\n"})

    ran = run_kb("search", "rollout", *option, "--kb", root)

    assert summary in ran.out
    assert "\x1b" not in ran.out


def test_wide_letters_are_cut_by_cells_and_never_inside_a_character(run_kb, make_folder):
    root = make_folder({"a.md": "rollout " + "部署" * 400 + "\n"})

    ran = run_kb("search", "rollout", "--kb", root)

    line = next(line for line in ran.out.splitlines() if "部" in line)
    assert line.endswith("…")
    assert sum(2 if letter in "部署" else 1 for letter in line) <= 400


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such names there")
def test_a_line_feed_in_a_file_name_begins_no_line_of_its_own(run_kb, make_folder):
    root = make_folder({"a\nb.md": "rollout\n"})

    as_text = run_kb("search", "rollout", "--kb", root)
    as_json = run_kb("search", "rollout", "--json", "--kb", root)

    assert as_text.out.splitlines()[0].startswith("a\ufffdb.md:1-1")
    assert as_json.document["results"][0]["path"] == "a\nb.md"


def test_the_columns_shares_of_an_explained_result_add_up_to_one(run_kb, example):
    ran = run_kb("search", "stuck rollout", "--also", "roll back", "--explain", "--json", "--kb", example)

    explained = [standing for result in ran.document["results"] for standing in result["explain"]]
    assert {standing["wording"] for standing in explained} == {"stuck rollout", "roll back"}
    assert all(sum(standing["columns"].values()) == pytest.approx(1, abs=1e-4) for standing in explained)


def test_the_order_in_which_files_were_made_makes_no_difference(run_kb, tmp_path):
    files = {f"{folder}/{name}.md": f"# {name}\n\nrollout of {name} rollout\n" for folder in "ab" for name in "xyz"}
    outputs = set()
    for number, names in enumerate((sorted(files), sorted(files, reverse=True))):
        for name in names:
            path = tmp_path / str(number) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[name], encoding="utf-8")
        outputs.add(run_kb("search", "rollout", "--also", "rollout y", "--json", "--kb", tmp_path / str(number)).out)

    assert len(outputs) == 1


@pytest.mark.parametrize("option", [(), ("--passages",)], ids=["pages", "passages"])
def test_the_same_search_twice_gives_the_same_bytes(run_kb, example, option):
    words = ("search", "stuck rollout", "--also", "roll back", *option, "--json", "--explain", "--kb", example)

    assert run_kb(*words).out == run_kb(*words).out


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="no folder is closed to this user")
@pytest.mark.parametrize("mode", [0o000, 0o311], ids=["closed", "not-listed"])
def test_a_base_that_may_not_be_read_says_so(run_kb, make_folder, mode):
    root = make_folder({"a.md": "rollout\n"})
    root.chmod(mode)
    try:
        ran = run_kb("search", "rollout", "--json", "--kb", root)
    finally:
        root.chmod(0o700)

    assert (ran.code, ran.document["code"]) == (3, "unreadable-base")
