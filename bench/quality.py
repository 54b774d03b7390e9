"""Ranking on a judged collection: python bench/quality.py COLLECTION [--engine like] [--json FILE].

COLLECTION is a folder with `pages/` and `questions.jsonl`, a line a question: `id`, `query`, `relevant` (paths below
the folder). Each question is asked of the whole collection, as `kb search` would, and its first ten pages are scored.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import NamedTuple, get_args

from kb.store.config import read_config
from kb.store.pages.base import read_base
from kb.store.search.engine import EngineName, build_engine
from kb.store.search.question import read_question
from kb.store.search.ranking import rank
from kb.store.search.rows import page_row

DEPTH = 10


class Question(NamedTuple):
    """A question of a collection and the paths of the pages that answer it."""

    id: str
    query: str
    relevant: frozenset[str]


class Scores(NamedTuple):
    """The means over all questions; each from 0 to 1."""

    ndcg_at_10: float
    hit_at_10: float
    first: float
    top_3: float
    mrr_at_10: float
    recall_at_10: float


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a JSON Lines file."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Question(line["id"], line["query"], frozenset(line["relevant"])) for line in lines]


def score(found: list[str], relevant: frozenset[str]) -> Scores:
    """Return the scores of one question, given the paths found, best first; relevance is binary.

    nDCG is Järvelin and Kekäläinen's (TOIS 2002) with the logarithm to base 2 of rank + 1.
    """
    hits = [path in relevant for path in found[:DEPTH]]
    gain = sum(hit / math.log2(place + 2) for place, hit in enumerate(hits))
    ideal = sum(1 / math.log2(place + 2) for place in range(min(DEPTH, len(relevant))))
    first = hits.index(True) if True in hits else None
    return Scores(
        ndcg_at_10=gain / ideal,
        hit_at_10=float(first is not None),
        first=float(first == 0),
        top_3=float(first is not None and first < 3),
        mrr_at_10=0.0 if first is None else 1 / (first + 1),
        recall_at_10=sum(hits) / len(relevant),
    )


def measure(collection: Path, engine_name: EngineName | None = None) -> tuple[Scores, int, float]:
    """Return the mean scores on a collection, the number of its questions, and the seconds all took."""
    start = time.perf_counter()
    base = read_base(read_config(collection))
    rows = [page_row(page) for page in base.pages]
    engine = build_engine(rows, engine_name)
    questions = read_questions(collection / "questions.jsonl")
    scores: list[Scores] = []
    for question in questions:
        ranking = rank(read_question((question.query,)).wordings, engine, rows)
        found = [base.pages[row].path for row in ranking.order[:DEPTH]]
        scores.append(score(found, question.relevant))
    means = Scores(*(sum(column) / len(scores) for column in zip(*scores, strict=True)))
    if engine_name not in (None, engine.name):
        raise SystemExit(f"this SQLite allows no {engine_name}, only {engine.name}")
    return means, len(questions), time.perf_counter() - start


def main() -> None:
    """Measure one collection and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--engine", choices=get_args(EngineName), default=None)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args()
    means, count, seconds = measure(arguments.collection, arguments.engine)
    figures = {name: round(value, 4) for name, value in means._asdict().items()}
    for name, value in figures.items():
        print(f"{name:>14}  {value:.4f}")
    print(f"{count} questions in {seconds:.1f} s")
    if arguments.json:
        document = {
            "collection": arguments.collection.name,
            "questions": count,
            "seconds": round(seconds, 2),
            **figures,
        }
        arguments.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
