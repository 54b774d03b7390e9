"""Pages and passages as rows of the columns that are searched, their text folded."""

from typing import NamedTuple

from ..pages.frontmatter import Value
from ..pages.page import Page
from ..pages.passages import Passage
from ..pages.walk import SUFFIX
from .text import fold

# How much a word in each column counts against one in the body.
WEIGHTS = {"path": 2.0, "summary": 5.0, "tags": 3.0, "aliases": 5.0, "fields": 1.0, "body": 1.0}
HEAD_COLUMNS = ("summary", "aliases")

_NOT_IN_FIELDS = frozenset({"title", "id", "summary", "tags", "aliases"})


class Row(NamedTuple):
    """The searchable text of a page or a passage, each value in one column.

    `summary` holds title, id and summary; `fields` what the frontmatter says beside the other columns.
    """

    path: str
    summary: str
    tags: str
    aliases: str
    fields: str
    body: str

    def contains(self, folded: str) -> bool:
        """Tell whether a folded text stands in one of the columns."""
        return (
            folded in self.body
            or folded in self.fields
            or folded in self.summary
            or folded in self.path
            or folded in self.aliases
            or folded in self.tags
        )

    def names(self) -> list[str]:
        """Return what the row is called: each title, id, summary and alias."""
        return [*self.summary.split("\n"), *self.aliases.split("\n")]

    def has_in_head(self, folded: str) -> bool:
        """Tell whether a folded text stands in one of `HEAD_COLUMNS`."""
        return folded in self.summary or folded in self.aliases


def page_row(page: Page) -> Row:
    """Return the row of a page."""
    return Row._make(map(fold, (*_head(page), page.body)))


def _head(page: Page) -> tuple[str, str, str, str, str]:
    """Return what a page says of itself, for each column but the body."""
    fields = page.fields
    summary = page.title
    for name in ("title", "id", "summary"):
        value = fields.get(name)
        if value and value != page.title:
            summary += "\n" + _lines(value)
    rest = [
        value if type(value) is str else "\n".join(value)  # as _lines: this runs for every field of every page
        for name, value in fields.items()
        if name not in _NOT_IN_FIELDS
    ]
    tags, aliases = _lines(fields.get("tags", "")), _lines(fields.get("aliases", ""))
    return page.path[: -len(SUFFIX)], summary, tags, aliases, "\n".join(rest)


def passage_rows(page: Page, passages: tuple[Passage, ...]) -> list[Row]:
    """Return the rows of a page's passages, each headed by its own heading.

    The page's title and the headings around count as fields; so does, with the first passage, what the page says of
    itself: it makes the page findable, but a passage is ranked by what it says. A page without a body has said it all.
    """
    rows: list[Row] = []
    has_body = page.body_start < len(page.text)
    for passage in passages:
        around = [page.title, *passage.trail[:-1]]
        if not rows:
            around = ["\n".join(_head(page)), *around]
        heading = passage.trail[-1] if passage.trail else ""
        rows.append(Row("", fold(heading), "", "", fold("\n".join(around)), fold(passage.text if has_body else "")))
    return rows


def _lines(value: Value) -> str:
    return value if type(value) is str else "\n".join(value)
