"""Which files of a folder are pages."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..config import CONFIG_NAME
from ..errors import reason_of

if TYPE_CHECKING:
    from ..ignore import Rule

SUFFIX = ".md"
IGNORE_FILE = ".gitignore"

_NO_PAGES = frozenset({"node_modules"})
_NO_FILES_IN_A_BASE = _NO_PAGES | {"templates", "misses"}
_NO_PAGES_IN_A_BASE = _NO_FILES_IN_A_BASE | {"skills", "AGENTS.md", "CLAUDE.md"}


class Skipped(NamedTuple):
    """A file or folder that could not be read: its path below the base, and why in a few words."""

    path: str
    reason: str


class Walk(NamedTuple):
    """The files below a folder as sorted POSIX paths relative to it, and the folders that could not be listed."""

    paths: tuple[str, ...]
    skipped: tuple[Skipped, ...]


def walk(root: Path, exclude: tuple[str, ...] = (), *, every: bool = False) -> Walk:
    """Find every Markdown file below `root`.

    Left out, and not descended into: names that begin with a dot, `node_modules`, links of any kind (what they
    lead to inside the base is found at its own place), what `exclude` or a `.gitignore` at or below `root` names,
    and, beside a `kb.toml`, or beside `AGENTS.md`, `memory` and `wiki`: the folder `templates`, which are no pages yet;
    the folder `misses`, whose lists would be found by just what they list; and what is said to agents, the folder
    `skills`, `AGENTS.md` and `CLAUDE.md`.

    Args:
        root: the folder, absolute. Its own name may begin with a dot.
        exclude: patterns in the syntax of `.gitignore`, relative to `root`.
        every: find all other files too, and what is said to agents.

    Raises:
        ValueError: one of `exclude` is no pattern.
    """
    paths: list[str] = []
    skipped: list[Skipped] = []
    always = _make_rules(exclude) if exclude else []
    folders: list[tuple[str, list[Rule]]] = [("", [])]
    while folders:
        prefix, rules = folders.pop()
        try:
            with os.scandir(root / prefix if prefix else root) as listing:
                entries = list(listing)
        except OSError as error:
            skipped.append(Skipped(prefix.rstrip("/") or ".", reason_of(error)))
            continue
        if any(entry.name == IGNORE_FILE for entry in entries):
            rules = rules + _read_rules(root, prefix)  # siblings share the list: never extended in place
        in_a_base = _NO_FILES_IN_A_BASE if every else _NO_PAGES_IN_A_BASE
        left_out = _NO_PAGES if prefix or not _is_marked(entries) else in_a_base
        for entry in entries:
            name = entry.name
            if name.startswith(".") or name in left_out:
                continue
            path = prefix + name
            is_wanted = every or name.endswith((SUFFIX, ".MD"))
            if is_wanted and entry.is_file(follow_symlinks=False):
                if not (rules or always) or not _is_left_out(path, rules, always):
                    paths.append(path)
            elif entry.is_dir(follow_symlinks=False):
                path += "/"
                if not (rules or always) or not _is_left_out(path, rules, always):
                    folders.append((path, rules))
    return Walk(tuple(sorted(paths)), tuple(sorted(skipped, key=lambda item: item.path)))


def _is_marked(entries: list[os.DirEntry[str]]) -> bool:
    names = {entry.name for entry in entries}
    return CONFIG_NAME in names or names >= {"AGENTS.md", "memory", "wiki"}


def _make_rules(patterns: Iterable[str], folder: str = "") -> list["Rule"]:
    from ..ignore import make_rules  # noqa: PLC0415 - a base without patterns need not wait for it

    return make_rules(patterns, folder)


def _is_left_out(path: str, rules: list["Rule"], always: list["Rule"]) -> bool:
    from ..ignore import is_ignored  # noqa: PLC0415 - as above

    return is_ignored(path, rules) or is_ignored(path, always)


def _read_rules(root: Path, folder: str) -> list["Rule"]:
    try:
        text = (root / folder / IGNORE_FILE).read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return []  # git cannot read it either, and ignores nothing then
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    try:
        return _make_rules(lines, folder)
    except ValueError:
        rules: list[Rule] = []
        for line in lines:
            with suppress(ValueError):  # as git does: a line that is no pattern names nothing
                rules += _make_rules((line,), folder)
        return rules
