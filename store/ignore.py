"""Patterns in the syntax of `.gitignore`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pathspec import PathSpec
    from pathspec.pattern import Pattern


class Rule(NamedTuple):
    """Patterns, and the folder that they are relative to, ended by `/` unless it is the root."""

    folder: str
    spec: PathSpec[Pattern]


def make_rules(patterns: Iterable[str], folder: str = "") -> list[Rule]:
    """Return patterns in the syntax of `.gitignore` as rules.

    Args:
        patterns: the lines of such a file.
        folder: what they are relative to, ended by `/` unless it is the root.

    Raises:
        ValueError: a line that is no pattern.
    """
    import warnings  # noqa: PLC0415 - as the next

    from pathspec import PathSpec  # noqa: PLC0415 - 10 ms that a base without patterns need not wait for

    lines = [line for line in patterns if line.strip(" /") and not line.startswith("#")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # of `re`, for a bracket within a set, which is a letter here
        try:
            return [Rule(folder, PathSpec.from_lines("gitignore", lines))] if lines else []
        except re.error as error:
            raise ValueError(str(error)) from error


def is_ignored(path: str, rules: list[Rule]) -> bool:
    """Tell what the last rule says that says anything of a path, which ends in `/` when it is a folder's."""
    ignored = False
    for folder, spec in rules:
        said = spec.check_file(path[len(folder) :]).include
        ignored = ignored if said is None else said
    return ignored
