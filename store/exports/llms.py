"""`llms.txt`, `llms-full.txt`, and the Markdown that the first one lists.

Format: https://llmstxt.org - a heading, a quoted summary, and lists of links, each with what is behind it.
"""

from __future__ import annotations

import json
import re
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import quote

from .content import File

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..pages.page import Page
    from .content import Content

FOLDER = "pages"
INCOMPLETE = "Some pages could not be read when this was written: what is missing here need not be gone."
_PLAIN_NAME = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_BRACKETS = re.compile(r"[\[\]\\]")


def llms_files(content: Content) -> Iterator[File]:
    """Yield the list, everything in one file, and each page on its own."""
    yield _file("llms.txt", _list(content))
    pages = [_markdown(each.page) for each in content.pages]
    yield _file("llms-full.txt", "\n".join([f"# {content.name}\n", *_notes(content), *pages]))
    for each, text in zip(content.pages, pages, strict=True):
        yield _file(f"{FOLDER}/{each.page.path}", text)


def _list(content: Content) -> str:
    lines = [f"# {content.name}", "", f"> The pages of {content.name}, each with what it is about.", ""]
    lines += _notes(content)
    in_order = sorted((each.page for each in content.pages), key=lambda page: (page.kind != "wiki", page.kind))
    for kind, pages in groupby(in_order, key=lambda page: page.kind):
        lines += [f"## {kind}", "", *map(_line, pages), ""]
    return "\n".join(lines)


def _line(page: Page) -> str:
    name = f"{page.id}: {page.title}" if page.id and page.id != page.title else page.title
    shown = _BRACKETS.sub(r"\\\g<0>", " ".join(name.split()))
    target = quote(f"{FOLDER}/{page.path}", errors="surrogateescape")
    summary = " ".join((page.one("summary") or "").split())
    return f"- [{shown}]({target})" + (f": {summary}" if summary else "")


def _markdown(page: Page) -> str:
    """Return a page as Markdown, its frontmatter as YAML whose values are written as JSON writes them."""
    fields = {"path": page.path, **{name: value for name, value in page.fields.items() if name != "path"}}
    head = [f"{_name(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return "\n".join(["---", *head, "---", "", page.body.strip("\n"), ""])


def _name(name: str) -> str:
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _notes(content: Content) -> list[str]:
    return [] if content.complete else [INCOMPLETE, ""]


def _file(path: str, text: str) -> File:
    return File(path, text.encode("utf-8", "backslashreplace"))
