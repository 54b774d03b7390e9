"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, making its folders; a crash leaves no part of it.

    Raises:
        FileExistsError: the name is taken, if only by a link to nothing; it is left as it is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=".kb-", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)  # noqa: PTH101 - mkstemp gives 0600, meant for secrets
        _put_in_place(temporary, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)  # noqa: PTH108 - a plain name here


def _put_in_place(temporary: str, path: Path) -> None:
    # A rename would replace a file that has come meanwhile; a link is made only where nothing is.
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError as error:  # a file system that has no links
        if os.path.lexists(path):
            raise FileExistsError(error.errno, "file exists", str(path)) from error
        os.rename(temporary, path)  # noqa: PTH104 - as above
