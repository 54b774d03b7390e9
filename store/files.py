"""Files written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from pathlib import Path


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, making its folders; a crash leaves no part of it.

    Raises:
        FileExistsError: the name is taken, if only by a link to nothing; it is left as it is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".kb-{uuid4().hex}")
    try:
        _write(temporary, data)
        try:
            # A rename would replace a file that has come meanwhile; a link is made only where nothing is.
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:  # a file system that has no links: the name is at least never another's
            _write(path, data)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def _write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise
