"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
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
        # A rename would replace a file that has come meanwhile; a link is made only where nothing is.
        os.link(temporary, path)
    finally:
        os.unlink(temporary)  # noqa: PTH108 - a plain name here
