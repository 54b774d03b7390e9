"""The options that the verbs which write share, and what surrounds them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..store.errors import KbError, reason_of
from ..store.git.repository import open_repository
from ..store.git.runner import REMOTE_LIMIT, Git
from .options import absolute

if TYPE_CHECKING:
    from pathlib import Path

    from ..store.config import Config
    from ..store.git.repository import Repository

PushOption = Annotated[bool, typer.Option("--push", help="Push the branch, never by force, and open its review")]
HereOption = Annotated[bool, typer.Option("--here", help="Edit the file of the working tree instead of a branch")]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", metavar="FIELD=VALUE", help="A field; may be repeated, lists take commas")
]
BodyOption = Annotated[
    str | None, typer.Option("--body", metavar="FILE", help="The text behind the frontmatter; - reads standard input")
]


def git_in(folder: Path, usual_limit: float = REMOTE_LIMIT) -> Git:
    """Return git in a folder, with the variables of the process; KB_GIT_TIMEOUT is for remotes, in seconds."""
    given = os.environ.get("KB_GIT_TIMEOUT")
    try:
        limit = float(given) if given else usual_limit
    except ValueError:
        limit = 0.0
    if not 0 < limit < float("inf"):
        raise KbError(
            "usage", "bad-timeout", f"KB_GIT_TIMEOUT is {given!r}", "set it to a number of seconds, or unset it"
        )
    return Git(folder, os.environ, limit)


def repository_of(git: Git) -> Repository | None:
    """Return the repository that holds the folder of `git`, or None where there is none or no git to open it."""
    try:
        return open_repository(git, for_reading=True)
    except KbError as error:
        if error.code in {"no-repository", "no-git"}:
            return None
        raise


def fields_of(given: list[str] | None) -> tuple[tuple[str, str], ...]:
    """Return `FIELD=VALUE` by `FIELD=VALUE` as pairs."""
    pairs: list[tuple[str, str]] = []
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise KbError("usage", "bad-field", f"{text!r} is not FIELD=VALUE", "such as: severity=high")
        if not value.strip():
            raise KbError("usage", "empty-value", f"{name.strip()} gets no value", "give one behind the =")
        pairs.append((name.strip(), value.strip()))
    return tuple(pairs)


def read_text(name: str | None) -> str | None:
    """Return the text of a file that a user named, of standard input for `-`, or None when none was named."""
    if name is None:
        return None
    try:
        data = sys.stdin.buffer.read() if name == "-" else absolute(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise KbError("usage", "not-text", f"{name} is not UTF-8 text", "give a text file") from error
    except OSError as error:
        trouble = f"{name} cannot be read: {reason_of(error)}"
        raise KbError("missing", "no-such-file", trouble, "name a file that is there") from error


def page_name(given: str, config: Config) -> str:
    """Return a page as it was named, or its path below the base when it is the path of a file from where one stands."""
    path = absolute(given) if given else None
    if path is None or not path.is_file():
        return given
    for folder, root in ((path, config.root), (path.parent.resolve() / path.name, config.root.resolve())):
        if folder.is_relative_to(root):
            return folder.relative_to(root).as_posix()
    return given
