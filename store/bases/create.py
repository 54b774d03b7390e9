"""Making a folder a base."""

from __future__ import annotations

import os
import shutil
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from .. import bases
from ..agents.guides import agent_files
from ..config import CONFIG_NAME, read_config
from ..errors import KbError, reason_of
from ..files import write_new
from ..git.create import commit_all, make_repository
from ..git.runner import Git
from ..pages.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

FOLDERS = ("inbox", "memory/decisions", "memory/findings", "memory/incidents", "wiki")
KEEP = ".gitkeep"
SETTINGS = """\
# The settings of this knowledge base; kb schema kb-toml-1 says what else may stand here.
format = 1
"""


class Made(NamedTuple):
    """What was made.

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


def create_base(root: Path, environ: Mapping[str, str]) -> Made:
    """Make a folder a base: one without Markdown an empty one, one that has some as it is with what is missing added.

    Args:
        root: the folder, absolute; it may be missing.
        environ: the variables of the process, for git.

    Raises:
        KbError: `refused` when the folder cannot be written to, or a file or a link is where a folder is to be, before
            anything is written; `outside` when git fails; as `read_config`, when it has settings.
    """
    _refuse_file(root)
    settings = read_config(root)
    is_empty = not walk(root).paths
    wanted = {CONFIG_NAME: SETTINGS.encode(), **agent_files()}
    if is_empty:
        wanted |= {f"{folder}/{KEEP}": b"" for folder in FOLDERS}
    written: list[str] = []
    try:
        _refuse_in_the_way(root, wanted)
        if is_empty:
            _make_repository(root, environ)
        for name, data in wanted.items():
            if not os.path.lexists(root / name):
                write_new(root / name, data)
                written.append(name)
    except OSError as error:
        raise _refused(root, error) from error
    kept = tuple(name for name in wanted if name not in written)
    return Made(root, tuple(written), kept, len(walk(root, settings.exclude).paths), None)


def _make_repository(root: Path, environ: Mapping[str, str]) -> None:
    """Make a folder a repository before anything is in it: without git nothing is left behind."""
    is_new = not root.exists()
    root.mkdir(parents=True, exist_ok=True)
    try:
        make_repository(Git(root, environ))
    except KbError:
        if is_new:
            root.rmdir()
        raise


def create_example(root: Path, environ: Mapping[str, str]) -> Made:
    """Write the built-in example into a new or empty folder, as a git repository with one commit; all or nothing.

    Args:
        root: the folder, absolute; it may be missing.
        environ: the variables of the process, for git.

    Raises:
        KbError: `refused` when the folder has something in it or cannot be written to; `outside` when git fails.
    """
    _refuse_file(root)
    try:
        is_there = root.exists()
        if is_there and any(root.iterdir()):
            raise KbError("refused", "not-empty", f"{root} is not empty", "name a new folder for the example")
        # Made beside a folder that is not there, and inside one that is: somebody may stand in it.
        scratch = (root if is_there else root.parent) / f".kb-{uuid4().hex}"
        scratch.mkdir(parents=True)
        try:
            written = _copy_example(scratch)
            commit = _commit_example(Git(scratch, environ))
            if is_there:
                for path in sorted(scratch.iterdir()):
                    path.rename(root / path.name)
            else:
                scratch.rename(root)
        finally:
            _remove(scratch)
    except OSError as error:
        raise _refused(root, error) from error
    return Made(root, written, (), len(walk(root).paths), commit)


def _commit_example(git: Git) -> str:
    return commit_all(
        git,
        "The knowledge of Harbor operations\n\nThe built-in example of kb.",
        name="Harbor operations",
        email="operations@harbor.example",
        date="2026-11-30T09:00:00+00:00",
    )


def _remove(folder: Path) -> None:
    """Remove a folder, if it is there; git writes its objects read-only, which some systems do not let go."""
    for path in folder.rglob("*"):
        path.chmod(0o700)
    if folder.exists():
        shutil.rmtree(folder)


def _copy_example(target: Path) -> tuple[str, ...]:
    written: list[str] = []
    with as_file(files(bases) / "example" / "pages") as source:
        for path in sorted(source.rglob("*")):
            if path.is_file():
                name = path.relative_to(source).as_posix()
                write_new(target / name, path.read_bytes())
                written.append(name)
    for name, data in agent_files().items():
        write_new(target / name, data)
        written.append(name)
    return tuple(sorted(written))


def _refuse_file(root: Path) -> None:
    try:
        is_other = root.exists() and not root.is_dir()
    except OSError as error:
        raise _refused(root, error) from error
    if is_other:
        raise KbError("refused", "not-a-folder", f"{root} is a file", "name a folder")


def _refuse_in_the_way(root: Path, wanted: Iterable[str]) -> None:
    """Refuse what is no folder where one is to be written into; a link might lead out of the base."""
    for name in wanted:
        if os.path.lexists(root / name):
            continue
        for folder in (root / name).relative_to(root).parents:
            path = root / folder
            if folder.parts and os.path.lexists(path) and (path.is_symlink() or not path.is_dir()):
                what = "link" if path.is_symlink() else "file"
                trouble = f"{path} is a {what}, and kb would write {name}"
                raise KbError("refused", "in-the-way", trouble, f"make it a folder, or add {name} yourself")


def _refused(root: Path, error: OSError) -> KbError:
    return KbError("refused", "not-writable", f"{root} cannot be written to: {reason_of(error)}", "name another folder")
