"""How text is compared: one folding for pages and questions, whichever engine matches them."""

from __future__ import annotations

import re

# Combining marks that change a letter's look, not its identity (Unicode block U+0300); the vowel signs of Thai or
# Devanagari are in other blocks and stay.
_ACCENT = "[\u0300-\u036f]"
# Scripts written without spaces between words: Thai to Khmer, kana, Han. (Hangul has spaces.)
# Both stay text until text beyond ASCII comes: to compile them takes 2 ms.
_SPACELESS = (
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)


def fold(text: str) -> str:
    """Return text in the one form that is compared: case, accents and the width of letters make no difference."""
    if text.isascii():
        return text.lower()
    from unicodedata import normalize  # noqa: PLC0415 - a library of its own, loaded by the first text that needs it

    # Lone surrogates, from a file name or an argument that is no Unicode text, cannot be given to SQLite.
    text = text.encode("utf-8", "replace").decode()
    return normalize("NFKC", re.sub(_ACCENT, "", normalize("NFKD", normalize("NFKD", text).casefold())))


def spaced(folded: str) -> str:
    """Set each character of a script without spaces apart, so that a tokenizer makes it a token of its own."""
    if folded.isascii():
        return folded
    return re.sub(_SPACELESS, r" \g<0> ", folded)


class _Separators(dict[int, str]):
    """Code point -> itself when it is part of a token, else a space; filled as characters come."""

    def __missing__(self, point: int) -> str:
        character = chr(point)
        is_part = is_token_character(character)
        self[point] = character if is_part else " "
        return self[point]


_SEPARATORS = _Separators()


def is_token_character(character: str) -> bool:
    """Tell whether a character belongs to tokens: letters, numbers, private use and combining marks.

    The same classes are given to FTS5 as `categories` (see `table.TOKENIZER`).
    """
    if character.isalnum():
        return True
    from unicodedata import category  # noqa: PLC0415 - as above

    return category(character) in {"Mn", "Mc", "Nl", "No", "Co"}


def tokens(folded: str) -> list[str]:
    """Return the tokens of folded text, in order."""
    return spaced(folded).translate(_SEPARATORS).split()
