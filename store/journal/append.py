"""One line a search, written at once."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

from ..errors import reason_of
from ..state import state_folder

if TYPE_CHECKING:
    from pathlib import Path

    from ..search.result import Result

QUERIES = "queries"
# Enough to see what was found first; a whole list would make the log a copy of the base.
MOST_RESULTS = 5
MOST_OF_A_WORDING = 500
# A text without any of these, and without a long word, holds no token and no address.
_TELLING = frozenset("@:=?&-_.")
_LONG = 16

_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def log_search(root: Path, result: Result, *, now: float, seconds: float, repository: str | None) -> str:
    """Append a search to the log of its month, in UTC; return why that was not possible, or an empty text.

    Args:
        root: the base's folder.
        result: what the search found.
        now: when it was made, in seconds since 1970.
        seconds: how long it took.
        repository: the name of the repository that it was made from, or None.
    """
    line = make_line(result, now=now, seconds=seconds, repository=repository)
    try:
        path = state_folder(root, QUERIES) / f"{time.strftime('%Y-%m', time.gmtime(now))}.jsonl"
        descriptor = os.open(path, _FLAGS, 0o600)
        try:
            os.write(descriptor, line)  # by one call, so that lines of several processes stay whole
        finally:
            os.close(descriptor)
    except OSError as error:
        return f"this search is not logged: {reason_of(error)}; KB_NO_LOG=1 turns the log off"
    return ""


def make_line(result: Result, *, now: float, seconds: float, repository: str | None) -> bytes:
    """Return a line of the log, `kb/query/1`, without what looks like a secret or a mail address; as `log_search`."""
    filters = result.request.filters
    entry = {
        "schema": "kb/query/1",
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        "wordings": [_redacted(wording) for wording in result.wordings],
        "filters": {
            "type": filters.types,
            "status": filters.statuses,
            "repo": filters.repos,
            "system": filters.systems,
            "tag": filters.tags,
            "path": tuple(map(_redacted, filters.paths)),
            "since": filters.since,
        },
        "unit": result.request.unit,
        "full": result.full,
        "partial": result.partial,
        "engine": result.engine,
        "results": list(dict.fromkeys(hit.page.path for hit in result.hits))[:MOST_RESULTS],
        "repository": repository,
        "milliseconds": round(seconds * 1000),
    }
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return (text + "\n").encode("utf-8", "backslashreplace")


def _redacted(text: str) -> str:
    if _TELLING.isdisjoint(text) and max(map(len, text.split()), default=0) < _LONG:
        return text[:MOST_OF_A_WORDING]
    from ..secrets import redact  # noqa: PLC0415 - most searches need not wait for its patterns

    return redact(text)[:MOST_OF_A_WORDING]
