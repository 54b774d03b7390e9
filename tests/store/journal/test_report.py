"""What the log says of a time."""

from __future__ import annotations

import json

from kb.store.journal.report import report

NOW = 1_794_744_000


def test_the_report_counts_what_is_young_enough(tmp_path):
    folder = tmp_path / ".kb" / "queries"
    folder.mkdir(parents=True)
    line = {
        "schema": "kb/query/1",
        "filters": {},
        "engine": "fts5",
        "results": ["a.md"],
        "repository": "app",
        "partial": 0,
    }
    searches = [
        ("2026-11-15T11:00:00Z", "lost", 0, 10),
        ("2026-11-15T11:02:00Z", "there", 1, 90),
        ("2026-11-15T11:30:00Z", "there", 1, 20),
        ("2026-11-01T00:00:00Z", "old", 0, 500),
    ]
    lines = [
        json.dumps(line | {"time": time, "wordings": [wording], "full": full, "milliseconds": took})
        for time, wording, full, took in searches
    ]
    (folder / "2026-11.jsonl").write_text("\n".join([*lines, "{broken"]) + "\n", encoding="utf-8")

    said = report(tmp_path, 7, NOW)

    assert (said.searches, said.missed, said.rephrased, said.broken) == (3, 1, 1, 1)
    assert [(miss.wording, miss.last) for miss in said.misses] == [("lost", "2026-11-15")]
    assert [entry.milliseconds for entry in said.slowest] == [90, 20, 10]
    assert report(tmp_path, 30, NOW).searches == 4
