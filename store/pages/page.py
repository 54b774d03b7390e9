"""One Markdown file as a value."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..errors import reason_of
from .frontmatter import Value, read_frontmatter
from .headings import find_headings, heading_text
from .walk import SUFFIX, Skipped

READ_SIZE = 1 << 15
DEFAULT_KIND = "note"
DATE_LENGTH = len("2026-01-31")

# The lines up to the first blank one: only there can a heading be that opens the body.
_FIRST_BLOCK = r"(?:[ \t]*\n)*((?:[ \t]*[^\s].*(?:\n|\Z))+)"
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Page(NamedTuple):
    r"""A page.

    Attributes:
        path: where it is below the base, with `/` between folders.
        kind: its `type`, or what its folder says, or `note`.
        title: its `title`, or the heading that opens the body, or its file's name.
        fields: the frontmatter.
        text: the whole file, without byte-order mark, lines ended by `\n`.
        body_start: where the body begins in `text`.
        problem: why the frontmatter could not be read, or an empty text.
        problem_line: the 1-based line of that.
    """

    path: str
    kind: str
    title: str
    fields: Mapping[str, Value]
    text: str
    body_start: int
    problem: str
    problem_line: int

    @property
    def body(self) -> str:
        """The text behind the frontmatter."""
        return self.text[self.body_start :]

    @property
    def body_line(self) -> int:
        """The 1-based line of the file on which the body begins."""
        return self.text.count("\n", 0, self.body_start) + 1

    @property
    def body_lines(self) -> list[str]:
        """The lines of the body; an end of line at the end of the file begins no further one."""
        body = self.body
        return body.removesuffix("\n").split("\n") if body else []

    def one(self, name: str) -> str | None:
        """Return a field as one text, or None when the page does not carry it."""
        value = self.fields.get(name)
        return value if value is None or isinstance(value, str) else ", ".join(value) or None

    def many(self, name: str) -> tuple[str, ...]:
        """Return a field as texts, none when the page does not carry it."""
        value = self.fields.get(name, ())
        return (value,) if isinstance(value, str) else value

    @property
    def id(self) -> str | None:
        """The record's id."""
        return self.one("id")

    @property
    def updated(self) -> str | None:
        """The day of the last change in ISO form, when the page gives one."""
        value = self.one("updated") or ""
        return value[:DATE_LENGTH] if _DATE.match(value) else None


def read_page(root: Path | str, path: str, folders: Mapping[str, str]) -> Page | Skipped:
    """Read the page at `path` below `root`; a file that is no UTF-8 text, or cannot be read, comes back as skipped.

    Args:
        root: the base's folder.
        path: the page's path below it.
        folders: folder name -> the kind of the pages in it.
    """
    try:
        data = _read(f"{root}/{path}")
    except OSError as error:
        return Skipped(path, reason_of(error))
    if b"\0" in data:
        return Skipped(path, "UTF-16, not UTF-8" if data.startswith(_UTF_16) else "holds NUL bytes, so it is no text")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Skipped(path, f"not UTF-8 (byte {data[error.start]:#04x} at offset {error.start})")
    return make_page(path, text, folders)


def make_page(path: str, text: str, folders: Mapping[str, str]) -> Page:
    """Return the page that a file of this text at this path is."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    head = read_frontmatter(text)
    title = head.fields.get("title")
    title = title.strip() if isinstance(title, str) else ""
    title = title or _leading_heading(text, head.end) or stem(path)
    kind = head.fields.get("type")
    if not kind or not isinstance(kind, str):
        kind = _kind_of_folder(path, folders)
    return Page(path, kind, title, head.fields, text, head.end, head.problem, head.line)


def stem(path: str) -> str:
    """Return a page's file name without its ending."""
    return path.rpartition("/")[2][: -len(SUFFIX)]


def _read(path: str) -> bytes:
    # Twice as fast as open().read() over thousands of small files.
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        data = os.read(descriptor, READ_SIZE)
        if len(data) == READ_SIZE:
            while more := os.read(descriptor, READ_SIZE):
                data += more
    finally:
        os.close(descriptor)
    return data


def _leading_heading(text: str, start: int) -> str:
    """Return the text of the heading that opens the body; one further down names only its part."""
    if text.startswith("# ", start):
        end = text.find("\n", start)
        return heading_text(text[start + 2 : end if end >= 0 else None])
    block = re.match(_FIRST_BLOCK, text[start:])
    if not block or ("#" not in block[1] and "=" not in block[1]):
        return ""
    headings = find_headings(block[1].split("\n"))
    return headings[0].text if headings and headings[0].level == 1 and headings[0].line == 0 else ""


def _kind_of_folder(path: str, folders: Mapping[str, str]) -> str:
    for folder in reversed(path.split("/")[:-1]):
        if kind := folders.get(folder):
            return kind
    return DEFAULT_KIND
