"""The log, its report and the ruler, as people and programs see them."""

from __future__ import annotations

import json
import os
import sys

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read


@pytest.fixture
def logging(monkeypatch):
    """Searches are logged, as outside of tests."""
    monkeypatch.delenv("KB_NO_LOG")


def _faults(document):
    name = document["schema"].removeprefix("kb/").replace("/", "-")
    return [error.message for error in Draft202012Validator(json.loads(read(name))).iter_errors(document)]


def _lines(checkout):
    return [line for path in (checkout.base / ".kb").rglob("*.jsonl") for line in path.read_text("utf-8").splitlines()]


def test_a_search_with_words_is_logged_with_where_it_was_made_and_git_does_not_see_it(
    run_kb, ana, logging, monkeypatch
):
    before = ana.snapshot()
    (ana.root.parent / "app" / ".git").mkdir(parents=True)
    monkeypatch.chdir(ana.root.parent / "app")

    assert run_kb("search", "rollback", "--kb", ana.base).err == ""
    run_kb("search", "--type", "wiki", "--kb", ana.base)

    (line,) = _lines(ana)
    assert (json.loads(line)["wordings"], json.loads(line)["repository"]) == (["rollback"], "app")
    assert ana.snapshot()[:-1] == before[:-1]


@pytest.mark.parametrize("off", ["the variable", "the settings", "no base"])
def test_the_log_can_be_off_and_is_never_made_in_a_folder_that_is_no_base(run_kb, ana, logging, monkeypatch, off):
    if off == "the variable":
        monkeypatch.setenv("KB_NO_LOG", "1")
    elif off == "the settings":
        ana.write({"kb.toml": "[log]\nenabled = false\n"})
    else:
        (ana.base / "kb.toml").unlink()

    assert run_kb("search", "rollback", "--kb", ana.base).code == 0
    assert not (ana.base / ".kb").exists()


def test_a_log_that_cannot_be_written_is_one_warning_and_the_search_goes_on(run_kb, ana, logging):
    ana.write({".kb": "a file"})

    ran = run_kb("search", "rollback", "--json", "--kb", ana.base)

    assert (ran.code, ran.document["total"]["full"]) == (0, 1)
    assert ran.err.startswith("kb: this search is not logged: ")
    assert ran.err.count("\n") == 1


def test_the_report_is_of_its_published_schema_with_and_without_searches(run_kb, ana, logging):
    empty = run_kb("queries", "--json", "--kb", ana.base)
    for words in (("nowhere",), ("rollback",), ("also", "nowhere")):
        run_kb("search", *words, "--kb", ana.base)

    ran = run_kb("queries", "--json", "--kb", ana.base)

    assert (_faults(empty.document), _faults(ran.document)) == ([], [])
    assert (empty.document["searches"], ran.document["searches"]) == (0, 3)
    assert ran.document["missed"] == {"count": 2, "share": 0.6667}
    text = run_kb("queries", "--kb", ana.base).out
    assert "3 searches in the last 30 days" in text
    assert "     1 nowhere  wiki/rollback.md" in text


def test_an_export_and_its_aliases_are_changes(run_kb, ana, logging):
    run_kb("search", "nowhere", "--kb", ana.base)

    exported = run_kb("queries", "--export", "--json", "--kb", ana.base)

    assert (exported.code, _faults(exported.document)) == (0, [])
    assert (
        run_kb("queries", "--apply", exported.document["path"], "--json", "--kb", ana.base).document["code"]
        == "not-there-yet"
    )


QUESTIONS = (
    '{"query": "rollback", "relevant": ["wiki/rollback.md"], "filters": {"type": "wiki"}}\n'
    '{"query": "probes", "relevant": ["memory/findings/F-2026-06-09-001.md"]}\n'
    '{"query": "nothing of this", "relevant": []}\n'
)


@pytest.fixture
def questions(ana, tmp_path):
    """A file of three questions, one with a filter and one without an answer."""
    path = tmp_path / "questions.jsonl"
    path.write_text(QUESTIONS, encoding="utf-8")
    return path


def test_a_run_is_of_its_published_schema_and_can_be_compared(run_kb, ana, questions, tmp_path):
    saved = tmp_path / "run.json"

    first = run_kb("ruler", questions, "--save", saved, "--json", "--kb", ana.base)
    same = run_kb("ruler", questions, "--against", saved, "--json", "--kb", ana.base)

    assert (first.code, _faults(first.document), _faults(same.document)) == (0, [], [])
    assert _faults(json.loads(saved.read_text(encoding="utf-8"))) == []
    assert [question["rank"] for question in first.document["questions"]] == [1, 1, None]
    assert same.document["comparison"] == {"moved": [], "lost": [], "added": 0, "removed": 0}

    ana.write({"memory/findings/F-2026-06-09-001.md": "---\nid: F-2026-06-09-001\n---\nElse.\n"})
    lost = run_kb("ruler", questions, "--against", saved, "--json", "--kb", ana.base)

    assert lost.code == 1
    assert lost.document["comparison"]["moved"] == [{"name": "probes", "before": 1, "now": None}]


