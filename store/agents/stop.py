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
from .work import work_in_message, work_of

if TYPE_CHECKING:
    from pathlib import Path

    from ..config import Config

# A payload is a few kilobytes, or some megabytes with a picture in it, which tell nothing.
MOST_OF_A_PAYLOAD = 262_144
MOST_OF_A_FILE = 262_144
_MOST_LINES = 2_000
SESSIONS = "sessions"
_MARK = "hook-"
# Seconds after which no session and no month needs its mark any more.
_KEPT = 90 * 86_400
# How many marks are looked at in one turn.
_MOST_MARKS = 256


class Turn(NamedTuple):
    """What a host says of the turn that has ended: its session, its transcript, and its last answer."""

    session: str
    transcript: str
    message: str


class Suggestion(NamedTuple):
    """A sentence to the user, and the mark of its session or month: it is said when `claim` gives the mark away."""

    mark: str
    sentence: str


def suggest(config: Config, payload: bytes, now: float) -> tuple[Suggestion, ...]:
    """Return what to suggest to the user, and was not yet: once a session, and once a month.

    Args:
        config: the base.
        payload: what the host wrote to the hook.
        now: seconds since 1970.
    """
    turn = read_turn(payload)
    if turn is None:
        return ()
    said: list[Suggestion] = []
    done = _done(turn)
    session = sha256(turn.session.encode()).hexdigest()[:32]
    if done and _is_new(config.root, session):
        sentence = (
            f'This turn {done}. Did the team learn something? Draft it: kb new finding "SUMMARY"; '
            "put it up for review: kb capture ID --push."
        )
        said.append(Suggestion(session, sentence))
    month = _month_before(now)
    misses = f"misses-{month}"
    if config.log and _has_misses(config.root, month) and _is_new(config.root, misses):
        sentence = f"Searches of {month} missed. Share them: kb queries --export --month {month} --push."
        said.append(Suggestion(misses, sentence))
    return tuple(said)


def claim(root: Path, mark: str) -> bool:
    """Note in the base's `.kb` that something is said; return False where that cannot be, or another hook was first."""
    try:
        path = state_folder(root, SESSIONS) / f"{_MARK}{mark}"
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError:
        return False
    return True


def release(root: Path, mark: str) -> None:
    """Take a note back: what it stands for could not be said."""
    with suppress(OSError):
        (root / STATE / SESSIONS / f"{_MARK}{mark}").unlink()


def tidy(root: Path, now: float) -> None:
    """Let some marks go that nothing needs any more.

    Args:
        root: the base's folder.
        now: seconds since 1970.
    """
    with suppress(OSError):
        folder = root / STATE / SESSIONS
        names = sorted(name for name in os.listdir(folder) if name.startswith(_MARK))  # noqa: PTH208 - a Path each is slow
        first = int(now) % len(names) if len(names) > _MOST_MARKS else 0
        for name in (names + names)[first : first + min(len(names), _MOST_MARKS)]:
            with suppress(OSError):
                if now - (folder / name).lstat().st_mtime > _KEPT:
                    (folder / name).unlink()


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


def _done(turn: Turn) -> str:
    """Return what a turn did that may be worth a capture, as the end of a sentence, or an empty text."""
    lines = _last_lines(turn.transcript) if turn.transcript else []
    work = work_of(lines) if lines else work_in_message(turn.message)
    if not work.is_infrastructure:
        return ""
    if work.tools:
        return f"{'ran' if lines else 'shows'} {_listed(work.tools)}"
    return "changed files of the infrastructure"


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
    return lines[1 if start else 0 :][-_MOST_LINES:]


def _is_new(root: Path, mark: str) -> bool:
    """Tell whether something was not said yet."""
    return not os.path.lexists(root / STATE / SESSIONS / f"{_MARK}{mark}")


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
