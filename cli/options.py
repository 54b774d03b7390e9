"""The options that every verb shares, and what surrounds the process."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from ..store.config import Config, Places, open_base
from ..store.errors import KbError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..store.search.engine import EngineName

KbOption = Annotated[
    str | None,
    typer.Option("--kb", metavar="PATH", help="The knowledge base; else KB_HOME, the folders above, your default"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON document to stdout")]
NoColorOption = Annotated[bool, typer.Option("--no-color", help="Write no colour, also on a terminal")]


def find_base(option: str | None) -> Config:
    """Return the base that the option or the surroundings of the process name."""
    home = os.environ.get("KB_HOME")
    places = Places(
        option=None if option is None else absolute(option),
        home=absolute(home) if home else None,
        here=working_directory(),
        settings=settings_path(os.environ),
        user=Path.home(),
    )
    return open_base(places)


def absolute(name: str) -> Path:
    """Return a path that a user gave as one that does not depend on the working directory; links stay as named."""
    if not name:
        raise KbError("usage", "empty-path", "the path is empty", "name a folder; . is the working directory")
    path = Path(os.path.expanduser(name))  # noqa: PTH111 - `~nobody` stays a name like others
    here = working_directory()
    if not path.is_absolute() and here is None:
        raise KbError("missing", "no-working-directory", "the working directory is gone", "name an absolute path")
    return Path(os.path.normpath(path if here is None else here / path))


def working_directory() -> Path | None:
    """Return the working directory, or None when it is gone."""
    try:
        return Path.cwd()
    except OSError:  # removed under our feet
        return None


def today() -> str:
    """Return the day where the user is, in ISO form."""
    return time.strftime("%Y-%m-%d")


def settings_path(environ: Mapping[str, str]) -> Path:
    """Return where the user's own settings are."""
    if sys.platform == "win32":
        folder = Path(environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        folder = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "kb" / "config.toml"


def wanted_engine() -> EngineName | None:
    """Return the engine that KB_ENGINE asks for: for tests, and to see what a poorer SQLite would find."""
    from ..store.search.engine import EngineName  # noqa: PLC0415 - verbs that do not search need not wait for it

    name = os.environ.get("KB_ENGINE") or None
    if name is not None and name not in get_args(EngineName):
        known = ", ".join(get_args(EngineName))
        raise KbError("usage", "unknown-engine", f"KB_ENGINE is {name!r}", f"unset it, or set it to one of: {known}")
    return cast("EngineName | None", name)
