"""Pages that leave the base, with nothing in them of those that stay."""

from __future__ import annotations

import posixpath
import re
from functools import partial
from typing import TYPE_CHECKING

from ..ignore import is_ignored, make_rules
from ..pages.headings import find_headings
from ..pages.kinds import built_in_fields
from ..pages.link_index import Index, resolve, without_ending
from ..pages.names import fold
from ..pages.walk import SUFFIX
from .anchors import Moved
from .choose import is_in_inbox
from .telling import names_of, occurring, public_names, same, telling_names
from .written import move_anchor, move_anchors, replace_links, wiki_link

if TYPE_CHECKING:
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
# Those of them that kb gives the words for.
_GIVEN_WORDS = frozenset({"type", "status", "severity", "confidence", "updated", "expires"})
_QUOTED_LINE = re.compile(r"\n(?:[ \t]*>)*")


class Redactor:
    """Takes what is hidden out of the pages that are exported; made once."""

    def __init__(self, base: Base, choice: Choice) -> None:
        self.index = Index(base)
        self._exported = {page.path: page for page in choice.exported}
        unread = [item.path for item in choice.skipped if item.path.lower().endswith(SUFFIX)]
        hidden: dict[str, Page | None] = {**dict.fromkeys(unread), **{page.path: page for page in choice.hidden}}
        public = public_names(choice.exported)
        names = {name for path, page in hidden.items() for name in names_of(path, page)}
        self._names = {fold(name) for name in names if same(name) not in public}
        self._hidden = frozenset(map(fold, hidden))
        # Which pages are in a folder that cannot be listed, and what they are called, is not known.
        closed = (item.path for item in choice.skipped if (base.config.root / item.path).is_dir())
        self._closed = tuple(f"{fold(path)}/" for path in closed)
        telling = (name for path, page in hidden.items() for name in telling_names(path, page))
        self._telling = occurring((name for name in telling if same(name.written) not in public), choice.exported)
        self._known = _OWN_WORDS | built_in_fields()
        self._excluded = make_rules(base.config.exclude)
        self._moved = Moved({}, {})

    def pages(self) -> dict[str, Page]:
        """Return the pages as they are exported, by path."""
        pages = self._pages()
        # A heading may hold a link to another one: first none keeps an anchor that tells, then each has its new one.
        for drop in (True, False):
            moved = Moved(self._exported, pages, drop=drop)
            if moved:
                self._moved = moved
                pages = self._pages()
        return pages

    def _pages(self) -> dict[str, Page]:
        return {path: self._page(page) for path, page in self._exported.items()}

    def _page(self, page: Page) -> Page:
        """Return a page as it is exported: its frontmatter as fields alone, its lines where they were."""
        head = "\n" * page.text.count("\n", 0, page.body_start)
        fields: dict[str, Value] = {}
        for name, value in page.fields.items():
            kept = value if name in _GIVEN_WORDS else self._field(page, name, value)
            if kept is not None and (name in self._known or self._text(page, name) == name):
                fields[name] = kept
        left = page._replace(fields=fields, text=head + self._text(page, page.body), body_start=len(head))
        return left._replace(title=self._title(page, left))

    def _title(self, page: Page, left: Page) -> str:
        """Return the title: of one that is a heading what is left of that, for its links may be defined elsewhere."""
        first = next(iter(find_headings(page.body_lines)), None)
        if first is not None and first.text == page.title and "title" not in page.fields:
            now = next((each for each in find_headings(left.body_lines) if each.line == first.line), None)
            return now.text if now else NOT_EXPORTED
        return self._text(page, page.title)

    def _field(self, page: Page, name: str, value: Value) -> Value | None:
        """Return what is left of a field, or None when nothing is."""
        texts = (value,) if isinstance(value, str) else value
        if name not in _OWN_WORDS:
            texts = [self._named(page, text) for text in texts if not self._is_hidden_name(page, text)]
        kept = [self._text(page, text) for text in texts]
        kept = [text for text in kept if text.strip() != NOT_EXPORTED]
        if isinstance(value, str):
            return kept[0] if kept else None
        return tuple(kept) if kept or not value else None

    def _named(self, page: Page, text: str) -> str:
        """Return the value of a field with its anchor moved, if it is the name of a page with one."""
        link = None if "[" in text or "#" not in text else wiki_link(text)[0]
        anchor = self._anchor(page, link) if link and link.target else None
        return text if anchor is None else move_anchor(text, anchor)

    def _is_hidden_name(self, page: Page, text: str) -> bool:
        named = text.partition("#")[0].strip()
        near = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), named))
        paths = {named, named + SUFFIX, near, near + SUFFIX}
        if fold(named) in self._names or not self._hidden.isdisjoint(map(fold, paths)):
            return True
        return any(fold(path).startswith(self._closed) for path in paths)

    def _tells(self, address: str) -> bool:
        """Tell whether an address names a hidden page; then what is said of it tells of that page, too."""
        folded = address.casefold()
        return any(name.key in folded and name.pattern.search(address) for name in self._telling)

    def _is_excluded(self, page: Page, name: str) -> bool:
        """Tell whether a wiki link of a page names a file that is no page because the base's settings exclude it."""
        if name.startswith(("./", "../")):
            name = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), name))
        paths = self.index.files.get(fold(without_ending(name.strip("/")) + SUFFIX), ()) if self._excluded else ()
        return any(is_ignored(part, self._excluded) for path in paths for part in _with_folders(path))

    def _text(self, page: Page, text: str) -> str:
        if self._moved:
            text = move_anchors(text, partial(self._anchor, page))
        text = replace_links(text, partial(self._replacement, page))
        folded = text.casefold()
        for name in self._telling:
            if name.key in folded:
                text = name.pattern.sub(_same_lines, text)
        return text

    def _anchor(self, page: Page, link: Link) -> str | None:
        found = (self._moved.of(path, link.anchor) for path in resolve(link, page, self.index))
        return next((anchor for anchor in found if anchor is not None), None)

    def _replacement(self, page: Page, link: Link | str) -> str | None:
        """Return what stands in the place of a link to what is not exported; None keeps the link."""
        if isinstance(link, str):  # on the net
            return NOT_EXPORTED if self._tells(link) else None
        paths = resolve(link, page, self.index)
        if any(path in self._exported for path in paths):
            return None
        is_hidden = any(path.lower().endswith(SUFFIX) or is_in_inbox(path) for path in paths)
        if not paths:
            # What is written in another case, or in another folder, leads there for some readers.
            is_hidden = self._is_hidden_name(page, link.target) or self._tells(link.target)
            if link.kind == "wiki":
                is_hidden = is_hidden or bool(self._closed) or self._is_excluded(page, link.target)
        return NOT_EXPORTED if is_hidden else None


def _with_folders(path: str) -> list[str]:
    """Return a path and the folders that it is in, each as rules are asked for it."""
    ends = [number for number, sign in enumerate(path) if sign == "/"]
    return [path, *(path[: end + 1] for end in ends)]


def _same_lines(match: re.Match[str]) -> str:
    return NOT_EXPORTED + "".join(_QUOTED_LINE.findall(match[0]))
