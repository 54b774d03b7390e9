"""The HTML of a site: its index by system, and a page each."""

from __future__ import annotations

import posixpath
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from .addresses import INDEX, relative
from .content import named_pages
from .markdown import title_anchor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..pages.page import Page
    from .addresses import Addresses
    from .content import Content, ExportedPage
    from .markdown import Renderer

INCOMPLETE = "Some pages could not be read when this was made: what is missing here need not be gone."
OTHERS = "Other pages"
# With a capital: no heading has such an address.
SEARCH = "searchInput"
# Nothing is fetched but the site's own files; `self` alone is not every browser's name for a folder of files.
_POLICY = (
    "default-src 'none'; img-src data:; script-src 'self' file:; style-src 'self' file:; "
    "form-action 'self' file:; base-uri 'none'"
)
_NOT_SHOWN = frozenset({"title", "summary", "type", "id", "status", "private"})
_SIGNS = ("kind", "status", "severity", "confidence")


class Frame(NamedTuple):
    """What the pages of a site share."""

    content: Content
    addresses: Addresses
    renderer: Renderer


def index_page(frame: Frame) -> str:
    """Return the page with the search and all pages by system."""
    groups = _by_system(frame.content.pages)
    links = "".join(
        f'<li><a href="#group-{number}">{_text(name)}</a> <span class="count">{len(pages)}</span></li>'
        for number, (name, pages) in enumerate(groups)
    )
    sections = "".join(
        f'<section class="group" id="group-{number}"><h2>{_text(name)}</h2><ul class="pages">'
        f"{''.join(_entry(frame, each) for each in pages)}</ul></section>"
        for number, (name, pages) in enumerate(groups)
    )
    main = (
        f"<h1>{_text(frame.content.name)}</h1>{_search('', is_index=True)}"
        '<noscript><p class="notice">The search needs JavaScript; the index below does not.</p></noscript>'
        '<section id="results" hidden><p id="status" role="status"></p><ol id="found"></ol></section>'
        f'<div id="index"><nav aria-label="Systems"><ul class="systems">{links}</ul></nav>{sections}</div>'
    )
    scripts = '<script src="passages.js" defer></script><script src="search.js" defer></script>'
    return _document(frame.content, frame.content.name, "", main, scripts)


def content_page(frame: Frame, each: ExportedPage) -> str:
    """Return the page of a page."""
    page = each.page
    folder = posixpath.dirname(frame.addresses.files[page.path])
    top = relative(INDEX, folder)
    heading = title_anchor(page)
    anchor = "" if heading is None else f' id="{escape(heading)}"'
    summary = page.one("summary")
    main = (
        f'<header class="top"><a href="{escape(top)}">{_text(frame.content.name)}</a>'
        f"{_search(top, is_index=False)}</header>"
        f'<article><p class="path">{_text(page.path)}</p><h1{anchor}>{_text(page.title)}</h1>{_signs(page)}'
        + (f'<p class="summary">{frame.renderer.line(page, summary)}</p>' if summary else "")
        + f'{_fields(frame, page)}<div class="body">{frame.renderer.body(page)}</div></article>'
        + _backlinks(frame, each)
    )
    return _document(frame.content, f"{page.title} - {frame.content.name}", folder, main)


def _document(content: Content, title: str, folder: str, main: str, scripts: str = "") -> str:
    note = "" if content.complete else f'<p class="notice">{INCOMPLETE}</p>'
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">'
        f'<title>{_text(title)}</title><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{escape(relative("style.css", folder))}">{scripts}</head>'
        f"<body><main>{main}</main><footer>{note}<p>Made by kb export.</p></footer></body></html>\n"
    )


def _search(action: str, *, is_index: bool) -> str:
    target = INDEX if is_index else action
    hint = '<span class="hint">/ to search, arrows to move</span>' if is_index else ""
    return (
        f'<form class="search" role="search" action="{escape(target)}" method="get">'
        f'<label for="{SEARCH}">Search the pages</label>'
        f'<div class="row"><input id="{SEARCH}" name="q" type="search" autocomplete="off" spellcheck="false">'
        f"<button>Search</button></div>{hint}</form>"
    )


def _by_system(pages: Sequence[ExportedPage]) -> list[tuple[str, list[ExportedPage]]]:
    """Return the pages of each system by its name, those about none behind them; shared pages before records."""
    groups: dict[str, list[ExportedPage]] = {}
    others: list[ExportedPage] = []
    for each in sorted(pages, key=lambda each: (each.page.kind != "wiki", each.page.kind, each.page.path)):
        systems = dict.fromkeys(each.page.many("systems"))
        for system in systems:
            groups.setdefault(system, []).append(each)
        if not systems:
            others.append(each)
    named = sorted(groups.items(), key=lambda group: (group[0].casefold(), group[0]))
    return named + ([(OTHERS, others)] if others else [])


def _entry(frame: Frame, each: ExportedPage) -> str:
    page = each.page
    summary = page.one("summary")
    shown = f"<p>{_text(summary)}</p>" if summary and summary != page.title else ""
    address = escape(relative(frame.addresses.files[page.path]))
    return f'<li><a href="{address}">{_text(page.title)}</a> {_signs(page)}{shown}</li>'


def _signs(page: Page) -> str:
    values = [("id", page.id), *((name, page.kind if name == "kind" else page.one(name)) for name in _SIGNS)]
    shown = [f'<span class="sign {name}">{_text(value)}</span>' for name, value in values if value]
    if page.updated:
        shown.append(f'<span class="sign">updated {page.updated}</span>')
    return f'<p class="signs">{" ".join(shown)}</p>'


def _fields(frame: Frame, page: Page) -> str:
    rows: list[str] = []
    for name in page.fields:
        values = page.many(name)
        if name in _NOT_SHOWN or name in {*_SIGNS, "updated"} or not any(values):
            continue
        shown = ", ".join(_value(frame, page, value) for value in values)
        rows.append(f"<div><dt>{_text(name.replace('_', ' '))}</dt><dd>{shown}</dd></div>")
    return f'<dl class="fields">{"".join(rows)}</dl>' if rows else ""


def _value(frame: Frame, page: Page, value: str) -> str:
    for path in named_pages(value, frame.content.names):
        if path != page.path and (address := frame.addresses.between(page, path, "")):
            return f'<a href="{escape(address)}">{_text(value)}</a>'
    return frame.renderer.line(page, value)


def _backlinks(frame: Frame, each: ExportedPage) -> str:
    titles = {other.page.path: other.page.title for other in frame.content.pages}
    rows = [
        f'<li><a href="{escape(frame.addresses.between(each.page, path, "") or "")}">{_text(titles[path])}</a></li>'
        for path in each.backlinks
    ]
    return f'<nav class="backlinks"><h2>Linked from</h2><ul>{"".join(rows)}</ul></nav>' if rows else ""


def _text(text: str) -> str:
    return escape(text, quote=False)
