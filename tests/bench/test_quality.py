"""The scores of the benchmark of ranking."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

BENCH = Path(__file__).parent.parent.parent / "bench"
quality = runpy.run_path(str(BENCH / "quality.py"))


def test_a_collection_is_measured_as_a_search_would_rank(make_folder, capsys, monkeypatch):
    questions = [{"id": "1", "query": "stuck rollout", "relevant": ["pages/a.md"]}]
    lines = "\n".join(map(json.dumps, questions)) + "\n"
    root = make_folder({"pages/a.md": "a stuck rollout\n", "pages/b.md": "rollout\n", "questions.jsonl": lines})
    monkeypatch.setattr(sys, "argv", ["quality.py", str(root), "--json", str(root / "figures.json")])

    quality["main"]()

    figures = json.loads((root / "figures.json").read_text(encoding="utf-8"))
    assert (figures["questions"], figures["ndcg_at_10"], figures["first"]) == (1, 1.0, 1.0)
    assert "ndcg_at_10  1.0000" in capsys.readouterr().out
