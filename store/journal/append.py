"""One line a search, written at once."""

from __future__ import annotations

import json
import os
import re
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
# A text without any of these, and without a long word of letters and digits, holds no secret and no address.
_TELLING = frozenset("@:=<")
_LONG = 16
# Behind the cut there may be a part of what stands for a secret.
_CUT_MARK = r"\[[A-Za-z ]*$"

# A pipe in the place of the log must not make a search wait for its reader.
_OPTIONAL = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | sum(getattr(os, name, 0) for name in _OPTIONAL)


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
            _write(descriptor, line)
        finally:
            os.close(descriptor)
    except OSError as error:
        return f"this search is not logged: {reason_of(error)}; KB_NO_LOG=1 turns the log off"
    return ""


def _write(descriptor: int, line: bytes) -> None:
    """Write a line by one call, so that those of several processes stay whole; on a full disk none is left in part."""
    written = os.write(descriptor, line)
    if written != len(line):
        size = os.fstat(descriptor).st_size
        os.ftruncate(descriptor, size - written)
        raise OSError(None, "there is no room for it")


def make_line(result: Result, *, now: float, seconds: float, repository: str | None) -> bytes:
    """Return a line of the log, `kb/query/1`, without what looks like a secret or a mail address; as `log_search`."""
    filters = result.request.filters
    entry = {
        "schema": "kb/query/1",
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now)),
        "wordings": [_redacted(wording) for wording in result.wordings],
        "filters": {
            "type": _all_redacted(filters.types),
            "status": _all_redacted(filters.statuses),
            "repo": _all_redacted(filters.repos),
            "system": _all_redacted(filters.systems),
            "tag": _all_redacted(filters.tags),
            "path": _all_redacted(filters.paths),
            "since": filters.since,
        },
        "unit": result.request.unit,
        "full": result.full,
        "partial": result.partial,
        "engine": result.engine,
        "results": list(dict.fromkeys(hit.page.path for hit in result.hits))[:MOST_RESULTS],
        "repository": None if repository is None else _redacted(repository),
        "milliseconds": round(seconds * 1000),
    }
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return (text + "\n").encode("utf-8", "replace")


def _all_redacted(texts: tuple[str, ...]) -> list[str]:
    return [_redacted(text) for text in texts]


def _redacted(text: str) -> str:
    text = text.encode("utf-8", "replace").decode()  # a word in another encoding has no letters that can be kept
    if not _TELLING.isdisjoint(text) or any(map(_may_be_token, text.split())):
        from ..secrets import redact  # noqa: PLC0415 - most searches need not wait for its patterns

        text = redact(text)
    return text if len(text) <= MOST_OF_A_WORDING else re.sub(_CUT_MARK, "", text[:MOST_OF_A_WORDING])


def _may_be_token(word: str) -> bool:
    return len(word) >= _LONG and not word.isalpha() and any(map(str.isdigit, word))
