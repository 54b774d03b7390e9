"""Ranking on a judged collection: python bench/quality.py COLLECTION [--engine like] [--json FILE].

COLLECTION is a folder with `pages/` and `questions.jsonl`, a line a question: `id`, `query`, `relevant` (paths below
the folder). Each question is asked of the whole collection, as `kb search` would, and its first ten pages are scored:
what `kb ruler` measures, on either engine.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import get_args

from kb.store.config import read_config
from kb.store.pages.base import read_base
from kb.store.ruler.measure import Measured, measure
from kb.store.ruler.questions import read_questions
from kb.store.search.engine import EngineName


def measure_collection(collection: Path, engine_name: EngineName | None = None) -> tuple[Measured, float]:
    """Return what a collection's questions find, and the seconds all took."""
    start = time.perf_counter()
    base = read_base(read_config(collection))
    questions = read_questions(collection / "questions.jsonl", base)
    measured = measure(base, questions, engine=engine_name)
    if engine_name not in (None, measured.engine):
        raise SystemExit(f"this SQLite allows no {engine_name}, only {measured.engine}")
    return measured, time.perf_counter() - start


def main() -> None:
    """Measure one collection and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--engine", choices=get_args(EngineName), default=None)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args()
    measured, seconds = measure_collection(arguments.collection, arguments.engine)
    scores = measured.scores._asdict() if measured.scores else {}
    figures = {name: round(value, 4) for name, value in scores.items()}
    for name, value in figures.items():
        print(f"{name:>14}  {value:.4f}")
    print(f"{len(measured.answers)} questions in {seconds:.1f} s")
    if arguments.json:
        document = {
            "collection": arguments.collection.name,
            "questions": len(measured.answers),
            "seconds": round(seconds, 2),
            **figures,
        }
        arguments.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
