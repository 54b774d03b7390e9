"""The scores of the benchmark of ranking."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent.parent / "bench"
quality = runpy.run_path(str(BENCH / "quality.py"))


@pytest.mark.parametrize(
    ("found", "relevant", "scores"),
    [
        # 1 / log2(2) of an ideal 1 / log2(2) + 1 / log2(3)
        pytest.param("axx", "ab", (0.6131, 1, 1, 1, 1, 0.5), id="the-first-of-two"),
        pytest.param("xxa", "a", (0.5, 1, 0, 1, 1 / 3, 1), id="the-third"),
        pytest.param("xxxa", "a", (0.4307, 1, 0, 0, 0.25, 1), id="the-fourth"),
        pytest.param("ab", "ab", (1, 1, 1, 1, 1, 1), id="all"),
        pytest.param("xyz", "a", (0, 0, 0, 0, 0, 0), id="none"),
        pytest.param("x" * 10 + "a", "a", (0, 0, 0, 0, 0, 0), id="behind-the-tenth"),
        pytest.param("", "a", (0, 0, 0, 0, 0, 0), id="nothing"),
    ],
)
def test_a_question_is_scored_by_the_ranks_of_what_answers_it(found, relevant, scores):
    assert tuple(quality["score"](list(found), frozenset(relevant))) == pytest.approx(scores, abs=1e-4)


def test_a_collection_is_measured_as_a_search_would_rank(make_folder, capsys, monkeypatch):
    questions = [{"id": "1", "query": "stuck rollout", "relevant": ["pages/a.md"]}]
    lines = "\n".join(map(json.dumps, questions)) + "\n"
    root = make_folder({"pages/a.md": "a stuck rollout\n", "pages/b.md": "rollout\n", "questions.jsonl": lines})
    monkeypatch.setattr(sys, "argv", ["quality.py", str(root), "--json", str(root / "figures.json")])

    quality["main"]()

    figures = json.loads((root / "figures.json").read_text(encoding="utf-8"))
    assert (figures["questions"], figures["ndcg_at_10"], figures["first"]) == (1, 1.0, 1.0)
    assert "ndcg_at_10  1.0000" in capsys.readouterr().out
