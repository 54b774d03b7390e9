"""The compass of a code repository: an `AGENTS.md` that says what it is for, and how to find one's way in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError, reason_of
from ..files import write_new
from ..pages.names import fold
from ..pages.page import Page, read_page
from ..secrets import find_secrets
from .parts import COMMANDS, CONSUMES, PARTS, PROVIDES, PURPOSE, TRAPS, read_parts
from .unlink import without_links

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE = "AGENTS.md"
# What to write below each heading; a reader of the page does not see it.
_TO_FILL: Mapping[str, str] = {
    PURPOSE: "<!-- One or two sentences: what it does, and for whom. -->",
    COMMANDS: "<!-- A list, such as: - `make test`: all tests, two minutes -->",
    TRAPS: "<!-- What went wrong more than once, and how to avoid it. -->",
    PROVIDES: "<!-- What others call, read or install, such as: - `quotes-api`: prices of parcels, over HTTP -->",
    CONSUMES: "<!-- What it needs of others, by the name that they provide it under, such as: - `carrier-rates` -->",
}


class Compass(NamedTuple):
    """A compass: the repository's name, and the parts of it that say something."""

    name: str
    parts: Mapping[str, str]


class MadeCompass(NamedTuple):
    """A compass that was written, to be filled in.

    Attributes:
        root: the repository's folder, absolute.
        path: the file, below it.
        parts: the headings to fill in.
    """

    root: Path
    path: str
    parts: tuple[str, ...]


class NoCompassError(Exception):
    """Why there is no compass to be read, in a few words."""


def make_compass(root: Path) -> MadeCompass:
    """Give a code repository a compass to fill in.

    Args:
        root: the repository's folder, absolute.

    Raises:
        KbError: `missing` when there is no such folder; `refused` when it has an `AGENTS.md` already, or cannot be
            written to.
    """
    if not root.is_dir():
        raise KbError("missing", "no-folder", f"{root} is no folder", "name the folder of a code repository")
    name = " ".join(root.name.split())
    blocks = [f"# {name}", *(block for part in PARTS for block in (f"## {part}", _TO_FILL[part]))]
    text = "\n\n".join(blocks) + "\n"
    try:
        write_new(root / FILE, text.encode("utf-8", "replace"))
    except FileExistsError as error:
        hint = f"give it the headings that are missing: {', '.join(PARTS)}"
        raise KbError("refused", "not-empty", f"{root} has an {FILE} already, which stays as it is", hint) from error
    except OSError as error:
        trouble = f"{root} cannot be written to: {reason_of(error)}"
        raise KbError("refused", "not-writable", trouble, "mend that, and try again") from error
    return MadeCompass(root, FILE, PARTS)


def read_compass(name: str, root: Path) -> Compass:
    """Return the compass of a code repository.

    Args:
        name: what the repository is called.
        root: its folder, absolute.

    Raises:
        NoCompassError: there is none, it cannot be read or is not filled in, or it holds what looks like a secret.
    """
    if not root.is_dir():
        raise NoCompassError(f"{root} is no folder")
    if not os.path.lexists(root / FILE):
        raise NoCompassError(f"it has no {FILE}")
    if not (root / FILE).is_file():
        raise NoCompassError(f"its {FILE} is no file")
    page = read_page(root, FILE, {})
    if not isinstance(page, Page):
        raise NoCompassError(f"its {FILE} cannot be read: {page.reason}")
    lines = page.body
    for to_fill in _TO_FILL.values():
        lines = lines.replace(to_fill, "")
    try:
        parts = read_parts(without_links(lines.split("\n"), fold(name)))
    except ValueError as error:
        raise NoCompassError(f"its {FILE} leaves code or a comment open below {str(error)!r}") from error
    if PURPOSE not in parts:
        raise NoCompassError(f"its {FILE} is not filled in: {PURPOSE!r} says nothing")
    for part, text in parts.items():
        if secrets := find_secrets(text):
            raise NoCompassError(f"its {FILE} holds what looks like a secret below {part!r}: {secrets[0].kind}")
    return Compass(name, parts)
