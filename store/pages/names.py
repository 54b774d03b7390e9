"""Names of files that a system cannot keep, or takes for one another."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING
from unicodedata import normalize

from .problem import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

# What Windows keeps for devices, in any case and with any ending: "Naming Files, Paths, and Namespaces".
DEVICES = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in "123456789\u00b9\u00b2\u00b3"}
)
_FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]')
_NO_TEXT = re.compile("[\ud800-\udfff]")
_SEPARATORS = re.compile(r"[-_\s]+")


def fold(text: str) -> str:
    """Return text so that spellings which differ by case or by composed accents are the same."""
    return text.lower() if text.isascii() else normalize("NFC", normalize("NFC", text).casefold())


def windows_trouble(name: str) -> str:
    """Return why Windows cannot keep a file or folder of this name, or an empty text."""
    if _NO_TEXT.search(name):
        return "is no Unicode text"
    if forbidden := _FORBIDDEN.search(name):
        return f"holds {forbidden[0]!r}"
    if name.partition(".")[0].rstrip(" ").casefold() in DEVICES:
        return "is kept for a device"
    return "ends in a dot or a blank" if name.endswith((".", " ")) else ""


def check_names(paths: Iterable[str]) -> tuple[Problem, ...]:
    """Return which files Windows cannot check out, and which clash with, or look like, another one.

    Args:
        paths: the files of a base, as paths below it.
    """
    ordered = sorted(paths)
    problems: list[Problem] = []
    for path in ordered:
        for name in path.split("/"):
            if trouble := windows_trouble(name):
                message = f"Windows cannot check this out: {quoted(name)} {trouble}"
                problems.append(Problem(path, 1, "error", "windows-name", "", message))
    return (*problems, *_clashes(ordered), *_likenesses(ordered))


def _clashes(paths: list[str]) -> list[Problem]:
    """Return the files and folders that are one on a system that folds names; of a folder its first file is named."""
    spellings: dict[str, dict[str, str]] = defaultdict(dict)
    for path in paths:
        parts = path.split("/")
        for count in range(1, len(parts) + 1):
            name = "/".join(parts[:count])
            spellings[fold(name)].setdefault(name, path)
    problems: list[Problem] = []
    for found in spellings.values():
        for name, path in found.items():
            # Folders that clash make all that is in them clash too: only the outermost are named.
            others = [other for other in found if other != name and _parent(other) == _parent(name)]
            if others:
                message = f"{_called(name)} and {_called(others[0])} are one name on Windows and macOS"
                problems.append(Problem(path, 1, "error", "clashing-name", "", message))
    return problems


def _likenesses(paths: list[str]) -> list[Problem]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        alike[_parent(path), _SEPARATORS.sub("-", fold(path.rpartition("/")[2]))].append(path)
    problems: list[Problem] = []
    for found in alike.values():
        for path in found:
            other = next((other for other in found if fold(other) != fold(path)), None)
            if other:
                message = f"{_called(path)} and {_called(other)} differ only by hyphen, underscore or blank"
                problems.append(Problem(path, 1, "warning", "similar-name", "", message))
    return problems


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _called(path: str) -> str:
    return quoted(path.rpartition("/")[2])
