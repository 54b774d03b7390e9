"""A static site: an index by system, a page each, and a search that needs no server."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

from ..search.stopwords import STOPWORDS
from .addresses import INDEX, Addresses, relative
from .content import File
from .markdown import Renderer
from .site_pages import Frame, content_page, index_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .content import Content

ASSETS = ("style.css", "search.js")
DATA = "passages.js"


def site_files(content: Content) -> Iterator[File]:
    """Yield the files of the site; it works from a folder of files, so that its data is a script."""
    addresses = Addresses(each.page for each in content.pages)
    frame = Frame(content, addresses, Renderer(content.names, addresses.between))
    for name in ASSETS:
        text = (files(__package__ or "") / "assets" / name).read_text(encoding="utf-8")
        yield File(name, text.encode())
    yield File(DATA, _data(frame))
    yield _file(INDEX, index_page(frame))
    for each in content.pages:
        yield _file(addresses.files[each.page.path], content_page(frame, each))


def _data(frame: Frame) -> bytes:
    """Return what is searched: the pages, each with its head, and their passages as people read them."""
    pages: list[dict[str, object]] = []
    for each in frame.content.pages:
        page = each.page
        head = [page.id, page.one("summary"), *page.many("aliases"), *page.many("tags")]
        pages.append(
            {
                "title": page.title,
                "path": page.path,
                "address": relative(frame.addresses.files[page.path]),
                "kind": page.kind,
                "head": "\n".join(text for text in head if text),
                "passages": [
                    [passage.anchor, passage.trail[-1] if passage.trail else "", frame.renderer.plain(passage.text)]
                    for passage in each.passages
                ],
            }
        )
    data = {"pages": pages, "stopwords": sorted(STOPWORDS)}
    return f"const KB = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n".encode(
        "utf-8", "backslashreplace"
    )


def _file(path: str, text: str) -> File:
    # A file name that is no Unicode text is shown with marks in the place of what is none.
    return File(path, text.encode("utf-8", "replace"))
