"""Judged questions, read."""

from __future__ import annotations

import json

import pytest

from kb.store.errors import KbError
from kb.store.ruler.questions import read_questions
from kb.store.search.filters import Filters

GOOD = {"query": "stuck rollout", "relevant": ["wiki/a.md"]}


@pytest.fixture
def base(make_base):
    return make_base({"wiki/a.md": "# A stuck rollout\n", "findings/b.md": "---\nstatus: open\n---\nb\n"})


def _read(tmp_path, base, text, name="questions.jsonl"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return read_questions(tmp_path / name, base)


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


def test_json_lines_and_yaml_say_the_same(tmp_path, base):
    filters = {"type": "wiki", "repo": ["x", "y"], "since": "2026"}
    records = [
        GOOD | {"id": "1"},
        {"wordings": ["one", "two"], "relevant": [], "filters": filters},
    ]
    lines = "\n\n".join(map(json.dumps, records))
    yaml = (
        "# ours\n- id: 1\n  query: stuck rollout\n  relevant: wiki/a.md\n"
        "- wordings: [one, two]\n  relevant: []\n  filters: {type: wiki, repo: [x, y], since: 2026}\n"
    )

    from_lines, from_yaml = _read(tmp_path, base, lines), _read(tmp_path, base, yaml, "questions.yaml")

    assert [question[:4] for question in from_lines] == [question[:4] for question in from_yaml]
    assert [question.line for question in from_lines] == [1, 3]
    assert [question.line for question in from_yaml] == [2, 5]
    assert from_lines[1].filters == Filters(types=("wiki",), repos=("x", "y"), since="2026")
    assert [question.name for question in from_lines] == ["1", "one | two | type=wiki | repo=x,y | since=2026"]


WRONG = (
    ("{", "no JSON"),
    ("[]", "no question"),
    ('{"relevant": []}', "a question has either query or wordings"),
    ('{"query": "x", "wordings": ["y"], "relevant": []}', "a question has either query or wordings"),
    ('{"query": "", "relevant": []}', "the question is empty"),
    ('{"query": "!?", "relevant": []}', "there is nothing to search for"),
    ('{"query": "x"}', "relevant is not filled in"),
    ('{"query": "x", "relevant": null}', "relevant is not filled in"),
    ('{"query": "x", "relevant": [1]}', "relevant is neither a text nor a list of texts"),
    ('{"query": "x", "relevant": ["wiki/gone.md"]}', "the base has no page wiki/gone.md"),
    ('{"query": "x", "relevant": [], "label": 1}', "unknown field 'label'"),
    ('{"query": "x", "relevant": [], "filters": {"kind": "wiki"}}', "unknown filter 'kind'"),
    ('{"query": "x", "relevant": [], "filters": {"type": "rumour"}}', "no type is called 'rumour'"),
    ('{"query": "x", "relevant": [], "filters": ["wiki"]}', "filters is no mapping"),
    (json.dumps(GOOD), "the same question as in line 1"),
    ('{"query": " Stuck  rollout", "relevant": []}', "the same question as in line 1"),
    ('{"id": "stuck rollout", "query": "other", "relevant": []}', "the same question as in line 1"),
    ('{"query": "x", "query": "y", "relevant": []}', "no JSON: a field stands twice"),
)


@pytest.mark.parametrize(("line", "trouble"), WRONG)
def test_what_is_wrong_is_an_error_that_names_the_line(tmp_path, base, line, trouble):
    error = _refused(lambda: _read(tmp_path, base, json.dumps(GOOD) + "\n" + line + "\n"))

    assert (error.kind, error.code) == ("usage", "bad-questions")
    assert error.message.startswith(f"{tmp_path / 'questions.jsonl'}:2: {trouble}")
    assert error.hint


def test_an_id_that_is_there_twice_is_an_error_too(tmp_path, base):
    lines = "\n".join(json.dumps({"id": "1", "query": query, "relevant": []}) for query in "ab")

    assert ":2: the same question as in line 1" in _refused(lambda: _read(tmp_path, base, lines)).message


def test_the_same_words_with_other_filters_are_another_question_of_another_name(tmp_path, base):
    lines = "\n".join(json.dumps(GOOD | {"filters": filters}) for filters in ({}, {"type": "wiki"}, {"since": "2026"}))

    assert [question.name for question in _read(tmp_path, base, lines)] == [
        "stuck rollout",
        "stuck rollout | type=wiki",
        "stuck rollout | since=2026",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- query: x\n  query: y\n  relevant: []\n", 1),
        ("- a: [\n", 2),
        ("query: x\n", 1),
        ("- x\n", 1),
        ("\n- query: x\n", 2),
    ],
)
def test_yaml_that_is_wrong_names_its_line(tmp_path, base, text, line):
    error = _refused(lambda: _read(tmp_path, base, text, "questions.yml"))

    assert error.message.startswith(f"{tmp_path / 'questions.yml'}:{line}: ")


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_without_questions_is_an_error(tmp_path, base, text):
    assert "has no question" in _refused(lambda: _read(tmp_path, base, text)).message
    assert "has no question" in _refused(lambda: _read(tmp_path, base, text, "q.yaml")).message


def test_a_file_that_is_not_there_or_no_text_is_one_sentence(tmp_path, base):
    (tmp_path / "odd.jsonl").write_bytes(b"\xff")

    assert _refused(lambda: read_questions(tmp_path / "none.jsonl", base)).code == "no-such-file"
    assert "not UTF-8" in _refused(lambda: read_questions(tmp_path / "odd.jsonl", base)).message
