"""What is exported, whatever the format."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ..pages.base import Base
from ..pages.link_index import Index, resolve
from ..pages.links import find_links
from ..pages.names import fold
from ..pages.passages import Passage, telling_passages
from .redact import Redactor

if TYPE_CHECKING:
    from ..pages.page import Page
    from .choose import Choice

UNNAMED = "Knowledge base"
# Fields whose value may be the name of another page, whole: all but those that are words of the page's own.
_LINKING = ("links", "related", "supersedes", "superseded_by", "see", "source")


class File(NamedTuple):
    """A file of an export: its path below the folder, with `/`, and its bytes."""

    path: str
    data: bytes


class ExportedPage(NamedTuple):
    """A page as it is exported.

    Attributes:
        page: with nothing in it of pages that are not exported; `text` has blank lines for the frontmatter.
        passages: its passages; of a page without a body one that is its summary.
        links: the paths of the exported pages that it links to, sorted.
        backlinks: the paths of the exported pages that link to it, sorted.
    """

    page: Page
    passages: tuple[Passage, ...]
    links: tuple[str, ...]
    backlinks: tuple[str, ...]


class Content(NamedTuple):
    """What is exported.

    Attributes:
        name: what the base is called.
        pages: its pages, by path.
        names: those pages by all their names.
        complete: whether everything could be read.
    """

    name: str
    pages: tuple[ExportedPage, ...]
    names: Index
    complete: bool


def make_content(base: Base, choice: Choice) -> Content:
    """Return what is exported of a base."""
    redactor = Redactor(base, choice)
    exported = {page.path for page in choice.exported}
    pages = redactor.pages()
    links = {page.path: _links(page, redactor.index, exported) for page in choice.exported}
    backlinks: dict[str, set[str]] = defaultdict(set)
    for path, targets in links.items():
        for target in targets:
            backlinks[target].add(path)
    return Content(
        base.config.name or UNNAMED,
        tuple(
            ExportedPage(page, _passages(page), links[path], tuple(sorted(backlinks[path])))
            for path, page in pages.items()
        ),
        Index(Base(base.config, tuple(pages.values()), ())),
        complete=not choice.skipped,
    )


def address(page: Page, passage: Passage) -> str:
    """Return where a passage is, as `path#anchor:start-end`."""
    anchor = f"#{passage.anchor}" if passage.anchor else ""
    return f"{page.path}{anchor}:{passage.start_line}-{passage.end_line}"


def named_pages(text: str, index: Index) -> tuple[str, ...]:
    """Return the paths of the pages that a field's whole value names."""
    key = fold(text.strip())
    key = key.removesuffix(".md")
    return next((names[key] for names in index.names if key in names), ())


def _links(page: Page, index: Index, exported: set[str]) -> tuple[str, ...]:
    found = {path for link in find_links(page) for path in resolve(link, page, index)}
    found |= {path for name in _LINKING for text in page.many(name) for path in named_pages(text, index)}
    return tuple(sorted(found & exported - {page.path}))


def _passages(page: Page) -> tuple[Passage, ...]:
    passages = telling_passages(page)
    if passages:
        return passages
    line = max(page.text.count("\n"), 1)
    return (Passage("", (), 1, line, page.one("summary") or page.title, is_bare=True),)
