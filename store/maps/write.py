"""The index of a base, written at its root where git does not see it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError, reason_of
from ..files import write_whole
from ..git.repository import open_repository
from ..pages.base import MAP_MARK, MAPS, read_base
from .index import make_index

if TYPE_CHECKING:
    from pathlib import Path

    from ..config import Config
    from ..git.repository import Repository
    from ..git.runner import Git
    from ..pages.walk import Skipped

EXCLUDE = "info/exclude"
# A base outside any repository, or without git, has nobody to hide the maps from.
_NO_GIT = frozenset({"no-repository", "no-git"})


class Written(NamedTuple):
    """A file of the index: its path below the base, its size, and whether it is other than before."""

    path: str
    bytes: int
    changed: bool


class WrittenIndex(NamedTuple):
    """The index of a base as it was written.

    Attributes:
        root: the base's folder.
        files: its files.
        pages: how many pages it lists.
        systems: how many systems.
        skipped: what could not be read, and is named in it.
        warnings: sentences on what went otherwise.
    """

    root: Path
    files: tuple[Written, ...]
    pages: int
    systems: int
    skipped: tuple[Skipped, ...]
    warnings: tuple[str, ...]


def write_index(config: Config, git: Git) -> WrittenIndex:
    """Write the index of a base, over the one that kb has written before and nothing else.

    Args:
        config: the base.
        git: git in its folder.

    Raises:
        KbError: `refused` when a file of its name is not by kb, or cannot be written; nothing is written then.
    """
    base = read_base(config)
    try:
        before = {name: _read_own(config.root / name) for name in MAPS}
        # A former map that was damaged is written again, so it is not one that cannot be read.
        base = base._replace(skipped=tuple(each for each in base.skipped if each.path not in MAPS))
        index = make_index(base)
        hidden = _hide(git)
        for name, text in index.texts.items():
            if before[name] != text:
                write_whole(config.root / name, text)
    except OSError as error:
        trouble = f"the index cannot be written in {config.root}: {reason_of(error)}"
        raise KbError("refused", "not-writable", trouble, "mend that, and try again") from error
    files = (Written(name, len(text), text != before[name]) for name, text in index.texts.items())
    unread = tuple(f"{path} could not be read: {reason}; the index says so" for path, reason in base.skipped)
    return WrittenIndex(config.root, tuple(files), index.pages, index.systems, base.skipped, (*unread, *hidden))


def _read_own(path: Path) -> bytes | None:
    """Return the map that is there, or None where none is."""
    if not os.path.lexists(path):
        return None
    data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
    if not data.startswith(MAP_MARK.encode()):
        trouble = f"{path.name} is there and was not written by kb index, so it stays as it is"
        raise KbError("refused", "foreign-index", trouble, "rename it, and try again")
    return data


def _hide(git: Git) -> tuple[str, ...]:
    """Make the repository ignore the maps, in this clone alone; return sentences on what it sees all the same."""
    try:
        repository = open_repository(git, for_reading=True)
        return tuple(sentence for name in MAPS if (sentence := _hide_one(repository, name)))
    except KbError as error:
        return () if error.code in _NO_GIT else (f"git may show the index as new files: {error.message}",)
    except OSError as error:
        return (f"git shows the index as new files: {EXCLUDE} cannot be written: {reason_of(error)}",)


def _hide_one(repository: Repository, name: str) -> str:
    git, path = repository.git, repository.prefix + name
    if git.run("ls-files", "-z", "--", path).parts:
        return f"{name} is tracked by git, which it need not be: git rm --cached {name}"
    if git.run("check-ignore", "--quiet", "--", path, wrong=(1,)).code == 0:
        return ""
    file = repository.top / git.text("rev-parse", "--git-path", EXCLUDE)
    file.parent.mkdir(parents=True, exist_ok=True)
    line = "/" + re.sub(r"([\\*?\[\]])", r"\\\1", path) + "\n"
    with file.open("ab+") as excluded:
        excluded.seek(0)
        known = excluded.read()
        begin = "\n" if known and not known.endswith(b"\n") else ""
        excluded.write((begin + line).encode("utf-8", "surrogateescape"))
    return ""
