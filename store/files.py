"""Files written whole or not at all, and where a folder is in its repository."""

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


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, new or in the place of the one that is there; as `write_new` and `write_over`."""
    if path.exists():
        write_over(path, data)
    else:
        write_new(path, data)


def write_over(path: Path, data: bytes) -> None:
    """Write a file in the place of the one that is there, keeping its mode; a crash leaves the one or the other whole.

    Raises:
        OSError: the file is not there, or cannot be written.
    """
    mode = path.stat().st_mode
    temporary = path.with_name(f".kb-{uuid4().hex}")
    try:
        _write(temporary, data)
        temporary.chmod(mode)
        temporary.replace(path)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def path_in_repository(folder: Path) -> str:
    """Return the path from the top of the git repository around a folder to it: empty, or ended by `/`.

    Args:
        folder: an absolute path; outside any repository it counts as the top of one.
    """
    top = top_of_repository(folder)
    below = folder.relative_to(top).as_posix() if top else "."
    return "" if below == "." else f"{below}/"


def top_of_repository(folder: Path) -> Path | None:
    """Return the top of the git repository around a folder, an absolute path, or None outside of any."""
    for above in (folder, *folder.parents):
        with suppress(OSError):  # what cannot be looked into is no repository for this user
            if (above / ".git").exists():  # a file, in a linked work tree or a submodule
                return above
    return None


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
