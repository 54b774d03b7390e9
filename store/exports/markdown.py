"""Markdown -> HTML and plain text: raw HTML is text, links lead to exported pages or are none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..pages.headings import find_headings
from ..pages.link_index import resolve
from ..pages.passages import anchors_of
from .written import markdown_link, wiki_link

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from markdown_it.rules_inline import StateInline

    from ..pages.link_index import Index
    from ..pages.links import Link
    from ..pages.page import Page

    # From a page, the path of another and an anchor to the address of that part in the site.
    Address = Callable[[Page, str, str], str | None]

WIKI = "wiki_link"
# Lists and quotes in one another; what is deeper would be left out, and the parser calls itself for each.
MOST_NESTED = 100
_WIKI = re.compile(r"!?\[\[([^\[\]\n]+)\]\](?![(\[])")
_ON_THE_NET = re.compile(r"(?:https?|mailto):", re.IGNORECASE)


class Renderer:
    """Renders the pages of an export; made once."""

    def __init__(self, index: Index, address: Address) -> None:
        self._index = index
        self._address = address
        options = {"html": False, "maxNesting": MOST_NESTED}
        self._parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough"])
        self._parser.inline.ruler.before("link", WIKI, _read_wiki)

    def body(self, page: Page) -> str:
        """Return the body of a page; a heading that opens it and is its title is left to the caller."""
        tokens = self._parser.parse(page.body)
        headings = find_headings(page.body_lines)
        anchors = dict(zip((heading.line for heading in headings), anchors_of(headings), strict=True))
        for token in tokens:
            if token.type == "heading_open" and token.level == 0 and token.map and token.map[0] in anchors:
                token.attrSet("id", anchors[token.map[0]])
        if title_anchor(page) is not None:
            closing = next(number for number, token in enumerate(tokens) if token.type == "heading_close")
            tokens = tokens[closing + 1 :]
        return self._html(tokens, page)

    def line(self, page: Page, text: str) -> str:
        """Return a line of text, such as the value of a field."""
        return self._html(self._parser.parseInline(text), page)

    def plain(self, text: str) -> str:
        """Return what a person reads of a text, a line a block or a row of a table."""
        lines: list[str] = []
        cells: list[str] | None = None
        for token in self._parser.parse(text):
            if token.type == "tr_open":
                cells = []
            elif token.type == "tr_close":
                lines.append(" | ".join(cells or ()))
                cells = None
            elif token.type == "inline":
                (lines if cells is None else cells).append("".join(map(_plain, token.children or [])))
            elif token.type in {"fence", "code_block"}:
                lines.append(token.content.strip("\n"))
        return "\n".join(lines)

    def _html(self, tokens: list[Token], page: Page) -> str:
        for token in tokens:
            if style := token.attrs.pop("style", ""):  # which the site's policy forbids; the parser's own, of a cell
                token.attrSet("class", str(style).rpartition(":")[2])
            if token.children:
                token.children = self._lead(token.children, page)
        return self._parser.renderer.render(tokens, self._parser.options, {})

    def _lead(self, tokens: Sequence[Token], page: Page) -> list[Token]:
        """Return the parts of a line with their links to addresses in the site or on the net, or without them."""
        kept: list[Token] = []
        is_kept: list[bool] = []
        for token in tokens:
            if token.type == "link_open":
                target = self._target(page, str(token.attrGet("href") or ""))
                is_kept.append(target is not None)
                kept += _open(target)
            elif token.type == "link_close":
                kept += [token] if is_kept.pop() else []
            elif token.type == "image":
                # No picture leaves the base, and none is fetched from the net: what it says stands for it.
                target = None if any(is_kept) else self._target(page, str(token.attrGet("src") or ""))
                kept += [*_open(target), _text(_plain(token)), *_close(target)]
            elif token.type == WIKI:
                link, shown = wiki_link(token.content)
                target = None if any(is_kept) else self._page(page, link)
                kept += [*_open(target), _text(shown or _shown(link)), *_close(target)]
            else:
                kept.append(token)
        return kept

    def _target(self, page: Page, address: str) -> str | None:
        if _ON_THE_NET.match(address):
            return address
        link = markdown_link(address)
        return None if link is None else self._page(page, link)

    def _page(self, page: Page, link: Link) -> str | None:
        addresses = (self._address(page, path, link.anchor) for path in resolve(link, page, self._index))
        return next((address for address in addresses if address is not None), None)


def title_anchor(page: Page) -> str | None:
    """Return the address of the heading that opens the body and says the page's title, or None where there is none."""
    lines = page.body_lines
    headings = find_headings(lines)
    if not headings or headings[0].level != 1 or headings[0].text != page.title:
        return None
    is_first = not any(line.strip() for line in lines[: headings[0].line])
    return anchors_of(headings)[0] if is_first else None


def _read_wiki(state: StateInline, silent: bool) -> bool:
    match = _WIKI.match(state.src, state.pos)
    if not match or (match[1][0].isspace() and match[1][-1].isspace()):  # a test in shell: [[ -f x ]]
        return False
    if not silent:
        state.push(WIKI, "", 0).content = match[1]
    state.pos = match.end()
    return True


def _plain(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    if token.type == WIKI:
        link, shown = wiki_link(token.content)
        return shown or _shown(link)
    if token.type == "image":
        return "".join(map(_plain, token.children or []))
    return token.content if token.type in {"text", "text_special", "code_inline"} else ""


def _shown(link: Link) -> str:
    return f"{link.target} # {link.anchor}" if link.target and link.anchor else link.target or link.anchor


def _open(target: str | None) -> list[Token]:
    if target is None:
        return []
    token = Token("link_open", "a", 1, attrs={"href": target})
    if _ON_THE_NET.match(target):
        token.attrSet("rel", "noreferrer")
    return [token]


def _close(target: str | None) -> list[Token]:
    return [] if target is None else [Token("link_close", "a", -1)]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
