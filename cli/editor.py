"""The user's editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

from ..store.errors import KbError

if TYPE_CHECKING:
    from pathlib import Path

    from ..store.git.runner import Git


def edit(git: Git, path: Path) -> None:
    """Open a file in the user's editor, as git would choose it, and wait for it.

    Raises:
        KbError: `outside` when it cannot be started or fails; the file stays.
    """
    command = _editor(git)
    try:
        ended = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603 - the user's editor
    except OSError as error:
        trouble = f"the editor {command[0]!r} cannot be started"
        raise KbError("outside", "no-editor", trouble, f"set EDITOR; the draft is {path}") from error
    if ended:
        trouble = f"the editor {command[0]!r} ended with {ended}"
        raise KbError("outside", "editor-failed", trouble, f"the draft is {path}")


def _editor(git: Git) -> list[str]:
    named = os.environ.get("GIT_EDITOR") or git.run("config", "--get", "core.editor", wrong=(1,)).text
    named = named or os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not named:
        return ["notepad"] if sys.platform == "win32" else ["vi"]
    return shlex.split(named, posix=sys.platform != "win32")
