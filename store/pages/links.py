"""The links of a page: [[wiki links]], Markdown links and link definitions."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote

from .headings import find_raw_lines
from .shape import field_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .page import Page

LinkKind = Literal["wiki", "markdown"]
# What some hosts put a table of contents in place of.
CONTENTS = frozenset({"toc", "_toc_"})

MOST_OF_A_LABEL = 1_000  # what CommonMark allows, the brackets aside

_SIGNS = ("[[", "](", "]:")
# A line that begins a block of its own: an item, a heading, a row of a table, also inside quotes.
_BLOCK_START = re.compile(r"[ \t]*(?:>[ \t]*)*(?:[-+*][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|\|)")
# A heading, or the underline of one, or a rule: what follows is a block of its own.
_LONE_LINE = re.compile(r"[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]|(?:=+|-+|[-*_](?:[ \t]*[-*_]){2,})[ \t]*$)")
# The marks of quotes and items of lists in front of what is in them.
CONTAINERS = r"(?:[ \t>]|[-+*][ \t]|[0-9]{1,9}[.)][ \t])*"
# What a link is made of, for all that read links: its title, its address, and what is escaped in that.
TITLE = r"""(?:"(?:[^"\\]|\\.){0,999}"|'(?:[^'\\]|\\.){0,999}'|\((?:[^()\\]|\\.){0,999}\))"""
_DEFINITION = re.compile(
    r"[ \t]*(?:>[ \t]*)*\[(?!\^)((?:[^\[\]\\]|\\.){1,999})\]:\s*(<[^<>\n]*>|[^\s<]\S*)"
    rf"(?:\s+{TITLE})?[ \t]*(?:\n|\Z)"
)
# An address on the net that stands bare takes with it what is glued to it, as far as that can be no link of Markdown.
_BARE = r"\b(?i:https?://|ftp://|www\.)[^\s<>\[\]`]*+(?:\[\[[^\s\[\]]*+\]\](?!\(|\[(?!\[))[^\s<>\[\]`]*+)*+"
# Mathematics in a line, as Pandoc has it: no blank inside at its ends, no digit behind it.
_MATH = r"(?<![\w$])\$(?=[^\s$])[^$`\n]{1,1000}?(?<![\s\\])\$(?![\w$])"
_TOKEN = re.compile(rf"\\[!-/:-@\[-`{{-~]|`+|<!--|%%|\$\$|{_MATH}|{_BARE}|<|\[|\]")
# What begins a comment of Obsidian or mathematics over several blocks: the first or the last sign of a line.
_FENCE = re.compile(rf"{CONTAINERS}(%%|\$\$)|.*?(%%|\$\$)[ \t]*$")
# What ends a comment of HTML or Obsidian, or mathematics.
_ENDS = {"<!--": "-->", "%%": "%%", "$$": r"\$\$"}
_TAG = re.compile(
    r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]{1,99}@[^\s<>]*|/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?)>"
)
_WIKI = re.compile(r"\[\[([^\[\]\n]+)\]\](?![(\[])")
NESTED = r"\((?:[^\s()\\]|\\.)*\)"
ADDRESS = re.compile(
    rf"\(\s*(?:<([^<>\n]*)>|((?:[^\s()<\\]|\\.|{NESTED})(?:[^\s()\\]|\\.|{NESTED})*)?)(?:\s+{TITLE})?\s*\)"
)
LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){0,999})\]")
ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# What leads out of the base.
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


class Link(NamedTuple):
    """A link that is meant to lead to a page, a part of one, or a file.

    Attributes:
        line: the 1-based line of the file on which it begins.
        kind: how it is written.
        target: the path or name that it gives, decoded; empty for a part of the same page.
        anchor: the heading that it gives, decoded, or an empty text.
    """

    line: int
    kind: LinkKind
    target: str
    anchor: str


def find_links(page: Page) -> tuple[Link, ...]:
    """Return the links of a page in order.

    Code, HTML, mathematics and comments have none, and addresses on the net are none.
    """
    links: list[Link] = []
    if "[[" in page.text[: page.body_start]:
        lines = field_lines(page)
        for name in page.fields:
            for value in page.many(name):
                links += (link for link in _links(value, lines.get(name, 1), {}) if link.kind == "wiki")
    if any(sign in page.body for sign in _SIGNS):
        links += _links_of_body(page)
    return tuple(links)


def _links_of_body(page: Page) -> Iterator[Link]:
    blocks = list(_blocks(page.body_lines, page.body_line))
    defined = [_definitions(text) for _, text in blocks]
    # A definition that nothing refers to leads nobody anywhere.
    used = dict.fromkeys((label for found, _ in defined for label, _, _ in found), False)
    links = [
        link
        for (line, text), (_, end) in zip(blocks, defined, strict=True)
        for link in _links(text[end:], line + text.count("\n", 0, end), used)
    ]
    for (line, text), (found, _) in zip(blocks, defined, strict=True):
        for label, place, address in found:
            # Of several definitions of one name the first counts.
            if used.pop(label, False) and (link := _to_markdown(address, line + text.count("\n", 0, place))):
                links.append(link)
    return iter(sorted(links, key=lambda link: link.line))


