"""Speed of a search as a whole process: python bench/speed.py [SIZE]... [--rounds N] [--bases FOLDER] [--json FILE].

Everything that is compared runs in turns within the same rounds, after one round that is not counted, and the medians
stand in the table: `kb search WORD --json` as the user's shell starts it, a trivial Typer app of the same installation
(what any command of this kind takes), and `rg -j1 -c -i WORD` over the same files, when there is an rg: the floor
for reading them all; one thread, because several change with the load of the machine. What the search log adds is the
median of the differences between a search that is logged and the one before it that is not. The phases are measured
in processes of their own, each the median of the same number of rounds.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from corpus import make_base

SIZES = (300, 3_000, 30_000)
ROUNDS = 9
# A word that about one page in seven of a base has, as with the questions of people.
WORD = "cas"
TRIVIAL = "import typer\napp = typer.Typer()\n@app.command()\ndef main(name: str = 'x'):\n    print(name)\napp()\n"
PHASES = """
import gc, json, sys, time
gc.disable()
from pathlib import Path
from kb.store.config import read_config
from kb.store.pages.base import read_base
from kb.store.pages.passages import telling_passages
from kb.store.search.engine import build_engine
from kb.store.search.excerpt import Pointer
from kb.store.search.ranking import rank
from kb.store.search.result import make_request
from kb.store.search.rows import page_row
import kb.store.search.table
marks = [time.perf_counter()]
base = read_base(read_config(Path(sys.argv[1])))
marks.append(time.perf_counter())
rows = [page_row(page) for page in base.pages]
marks.append(time.perf_counter())
engine = build_engine(rows)
marks.append(time.perf_counter())
wordings = make_request((sys.argv[2],)).question.wordings
ranking = rank(wordings, engine, rows)
marks.append(time.perf_counter())
pointer = Pointer(wordings[0].terms, engine)
for row in ranking.order[:10]:
    pointer.best_passage(telling_passages(base.pages[row]))
marks.append(time.perf_counter())
names = ("read", "fold", "table", "rank", "passages")
phases = {name: after - before for name, before, after in zip(names, marks, marks[1:])}
print(json.dumps(phases | {"found": len(ranking.order)}))
"""


class Row(NamedTuple):
    """What was measured on one base: seconds, kilobytes, and how many pages hold the word."""

    pages: int
    bytes: int
    found: int
    kb: float
    log: float
    trivial: float
    rg: float | None
    peak_kb: int
    phases: dict[str, float]


def run(command: list[str], *, logged: bool = False) -> tuple[float, int]:
    """Return the wall time of a whole process in seconds and its peak memory in kilobytes (0 where unknown)."""
    environ = os.environ | {"KB_NO_LOG": "" if logged else "1"}
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environ)
    if not hasattr(os, "wait4"):
        process.wait()
        return time.perf_counter() - start, 0
    _, _, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = 0
    return seconds, usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def measure(root: Path, pages: int, rounds: int) -> Row:
    """Measure one base, which is made first if it is not there."""
    size = make_base(root, pages)
    (root / "kb.toml").write_text("format = 1\n", encoding="utf-8")
    trivial = root.parent / "trivial.py"
    trivial.write_text(TRIVIAL, encoding="utf-8")
    kb = shutil.which("kb", path=str(Path(sys.executable).parent)) or "kb"
    search = [kb, "search", WORD, "--json", "--kb", str(root)]
    commands = {
        "kb": search,
        "logged": search,
        "trivial": [sys.executable, str(trivial)],
    }
    if rg := shutil.which("rg"):
        commands["rg"] = [rg, "-j1", "-c", "-i", WORD, str(root)]
    times: dict[str, list[float]] = {name: [] for name in commands}
    peaks: list[int] = []
    for number in range(rounds + 1):
        for name, command in commands.items():
            seconds, peak = run(command, logged=name == "logged")
            if number:
                times[name].append(seconds)
                peaks += [peak] * (name == "kb")
    medians = {name: statistics.median(values) for name, values in times.items()}
    phases = [json.loads(_output([sys.executable, "-c", PHASES, str(root), WORD])) for _ in range(rounds)]
    return Row(
        pages=pages,
        bytes=size,
        found=phases[0].pop("found"),
        kb=medians["kb"],
        log=statistics.median(after - before for before, after in zip(times["kb"], times["logged"], strict=True)),
        trivial=medians["trivial"],
        rg=medians.get("rg"),
        peak_kb=round(statistics.median(peaks)),
        phases={name: statistics.median(phase[name] for phase in phases) for name in phases[0]},
    )


def _output(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def show(rows: list[Row]) -> None:
    """Print the table, and what a page more costs in memory."""
    phases = list(rows[0].phases)
    print(
        f"{'pages':>7} {'MB':>6} {'found':>6} {'kb ms':>8} {'/ Typer':>8} {'/ rg':>6} {'log ms':>7} {'peak MB':>8}",
        end="",
    )
    print("".join(f" {name:>9}" for name in phases))
    for row in rows:
        over_rg = f"{row.kb / row.rg:.1f}" if row.rg else "-"
        print(
            f"{row.pages:>7} {row.bytes / 1e6:>6.1f} {row.found:>6} {row.kb * 1e3:>8.1f} "
            f"{row.kb / row.trivial:>8.2f} {over_rg:>6} {row.log * 1e3:>7.2f} {row.peak_kb / 1024:>8.1f}",
            end="",
        )
        print("".join(f" {row.phases[name] * 1e3:>9.1f}" for name in phases))
    for before, after in itertools.pairwise(rows):
        growth = (after.peak_kb - before.peak_kb) / (after.pages - before.pages)
        print(f"from {before.pages} to {after.pages} pages: {growth:.1f} KB of memory a page")


def main() -> None:
    """Measure the sizes that are asked for and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, metavar="SIZE", help="pages of a base")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how many rounds are counted")
    parser.add_argument("--bases", type=Path, metavar="FOLDER", help="where the bases are kept for the next run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.bases or Path(scratch)
        rows = [measure(folder / f"records-{size}", size, arguments.rounds) for size in arguments.sizes]
    show(rows)
    if arguments.json:
        document = {"word": WORD, "rounds": arguments.rounds, "rows": [row._asdict() for row in rows]}
        arguments.json.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
