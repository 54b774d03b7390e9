"""A Markdown text without what holds only in its own repository: links to its files, and definitions of links."""

from __future__ import annotations

import re
from functools import partial
from html import unescape
from typing import TYPE_CHECKING

from ..pages.headings import find_headings, find_raw_lines
from ..pages.links import ADDRESS, CONTAINERS, ESCAPE, LABEL, SCHEME, TITLE, find_links
from ..pages.page import make_page

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

_DEFINITION = re.compile(
    r"[ \t]*(?:>[ \t]*)*\[(?!\^)((?:[^\[\]\\]|\\.){1,999})\]:\s*(<[^<>\n]*>|[^\s<]\S*)"
    rf"(?:[ \t]*\n?[ \t]*(?<=\s){TITLE})?[ \t]*(?:\n|\Z)"
)
_CODE = r"(?<!`)(?P<ticks>`+)(?!`)(?s:.*?)(?<!`)(?P=ticks)(?!`)"
_WIKI = r"!?\[\[(?![ \t][^\[\]\n]*[ \t]\]\])(?P<wiki>[^\[\]\n]+)\]\](?![(\[])"
_TAG = r"<(?P<tag>/?[A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?>"
_TOKEN = re.compile(rf"\\[!-/:-@\[-`{{-~]|{_CODE}|`+|<!--(?s:.*?)-->|{_TAG}|<[^\s<>]+>|{_WIKI}|!?\[|\]")
_FIELD = r"""(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))"""
_ADDRESS = re.compile(rf"\s(?:href|src)\s*=\s*{_FIELD}", re.IGNORECASE)
_ALT = re.compile(rf"\salt\s*=\s*{_FIELD}", re.IGNORECASE)
# What would begin a block of its own where a line begins with it.
_BLOCK_START = re.compile(r"(?:#{1,6}|[-+*])(?=\s|$)|[=>]|~~~|---")
# An item, or a row of a table.
_PART_START = re.compile(r"[ \t]*(?:>[ \t]*)*(?:[-+*][ \t]|[0-9]{1,9}[.)][ \t]|\|)")
_ITEM = re.compile(r"[ \t]*(?:>[ \t]*)*(?:[-+*]|[0-9]{1,9}[.)])[ \t]+")
_HTML = re.compile(r" {0,3}<[A-Za-z/]")
# A footnote, or where it is defined, as GitHub and GitLab write them.
_NOTE = re.compile(r"\^([^\s\[\]]+)\]")
_DEFINED_NOTE = re.compile(rf"^{CONTAINERS}\[\^([^\s\[\]]+)\]:", re.MULTILINE)
_BRACKET = re.compile(r"(?<!\\)\[")
# A backslash is none where an address swallows it.
_ANY_BRACKET = re.compile(r"\\?\[")


def without_links(lines: list[str], owner: str) -> list[str]:
    """Return the lines of a whole file without its definitions of links, and with these resolved.

    Links to addresses on the net stay, written so that they need no definition. Others become text: on another page
    they would lead nowhere, or to something else of the same name. Footnotes get the owner's name before their own.

    Args:
        lines: the file.
        owner: what the repository is called, the same in each file of one.
    """
    defined: dict[str, str] = {}
    blocks = [(is_raw, text if is_raw else _undefined(text, defined)) for is_raw, text in _blocks(lines)]
    notes = {note.casefold() for is_raw, text in blocks if not is_raw for note in _DEFINED_NOTE.findall(text)}
    unlinked = partial(_Unlinked, defined, notes, owner)
    kept = [unlinked().raw(text) if is_raw else unlinked().of(text) for is_raw, text in blocks if text]
    return _checked([line for text in kept for line in text.removesuffix("\n").split("\n")])


