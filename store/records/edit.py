"""Fields of a page's frontmatter changed in place: every other character of the file stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..pages.frontmatter import LIST_FIELDS, SINGULAR, Value
from ..pages.page import Page, make_page
from .blocks import find_field, refusal
from .lists import append, append_in_brackets, bracketed, rewrite
from .scalars import literal, quoted, respelled
from .splices import Splice, splice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .blocks import Block, Entry

INDENT = 2

_COLON = re.compile(r"\s*:")
_HEADER_COMMENT = re.compile(r"[|>][0-9+-]*([ \t]*)(#[^\n]*)")
# A plain text with one of these is another one in brackets, or for some reader none.
_NOT_IN_BRACKETS = re.compile(r"[,\[\]{}?\n]")


def add_to_list(text: str, field: str, items: tuple[str, ...]) -> str:
    """Return a file's text with items behind those of a list field.

    Args:
        text: the file, decoded, with its line ends and its byte-order mark; a page without frontmatter gets one.
        field: the name of the field; a lone text in it becomes a list, and an absent field is added.
        items: the texts to add; those that are there in the same spelling are left out.

    Raises:
        KbError: when the edit would not be safe, with the line and the reason.
    """
    page, name = _read(text, field)
    old = _listed(page.fields.get(name, ()))
    new = tuple(item for item in dict.fromkeys(items) if item not in old)
    if not new:
        return text
    pieces = [quoted(item) for item in new]
    opened = _opened(text, page)
    block, entry = find_field(make_page("", opened, {}), name)
    if not entry:
        splices = _insert(block, name, bracketed(pieces))
    elif entry.value.kind == "list":
        splices = append(block, entry.value, pieces)
    else:
        splices = _enlist(block, entry, pieces)
    wanted = page._replace(fields={**page.fields, name: old + new})
    return _first_sound(opened, wanted, name, [_moved(splices, block)])


def set_field(text: str, field: str, value: Value) -> str:
    r"""Return a file's text with another value in a field, in the style of the old one.

    Args:
        text: the file, decoded, with its line ends and its byte-order mark; a page without frontmatter gets one.
        field: the name of the field; an absent one is added.
        value: the new text, or the texts of a list. In `LIST_FIELDS` a text is a list of one.

    Raises:
        KbError: when the edit would not be safe, with the line and the reason.
    """
    page, name = _read(text, field)
    if name in LIST_FIELDS:
        value = _listed(value)
    if page.fields.get(name) == value:
        return text
    opened = _opened(text, page)
    block, entry = find_field(make_page("", opened, {}), name)
    ways = (_moved(way, block) for way in _ways(block, entry, name, value))
    return _first_sound(opened, page._replace(fields={**page.fields, name: value}), name, ways)


def _read(text: str, field: str) -> tuple[Page, str]:
    """Return a page whose frontmatter has no problem, and the name that its reader gives to a field."""
    name = SINGULAR.get(field, field)
    page = make_page("", text, {})
    if page.problem:
        raise refusal(name, page.problem_line, page.problem)
    return page, name


def _listed(value: Value) -> tuple[str, ...]:
    """Return a value as texts: a blank one is none."""
    if isinstance(value, tuple):
        return value
    return (value,) if value.strip() else ()


def _opened(text: str, page: Page) -> str:
    """Return the text with an empty block at its start when it has none."""
    return text if page.body_start else splice(text, [Splice(0, 0, "---\n---\n")])


def _moved(splices: Sequence[Splice], block: Block) -> list[Splice]:
    return [Splice(start + block.start, end + block.start, new) for start, end, new in splices]


def _first_sound(text: str, wanted: Page, name: str, ways: Iterable[Sequence[Splice]]) -> str:
    """Return the text after the first of some edits that reads back as is wanted."""
    for splices in ways:
        edited = splice(text, splices)
        page = make_page("", edited, {})
        if not page.problem and page.fields == wanted.fields and page.body == wanted.body:
            return edited
    raise refusal(name, 1, "the page would not read back as it is meant")


def _ways(block: Block, entry: Entry | None, name: str, value: Value) -> Iterator[Sequence[Splice]]:
    """Yield the edits that may give a field its value, the best one first."""
    if entry and entry.value.kind == "list":
        if isinstance(value, str):
            raise refusal(name, block.line(entry.value), "its value is a list")
        old = tuple(part.text if part.kind == "text" else None for part in entry.value.parts)
        if value[: len(old)] == old:
            yield append(block, entry.value, [quoted(item) for item in value[len(old) :]])
        else:
            yield rewrite(block, entry, value)
        return
    for first, rest in _spellings(block, entry, value):
        yield _put(block, entry, first, rest) if entry else _insert(block, name, first, rest)


def _spellings(block: Block, entry: Entry | None, value: Value) -> Iterator[tuple[str, str]]:
    """Yield how a value may be written: what follows the colon, and the lines below."""
    if isinstance(value, tuple):
        yield bracketed(map(quoted, value)), ""
        return
    in_brackets = block.root and block.root.is_in_brackets
    if not in_brackets and ("\n" in value or (entry and entry.value.is_block_scalar)):
        lines = literal(value, block.column + INDENT)
        if lines:
            yield lines
    yield respelled(value, entry.value.style if entry else ""), ""


def _insert(block: Block, name: str, first: str, rest: str = "") -> list[Splice]:
    """Return how to add a field behind the others."""
    field = f"{quoted(name)}: {first}{rest}"
    if block.root and block.root.is_in_brackets:
        return append_in_brackets(block, block.root, [field])
    end = len(block.source)
    return [Splice(end, end, f"{' ' * block.column}{field}\n")]


def _put(block: Block, entry: Entry, first: str, rest: str = "") -> list[Splice]:
    """Return how to write something in the place of a null or a text."""
    source, value = block.source, entry.value
    if value.start == value.end:
        colon = _COLON.match(source, entry.key.end, value.start)
        if not colon:
            raise refusal(entry.name, block.line(entry.key), "there is no colon behind it")
        start = end = colon.end()
        first = f" {first}"
    else:
        start, end = value.start, value.end
        if source[start] in "&!":
            raise refusal(entry.name, block.line(value), "its value has an anchor or a tag")
    if value.is_block_scalar:
        comment = _HEADER_COMMENT.match(source, start)
        remark = (comment[1] or " ") + comment[2] if comment else ""
        return [Splice(start, len(source[:end].rstrip("\n")), first + remark + rest)]
    line_end = block.line_end(end)
    return [Splice(start, end, first), Splice(line_end, line_end, rest)]


def _enlist(block: Block, entry: Entry, pieces: Sequence[str]) -> list[Splice]:
    """Return how to make a list of a null or a lone text, the old text first."""
    source, value = block.source, entry.value
    if value.kind == "null" or not value.text.strip():
        return _put(block, entry, bracketed(pieces))
    is_plain = not value.style
    if value.is_block_scalar or (is_plain and _NOT_IN_BRACKETS.search(source, value.start, value.end)):
        return _put(block, entry, bracketed([quoted(value.text), *pieces]))
    return [Splice(value.start, value.start, "["), Splice(value.end, value.end, f", {', '.join(pieces)}]")]
