"""JSON Lines: a line a page, and a line a passage."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .content import File, address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..pages.page import Page
    from ..pages.passages import Passage
    from .content import Content, ExportedPage

PAGES = "pages.jsonl"
PASSAGES = "passages.jsonl"


def jsonl_files(content: Content) -> Iterator[File]:
    """Yield the pages as `kb/exported-page/1`, and the passages as `kb/exported-passage/1`, a line each."""
    yield File(PAGES, to_lines(_page(each) for each in content.pages))
    passages = (_passage(each.page, passage) for each in content.pages for passage in each.passages)
    yield File(PASSAGES, to_lines(passages))


def to_lines(documents: Iterable[dict[str, Any]]) -> bytes:
    """Return documents as JSON Lines in UTF-8."""
    texts = (json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n" for document in documents)
    # A file name that is no Unicode text holds lone surrogates; written as escapes they are JSON.
    return "".join(texts).encode("utf-8", "backslashreplace")


def fields_of(page: Page) -> dict[str, str | list[str]]:
    """Return the frontmatter of a page as JSON holds it."""
    return {name: value if isinstance(value, str) else list(value) for name, value in page.fields.items()}


def _page(each: ExportedPage) -> dict[str, Any]:
    page = each.page
    return {
        "schema": "kb/exported-page/1",
        "path": page.path,
        "kind": page.kind,
        "id": page.id,
        "title": page.title,
        "summary": page.one("summary"),
        "updated": page.updated,
        "fields": fields_of(page),
        "links": list(each.links),
        "backlinks": list(each.backlinks),
        "text": page.body,
    }


def _passage(page: Page, passage: Passage) -> dict[str, Any]:
    return {
        "schema": "kb/exported-passage/1",
        "page": page.path,
        "address": address(page, passage),
        "anchor": passage.anchor,
        "start_line": passage.start_line,
        "end_line": passage.end_line,
        "headings": list(passage.trail),
        "title": page.title,
        "text": passage.text,
    }