def _blocks(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """Yield the runs of lines in which a link may stretch, and whether each is code or HTML."""
    raw = find_raw_lines(lines)
    headings = find_headings(lines)
    alone = {each.line for each in headings} | {each.last_line + 1 for each in headings}
    run: list[str] = []
    for number, line in enumerate(lines):
        parts = number in alone or _is_blank(line) or _is_blank(lines[number - 1]) or _PART_START.match(line)
        if run and ((number in raw) != (number - 1 in raw) or (number not in raw and parts)):
            yield number - 1 in raw, "\n".join(run) + "\n"
            run = []
        run.append(line)
    if run:
        yield len(lines) - 1 in raw, "\n".join(run) + "\n"


def _is_blank(line: str) -> bool:
    return not line.strip(" \t>")


def _undefined(text: str, defined: dict[str, str]) -> str:
    """Return a block without the definitions that it begins with, which are noted: the first of a name counts."""
    end = 0
    while match := _DEFINITION.match(text, end):
        defined.setdefault(_label(match[1]), match[2].removeprefix("<").removesuffix(">"))
        end = match.end()
    item = _ITEM.match(text)
    if item and (match := _DEFINITION.match(text, item.end())):
        defined.setdefault(_label(match[1]), match[2].removeprefix("<").removesuffix(">"))
        return f"{item[0]}{match[1]}: {match[2]}\n{text[match.end() :]}"  # it may be meant as an item, so it is kept
    return text[end:]


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


class _Unlinked:
    """A block whose links are taken out from left to right."""

    def __init__(self, defined: Mapping[str, str], notes: Collection[str], owner: str) -> None:
        self._defined = defined
        self._notes = notes
        self._owner = owner
        self._out: list[str] = []
        self._opened: list[tuple[int, int]] = []  # where a bracket is in what is out, and behind it in the text
        self._anchors: list[str] = []  # the addresses of open tags

    def raw(self, text: str) -> str:
        """Return a block of HTML without its links, or of code as it is."""
        return re.sub(_TAG, self._of_raw_tag, text) if _HTML.match(text) else text

    def of(self, text: str) -> str:
        """Return a block of text without its links."""
        place = 0
        while token := _TOKEN.search(text, place):
            self._out.append(text[place : token.start()])
            place = token.end()
            sign = token[0]
            if sign == "[" and (note := _NOTE.match(text, place)) and note[1].casefold() in self._notes:
                self._out.append(f"[^{self._owner}-{note[1]}]")
                place = note.end()
            elif sign in {"[", "!["}:
                self._opened.append((len(self._out), place))
                self._out.append(sign)
            elif sign == "]" and self._opened:
                place = self._close(text, place)
            elif token["wiki"]:
                target, _, shown = token["wiki"].replace("\\|", "|").partition("|")
                self._say((shown or target).strip(), target.strip() if shown else "")
            elif token["tag"]:
                self._out.append(self._of_tag(sign, token["tag"].lower()))
            else:
                self._out.append(sign)
        return "".join(self._out) + text[place:]

    def _close(self, text: str, place: int) -> int:
        """Take out the link whose text ends before a place, if it is one, and return the place behind it."""
        start, begin = self._opened.pop()
        inline, label = ADDRESS.match(text, place), LABEL.match(text, place)
        own = text[begin : place - 1]
        named = self._defined.get(_label((label and label[1]) or own))
        if inline:
            address, end = inline[1] or inline[2] or "", inline.end()
        elif named is not None:
            address, end = named, label.end() if label else place
        else:
            self._out.append("]")
            return place
        sign, shown = self._out[start], "".join(self._out[start + 1 :])
        del self._out[start:]
        if not SCHEME.match(address):
            self._say(shown, unescape(ESCAPE.sub(r"\1", address)))
        else:
            written = f"<{address}>" if re.search(r"[\s()]", address) else address
            self._out.append(f"{sign}{shown}]" + (text[place:end] if inline else f"({written})"))
        return end

    def _say(self, shown: str, target: str) -> None:
        line = "".join(self._out).rpartition("\n")[2]
        said = _as_text(shown, target)
        self._out.append(f"\\{said}" if not line.strip(" \t>") and _BLOCK_START.match(said) else said)

    def _of_raw_tag(self, tag: re.Match[str]) -> str:
        name = tag["tag"].lower()
        said = self._of_tag(tag[0], name)
        if said == tag[0] or name == "img":
            return said
        return "<a>" if name == "a" else f"{said}</a>"  # tags, so that what follows stays HTML

    def _of_tag(self, tag: str, name: str) -> str:
        if name == "/a" and self._anchors:
            target = self._anchors.pop()
            return f" (`{target}`)" if target and not target.startswith("#") else ""
        if name not in {"a", "img"} or not (found := _ADDRESS.search(tag)):
            return tag
        address = unescape(found[1] or found[2] or found[3] or "")
        if SCHEME.match(address):
            return tag
        if name == "a":
            self._anchors.append(address)
            return ""
        alt = _ALT.search(tag)
        return _as_text((alt[1] or alt[2] or alt[3] or "") if alt else "", address)


def _as_text(shown: str, target: str) -> str:
    if not target or target.startswith("#") or shown.strip("`") == target:
        return shown
    code = f"``{target}``" if "`" in target else f"`{target}`"
    return f"{shown} ({code})" if shown.strip() else code


def _checked(lines: list[str]) -> list[str]:
    """Return the lines so that a check of the base finds no link, whatever was overlooked."""
    kept = lines.copy()
    for bracket, escaped in ((_BRACKET, r"\\["), (_ANY_BRACKET, "&#91;")):
        # The blank line before them keeps a rule from being read as frontmatter.
        for link in find_links(make_page("AGENTS.md", "\n" + "\n".join(kept), {})):
            kept[link.line - 2] = bracket.sub(escaped, kept[link.line - 2])
    return kept