def test_a_person_sees_figures_what_missed_and_what_came_instead(run_kb, ana, questions):
    questions.write_text(QUESTIONS.replace('"probes"', '"how to roll back"'), encoding="utf-8")

    text = run_kb("ruler", questions, "--kb", ana.base).out

    assert "without filters" in text
    assert "1 missed of 2" in text
    assert "  line 2: how to roll back  instead: wiki/rollback.md" in text
    assert "1 known to have no answer; 0 of them found a full match all the same" in text


def test_questions_are_proposed_as_yaml_that_the_ruler_reads_once_it_is_filled_in(run_kb, ana, logging, tmp_path):
    run_kb("search", "roll", "back", "--kb", ana.base)

    drafted = run_kb("ruler", "draft", "--kb", ana.base).out
    (tmp_path / "questions.yaml").write_text(drafted, encoding="utf-8")
    unlabelled = run_kb("ruler", tmp_path / "questions.yaml", "--json", "--kb", ana.base)
    (tmp_path / "questions.yaml").write_text(
        drafted.replace("relevant:", "relevant: [wiki/rollback.md]"), encoding="utf-8"
    )
    labelled = run_kb("ruler", tmp_path / "questions.yaml", "--json", "--kb", ana.base)

    assert "  # wiki/rollback.md has 2 of 2 words\n" in drafted
    assert (unlabelled.code, unlabelled.document["code"]) == (2, "bad-questions")
    assert (labelled.code, labelled.document["missed"]) == (0, 0)
    assert _faults(run_kb("ruler", "draft", "--json", "--kb", ana.base).document) == []


WRONG = (
    (("queries", "--push"), "bad-usage"),
    (("queries", "--month", "2026-11"), "bad-usage"),
    (("queries", "--export", "--apply", "x"), "bad-usage"),
    (("queries", "--days", "0"), "bad-usage"),
    (("queries", "--export", "--month", "November"), "bad-month"),
    (("queries", "--export"), "nothing-new"),
    (("queries", "--apply", "wiki/rollback.md"), "no-misses"),
    (("ruler", "draft", "--save", "x"), "bad-usage"),
    (("ruler", "none.yaml"), "no-such-file"),
    (("ruler", "kb.toml", "--against", "none.json"), "no-such-file"),
)
CODES = {"no-such-file": 3, "nothing-new": 4}


@pytest.mark.parametrize(
    ("words", "name"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_what_is_asked_wrongly_is_one_sentence(run_kb, ana, monkeypatch, words, name):
    monkeypatch.chdir(ana.base)

    ran = run_kb(*words, "--json")

    assert (ran.code, ran.document["code"]) == (CODES.get(name, 2), name)
    assert ran.document["hint"]


def test_a_run_that_cannot_be_kept_is_one_sentence(run_kb, ana, questions, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    ran = run_kb("ruler", questions, "--save", tmp_path / "file" / "run.json", "--json", "--kb", ana.base)

    assert (ran.code, ran.document["code"]) == (4, "not-writable")


@pytest.mark.parametrize("kind", ["the questions", "a link", "a folder"])
def test_a_run_is_not_kept_in_the_place_of_something_else(run_kb, ana, questions, tmp_path, kind):
    target = tmp_path / "target"
    if kind == "the questions":
        target = questions
    elif kind == "a link":
        target.symlink_to(questions)
    else:
        target.mkdir()

    ran = run_kb("ruler", questions, "--save", target, "--json", "--kb", ana.base)

    assert (ran.code, ran.document["code"]) == (4, "taken")
    assert questions.read_text(encoding="utf-8") == QUESTIONS


@pytest.mark.parametrize("query", ['say "so": yes', "a: b # c", "部署", "odd\x7f\x9b\ufffe sign"])
def test_any_query_that_was_logged_is_proposed_so_that_it_reads_back(run_kb, ana, logging, tmp_path, query):
    ana.write({"wiki/all.md": f"# {query}\n"})
    run_kb("search", query, "--kb", ana.base)

    drafted = run_kb("ruler", "draft", "--kb", ana.base).out
    (tmp_path / "q.yaml").write_text(drafted.replace("relevant:", "relevant: []"), encoding="utf-8")

    ran = run_kb("ruler", tmp_path / "q.yaml", "--json", "--kb", ana.base)
    assert [question["wordings"] for question in ran.document["questions"]] == [[query]]


def test_there_is_a_bar_on_a_terminal_and_none_elsewhere(run_kb, ana, questions, monkeypatch):
    assert run_kb("ruler", questions, "--kb", ana.base).err == ""

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((80, 24)))
    assert "asking" in run_kb("ruler", questions, "--kb", ana.base).err
