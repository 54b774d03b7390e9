"""JSON with comments as spans of its text, so that an edit can leave every other byte as it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# RFC 8259, with the comments of JavaScript.
_TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
    |(?P<comment>//[^\r\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")
    |(?P<sign>[{}\[\]:,])
    |(?P<plain>(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![\w.+-]))""",
    re.VERBOSE | re.DOTALL,
)
# A settings file has four levels; what is deeper was not written by hand.
_DEEPEST = 100


class Token(NamedTuple):
    """A piece of the text that is no white space: what it is, and where it begins and ends."""

    kind: str
    start: int
    end: int


class Node(NamedTuple):
    """A value.

    Attributes:
        kind: what it is.
        first: the number of its first token.
        last: the number of its last token.
        members: what is in an object or an array, in order.
    """

    kind: Literal["object", "array", "string", "plain"]
    first: int
    last: int
    members: tuple[Member, ...] = ()


class Member(NamedTuple):
    """A value in an object or an array: its key, None in an array, the number of its first token, and the value."""

    key: str | None
    first: int
    value: Node


class Document(NamedTuple):
    """A text, its tokens, and the value that it holds."""

    text: str
    tokens: tuple[Token, ...]
    root: Node

    def start(self, item: Node | Member) -> int:
        """Return where a value, or a member with its key, begins."""
        return self.tokens[item.first].start

    def end(self, item: Node | Member) -> int:
        """Return where it ends."""
        return self.tokens[(item.value if isinstance(item, Member) else item).last].end

    def string(self, node: Node | None) -> str | None:
        """Return the text that a string holds, or None when the value is none."""
        if node is None or node.kind != "string":
            return None
        return json.loads(self.text[self.start(node) : self.end(node)])


def parse(text: str) -> Document:
    """Return what a text holds; comments and a comma behind the last member are taken.

    Raises:
        ValueError: it is no such JSON; the message says the line.
    """
    return _Reader(text).document()


def find(node: Node, key: str) -> Member | None:
    """Return the member of an object that has a key, or None.

    Raises:
        ValueError: two have it, so that readers differ on which one counts.
    """
    found = [member for member in node.members if member.key == key]
    if len(found) > 1:
        raise ValueError(f"{key!r} is there twice")
    return found[0] if found else None


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tuple(_tokens(text))
        self.at = -1
        self.step()

    def document(self) -> Document:
        root = self.value(0)
        if self.at < len(self.tokens):
            raise self.wrong()
        return Document(self.text, self.tokens, root)

    @property
    def here(self) -> str:
        """The token that comes next: its sign, else its kind."""
        if self.at >= len(self.tokens):
            return "end"
        token = self.tokens[self.at]
        return self.text[token.start] if token.kind == "sign" else token.kind

    def step(self) -> int:
        """Go on to the next token that is no comment, and return the number of the one that was here."""
        was = self.at
        self.at += 1
        while self.here == "comment":
            self.at += 1
        return was

    def take(self, sign: str) -> None:
        """Go on behind a sign that has to be here."""
        if self.here != sign:
            raise self.wrong()
        self.step()

    def wrong(self) -> ValueError:
        place = self.tokens[self.at].start if self.at < len(self.tokens) else len(self.text)
        return _wrong(self.text, place)

    def value(self, depth: int) -> Node:
        match self.here:
            case "{" | "[" as sign if depth < _DEEPEST:
                return self.container("object" if sign == "{" else "array", "}" if sign == "{" else "]", depth)
            case "string" | "plain" as kind:
                first = self.step()
                return Node(kind, first, first)
            case _:
                raise self.wrong()

    def container(self, kind: Literal["object", "array"], closing: str, depth: int) -> Node:
        first = self.step()
        members: list[Member] = []
        while self.here != closing:
            start = self.at
            key = self.key() if kind == "object" else None
            members.append(Member(key, start, self.value(depth + 1)))
            if self.here == ",":
                self.step()
            elif self.here != closing:
                raise self.wrong()
        return Node(kind, first, self.step(), tuple(members))

    def key(self) -> str:
        if self.here != "string":
            raise self.wrong()
        token = self.tokens[self.step()]
        self.take(":")
        return json.loads(self.text[token.start : token.end])


def _tokens(text: str) -> Iterator[Token]:
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if not found:
            raise _wrong(text, place)
        if found.lastgroup != "space":
            yield Token(str(found.lastgroup), place, found.end())
        place = found.end()


def _wrong(text: str, place: int) -> ValueError:
    return ValueError(f"line {text.count(chr(10), 0, place) + 1} is no JSON")
