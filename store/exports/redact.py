"""Pages that leave the base, with nothing in them of those that stay."""

from __future__ import annotations

import posixpath
import re
from functools import partial
from typing import TYPE_CHECKING
from unicodedata import normalize
from urllib.parse import quote

from ..pages.link_index import Index, resolve
from ..pages.names import fold
from ..pages.walk import SUFFIX
from .choose import is_in_inbox
from .written import replace_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..pages.base import Base
    from ..pages.frontmatter import Value
    from ..pages.links import Link
    from ..pages.page import Page
    from .choose import Choice

NOT_EXPORTED = "(not exported)"
# What a page says of itself in words that others may use too: such a word names no other page.
_OWN_WORDS = frozenset(
    {"type", "status", "severity", "confidence", "tags", "systems", "repos", "aliases", "author", "owner", "updated"}
    | {"expires", "title", "summary", "id"}
)
_MARKS = re.compile(r"[*_`~\\]+")
_LEAST_OF_AN_ID = 4
_DIGIT = re.compile("[0-9]")
# Ids as kb gives them, and the names of dated notes.
_DATED = re.compile(r"(?:[A-Z]+-)?\d{4}-\d{2}-\d{2}-", re.ASCII)


class Redactor:
    """Takes what is hidden out of the pages that are exported; made once, asked for each page."""

    def __init__(self, base: Base, choice: Choice) -> None:
        self.index = Index(base)
        self._exported = {page.path: page for page in choice.exported}
        self._paths = {page.path: page for page in choice.hidden}
        unread = [item.path for item in choice.skipped if item.path.lower().endswith(SUFFIX)]
        public = {fold(name) for page in choice.exported for name in (*_names(page.path, page), *_ends(page.path))}
        known = [(page.path, page) for page in choice.hidden] + [(path, None) for path in unread]
        self._names = {fold(name) for path, page in known for name in _names(path, page)} - public
        self._hidden = {path for path, _ in known}
        telling = {
            name: pattern for path, page in known for name, pattern in _telling(path, page) if fold(name) not in public
        }
        self._telling = _occurring(telling, choice.exported)

    def page(self, page: Page) -> Page:
        """Return a page as it is exported: its frontmatter as fields alone, its lines where they were."""
        head = "\n" * page.text.count("\n", 0, page.body_start)
        fields: dict[str, Value] = {}
        for name, value in page.fields.items():
            kept = self._field(page, name, value)
            if kept is not None:
                fields[name] = kept
        return page._replace(
            title=self._text(page, page.title),
            fields=fields,
            text=head + self._text(page, page.body),
            body_start=len(head),
        )

    def _field(self, page: Page, name: str, value: Value) -> Value | None:
        """Return what is left of a field, or None when nothing is."""
        texts = (value,) if isinstance(value, str) else value
        may_link = name not in _OWN_WORDS
        kept = [self._text(page, text) for text in texts if not (may_link and self._is_hidden_name(page, text))]
        kept = [text for text in kept if text.strip() != NOT_EXPORTED]
        if isinstance(value, str):
            return kept[0] if kept else None
        return tuple(kept) if kept or not texts else None

    def _is_hidden_name(self, page: Page, text: str) -> bool:
        named = text.partition("#")[0].strip()
        near = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), named))
        paths = {named, named + SUFFIX, near, near + SUFFIX}
        return fold(named) in self._names or bool(paths & self._hidden)

    def _text(self, page: Page, text: str) -> str:
        text = replace_links(text, partial(self._replacement, page))
        folded = text.casefold()
        for name, pattern in self._telling:
            if name in folded:
                text = pattern.sub(NOT_EXPORTED, text)
        return text

    def _replacement(self, page: Page, link: Link, shown: str) -> str | None:
        """Return what stands in the place of a link to what is not exported; None keeps the link."""
        paths = resolve(link, page, self.index)
        if any(path in self._exported for path in paths):
            return None
        hidden = [path for path in paths if path.lower().endswith(SUFFIX) or is_in_inbox(path)]
        if not hidden:
            return None
        plain = fold(" ".join(_MARKS.sub("", shown).split()))
        told = (name for path in hidden for name in (*_names(path, self._paths.get(path)), link.target, link.anchor))
        return NOT_EXPORTED if not plain or any(_tells(plain, fold(name.strip())) for name in told) else shown


def _names(path: str, page: Page | None) -> tuple[str, ...]:
    """Return what a page is called by people and by links."""
    bare = path[: -len(SUFFIX)] if path.lower().endswith(SUFFIX) else path
    names = (path, bare, path.rpartition("/")[2], bare.rpartition("/")[2])
    return names if page is None else (*names, page.title, *page.many("id"), *page.many("aliases"))


def _ends(path: str) -> list[str]:
    """Return a path, with and without its ending, and what is left of both when folders are taken off."""
    parts = path.split("/")
    ends = ["/".join(parts[start:]) for start in range(len(parts))]
    return [*ends, *(end[: -len(SUFFIX)] for end in ends)]


def _telling(path: str, page: Page | None) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield the names of a page that can stand for nothing else wherever they are written, each with what finds it."""
    name = path.rpartition("/")[2]
    bare = name[: -len(SUFFIX)]
    for full in (path, quote(path), name, quote(name)):
        yield from _spelled(full, r"(?![\w-])")
    if "/" in path:
        yield from _spelled(path[: -len(SUFFIX)], r"(?![\w/-]|\.\w)")
    ids = [each for each in (page.many("id") if page else ()) if len(each) >= _LEAST_OF_AN_ID and _DIGIT.search(each)]
    for each in (*ids, *([bare] if _DATED.match(bare) else [])):
        yield from _spelled(each, r"(?![\w-])")


def _spelled(name: str, behind: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Yield a name in both forms of its accents, with a pattern that takes an anchor behind it along."""
    for each in {name, normalize("NFC", name), normalize("NFD", name)}:
        pattern = rf"(?<![\w-]){re.escape(each)}{behind}(?:#[^\s()\[\]<>\"'`]*[\w-])?"
        yield each, re.compile(pattern, re.IGNORECASE)


def _occurring(names: Mapping[str, re.Pattern[str]], pages: Iterable[Page]) -> list[tuple[str, re.Pattern[str]]]:
    """Return the names that stand somewhere in the pages, in small letters and the longest first."""
    everything = "\0".join(page.text for page in pages).casefold()
    found = [name for name in names if name.casefold() in everything]
    return [(name.casefold(), names[name]) for name in sorted(found, key=lambda name: (-len(name), name))]


def _tells(shown: str, name: str) -> bool:
    """Tell whether what a link shows gives a name away."""
    if not name:
        return False
    if name.isascii():
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", shown) is not None
    return name in shown
