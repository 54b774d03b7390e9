"""The words of a page that look like paths and commits of a repository."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..pages.headings import find_raw_lines
from ..pages.names import fold
from ..pages.shape import field_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..pages.page import Page

EVIDENCE = "evidence"
MOST_OF_A_SPAN = 300
MOST_OF_A_CLAUSE = 500

_WORD = re.compile(r"""[^\s,;()\[\]{}"'`|<>\u2013\u2014\u2018-\u201f\u2026\u00ab\u00bb\u3000-\u303f\uff00-\uff20]+""")
_PATH = re.compile(r"[\w.@+-]+(?:/[\w.@+-]+)*")
_LINES = re.compile(r"(?::[0-9]+(?:[-:][0-9]+)*|#L[0-9]+(?:-L?[0-9]+)?)$")
_EXTENSION = re.compile(r"[^/]\.[A-Za-z][A-Za-z0-9]{0,9}$")
# What stands before and behind tells a commit from a part of an identifier, a version or the name of a file.
_HEX = re.compile(r"(?<!\w)[0-9a-fA-F]{7,40}(?!\.?\w|[/-])")
_BARE = re.compile(r"(?:(?<=\.\.)|(?<![./:-]))$")
_AFTER_COMMIT = r"[\s/:=#*(\[`\"']"
_CALLED_COMMIT = re.compile(
    rf"\b(?:commits?(?: id| hash)?|sha){_AFTER_COMMIT}+(?:[0-9a-f]{{7,40}}(?:{_AFTER_COMMIT}|[,&)\]]|\.\.|and\b)+)*$",
    re.IGNORECASE,
)
# How long an abbreviation is that git makes by itself, and a whole id; other lengths are of traces and checksums.
_USUAL = re.compile(r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])(?:[0-9a-f]{7,12}|[0-9a-f]{40})")
_AT = re.compile(r"@(?:[0-9a-f]{7,40}\.\.\.?)?$")
_PINNED = re.compile(r"[0-9a-fA-F]{7,40}")
_SET_OFF = re.compile(
    r"(?:(\*{1,3})(?P<starred>[^*]+?)[.:!?]*\1|(_{1,2})(?P<lined>[^_].*\.[A-Za-z][A-Za-z0-9]*[\w:#-]*?)[.:!?]*\3)"
)
_BACKSLASHES = re.compile(r"\\+")
_NEW_CLAUSE = re.compile(r";|\.\s|\n\s*-\s")
_SPAN = re.compile(rf"(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n).){{1,{MOST_OF_A_SPAN}}}?)(?<!`)\1(?!`)", re.DOTALL)


class Mention(NamedTuple):
    """A word that looks like a path or a commit.

    Attributes:
        line: the 1-based line of the file.
        kind: which of the two.
        word: the path as it is written, with `/` between folders, without line numbers and branch, or the commit.
        place: the repository written in front of a path, as `name:path`, folded; or an empty text.
        near: the repository named last before it in the same clause, folded; or an empty text.
    """

    line: int
    kind: Literal["path", "commit"]
    word: str
    place: str
    near: str


def in_evidence(page: Page, names: Collection[str]) -> Iterator[Mention]:
    """Yield what the field `evidence` of a page names.

    Args:
        page: the page.
        names: the folded names of repositories that may stand in front of a path.
    """
    lines = field_lines(page)
    start = lines.get(EVIDENCE)
    if start is None or not page.many(EVIDENCE):
        return
    head = page.text[: page.body_start].removesuffix("\n").split("\n")
    end = min((line for line in lines.values() if line > start), default=len(head))
    text = "\n".join(head[start - 1 : end - 1])
    text = " " * len(f"{EVIDENCE}:") + text[len(f"{EVIDENCE}:") :]
    yield from _mentions(text, start, names, is_code=False)


def in_code_spans(page: Page, names: Collection[str]) -> Iterator[Mention]:
    """Yield the paths that code spans of a page's body name; as `in_evidence`."""
    if "`" not in page.body:
        return
    lines = page.body_lines
    raw = find_raw_lines(lines)
    text = "\n".join("" if number in raw else line for number, line in enumerate(lines))
    for span in _SPAN.finditer(text):
        line = page.body_line + text.count("\n", 0, span.start(2))
        found = _mentions(span[2], line, names, is_code=True)
        yield from (mention for mention in found if mention.kind == "path")


def looks_like_path(word: str) -> bool:
    """Tell whether a word is most likely a path: it has a folder and an extension, and does not begin with a host."""
    first, slash, _ = word.partition("/")
    return bool(slash) and word.isascii() and "." not in first[1:] and _EXTENSION.search(word) is not None


def _mentions(text: str, line: int, names: Collection[str], *, is_code: bool) -> Iterator[Mention]:
    for match in _WORD.finditer(text):
        place, word = _path(match[0], names)
        if word and ("/" in word or is_code or _EXTENSION.search(word)):
            here = line + text.count("\n", 0, match.start())
            yield Mention(here, "path", word, place, _near(_before(text, match.start()), names))
    for match in () if is_code else _HEX.finditer(text):
        before = _before(text, match.start())
        if _is_commit(match[0], before, text[match.end() : match.end() + MOST_OF_A_CLAUSE], names):
            here = line + text.count("\n", 0, match.start())
            yield Mention(here, "commit", match[0], "", _near(before, names))


def _is_commit(word: str, before: str, behind: str, names: Collection[str]) -> bool:
    """Tell whether a hexadecimal word is a commit: it is called one, or it looks like one and a repository is named."""
    if _CALLED_COMMIT.search(before):
        return True
    if not _USUAL.fullmatch(word) or not _BARE.search(before):
        return False
    end = _NEW_CLAUSE.search(behind)
    rest = behind[: end.start()] if end else behind
    return _AT.search(before) is not None or bool(_near(before, names) or _near(rest, names))


def _path(word: str, names: Collection[str]) -> tuple[str, str]:
    """Return the repository in front of a word, and the word as a path below a repository, empty when it is none."""
    word = _BACKSLASHES.sub("/", word.rstrip(".:!?"))
    if set_off := _SET_OFF.fullmatch(word):
        word = set_off["starred"] or set_off["lined"]
    place, colon, rest = word.partition(":")
    if colon and fold(place) in names:
        place, word = fold(place), rest
    else:
        place = ""
    word = _LINES.sub("", word).removeprefix("./")
    path, _, version = word.rpartition("@")
    is_pinned = _PINNED.fullmatch(version) is not None  # the path as a commit has it never changes
    # A file's own name may have an `@`, as logo@2x.png, and a folder may begin with one.
    if path and not path.endswith("/") and (_EXTENSION.search(path) or "." not in version):
        word = _LINES.sub("", path)
    if is_pinned or not _PATH.fullmatch(word) or {".", ".."} & set(word.split("/")):
        return "", ""
    return place, word


def _before(text: str, place: int) -> str:
    return text[max(0, place - MOST_OF_A_CLAUSE) : place]


def _near(before: str, names: Collection[str]) -> str:
    """Return the name that stands last in the clause that is not ended yet."""
    clause = fold(before[max((match.end() for match in _NEW_CLAUSE.finditer(before)), default=0) :])
    found = [(match.end(), name) for name in names for match in re.finditer(_as_word(name), clause)]
    return max(found, default=(0, ""))[1]


def _as_word(name: str) -> str:
    return rf"(?<![\w-]){re.escape(name)}(?![\w-])"
