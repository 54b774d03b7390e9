"""The folder `.kb` of a base: what may be deleted and comes back."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from pathlib import Path

STATE = ".kb"
PRIVATE = 0o700
_IGNORE_ALL = b"*\n"


def state_folder(root: Path, *names: str) -> Path:
    """Return a folder below a base's `.kb`, made where it is missing, for its user alone and out of git's sight.

    Raises:
        OSError: it cannot be made; or a link stands in its place, which might lead anywhere.
    """
    folder = root / STATE
    for part in (folder, *(folder.joinpath(*names[: number + 1]) for number in range(len(names)))):
        if os.path.islink(part):  # noqa: PTH114 - as fast as a search needs it
            raise OSError(None, f"{part.name} is a link")
        if not os.path.isdir(part):  # noqa: PTH112 - as above
            os.makedirs(part, PRIVATE, exist_ok=True)  # noqa: PTH103 - as above
    ignore = folder / ".gitignore"
    try:
        is_whole = os.stat(ignore).st_size > 0  # noqa: PTH116 - as above
    except FileNotFoundError:
        is_whole = False
    if not is_whole:
        temporary = folder / f".{uuid4().hex}"
        temporary.write_bytes(_IGNORE_ALL)
        temporary.replace(ignore)
    return folder.joinpath(*names)