def _blocks(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    """Yield the runs of lines in which code spans and links may stretch, each with the line that it begins on."""
    raw = find_raw_lines(lines)
    lines = _without_fenced(lines, raw)
    start = 0
    for number, line in enumerate([*lines, ""]):
        ends = number in raw or not line.strip(" \t>") or number == len(lines)
        if ends or (number > start and _begins_a_block(line, lines[number - 1], lines[start])):
            if number > start:
                yield first + start, "\n".join(lines[start:number])
            start = number + ends


def _without_fenced(lines: list[str], raw: frozenset[int]) -> list[str]:
    """Return the lines without comments and mathematics that begin on one line and end on another one."""
    kept = lines.copy()
    first, sign = 0, ""
    for number, line in enumerate(lines):
        if number in raw:
            continue
        if not sign:
            opening = _FENCE.match(line) if "%%" in line or "$$" in line else None
            found = (opening[1] or opening[2]) if opening else ""
            if found and line.count(found) % 2:
                first, sign = number, found
        elif sign in line:
            kept[first] = lines[first].rpartition(sign)[0]
            kept[first + 1 : number] = [""] * (number - first - 1)
            kept[number] = line.partition(sign)[2]
            sign = ""
    return kept


def _begins_a_block(line: str, before: str, first: str) -> bool:
    """Tell whether a line begins a block, given the one before it and the first of the block that is open."""
    if _BLOCK_START.match(line) or _LONE_LINE.match(before):
        return True
    return line.lstrip(" ").startswith(">") and not first.lstrip(" ").startswith(">")


def _definitions(text: str) -> tuple[list[tuple[str, int, str]], int]:
    """Return the definitions that a block begins with, each a label, a place and an address, and where they end."""
    found: list[tuple[str, int, str]] = []
    end = 0
    while match := _DEFINITION.match(text, end):
        found.append((_label(match[1]), match.start(1), match[2]))
        end = match.end()
    return found, end


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def _links(text: str, line: int, used: dict[str, bool]) -> Iterator[Link]:
    """Yield the links of one block that begins on this line, and mark the definitions that it refers to."""
    for place, kind, address in _scan(text, used):
        number = line + text.count("\n", 0, place)
        if link := _to_wiki(address, number) if kind == "wiki" else _to_markdown(address, number):
            yield link


def _scan(text: str, used: dict[str, bool]) -> Iterator[tuple[int, LinkKind, str]]:
    """Yield the place, kind and address of each link, from left to right."""
    place = 0
    opened: list[int] = []
    inner = 0  # where the last link begins: a bracket before it can begin none, for links hold no links
    without_end: set[str] = set()
    while token := _TOKEN.search(text, place):
        sign = token[0]
        place = token.end()
        if sign[0] == "`" or sign in _ENDS:
            place = _behind(text, sign, place, without_end)
        elif sign == "<":
            tag = _TAG.match(text, token.start())
            place = tag.end() if tag else place
        elif sign == "[":
            wiki = _WIKI.match(text, token.start())
            if wiki and _label(wiki[1]) not in used:
                yield token.start(), "wiki", wiki[1]
                place = wiki.end()
            else:
                opened.append(token.start())
        elif sign == "]" and opened:
            start = opened.pop()
            is_image = text[start - 1 : start] == "!"
            if start < inner and not is_image:
                continue
            if address := ADDRESS.match(text, place):
                yield start, "markdown", address[1] or address[2] or ""
                place = address.end()
            elif place - start <= MOST_OF_A_LABEL and (label := _label(text[start + 1 : place - 1])) in used:
                used[label] = True
            else:
                continue
            inner = inner if is_image else start


def _behind(text: str, sign: str, place: int, without_end: set[str]) -> int:
    """Return the place behind a code span, a comment or mathematics, or the same place when it has no end."""
    if sign in without_end:
        return place
    end = re.compile(_ENDS.get(sign, f"(?<!`){sign}(?!`)")).search(text, place)
    if not end:
        without_end.add(sign)  # so that many that are not closed are not searched for again and again
    return end.end() if end else place


def _to_wiki(content: str, line: int) -> Link | None:
    is_test = content[0].isspace() and content[-1].isspace()  # of a shell: [[ -f x ]]
    named, bar, _ = content.partition("|")
    if bar:
        named = named.removesuffix("\\")  # as tables need it
    target, _, anchor = named.partition("#")
    target, anchor = target.strip(), anchor.rpartition("#")[2].strip()
    if anchor.startswith("^"):
        anchor = ""  # a block, which has a mark of its own instead of a heading
    if is_test or not named.strip() or "://" in target or target.casefold() in CONTENTS:
        return None
    return Link(line, "wiki", target, anchor)


def _to_markdown(address: str, line: int) -> Link | None:
    address = unescape(ESCAPE.sub(r"\1", address.removeprefix("<").removesuffix(">")))
    if SCHEME.match(address):
        return None
    path, _, anchor = address.partition("#")
    return Link(line, "markdown", unquote(path.partition("?")[0]), unquote(anchor))
