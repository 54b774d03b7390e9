"""What a person or a program calls a page or a part of one -> its text."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from .page import stem
from .sections import find_sections
from .walk import SUFFIX

if TYPE_CHECKING:
    from .base import Base
    from .page import Page

_PART = re.compile(r"(?:#(.*?))?(?::(\d+)(?:-(\d+))?)?", re.DOTALL)
# More digits than any file has lines; Python refuses to read thousands of them.
MOST_DIGITS = 9


class Shown(NamedTuple):
    """A page, and the part of it that was asked for: 1-based lines of the file, and their text."""

    page: Page
    anchor: str
    start_line: int
    end_line: int
    text: str


def find_target(base: Base, target: str) -> Shown:
    """Return the page or the part that a target names.

    Args:
        base: the pages to choose from.
        target: `PAGE`, `PAGE#ANCHOR`, `PAGE:LINE`, `PAGE:FIRST-LAST` or `PAGE#ANCHOR:FIRST-LAST`, where PAGE is a
            path below the base, with or without its ending, a record's id, or a file's name that no other page has.

    Raises:
        KbError: `missing` when there is no such page or part, or several pages have the name.
    """
    page, rest = _find_page(base, target)
    lines = page.text.removesuffix("\n").split("\n")
    match = _PART.fullmatch(rest)
    if not match:
        raise _no_page(base, target)
    sections = {section.anchor: section for section in find_sections(page)}
    anchor, first, last = match[1] or "", 1, len(lines)
    if anchor:
        if anchor not in sections:
            known = tuple(sections)
            trouble = f"{page.path} has no heading #{anchor}"
            raise KbError("missing", "no-such-anchor", trouble, _choice(anchor, known), known)
        first, last = sections[anchor].start_line, sections[anchor].end_line
    if match[2]:
        first, last = (int(number[:MOST_DIGITS]) for number in (match[2], match[3] or match[2]))
        if not 1 <= first <= last <= len(lines):
            trouble = f"{page.path} has lines 1-{len(lines)}, not {rest.rpartition(':')[2]}"
            raise KbError("missing", "no-such-lines", trouble, "give a range within them")
    return Shown(page, anchor, first, last, "\n".join(lines[first - 1 : last]))


def _find_page(base: Base, target: str) -> tuple[Page, str]:
    """Return the page that the longest beginning of a target names, and the rest of the target."""
    for end in _ends(target):
        name = target[:end]
        found = _named(base, name) or _named(base, name.replace("\\", "/").removeprefix("./"))
        if len(found) > 1:
            paths = tuple(page.path for page in found)
            raise KbError("missing", "ambiguous", f"{name!r} names {len(found)} pages", _listed(paths), paths)
        if found:
            return found[0], target[end:]
    raise _no_page(base, target)


def _no_page(base: Base, target: str) -> KbError:
    name = re.split(r"[#:]", target, maxsplit=1)[0]
    for skipped in base.skipped:
        if name in (skipped.path, skipped.path[: -len(SUFFIX)], stem(skipped.path)):
            trouble = f"{skipped.path} cannot be read: {skipped.reason}"
            return KbError("missing", "unreadable-page", trouble, "mend the file")
    close = _close(name, base)
    hint = f"did you mean {_listed(close)}" if close else "kb search finds pages by their words"
    return KbError("missing", "no-such-page", f"no page is called {name!r}", hint, close)


def _ends(target: str) -> list[int]:
    """Return where the page's name may end in a target, the longest name first: names may hold `#` and `:`."""
    cuts = [place for place, character in enumerate(target) if character in "#:" and place]
    return [len(target), *reversed(cuts)]


def _named(base: Base, name: str) -> list[Page]:
    """Return the pages of this name: a path is surer than an id, and an id than a file's name."""
    return (
        [page for page in base.pages if page.path == name]
        or [page for page in base.pages if page.path[: -len(SUFFIX)] == name]
        or [page for page in base.pages if page.id == name]
        or [page for page in base.pages if stem(page.path) == name]
    )


def _close(name: str, base: Base) -> tuple[str, ...]:
    names = {key: page.path for page in base.pages for key in (stem(page.path), page.path)}
    return tuple(dict.fromkeys(names[match] for match in get_close_matches(name, names, n=3)))


def _choice(name: str, known: tuple[str, ...]) -> str:
    close = tuple(get_close_matches(name, known, n=3)) or known
    return f"it has {_listed(tuple('#' + anchor for anchor in close))}" if close else "it has no headings"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)
