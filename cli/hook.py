"""`kb hook`."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread

import typer

from ..store.agents.stop import MOST_OF_A_PAYLOAD, Suggestion, claim, release, suggest, tidy
from ..store.config import is_marked
from ..store.errors import KbError
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import hook as view
from .render.edge import show

# Seconds; with the start of the process it is under the 200 ms that a host waits at the end of each turn.
LIMIT = 0.05
NOTE_LIMIT = 0.02

hook = typer.Typer(add_completion=False, rich_markup_mode=None)


@hook.callback()
def _group() -> None:
    """Answer the hooks of an agent's host; it always ends with 0, so that no turn is held up."""


@hook.command()
def stop(kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False) -> None:
    """Suggest what the turn that has ended may be worth, once a session.

    Reads what the host writes to standard input. When the turn did infrastructure work it suggests a capture; once a
    month it suggests sharing what searches missed. It writes what the host shows to its user, else nothing.

    Example: kb hook stop < payload.json
    """
    found: list[tuple[Path, Suggestion]] = []
    _in_time(LIMIT, lambda: _work(kb, found))
    claimed: list[tuple[Path, Suggestion]] = []
    _in_time(NOTE_LIMIT, lambda: claimed.extend(one for one in found if claim(one[0], one[1].mark)))
    said = list(claimed)  # what is claimed too late is not said
    if not said:
        return
    try:
        message = " ".join(suggestion.sentence for _, suggestion in said)
        show(Outcome(message, view, Output(json or not sys.stdout.isatty(), no_color)))
    except (BrokenPipeError, KbError):
        for root, suggestion in said:  # what nobody has read may be said again
            release(root, suggestion.mark)
        raise
    _in_time(NOTE_LIMIT, lambda: tidy(said[0][0], time.time()))


def _in_time(limit: float, action: Callable[[], None]) -> None:
    """Do something for so many seconds at most.

    Whatever holds it up, a pipe that nobody closes or a slow disk, holds up a thread that ends with the process.
    """
    worker = Thread(target=action, daemon=True)
    worker.start()
    worker.join(limit)


def _work(kb: str | None, found: list[tuple[Path, Suggestion]]) -> None:
    with suppress(Exception):  # nobody reads why a hook has nothing to say
        payload = _payload()
        config = find_base(kb)
        if is_marked(config.root):
            found += [(config.root, suggestion) for suggestion in suggest(config, payload, time.time())]


def _payload() -> bytes:
    """Return what the host wrote, to its end: one that cannot write all of it might take that for a failure."""
    payload = rest = sys.stdin.buffer.read(MOST_OF_A_PAYLOAD + 1)
    while rest:
        rest = sys.stdin.buffer.read(MOST_OF_A_PAYLOAD)
    return payload
