"""`kb export`."""

import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Annotated

import typer

from ..store.exports.export import ExportRequest, Format, export_base
from .options import JsonOption, KbOption, NoColorOption, absolute, find_base
from .outcome import Outcome, Output
from .render import export as view


def export(  # noqa: PLR0913, PLR0917 - each parameter is an option
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A new folder, or an earlier export to replace")],
    format_: Annotated[Format, typer.Option("--format", help="What the readers take")],
    with_inbox: Annotated[bool, typer.Option("--with-inbox", help="Also the rough notes in inbox/")] = False,
    with_private: Annotated[bool, typer.Option("--with-private", help="Also pages with private: true")] = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Write the pages for readers that cannot run a command line.

    jsonl is for programs, llms-txt for language models, site for a browser, bulk for OpenSearch and Elasticsearch.
    Private pages and inbox/ stay out, and nothing of them is told. The same pages give the same bytes.

    Example: kb export public --format site
    """
    config = find_base(kb)
    request = ExportRequest(absolute(folder), format_, with_inbox, with_private)
    with _ending_cleanly():
        exported = export_base(config, request)
    return Outcome(exported, view, Output(json, no_color), view.warnings(exported))


@contextmanager
def _ending_cleanly() -> Generator[None]:
    """Let a command that is told to end take away what it has half written."""

    def stop(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        sys.exit(128 + number)

    told: list[int] = []
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        for number in told:
            signal.raise_signal(number)
