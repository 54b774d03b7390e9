"""What a host's stop hook has to say when a turn has ended."""

from __future__ import annotations

import json
import os
import stat
import time
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..journal.append import QUERIES
from ..journal.read import read_line
from ..state import STATE, state_folder
from .work import Work, work_in_message, work_of

if TYPE_CHECKING:
    from pathlib import Path

    from ..config import Config

# A payload is a few kilobytes, or some megabytes with a picture in it, which tell nothing.
MOST_OF_A_PAYLOAD = 1_048_576
MOST_OF_A_FILE = 262_144
SESSIONS = "sessions"
_MARK = "hook-"
# Seconds after which no session and no month needs its mark any more.
_KEPT = 90 * 86_400


class Turn(NamedTuple):
    """What a host says of the turn that has ended: its session, its transcript, and its last answer."""

    session: str
    transcript: str
    message: str


def suggest(config: Config, payload: bytes, now: float) -> str:
    """Return what to suggest to the user, in one line, or an empty text; once a session, and once a month.

    A suggestion is made only when it could be noted in the base's `.kb`, so that it is never made twice.

    Args:
        config: the base.
        payload: what the host wrote to the hook.
        now: seconds since 1970.
    """
    turn = read_turn(payload)
    if turn is None:
        return ""
    said: list[str] = []
    work = _work(turn)
    if work.is_infrastructure and _is_first(config.root, sha256(turn.session.encode()).hexdigest()[:32], now):
        done = f"ran {_listed(work.tools)}" if work.tools else "changed files of the infrastructure"
        said.append(
            f'This turn {done}. Did the team learn something? Draft it: kb new finding "SUMMARY"; '
            "put it up for review: kb capture ID --push."
        )
    month = _month_before(now)
    if config.log and _has_misses(config.root, month) and _is_first(config.root, f"misses-{month}", now):
        said.append(f"Searches of {month} missed. Share them: kb queries --export --month {month} --push.")
    return " ".join(said)


def read_turn(payload: bytes) -> Turn | None:
    """Return what a payload says of a turn, or None when it tells of none, or of one that a hook has prolonged."""
    if len(payload) > MOST_OF_A_PAYLOAD:
        return None
    try:
        said: Any = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    fields = cast("dict[str, Any]", said)
    session, transcript, message = (
        value if isinstance(value := fields.get(name), str) else ""
        for name in ("session_id", "transcript_path", "last_assistant_message")
    )
    if not session or fields.get("hook_event_name", "Stop") != "Stop" or fields.get("stop_hook_active") is True:
        return None
    return Turn(session.encode("utf-8", "replace").decode(), transcript, message)


def _work(turn: Turn) -> Work:
    lines = _last_lines(turn.transcript) if turn.transcript else []
    return work_of(lines) if lines else work_in_message(turn.message)


def _last_lines(path: str | Path) -> list[bytes]:
    """Return the last whole lines of a file, none when it cannot be read; a device or a pipe is no file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return []
            start = max(0, status.st_size - MOST_OF_A_FILE)
            file.seek(start)
            lines = file.read(MOST_OF_A_FILE).split(b"\n")
    except (OSError, ValueError):  # a name may hold a null
        return []
    return lines[1:] if start else lines


def _is_first(root: Path, name: str, now: float) -> bool:
    """Note that something is said; return whether it was not yet, and could be noted."""
    try:
        folder = state_folder(root, SESSIONS)
        os.close(os.open(folder / f"{_MARK}{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return False
    for path in folder.glob(f"{_MARK}*"):
        with suppress(OSError):
            if now - path.lstat().st_mtime > _KEPT:
                path.unlink()
    return True


def _month_before(now: float) -> str:
    """Return the month before this one, in UTC as the log has them, such as 2026-11."""
    year, month = time.gmtime(now)[:2]
    return f"{year - (month == 1):04}-{(month - 2) % 12 + 1:02}"


def _has_misses(root: Path, month: str) -> bool:
    path = root / STATE / QUERIES / f"{month}.jsonl"
    if path.is_symlink():
        return False
    return any(entry.full == 0 for line in _last_lines(path) if (entry := read_line(line)))


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
