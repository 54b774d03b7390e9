"""The log back as values."""

from __future__ import annotations

import json
import sys

import pytest

from kb.store.journal.read import read_line, read_log

LINE = {
    "schema": "kb/query/1",
    "time": "2026-11-15T12:00:00Z",
    "wordings": ["stuck rollout"],
    "filters": {"type": [], "since": None, "repo": ["app"]},
    "unit": "page",
    "full": 1,
    "partial": 2,
    "engine": "fts5",
    "results": ["wiki/a.md"],
    "repository": None,
    "milliseconds": 20,
}


def _write(root, name, *lines):
    folder = root / ".kb" / "queries"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(
        b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
    )


def test_a_line_is_read_with_the_filters_that_were_given():
    entry = read_line(json.dumps(LINE | {"more": 1}).encode())

    assert (entry.time, entry.month, entry.filters) == (1_794_744_000, "2026-11", {"repo": ["app"]})


BROKEN = (
    b"",
    b"{",
    b"[]",
    b"\xff\xfe",
    b"[" * 5_000,
    *(
        json.dumps(LINE | change).encode()
        for change in (
            {"time": "yesterday"},
            {"time": 5},
            {"wordings": []},
            {"wordings": "stuck"},
            {"wordings": [1]},
            {"results": None},
            {"full": -1},
            {"full": True},
            {"milliseconds": "20"},
            {"filters": []},
            {"repository": 5},
            {"schema": "kb/query/2"},
            {"wordings": [" "]},
            {"wordings": ["caf\udce9"]},
        )
    ),
    json.dumps({name: value for name, value in LINE.items() if name != "full"}).encode(),
)


@pytest.mark.parametrize("line", BROKEN, ids=lambda line: line[:20].decode("latin-1"))
def test_what_is_no_search_is_none(line):
    assert read_line(line) is None


def test_broken_lines_are_counted_and_passed_over(tmp_path):
    _write(tmp_path, "2026-11.jsonl", LINE, b"{cut", LINE | {"time": "2026-11-01T00:00:00Z"}, b"", b"  ")

    log = read_log(tmp_path)

    assert [entry.time for entry in log.entries] == [1_793_491_200, 1_794_744_000]
    assert log.broken == 1


def test_only_what_is_young_enough_is_read_also_across_months(tmp_path):
    _write(tmp_path, "2026-10.jsonl", LINE | {"time": "2026-10-31T23:59:59Z"})
    _write(tmp_path, "2026-11.jsonl", LINE)
    _write(tmp_path, "notes.txt", LINE)

    assert len(read_log(tmp_path).entries) == 2
    assert len(read_log(tmp_path, 1_793_491_199).entries) == 2
    assert len(read_log(tmp_path, 1_793_491_200).entries) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_in_the_place_of_the_log_is_not_read(tmp_path):
    _write(tmp_path / "elsewhere", "2026-11.jsonl", LINE)
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / ".kb").symlink_to(tmp_path / "elsewhere" / ".kb")

    assert read_log(tmp_path / "base").entries == ()


def test_without_a_log_there_is_nothing(tmp_path):
    assert read_log(tmp_path) == ((), 0)
