"""The folder that an export is written to: new, or in the place of an earlier export, whole or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
from hashlib import sha256
from stat import S_IMODE
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from uuid import uuid4

from ..errors import KbError, reason_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from .content import File

MARKER = ".kb-export"
# No export takes longer: what is older was left by one that was cut off.
STALE_SECONDS = 3600
_HOW = "name a new folder, an empty one, or an earlier export that holds nothing else"


class Earlier(NamedTuple):
    """What an earlier export left in a folder: its files, and the pages in it by path."""

    files: frozenset[str]
    pages: tuple[str, ...]


def read_earlier(folder: Path) -> Earlier | None:
    """Return the earlier export in a folder, or None when the folder is new or empty.

    Raises:
        KbError: `refused` when there is anything else.
    """
    try:
        if not os.path.lexists(folder):
            return None
        if folder.is_symlink() or not folder.is_dir():
            raise _refused(f"{folder} is {'a link' if folder.is_symlink() else 'no folder'}")
        found = _files(folder)
        if not found:
            return None
        if MARKER not in found:
            raise _refused(f"{folder} is not empty and no earlier export: it holds {found[0]}")
        earlier = _read_marker(folder)
    except OSError as error:
        raise _refused(f"{folder} cannot be read: {reason_of(error)}") from error
    foreign = [name for name in found if name not in earlier.files and name != MARKER]
    if foreign:
        raise _refused(f"{folder} holds what no export wrote: {foreign[0]}")
    return earlier


def write_folder(folder: Path, files: Iterable[File], marker: dict[str, Any]) -> tuple[str, ...]:
    """Write an export beside the folder and put it in the folder's place; return the names of its files, sorted.

    Raises:
        KbError: `refused` when the system does not let it be written; what was there stays.
    """
    temporary = _beside(folder)
    mode = S_IMODE(folder.stat().st_mode) if folder.exists() else None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        temporary.mkdir(mode=0o777 if mode is None else 0o700)
        begun = temporary.stat().st_mtime
        names = tuple(sorted(_write(temporary, file) for file in files))
        _dump(temporary / MARKER, marker | {"files": list(names)})
        if mode is not None:
            temporary.chmod(mode)
        _put(temporary, folder)
        _clean(folder, begun - STALE_SECONDS)
    except OSError as error:
        raise KbError("refused", "not-writable", f"{folder}: {reason_of(error)}", "name another folder") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return names


def _files(folder: Path) -> list[str]:
    """Return the files below a folder, links included, as paths with `/`."""

    def fail(error: OSError) -> None:
        raise error

    found: list[str] = []
    for above, folders, names in os.walk(folder, onerror=fail):
        below = os.path.relpath(above, folder).replace(os.sep, "/")
        links = [name for name in folders if os.path.islink(f"{above}/{name}")]  # noqa: PTH114 - not followed
        found += (name if below == "." else f"{below}/{name}" for name in (*names, *links))
    return sorted(found)


def _read_marker(folder: Path) -> Earlier:
    try:
        marker: Any = json.loads((folder / MARKER).read_bytes())
        files, pages = cast("list[Any]", marker["files"]), cast("list[Any]", marker["pages"])
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise _refused(f"{folder / MARKER} is not as an export writes it") from error
    return Earlier(frozenset(map(str, files)), tuple(map(str, pages)))


def _write(folder: Path, file: File) -> str:
    path = folder / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(file.data)
    return file.path


def _dump(path: Path, document: dict[str, Any]) -> None:
    path.write_bytes((json.dumps(document, indent=1) + "\n").encode())


def _put(temporary: Path, folder: Path) -> None:
    if not folder.exists():
        temporary.rename(folder)
        return
    old = _beside(folder)
    try:
        folder.rename(old)
        temporary.rename(folder)
    except BaseException:  # also when the command is told to end
        if old.exists() and not folder.exists():
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _beside(folder: Path) -> Path:
    """Return a new name beside the folder, by which later exports to it know what an earlier one left."""
    return folder.with_name(f"{_mark(folder)}{uuid4().hex}")


def _mark(folder: Path) -> str:
    return f".kb-export-{sha256(os.fsencode(folder.name)).hexdigest()[:8]}-"


def _clean(folder: Path, before: float) -> None:
    """Remove what earlier exports to this folder left beside it when they were cut off."""
    pattern = re.compile(re.escape(_mark(folder)) + "[0-9a-f]{32}")
    for path in folder.parent.iterdir():
        if pattern.fullmatch(path.name) and not path.is_symlink() and path.stat().st_mtime < before:
            shutil.rmtree(path, ignore_errors=True)


def _refused(trouble: str) -> KbError:
    return KbError("refused", "foreign-folder", trouble, _HOW)
