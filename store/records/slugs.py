"""Any title -> a word group that is safe as the name of a file and of a branch."""

import re
from hashlib import sha256
from unicodedata import category, normalize

from ..pages.names import DEVICES

MOST_CHARACTERS = 60
# With a prefix and an ending the name stays under the 255 bytes that file systems allow.
MOST_BYTES = 180

_HASH_DIGITS = 6
_ROOM = MOST_CHARACTERS - _HASH_DIGITS - 1
# How far before the end a hyphen is worth cutting at: about one long word.
_NEAR = 20
# Letters and marks that no reader sees (Default_Ignorable_Code_Point of Unicode), beside the signs of category Cf.
_INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def slug(text: str) -> str:
    """Return the words of a title, joined by hyphens, as a name.

    Letters and digits of every script stay, composed (NFC) and in small letters; each run of other signs becomes one
    hyphen. A title that differs by more than case and punctuation gets another name: where signs with a meaning are
    lost (emoji), the name is cut, or the words are reserved by Windows, six digits of the title's SHA-256 follow.
    A title without any word is `page-` and these digits.

    Returns:
        One to `MOST_CHARACTERS` letters, digits, marks and hyphens, at most `MOST_BYTES` in UTF-8, with no hyphen
        at either end. It is a component that git's check-ref-format takes and a file name on every system.
    """
    folded = _folded(text)
    words, is_whole = _hyphenated(folded)
    if words and is_whole and words not in DEVICES and _fits(words, MOST_CHARACTERS, MOST_BYTES):
        return words
    digest = sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return f"{_cut(words) or 'page'}-{digest}"


def _folded(text: str) -> str:
    """Return text so that both forms of an accent, both cases and signs that are not seen make no difference."""
    seen = "".join(sign for sign in _INVISIBLE.sub("", text) if sign.isascii() or category(sign) != "Cf")
    return " ".join(normalize("NFC", normalize("NFD", seen).casefold()).split())


def _hyphenated(folded: str) -> tuple[str, bool]:
    """Return the words joined by hyphens, and whether nothing but punctuation is lost."""
    kept = [""]
    is_whole = True
    for sign in folded:
        if sign.isalnum() or (kept[-1] not in {"", "-"} and category(sign).startswith("M")):
            kept.append(sign)
            continue
        is_whole = is_whole and (sign.isascii() or category(sign)[0] in "PZ")
        if kept[-1] not in {"", "-"}:
            kept.append("-")
    return "".join(kept).rstrip("-"), is_whole


def _cut(words: str) -> str:
    """Return as much of the words as leaves room for a hyphen and the hash, cut at a hyphen when one is near."""
    if _fits(words, _ROOM, MOST_BYTES - _HASH_DIGITS - 1):
        return words
    end = min(_ROOM, len(words))
    while not _fits(words[:end], _ROOM, MOST_BYTES - _HASH_DIGITS - 1):
        end -= 1
    hyphen = words.rfind("-", end - _NEAR, end + 1)
    return words[: hyphen if hyphen > 0 else end].rstrip("-")


def _fits(words: str, most_characters: int, most_bytes: int) -> bool:
    return len(words) <= most_characters and len(words.encode()) <= most_bytes
