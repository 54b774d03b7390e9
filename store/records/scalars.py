"""One text as a YAML scalar that every reader gives back as it was."""

import re

from ..errors import KbError

BY_HAND = "edit the file by hand"

# What YAML does not print, and what some reader takes for the end of a line.
_NEVER_BARE = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff"
_UNPRINTABLE = re.compile(f"[{_NEVER_BARE}]")
_ESCAPED = re.compile(f'[{_NEVER_BARE}"\\\\]')
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# `?` inside a word ends a list's item for one of the readers.
_SYNTAX = re.compile(r"[-?:,\[\]{}#&*!|>'\"%@`\s]|\.\.\.|.*(?:[,\[\]{}?]|:\s|\s#|[:\s]\Z)", re.DOTALL)
# The words and numbers of YAML 1.1 and 1.2 (yaml.org/type, and section 10.3 of YAML 1.2.2), dates among them.
_TYPED = re.compile(
    r"~|=|<<|null|true|false|yes|no|on|off|y|n|[-+]?\.(?:inf|nan)|[-+]?[.0-9][0-9a-fxotz_.:+ -]*", re.IGNORECASE
)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def quoted(text: str) -> str:
    """Return a text as a scalar on one line: plain where no reader can take it for something else, else quoted.

    It may stand in lines and in brackets alike, for readers of YAML 1.1 and 1.2.

    Raises:
        KbError: when the text holds half of a surrogate pair, which no file can.
    """
    if not text or _SYNTAX.match(text) or _UNPRINTABLE.search(text) or _TYPED.fullmatch(text):
        return _double_quoted(text)
    return text


def respelled(text: str, style: str) -> str:
    """Return a text as a scalar on one line in the place of another one.

    Args:
        text: the new text.
        style: the quotation mark of the old one, or any other text when it has none. A date without quotes stays so.

    Raises:
        KbError: as for `quoted`.
    """
    if style == '"':
        return _double_quoted(text)
    if style == "'" and not _UNPRINTABLE.search(text):
        return "'" + text.replace("'", "''") + "'"
    return text if _DATE.fullmatch(text) else quoted(text)


def literal(text: str, column: int) -> tuple[str, str] | None:
    r"""Return a text as a literal block: its header, and its lines, each behind a line feed.

    Args:
        text: the new text.
        column: by how many blanks the lines are indented.

    Returns:
        None when the text cannot stand in one: it begins with white space, ends with an empty line, or holds what
        has to be escaped.
    """
    if not text or text[0].isspace() or text.endswith("\n\n") or _UNPRINTABLE.search(re.sub("[\n\t]", "", text)):
        return None
    lines = text.removesuffix("\n").split("\n")
    indent = " " * column
    return "|" if text.endswith("\n") else "|-", "".join(f"\n{indent}{line}" if line else "\n" for line in lines)


def _double_quoted(text: str) -> str:
    if _SURROGATE.search(text):
        trouble = f"{text!a} holds half of a surrogate pair, which no file can"
        raise KbError("refused", "unsafe-edit", trouble, "give the text in UTF-8")
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    return _SHORT.get(found[0]) or f"\\u{ord(found[0]):04x}"
