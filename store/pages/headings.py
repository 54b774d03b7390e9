"""The headings of a Markdown text, as CommonMark 0.31 sees them at the top level of the document."""

import re
from typing import NamedTuple

CODE_INDENT = 4
# What is longer, or nested more deeply, is no heading that anyone wrote, and would take time to look into.
MOST_CHARACTERS = 300
MOST_CONTAINERS = 100
MOST_OF_A_LINE = 5_000

# Each is compiled by the first line that begins so as to ask for it: start-up need not wait for all.
_ATX = r"(#{1,6})(?:[ \t]+(.*))?$"
_CLOSING_HASHES = r"(?:^|[ \t]+)#+[ \t]*$"
_SETEXT = r"(=+|-+)[ \t]*$"
_RULE = r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$"
_FENCE = r"(`{3,})[^`]*$|(~{3,})"
_ITEM = r"([-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)"
_TITLE = r"""(?:"[^"]*"|'[^']*'|\([^()]*\))"""
_LABEL = r"[ \t]*\[(?!\s*\])(?:[^\[\]\\]|\\.)+\]:"
_DEFINITION = rf"{_LABEL}[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[ \t]+{_TITLE})?[ \t]*$"
_LONG_DEFINITION = rf"{_LABEL}\s*(?:<[^<>\n]*>|[^\s<]\S*)(?:\s+{_TITLE})?[ \t]*(?:\n|\Z)"
_COMMENT = r"<!--.*?-->"
# Blocks of raw HTML (CommonMark 4.6): how each kind starts, and what ends it.
_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    "|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li"
    "|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot"
    "|th|thead|title|tr|track|ul"
)
_BLANK_LINE = r"^[ \t]*$"
_HTML = (
    (r"<(?:script|pre|style|textarea)(?:[\s>]|$)", "</(?:script|pre|style|textarea)>"),
    ("<!--", "-->"),
    (r"<\?", r"\?>"),
    ("<![a-z]", ">"),
    (r"<!\[CDATA\[", r"\]\]>"),
    (rf"</?(?:{_BLOCK_TAGS})(?:[\s>]|/>|$)", _BLANK_LINE),
)
_ATTRIBUTE = r"""\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
_LONE_TAG = rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>)[ \t]*$"


class Heading(NamedTuple):
    """A heading: level 1 to 6, its text without marks and comments, and its first and last line, 0-based."""

    level: int
    text: str
    line: int
    last_line: int


def find_headings(lines: list[str]) -> tuple[Heading, ...]:
    """Return the headings of a text given as lines without their ends; headings inside lists and quotes are not any."""
    return _Scanner(lines).scan()


def find_raw_lines(lines: list[str]) -> frozenset[int]:
    """Return the 0-based lines of a text that are shown as they are or not at all: code, and HTML with its comments."""
    scanner = _Scanner(lines)
    scanner.scan()
    return frozenset(scanner.raw)


def heading_text(raw: str) -> str:
    """Return what a heading says: closing hashes and HTML comments taken off."""
    raw = raw[:MOST_CHARACTERS]
    return _without_comments(re.sub(_CLOSING_HASHES, "", raw) if "#" in raw else raw)


def _is_definition(line: str) -> bool:
    """Tell whether a line is a whole link definition, as `[name]: address`."""
    return "]:" in line and re.match(_DEFINITION, line) is not None


def _without_comments(raw: str) -> str:
    raw = raw[:MOST_CHARACTERS]
    return (re.sub(_COMMENT, "", raw) if "<!--" in raw else raw).strip()


_QUOTE = -1
_CONTAINER_MARKS = frozenset("-*+>0123456789")
# A line that begins with anything else is text, unless a block that is open takes it.
_TELLING = frozenset(["", *" \t#`~<=>*+_[-0123456789"])


class _Scanner:
    """Follows the block structure line by line: the open containers, and the leaf block open in the innermost.

    A container is `_QUOTE`, or a list item given by the column where its content begins. At most one of `fence`
    (character, least length of the closing one), `html` (what ends it) and `paragraph` (its first line) is set.
    """

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.headings: list[Heading] = []
        self.raw: list[int] = []
        self.containers: list[int] = []
        self.empty_item = False
        self.fence: tuple[str, int] | None = None
        self.html: re.Pattern[str] | None = None
        self.paragraph: int | None = None

    def scan(self) -> tuple[Heading, ...]:
        for number, line in enumerate(self.lines):
            # Most lines are plain text outside any container: nothing else to decide.
            if not self.containers and not self.fence and not self.html and line[:1] not in _TELLING:
                if self.paragraph is None:
                    self.paragraph = number
            else:
                if len(line) > MOST_OF_A_LINE and line.lstrip(" ")[:1] in _CONTAINER_MARKS:
                    line = line[:MOST_OF_A_LINE]  # noqa: PLW2901 - further marks on it would begin ever deeper blocks
                self._read(number, line.expandtabs(CODE_INDENT) if "\t" in line else line)
        return tuple(self.headings)

    def _read(self, number: int, line: str) -> None:
        matched, column = self._match_containers(line)
        if matched == len(self.containers) and self._continue_leaf(line[column:]):
            self.raw.append(number)
            return
        if matched < len(self.containers) and (self.fence or self.html):
            self._close(matched)
        self._open_blocks(number, line, matched, column)

    def _match_containers(self, line: str) -> tuple[int, int]:
        """Return how many open containers this line continues, and the column where the rest of it begins."""
        column = 0
        blank = not line.strip(" \t")
        for count, container in enumerate(self.containers):
            rest = line[column:]
            indent = len(rest) - len(rest.lstrip(" "))
            if container == _QUOTE:
                if indent >= CODE_INDENT or rest[indent : indent + 1] != ">":
                    return count, column
                column += indent + 1
                column += line[column : column + 1] == " "
            elif blank:
                if self.empty_item and count == len(self.containers) - 1:
                    return count, column
            elif column + indent >= container:
                column = container
            else:
                return count, column
        return len(self.containers), column

    def _continue_leaf(self, rest: str) -> bool:
        """Take the line into an open fence or HTML block; tell whether there was one."""
        if self.fence:
            character, length = self.fence
            text = rest.strip(" ")
            indented = len(rest) - len(rest.lstrip(" ")) >= CODE_INDENT
            if len(text) >= length and not text.strip(character) and not indented:
                self.fence = None
            return True
        if self.html:
            if self.html.search(rest):
                self.html = None
            return True
        return False

    def _open_blocks(self, number: int, line: str, matched: int, column: int) -> None:
        """Read the blocks that begin on this line, container by container."""
        while True:
            rest = line[column:]
            text = rest.lstrip(" ")
            indent = len(rest) - len(text)
            if not text or indent >= CODE_INDENT or len(self.containers) > MOST_CONTAINERS:
                self._read_text(number, matched, blank=not text, code=bool(text))
                return
            if text[0] == ">":
                self._close(matched)
                column += indent + 1
                column += line[column : column + 1] == " "
                self._enter(_QUOTE)
            elif self._read_leaf_start(number, text, matched):
                return
            elif start := self._item_start(text, matched):
                self._close(matched)
                column += indent
                content = column + self._item_width(text, start)
                self._enter(content, empty=not text[start:].strip(" "))
                column = min(content, len(line))
            else:
                self._read_text(number, matched, blank=False, code=False)
                return
            matched = len(self.containers)

    def _read_leaf_start(self, number: int, text: str, matched: int) -> bool:
        """Read a heading, fence, HTML block or rule that begins here; tell whether one does."""
        first = text[0]
        if first == "#" and (heading := re.match(_ATX, text)):
            self._close(matched)
            self.paragraph = None
            self._add(Heading(len(heading[1]), heading_text(heading[2] or ""), number, number))
        elif first in "`~" and (fence := re.match(_FENCE, text)):
            self._close(matched)
            self.paragraph = None
            marks = fence[1] or fence[2]
            self.fence = marks[0], len(marks)
            self.raw.append(number)
        elif end := self._html_end(text):
            self._close(matched)
            self.paragraph = None
            self.html = None if end.search(text) else end
            self.raw.append(number)
        elif first in "=-" and self.paragraph is not None and self._is_underline(text, matched):
            return self._read_underline(number, self.paragraph, 1 if first == "=" else 2)
        elif first in "*-_" and re.match(_RULE, text):
            self._close(matched)
            self.paragraph = None
        else:
            return False
        self.empty_item = False
        return True

    def _is_underline(self, text: str, matched: int) -> bool:
        return matched == len(self.containers) and re.match(_SETEXT, text) is not None

    def _read_underline(self, number: int, first: int, level: int) -> bool:
        """Read the underline of a heading; below a link definition dashes are a rule, and signs of equality text."""
        self.paragraph = None
        if self._defines_links(first, number):
            return level == 2  # noqa: PLR2004 - the level that dashes stand for
        title = " ".join(line.strip(" \t") for line in self.lines[first:number])
        self._add(Heading(level, _without_comments(title), first, number))
        return True

    def _defines_links(self, first: int, end: int) -> bool:
        """Tell whether a paragraph is a link definition over several lines, or its title alone on the last one."""
        starts = (first, first - 1) if first and _is_definition(self.lines[first - 1]) else (first,)
        return any(re.fullmatch(f"(?:{_LONG_DEFINITION})+", "\n".join(self.lines[start:end])) for start in starts)

    def _html_end(self, text: str) -> re.Pattern[str] | None:
        if text[0] != "<":
            return None
        for start, end in _HTML:
            if re.match(start, text, re.IGNORECASE):
                return re.compile(end, re.IGNORECASE)
        # A lone tag of any name may not interrupt a paragraph, not even a lazy one.
        if self.paragraph is None and re.match(_LONE_TAG, text):
            return re.compile(_BLANK_LINE)
        return None

    def _item_start(self, text: str, matched: int) -> int:
        """Return the length of the list marker that begins here, or 0."""
        marker = re.match(_ITEM, text) if text[0] in "-+*0123456789" else None
        if not marker:
            return 0
        interrupts = self.paragraph is not None and matched == len(self.containers)
        if interrupts and (not text[marker.end() :].strip(" ") or marker[1][:-1] not in ("", "1")):
            return 0
        return marker.end()

    @staticmethod
    def _item_width(text: str, start: int) -> int:
        """Return how far a list item's content stands from its marker's first character."""
        rest = text[start:]
        spaces = len(rest) - len(rest.lstrip(" "))
        return start + (spaces if rest.strip(" ") and spaces <= CODE_INDENT else 1)

    def _read_text(self, number: int, matched: int, *, blank: bool, code: bool) -> None:
        if not blank and self.paragraph is not None:
            return  # a further line of the paragraph, also when its containers' marks are left out
        self._close(matched)
        # A link definition is a block of its own: what follows it begins anew.
        is_text = not blank and not code and not _is_definition(self.lines[number])
        if code:
            self.raw.append(number)
        self.paragraph = number if is_text else None
        if not blank:
            self.empty_item = False

    def _enter(self, container: int, *, empty: bool = False) -> None:
        self.containers.append(container)
        self.paragraph = None
        self.empty_item = empty

    def _close(self, matched: int) -> None:
        if matched < len(self.containers):
            del self.containers[matched:]
            self.fence = self.html = self.paragraph = None

    def _add(self, heading: Heading) -> None:
        if not self.containers:
            self.headings.append(heading)
