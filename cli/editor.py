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


STDERR = 2
# What git takes for an editor that does nothing.
NO_EDITOR = ":"


def edit(git: Git, path: Path) -> None:
    """Open a file in the user's editor, as git would choose it, and wait for it.

    Raises:
        KbError: `outside` when it cannot be started or fails; the file stays.
    """
    command = _editor(git)
    if command == [NO_EDITOR]:
        return
    # What the editor writes must not get into the document of a program that reads ours.
    output = None if sys.stdout.isatty() else STDERR
    try:
        ended = subprocess.run([*command, str(path)], check=False, stdout=output).returncode  # noqa: S603 - the user's
    except OSError as error:
        trouble = f"the editor {command[0]!r} cannot be started"
        raise KbError("outside", "no-editor", trouble, f"set EDITOR; the draft is {path}") from error
    if ended:
        trouble = f"the editor {command[0]!r} ended with {ended}"
        raise KbError("outside", "editor-failed", trouble, f"the draft is {path}")


def _editor(git: Git) -> list[str]:
    named = os.environ.get("GIT_EDITOR") or git.run("config", "--get", "core.editor", wrong=(1,)).text
    named = named or os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        command = shlex.split(named, posix=sys.platform != "win32")
    except ValueError as error:
        trouble = f"the editor {named!r} cannot be understood: {error}"
        raise KbError("outside", "no-editor", trouble, "set EDITOR to a command; the draft is written") from error
    return command or (["notepad"] if sys.platform == "win32" else ["vi"])
