"""Which files of a folder are pages."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIX = ".md"
IGNORE_FILE = ".gitignore"


class Skipped(NamedTuple):
    """A file or folder that could not be read: its path below the base, and why in a few words."""

    path: str
    reason: str


class Walk(NamedTuple):
    """The pages below a folder as sorted POSIX paths relative to it, and the folders that could not be listed."""

    paths: tuple[str, ...]
    skipped: tuple[Skipped, ...]


def walk(root: Path, exclude: tuple[str, ...] = ()) -> Walk:
    """Find every Markdown file below `root`.

    Left out, and not descended into: names that begin with a dot, `node_modules`, links of any kind (what they
    lead to inside the base is found at its own place), what `exclude` or a `.gitignore` at or below `root` names.

    Args:
        root: the folder, absolute. Its own name may begin with a dot.
        exclude: patterns in the syntax of `.gitignore`, relative to `root`.
    """
    paths: list[str] = []
    skipped: list[Skipped] = []
    rules: list[tuple[str, GitIgnoreSpec]] = []
    if exclude:
        rules.append(("", _spec(exclude)))
    folders = [("", rules)]
    while folders:
        prefix, rules = folders.pop()
        try:
            with os.scandir(root / prefix if prefix else root) as listing:
                entries = list(listing)
        except OSError as error:
            skipped.append(Skipped(prefix.rstrip("/") or ".", trouble(error)))
            continue
        if any(entry.name == IGNORE_FILE for entry in entries):
            rules = rules + _read_rules(root, prefix)  # noqa: RUF005 - siblings share the list: never extend it
        for entry in entries:
            name = entry.name
            if name.startswith("."):
                continue
            path = prefix + name
            if name.endswith((SUFFIX, ".MD")):
                if entry.is_file(follow_symlinks=False) and not _ignored(path, rules):
                    paths.append(path)
                    continue
            if entry.is_dir(follow_symlinks=False) and name != "node_modules" and not _ignored(path + "/", rules):
                folders.append((path + "/", rules))
    return Walk(tuple(sorted(paths)), tuple(sorted(skipped, key=lambda item: item.path)))


def trouble(error: OSError) -> str:
    """Say in lower case why the system refused, without the path."""
    return (error.strerror or type(error).__name__).lower()


def _ignored(path: str, rules: list[tuple[str, GitIgnoreSpec]]) -> bool:
    return any(spec.match_file(path[len(folder) :]) for folder, spec in rules)


def _read_rules(root: Path, prefix: str) -> list[tuple[str, GitIgnoreSpec]]:
    try:
        text = (root / prefix / IGNORE_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []  # git cannot read it either, and ignores nothing then
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(prefix, _spec(lines))] if lines else []


def _spec(patterns: list[str] | tuple[str, ...]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - 10 ms that a base without patterns need not wait for

    return GitIgnoreSpec.from_lines(patterns)
