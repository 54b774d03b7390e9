"""Where the headings of exported pages are: an anchor is made of words, and some of these do not leave the base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..pages.headings import find_headings
from ..pages.names import fold
from ..pages.passages import anchors_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..pages.page import Page


class Moved:
    """The anchors of pages whose headings are others now."""

    def __init__(self, before: Mapping[str, Page], after: Mapping[str, Page], *, drop: bool = False) -> None:
        """Compare pages with what became of them.

        Args:
            before: the pages as they were, by path.
            after: the same pages as they are now.
            drop: whether links to headings that are others now lose their anchor.
        """
        self._anchors: dict[str, dict[str, str | None]] = {}
        for path, page in before.items():
            known = _compare(page, after[path], drop=drop)
            if known is not None:
                self._anchors[path] = known

    def __bool__(self) -> bool:
        """Tell whether any heading is another one now."""
        return bool(self._anchors)

    def of(self, path: str, anchor: str) -> str | None:
        """Return the anchor that a link has now, empty when it has none, or None when it stays as it is written.

        An anchor that no heading has may be words of one all the same: it goes, where any heading changed.
        """
        known = self._anchors.get(path)
        if known is None:
            return None
        return known[anchor] if anchor in known else known.get(letters(anchor), "")


def letters(text: str) -> str:
    """Return the letters and digits of a heading, by which links may name it."""
    return "".join(sign for sign in fold(text) if sign.isalnum())


def _compare(before: Page, after: Page, *, drop: bool) -> dict[str, str | None] | None:
    old = find_headings(before.body_lines)
    found = find_headings(after.body_lines)
    if [heading.text for heading in old] == [heading.text for heading in found]:
        return None
    new = {heading.line: (heading.text, own) for heading, own in zip(found, anchors_of(found), strict=True)}
    by_words: dict[str, str | None] = {}
    by_anchor: dict[str, str | None] = {}
    for heading, anchor in zip(old, anchors_of(old), strict=True):
        text, own = new.get(heading.line, ("", ""))
        is_as_before = text == heading.text and (drop or own == anchor)
        kept = None if is_as_before else "" if drop else own
        by_words.setdefault(letters(heading.text), kept)
        by_anchor.setdefault(anchor, kept)
    return by_words | by_anchor
