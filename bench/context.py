"""What an agent receives: python bench/context.py [--pages N] [--questions N] [--bases FOLDER] [--json FILE].

A question is three wordings of three words each, drawn from the summary, the symptom and the body of one record. Each
is asked as an agent asks it, as a process that writes to a pipe: `kb search --passages --json`, with the default limit.
The bytes of the answer stand against those of the whole files that its results are in, each file counted once; the
medians over all questions stand in the table. On a terminal the same document is indented: its size is computed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from corpus import RECORD, SEED, SHORT, Shape, make_base

PAGES = 3_000
QUESTIONS = 15
WORDS = 3
SHAPES = {"records": RECORD, "short": SHORT}


class Answer(NamedTuple):
    """What one question brought: how many results in how many files, and bytes."""

    results: int
    files: int
    whole: int
    compact: int
    indented: int


class Row(NamedTuple):
    """What was measured on one base: bytes a page, medians over the questions, and the least and the most smaller."""

    base: str
    pages: int
    page_bytes: int
    questions: int
    results: float
    files: float
    whole: float
    compact: float
    indented: float
    times_compact: float
    times_indented: float
    least_compact: float
    most_compact: float


def make_questions(root: Path, number: int) -> list[tuple[str, ...]]:
    """Return as many questions of three wordings, of records that are drawn at random, the same every time."""
    draw = random.Random(SEED)
    paths = sorted(root.rglob("*.md"))
    return [_wordings(path.read_text(encoding="utf-8"), draw) for path in draw.sample(paths, min(number, len(paths)))]


def _wordings(text: str, draw: random.Random) -> tuple[str, ...]:
    _, head, body = text.split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    sources = (fields["summary"], fields["symptom"], body)
    words = (sorted({word.strip('".').lower() for word in source.split()} - {"#", "##"}) for source in sources)
    return tuple(" ".join(draw.sample(choice, min(WORDS, len(choice)))) for choice in words)


def ask(root: Path, wordings: tuple[str, ...]) -> Answer:
    """Ask one question as an agent does, and weigh the answer."""
    first, *others = wordings
    command = [sys.executable, "-m", "kb", "search", first, "--passages", "--json", "--kb", str(root)]
    command += [word for other in others for word in ("--also", other)]
    environ = os.environ | {"KB_NO_LOG": "1"}
    output = subprocess.run(command, check=True, capture_output=True, env=environ).stdout
    document = json.loads(output)
    files = {hit["path"] for hit in document["results"]}
    return Answer(
        results=len(document["results"]),
        files=len(files),
        whole=sum((root / path).stat().st_size for path in files),
        compact=len(output),
        indented=len(json.dumps(document, ensure_ascii=False, indent=2).encode()) + 1,
    )


def measure(root: Path, name: str, shape: Shape, pages: int, questions: int) -> Row:
    """Measure one base, which is made first if it is not there."""
    size = make_base(root, pages, shape)
    answers = [ask(root, wordings) for wordings in make_questions(root, questions)]
    times = [answer.whole / answer.compact for answer in answers]
    return Row(
        base=name,
        pages=pages,
        page_bytes=round(size / pages),
        questions=len(answers),
        results=statistics.median(answer.results for answer in answers),
        files=statistics.median(answer.files for answer in answers),
        whole=statistics.median(answer.whole for answer in answers),
        compact=statistics.median(answer.compact for answer in answers),
        indented=statistics.median(answer.indented for answer in answers),
        times_compact=statistics.median(times),
        times_indented=statistics.median(answer.whole / answer.indented for answer in answers),
        least_compact=min(times),
        most_compact=max(times),
    )


def show(rows: list[Row]) -> None:
    """Print the table; the last columns say how many times smaller an answer is than the whole files behind it."""
    heads = ("files", "whole B", "compact B", "indented B", "/ compact", "least", "most", "/ indented")
    print(f"{'base':<8} {'pages':>6} {'B/page':>6} " + " ".join(f"{head:>10}" for head in heads))
    for row in rows:
        sizes = (row.files, row.whole, row.compact, row.indented)
        times = (row.times_compact, row.least_compact, row.most_compact, row.times_indented)
        print(f"{row.base:<8} {row.pages:>6} {row.page_bytes:>6} ", end="")
        print(" ".join([*(f"{size:>10.0f}" for size in sizes), *(f"{ratio:>10.2f}" for ratio in times)]))


def main() -> None:
    """Measure the two bases and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=PAGES, help="pages of a base")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="how many questions each base is asked")
    parser.add_argument("--bases", type=Path, metavar="FOLDER", help="where the bases are kept for the next run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.bases or Path(scratch)
        rows = [
            measure(folder / f"{name}-{arguments.pages}", name, shape, arguments.pages, arguments.questions)
            for name, shape in SHAPES.items()
        ]
    show(rows)
    if arguments.json:
        document = {"words": WORDS, "rows": [row._asdict() for row in rows]}
        arguments.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
