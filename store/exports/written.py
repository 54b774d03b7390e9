"""Links as they are written, anywhere in a text, replaced by other text."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from ..pages.links import ADDRESS, CONTAINERS, ESCAPE, LABEL, SCHEME, TITLE, Link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

# Code is not spared: what names a page there would tell of it just as well.
_DEFINITION = re.compile(
    rf"^{CONTAINERS}\[(?!\^)((?:[^\[\]\\]|\\.){{1,999}})\]:"
    r"[ \t]*+(?:\n[ \t>]*+)?(<[^<>\n]*>|[^\s<]\S*)"
    rf"(?:(?:[ \t]++|[ \t]*+\n[ \t>]*+){TITLE})?[ \t]*$",
    re.MULTILINE,
)
_TOKEN = re.compile(r"\\[\[\]]|\[|\]")
_WIKI = re.compile(r"!?\[\[([^\[\]\n]+)\]\]")
# A link or a picture in HTML: what it shows goes with it.
_ADDRESS_OF_TAG = "address"
# What is quoted may hold the signs that end a tag; a quote that nothing is set to is a sign like others.
_INSIDE = r"""(?>=\s{0,9}"[^"]{0,999}"|=\s{0,9}'[^']{0,999}'|[^<>])"""
_TAG = re.compile(
    rf"""<(?:(?P<anchor>a)|img|embed|iframe|area|audio|video|source|track|object)\s{_INSIDE}{{0,999}}?"""
    r"""(?<![\w-])(?:href|src|data)\s*=\s*["']?(?P<address>(?<=")[^"<>]*+|(?<=')[^'<>]*+|[^\s"'<>]++)"""
    rf"""["']?{_INSIDE}{{0,999}}+>(?(anchor).{{0,999}}?</a\s*>)""",
    re.IGNORECASE | re.DOTALL,
)
_IN_TAG = re.compile(r"""\b(?:href|src|data)\s*=\s*["']?((?<=")[^"<>]*|(?<=')[^'<>]*|[^\s"'<>]+)""", re.IGNORECASE)
# No link that anyone wrote shows more.
MOST_SHOWN = 10_000


class _Span(NamedTuple):
    """A link in a text: where it is, where it leads, where its address is, and else the label that it refers to."""

    start: int
    end: int
    link: Link | None
    address: tuple[int, int] = (0, 0)
    label: str = ""


def wiki_link(content: str) -> tuple[Link, str]:
    """Return where the content of a wiki link leads, and what it shows, empty when that is its target."""
    named, _, shown = content.partition("|")
    target, _, anchor = named.removesuffix("\\").partition("#")
    return Link(0, "wiki", target.strip(), anchor.rpartition("#")[2].strip()), shown.strip()


def markdown_link(address: str) -> Link | None:
    """Return where an address in a Markdown link leads, or None when it is on the net."""
    address = unescape(ESCAPE.sub(r"\1", address.removeprefix("<").removesuffix(">")))
    if SCHEME.match(address):
        return None
    path, _, anchor = address.partition("#")
    return Link(0, "markdown", unquote(path.partition("?")[0]), unquote(anchor))


def move_anchor(address: str, anchor: str) -> str:
    """Return an address with another anchor, or with none; one that is nothing but an anchor keeps its sign."""
    path = address.partition("#")[0]
    return f"{path}#{anchor}" if anchor or not path else path


def move_anchors(text: str, moved: Callable[[Link], str | None]) -> str:
    """Return a text with the anchors of some of its links replaced.

    Args:
        text: Markdown.
        moved: from where a link leads to its new anchor, empty for none, or None to keep it.
    """
    spans = [(span.link, *span.address) for span in _spans(text) if span.link]
    spans += [(markdown_link(found[2]), *found.span(2)) for found in _DEFINITION.finditer(text)]
    spans += [(markdown_link(found[1]), *found.span(1)) for found in _IN_TAG.finditer(text)]
    parts: list[str] = []
    done = 0
    for link, start, end in sorted(spans, key=lambda span: span[1:]):
        anchor = moved(link) if link and link.anchor and start >= done else None
        if anchor is not None:
            address = text[start:end]
            closing = ">" if address.startswith("<") and address.endswith(">") else ""
            parts += (text[done:start], move_anchor(address, anchor), closing)
            done = end
    return "".join((*parts, text[done:]))


def replace_links(text: str, replacement: Callable[[Link | str], str | None]) -> str:
    """Return a text with some of its links replaced, its lines as many as before.

    Args:
        text: Markdown.
        replacement: from where a link leads, or its address on the net, to what takes its place, or None to keep it.
    """
    labels: dict[str, str | None] = {}

    def without(match: re.Match[str]) -> str:
        new = replacement(markdown_link(match[2]) or match[2])
        labels.setdefault(_label(match[1]), new)  # the first definition of a label counts
        if new is None:
            return match[0]
        return "\n" * match[0].count("\n")

    def without_tag(match: re.Match[str]) -> str:
        address = match[_ADDRESS_OF_TAG]
        new = replacement(markdown_link(address) or address)
        return match[0] if new is None else new + "\n" * match[0].count("\n")

    if "<" in text:
        text = _TAG.sub(without_tag, text)
    if "]:" in text:
        text = _DEFINITION.sub(without, text)
    while "[" in text:
        changed = _replace_once(text, labels, replacement)
        if changed == text:
            break
        text = changed  # links around images need another look
    return text


def _replace_once(text: str, labels: Mapping[str, str | None], replacement: Callable[[Link | str], str | None]) -> str:
    parts: list[str] = []
    done = 0
    for span in _spans(text):
        address = text[slice(*span.address)]
        new = replacement(span.link or address) if span.link or address else labels.get(span.label)
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
                named = wiki[1].partition("|")[0].removesuffix("\\")
                yield _Span(start, wiki.end(), wiki_link(wiki[1])[0], (wiki.start(1), wiki.start(1) + len(named)))
            opened.append(start)
        elif token[0] == "]" and opened:
            start = opened.pop()
            if token.start() - start > MOST_SHOWN:
                continue
            shown = text[start : token.start()].removeprefix("!")[1:]
            if address := ADDRESS.match(text, place):
                group = 2 if address[1] is None else 1
                yield _Span(start, address.end(), markdown_link(address[group] or ""), address.span(group))
            elif reference := LABEL.match(text, place):
                yield _Span(start, reference.end(), None, label=_label(reference[1] or shown))
            else:
                yield _Span(start, place, None, label=_label(shown))


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()
