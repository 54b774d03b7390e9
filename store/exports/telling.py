"""The names that tell of a page wherever they are written, and what finds them."""

from __future__ import annotations

import re
from string import punctuation
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category, normalize
from urllib.parse import quote

from ..pages.link_index import ends_of, without_ending
from ..pages.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..pages.page import Page

LEAST_OF_A_NAME = 4
# What may stand between the words of a title: as it is written, set off, or as a part of an address.
_BETWEEN = re.compile(r"[\s_*`~-]+")
# The same in a page: across lines of a paragraph, also one in a quote, but not from one item of a list to the next.
_BETWEEN_IN_TEXT = (
    r"(?:[^\S\n]|\\?[_*`~-]|&nbsp;|&#160;|</?[a-z][a-z0-9]{0,9}[ ]?/?>"
    r"|\\?\n(?:[ \t]*>)*(?![ \t]*(?:[-+*]|[0-9]{1,9}[.)])[ \t]))+"
)
# How a sign may be written for itself: with a backslash, by its name in HTML, or in capitals.
_WRITTEN = {
    "&": r"(?:\\?&|&amp;)",
    "<": r"(?:\\?<|&lt;)",
    ">": r"(?:\\?>|&gt;)",
    '"': r'(?:\\?"|&quot;)',
    "\u00df": "(?:\u00df|ss)",
}
_SEVERAL_WORDS = re.compile(r"[\s_-]")
_LETTERS = re.compile(r"[^\W_]+")
# Of files that are often called by one word: it is no name of a page there.
_ENDINGS = "cfg|conf|css|csv|go|html?|ini|java|js|json|lock|py|rb|rs|sh|sql|toml|ts|txt|xml|ya?ml"
_NO_WORD_BEHIND = r"(?![\w-])"
_NO_FOLDER_BEHIND = r"(?![\w/-]|\.\w)"


class Name(NamedTuple):
    """A name of a page: how it is written, a part of every place where it is found, and what finds it."""

    written: str
    key: str
    pattern: re.Pattern[str]


def names_of(path: str, page: Page | None) -> tuple[str, ...]:
    """Return what a page is called by people and by links."""
    bare = without_ending(path)
    names = (path, bare, path.rpartition("/")[2], bare.rpartition("/")[2])
    return names if page is None else (*names, page.title, *page.many("id"), *page.many("aliases"))


def public_names(pages: Iterable[Page]) -> frozenset[str]:
    """Return what the pages, their systems and their repositories are called, each as `same` gives it."""
    called = (
        (*names_of(page.path, page), *_ends(page.path), *page.many("systems"), *page.many("repos")) for page in pages
    )
    return frozenset(same(name) for names in called for name in names)


def same(name: str) -> str:
    """Return a name so that its spellings by case, accents and what stands between its words are the same."""
    return _BETWEEN.sub(" ", fold(name)).strip()


def telling_names(path: str, page: Page | None) -> Iterator[Name]:
    """Yield the names of a page that are taken out wherever they are written."""
    name = path.rpartition("/")[2]
    bare = without_ending(name)
    for full in (path, quote(path), name, quote(name)):
        yield from _spelled(full, _NO_WORD_BEHIND)
    if "/" in path:
        yield from _spelled(without_ending(path), _NO_FOLDER_BEHIND)
    if _SEVERAL_WORDS.search(bare) and len(bare) >= LEAST_OF_A_NAME:
        yield from _spelled(bare, _NO_FOLDER_BEHIND)
    if page is None:
        return
    for each in page.many("id"):
        if len(each.strip()) >= LEAST_OF_A_NAME:
            yield from _spelled(each.strip(), _NO_FOLDER_BEHIND)
    for each in (page.title, *page.many("aliases")):
        if len(each.strip()) >= LEAST_OF_A_NAME:
            yield from _worded(each)


def occurring(names: Iterable[Name], pages: Iterable[Page]) -> tuple[Name, ...]:
    """Return the names that may stand somewhere in the pages, the longest first."""
    everything = "\0".join(page.text for page in pages).casefold()
    found = {name.pattern.pattern: name for name in names if name.key in everything}
    return tuple(sorted(found.values(), key=lambda name: (-len(name.written), name.written, name.pattern.pattern)))


def _ends(path: str) -> list[str]:
    """Return a path, with and without its ending, and what is left of both when folders are taken off."""
    ends = ends_of(path)
    return [*ends, *map(without_ending, ends)]


def _spelled(name: str, behind: str) -> Iterator[Name]:
    """Yield a name in both forms of its accents, with a pattern that takes an anchor behind it along."""
    for each in sorted({name, normalize("NFC", name), normalize("NFD", name)}):
        pattern = rf"(?<![\w-]){re.escape(each)}{behind}(?:#[^\s()\[\]<>\"'`]*[\w-])?"
        yield Name(each, each.casefold(), re.compile(pattern, re.IGNORECASE))


def _worded(title: str) -> Iterator[Name]:
    """Yield a title in both forms of its accents, whatever stands between its words, also within an anchor."""
    for each in sorted({normalize("NFC", title), normalize("NFD", title)}):
        words = [word for word in _BETWEEN.split(each) if word]
        if not words:
            continue
        inner = _BETWEEN_IN_TEXT.join("".join(map(_as_written, word)) for word in words)
        before = "" if _is_unspaced(words[0][0]) else r"(?<![^\W_]|[/-])"
        ending = rf"|\.(?:{_ENDINGS})\b" if len(words) == 1 else ""  # a file that is called so
        behind = "" if _is_unspaced(words[-1][-1]) else rf"(?![^\W_]|[/-]{ending})"
        anchor = rf"(?<=#)(?:[\w%-]*-)?{'-'.join(map(re.escape, words))}(?:-[\w%-]*)?(?![\w-])"
        pattern = re.compile(f"{before}{inner}{behind}|{anchor}", re.IGNORECASE)
        yield Name(each, max(_LETTERS.findall(each) or words, key=len).casefold(), pattern)


def _as_written(sign: str) -> str:
    """Return a pattern that finds a sign however Markdown writes it."""
    if sign in _WRITTEN:
        return _WRITTEN[sign]
    return rf"\\?{re.escape(sign)}" if sign in punctuation else re.escape(sign)


def _is_unspaced(sign: str) -> bool:
    """Tell whether a sign is of a script that sets no blanks between words."""
    return category(sign) == "Lo"
