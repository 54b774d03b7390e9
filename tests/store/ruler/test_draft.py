"""Questions proposed from the log."""

from __future__ import annotations

import json

from kb.store.config import read_config
from kb.store.ruler.draft import Candidate, propose_questions

NOW = 1_794_744_000


def test_searches_that_led_to_a_page_are_proposed_with_pages_that_have_their_words(make_folder):
    line = {
        "schema": "kb/query/1",
        "filters": {},
        "engine": "fts5",
        "repository": "app",
        "partial": 0,
        "milliseconds": 20,
    }
    searches = [
        ("2026-11-15T10:00:00Z", "why is the rollout stuck", 1),
        ("2026-11-15T10:30:00Z", "Why is the rollout stuck", 1),
        ("2026-11-15T11:00:00Z", "unship", 0),
        ("2026-11-15T11:02:00Z", "rollback", 1),
        ("2026-11-15T11:30:00Z", "never found", 0),
        ("2026-06-01T00:00:00Z", "long ago", 1),
    ]
    lines = [
        json.dumps(line | {"time": time, "wordings": [wording], "full": full, "results": ["wiki/z.md"]})
        for time, wording, full in searches
    ]
    root = make_folder(
        {
            ".kb/queries/2026-11.jsonl": "\n".join(lines),
            "wiki/a.md": "A stuck ROLLOUT.\n",
            "wiki/b.md": "Rollouts.\n",
            "wiki/z.md": "Nothing of it.\n",
        }
    )

    proposed = propose_questions(read_config(root), 30, NOW)

    assert [(question.query, question.times) for question in proposed] == [
        ("Why is the rollout stuck", 2),
        ("rollback", 1),
        ("unship", 1),
    ]
    assert proposed[0].candidates == (Candidate("wiki/a.md", 2, 2), Candidate("wiki/b.md", 1, 2))
    assert proposed[2].candidates == ()
