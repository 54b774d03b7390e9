"""`kb hook`."""

import sys
import time
from contextlib import suppress
from threading import Thread

import typer

from ..store.agents.stop import MOST_OF_A_PAYLOAD, suggest
from ..store.config import is_marked
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import hook as view

# Seconds; with the start of the process it is under the 200 ms that a host waits at the end of each turn.
LIMIT = 0.05

hook = typer.Typer(add_completion=False, rich_markup_mode=None)


@hook.callback()
def _group() -> None:
    """Answer the hooks of an agent's host; it always ends with 0, so that no turn is held up."""


@hook.command()
def stop(kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False) -> Outcome | None:
    """Suggest what the turn that has ended may be worth, once a session.

    Reads what the host writes to standard input. When the turn did infrastructure work it suggests a capture; once a
    month it suggests sharing what searches missed. It writes what the host shows to its user, else nothing.

    Example: kb hook stop < payload.json
    """
    said: list[str] = []
    # Whatever holds it up, a pipe that nobody closes or a slow disk, holds up a thread that ends with the process.
    worker = Thread(target=_work, args=(kb, said), daemon=True)
    worker.start()
    worker.join(LIMIT)
    message = "".join(said)
    return Outcome(message, view, Output(json or not sys.stdout.isatty(), no_color)) if message else None


def _work(kb: str | None, said: list[str]) -> None:
    with suppress(Exception):  # nobody reads why a hook has nothing to say
        payload = _payload()
        config = find_base(kb)
        if is_marked(config.root):
            said.append(suggest(config, payload, time.time()))


def _payload() -> bytes:
    """Return what the host wrote, to its end: one that cannot write all of it might take that for a failure."""
    payload = rest = sys.stdin.buffer.read(MOST_OF_A_PAYLOAD + 1)
    while rest:
        rest = sys.stdin.buffer.read(MOST_OF_A_PAYLOAD)
    return payload
