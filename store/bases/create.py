"""Making a folder a base."""

from __future__ import annotations

import os
import shutil
import tempfile
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple

from .. import bases
from ..config import CONFIG_NAME, read_config
from ..errors import KbError
from ..files import write_new
from ..git.repository import commit_all, make_repository
from ..pages.walk import trouble, walk

FOLDERS = ("inbox", "memory/decisions", "memory/findings", "memory/incidents", "wiki")
KEEP = ".gitkeep"
SETTINGS = """\
# The settings of this knowledge base; kb schema kb-toml-1 says what else may stand here.
format = 1
"""


class Made(NamedTuple):
    """What `create_base` did.

    Attributes:
        root: the base's folder, absolute.
        written: the files that were written, as paths below the root.
        kept: the files that a base needs and that were there already.
        pages: how many Markdown files the base has now.
        commit: the id of the commit that holds the example, or None.
    """

    root: Path
    written: tuple[str, ...]
    kept: tuple[str, ...]
    pages: int
    commit: str | None


def create_base(root: Path) -> Made:
    """Make a folder a base: a new one empty, one that has Markdown as it is with what is missing added.

    Raises:
        KbError: `refused` when the folder cannot be written to; `outside` when git fails.
    """
    root = _writable(root)
    is_new = not any(root.iterdir()) if root.is_dir() else True
    wanted = {CONFIG_NAME: SETTINGS.encode()}
    if is_new:
        wanted |= {f"{folder}/{KEEP}": b"" for folder in FOLDERS}
    written: list[str] = []
    try:
        for name, data in wanted.items():
            if not (root / name).exists():
                write_new(root / name, data)
                written.append(name)
    except OSError as error:
        raise _refused(root, error) from error
    if is_new:
        make_repository(root)
    kept = tuple(name for name in wanted if name not in written)
    return Made(root, tuple(written), kept, len(walk(root, read_config(root).exclude).paths), None)


def create_example(root: Path) -> Made:
    """Write the built-in example into a new or empty folder, as a git repository with one commit; all or nothing.

    Raises:
        KbError: `refused` when the folder has something in it or cannot be written to; `outside` when git fails.
    """
    root = _writable(root)
    if root.exists() and any(root.iterdir()):
        raise KbError("refused", "not-empty", f"{root} is not empty", "name a new folder for the example")
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{root.name}-", dir=root.parent))
    except OSError as error:
        raise _refused(root, error) from error
    try:
        written = _copy_example(scratch)
        commit = commit_all(
            scratch,
            "The knowledge of Harbor operations\n\nThe built-in example of kb.",
            name="Harbor operations",
            email="operations@harbor.example",
            date="2026-11-30T09:00:00+00:00",
        )
        if root.exists():
            root.rmdir()
        scratch.chmod(0o755)
        scratch.rename(root)
    except OSError as error:
        raise _refused(root, error) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)  # nothing is left to remove when all went well
    return Made(root, written, (), len(walk(root).paths), commit)


def _copy_example(target: Path) -> tuple[str, ...]:
    written: list[str] = []
    with as_file(files(bases) / "example" / "pages") as source:
        for path in sorted(source.rglob("*")):
            if path.is_file():
                name = path.relative_to(source).as_posix()
                write_new(target / name, path.read_bytes())
                written.append(name)
    return tuple(written)


def _writable(root: Path) -> Path:
    """Return the folder as an absolute path; it may be missing, but is no file."""
    root = Path(os.path.abspath(root.expanduser()))  # noqa: PTH100 - a link stays the name that the user gave
    if root.exists() and not root.is_dir():
        raise KbError("refused", "not-a-folder", f"{root} is a file", "name a folder")
    return root


def _refused(root: Path, error: OSError) -> KbError:
    return KbError("refused", "not-writable", f"{root} cannot be written to: {trouble(error)}", "name another folder")
