"""Links as they are written, anywhere in a text, replaced by other text."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from ..pages.links import Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Code is not spared: what names a page there would tell of it just as well.
_TITLE = r"""(?:"(?:[^"\\]|\\.){0,999}"|'(?:[^'\\]|\\.){0,999}'|\((?:[^()\\]|\\.){0,999}\))"""
_DEFINITION = re.compile(
    rf"^[ \t>]*\[(?!\^)((?:[^\[\]\\]|\\.){{1,999}})\]:\s*(<[^<>\n]*>|[^\s<]\S*)(?:\s+{_TITLE})?[ \t]*$", re.MULTILINE
)
_TOKEN = re.compile(r"\\[\[\]]|\[|\]")
_WIKI = re.compile(r"!?\[\[([^\[\]\n]+)\]\]")
_NESTED = r"\((?:[^\s()\\]|\\.)*\)"
_ADDRESS = re.compile(
    rf"\(\s*(?:<([^<>\n]*)>|((?:[^\s()<\\]|\\.|{_NESTED})(?:[^\s()\\]|\\.|{_NESTED})*)?)(?:\s+{_TITLE})?\s*\)"
)
_REFERENCE = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999})\]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
# No link that anyone wrote shows more.
MOST_SHOWN = 10_000


class _Span(NamedTuple):
    """A link in a text: where it is, where it leads, and what it shows, if that is not its target."""

    start: int
    end: int
    link: Link | None
    shown: str
    label: str = ""


def wiki_link(content: str) -> tuple[Link, str]:
    """Return where the content of a wiki link leads, and what it shows, empty when that is its target."""
    named, _, shown = content.partition("|")
    target, _, anchor = named.removesuffix("\\").partition("#")
    return Link(0, "wiki", target.strip(), anchor.rpartition("#")[2].strip()), shown.strip()


def markdown_link(address: str) -> Link | None:
    """Return where an address in a Markdown link leads, or None when it is on the net."""
    address = unescape(_ESCAPE.sub(r"\1", address.removeprefix("<").removesuffix(">")))
    if _SCHEME.match(address):
        return None
    path, _, anchor = address.partition("#")
    return Link(0, "markdown", unquote(path.partition("?")[0]), unquote(anchor))


def replace_links(text: str, replacement: Callable[[Link, str], str | None]) -> str:
    """Return a text with some of its links replaced, its lines as many as before.

    Args:
        text: Markdown.
        replacement: from where a link leads and what it shows to what stands in its place, or None to keep it.
    """
    labels: dict[str, Link] = {}

    def without(match: re.Match[str]) -> str:
        link = markdown_link(match[2])
        if link is None or replacement(link, match[1]) is None:
            return match[0]
        labels[_label(match[1])] = link
        return "\n" * match[0].count("\n")

    if "]:" in text:
        text = _DEFINITION.sub(without, text)
    while "[" in text:
        changed = _replace_once(text, labels, replacement)
        if changed == text:
            break
        text = changed  # links around images need another look
    return text


def _replace_once(text: str, labels: dict[str, Link], replacement: Callable[[Link, str], str | None]) -> str:
    parts: list[str] = []
    done = 0
    for span in _spans(text):
        link = span.link or labels.get(span.label)
        new = replacement(link, span.shown) if link else None
        if new is not None and span.start >= done:
            lost = text.count("\n", span.start, span.end) - new.count("\n")
            parts += (text[done : span.start], new, "\n" * lost)
            done = span.end
    return "".join((*parts, text[done:]))


def _spans(text: str) -> Iterator[_Span]:
    """Yield everything that may be a link, in the order of its end."""
    opened: list[int] = []
    place = 0
    while token := _TOKEN.search(text, place):
        place = token.end()
        if token[0] == "[":
            start = token.start() - (text[token.start() - 1 : token.start()] == "!")
            if wiki := _WIKI.match(text, start):
                yield _Span(start, wiki.end(), *wiki_link(wiki[1]))
            opened.append(start)
        elif token[0] == "]" and opened:
            start = opened.pop()
            if token.start() - start > MOST_SHOWN:
                continue
            shown = text[start : token.start()].removeprefix("!")[1:]
            if address := _ADDRESS.match(text, place):
                yield _Span(start, address.end(), markdown_link(address[1] or address[2] or ""), shown)
            elif reference := _REFERENCE.match(text, place):
                yield _Span(start, reference.end(), None, shown, _label(reference[1] or shown))
            else:
                yield _Span(start, place, None, shown, _label(shown))


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()
