"""`kb ruler`."""

import json as json_library
import time
from pathlib import Path
from typing import Annotated

import typer

from ..store.config import Config
from ..store.errors import KbError, reason_of
from ..store.files import write_whole
from ..store.pages.base import read_base
from ..store.ruler.compare import compare, read_run, refuse_other
from ..store.ruler.draft import propose_questions
from ..store.ruler.measure import measure
from ..store.ruler.questions import read_questions
from .options import JsonOption, KbOption, NoColorOption, absolute, find_base, wanted_engine
from .outcome import Outcome, Output
from .render import proposed as proposed_view
from .render import ruler as view
from .render.progress import progress_bar

DRAFT = "draft"
DAYS = 90


def ruler(  # noqa: PLR0913, PLR0917 - each parameter is an option
    questions: Annotated[
        str, typer.Argument(metavar="QUESTIONS|draft", help="A file of judged questions, .jsonl or .yaml; or: draft")
    ],
    save: Annotated[str | None, typer.Option("--save", metavar="FILE", help="Keep this run, to compare with")] = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar="FILE", help="Compare with a run that was kept")
    ] = None,
    days: Annotated[int, typer.Option("--days", metavar="N", min=1, help="For draft: how many days back")] = DAYS,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Measure how well searches find, on questions with the pages that answer them.

    With --against it ends with 1 when a question that was found is missed now. draft proposes questions from the log,
    for people to say what answers them.

    Example: kb ruler questions.yaml --against last.json
    """
    config = find_base(kb)
    output = Output(json, no_color)
    if questions == DRAFT:
        if save or against:
            raise typer.BadParameter("--save and --against go with a file of questions")
        return Outcome(propose_questions(config, days, time.time()), proposed_view, output)
    before = None if against is None else read_run(absolute(against))
    run = _measure(config, absolute(questions))
    comparison = None if before is None else compare(run.measured, before)
    run = run._replace(comparison=comparison)
    if save is not None:
        _save(absolute(save), run)
    return Outcome(run, view, output, exit_code=1 if comparison and comparison.lost else 0)


def _measure(config: Config, path: Path) -> view.Run:
    start = time.perf_counter()
    base = read_base(config)
    judged = read_questions(path, base)
    with progress_bar(len(judged)) as each:
        measured = measure(base, judged, engine=wanted_engine(), each=each)
    return view.Run(path.name, measured, time.perf_counter() - start)


def _save(path: Path, run: view.Run) -> None:
    refuse_other(path)
    text = json_library.dumps(view.document(run), ensure_ascii=False, indent=2) + "\n"
    try:
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        trouble = f"{path} cannot be written: {reason_of(error)}"
        raise KbError("refused", "not-writable", trouble, "name another file") from error
