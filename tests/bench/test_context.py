"""The benchmark of what an agent receives, and the bases that it makes."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent.parent / "bench"
# Of the first twenty records: other bytes would make all measured figures of the bases incomparable.
RECORDS = "708af0f9d0bec026710158a5ffbcc1bbea264a6f31cb25c912260b34077c67b0"


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bases")
    options = ("--pages", "20", "--questions", "2", "--bases", folder, "--json", folder / "figures.json")
    ran = subprocess.run(
        [sys.executable, BENCH / "context.py", *options], check=True, capture_output=True, text=True, env=os.environ
    )
    return folder, ran.stdout, json.loads((folder / "figures.json").read_text(encoding="utf-8"))["rows"]


def test_an_answer_is_weighed_against_the_whole_files_that_its_results_are_in(measured):
    folder, table, rows = measured

    assert [row["base"] for row in rows] == ["records", "short"]
    for row in rows:
        sizes = [path.stat().st_size for path in (folder / f"{row['base']}-20").rglob("*.md")]
        assert row["questions"] == 2
        assert row["page_bytes"] == round(sum(sizes) / 20)
        assert row["files"] * min(sizes) <= row["whole"] <= row["files"] * max(sizes)
        assert row["compact"] < row["indented"]
        assert row["least_compact"] <= row["times_compact"] <= row["most_compact"]
        assert f"{row['times_compact']:.2f}" in table


def test_the_short_pages_have_about_a_kilobyte_and_the_records_are_the_same_bytes_as_ever(measured):
    folder, _, rows = measured
    pages = b"".join(path.read_bytes() for path in sorted((folder / "records-20").rglob("*.md")))

    assert sha256(pages).hexdigest() == RECORDS
    assert 900 < rows[1]["page_bytes"] < 1200


def test_a_question_is_three_wordings_of_a_record_and_the_same_every_time(measured, monkeypatch):
    folder, _, _ = measured
    monkeypatch.syspath_prepend(str(BENCH))
    make_questions = runpy.run_path(str(BENCH / "context.py"))["make_questions"]
    texts = [path.read_text(encoding="utf-8").lower() for path in (folder / "records-20").rglob("*.md")]

    questions = make_questions(folder / "records-20", 3)

    assert questions == make_questions(folder / "records-20", 3)
    for wordings in questions:
        assert [len(wording.split()) for wording in wordings] == [3, 3, 3]
        assert any(all(word in text for wording in wordings for word in wording.split()) for text in texts)


def test_what_a_file_weighs_counts_once_however_many_of_its_passages_are_found(make_folder, monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))
    text = "# Rollout\n\n## One\n\nA rollout hangs.\n\n## Two\n\nA rollout is slow.\n"
    root = make_folder({"kb.toml": "format = 1\n", "rollout.md": text})

    answer = runpy.run_path(str(BENCH / "context.py"))["ask"](root, ("rollout hangs", "rollout slow", "rollout"))

    assert (answer.results > 1, answer.files, answer.whole) == (True, 1, len(text))
    assert not (root / ".kb").exists()
