"""What people type -> wordings and terms."""

import re
from collections import Counter
from typing import NamedTuple

from ..errors import KbError
from .stopwords import STOPWORDS
from .text import fold, is_token_character, tokens

MOST_TERMS = 64
MOST_WORDINGS = 16

_QUOTES = str.maketrans({"\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"', "\0": " "})
_TERM = re.compile(r'"([^"]*)"|[^\s"]+')
# What prose puts around a word: it is not part of the word. A leading full stop is (`.env`), and so are two dashes.
_OPENING = "([{<)]}>'`*_~|/?!,;:=\u2018\u300c\u300e\uff08\u3010\u3008\u300a"
_CLOSING = (
    "([{<)]}>'`*_~|.,;:!?/=&\\^-\u2019\u2026"
    "\u300d\u300f\uff09\u3011\u3009\u300b\u3001\u3002\uff0c\uff01\uff1f\uff1a\uff1b"
)


class Term(NamedTuple):
    """A word or a quoted phrase of a wording.

    Attributes:
        text: as typed, without quotes and the punctuation of prose.
        folded: the same in the form that is compared.
        tokens: its tokens.
        is_phrase: it was quoted, so that it is not open to longer forms.
        is_symbolic: it begins or ends with signs that no tokenizer keeps (`c++`, `.env`): it is held as written only.
    """

    text: str
    folded: str
    tokens: tuple[str, ...]
    is_phrase: bool
    is_symbolic: bool


class Wording(NamedTuple):
    """One way to put the question: its text as typed, its distinct terms in order, and how often each is said."""

    text: str
    terms: tuple[Term, ...]
    counts: tuple[int, ...]


class Question(NamedTuple):
    """The distinct wordings, in order, and what was left out of them, in sentences."""

    wordings: tuple[Wording, ...]
    warnings: tuple[str, ...]


def read_question(texts: tuple[str, ...]) -> Question:
    """Read wordings; a repeated one counts once, terms and wordings over the cap are left out with a warning.

    Raises:
        KbError: `usage` when a wording has no letter and no digit to search for.
    """
    warnings: list[str] = []
    wordings: dict[tuple[tuple[str, bool, int], ...], Wording] = {}
    for text in texts:
        wording = read_wording(text)
        if len(wording.terms) > MOST_TERMS:
            warnings.append(f"a wording has {len(wording.terms)} different terms; the first {MOST_TERMS} are searched")
            wording = Wording(wording.text, wording.terms[:MOST_TERMS], wording.counts[:MOST_TERMS])
        said = ((term.folded, term.is_phrase, times) for term, times in zip(wording.terms, wording.counts, strict=True))
        wordings.setdefault(tuple(sorted(said)), wording)
    distinct = tuple(wordings.values())
    if len(distinct) > MOST_WORDINGS:
        warnings.append(f"{len(distinct)} different wordings were given; the first {MOST_WORDINGS} are searched")
    return Question(distinct[:MOST_WORDINGS], tuple(warnings))


def read_wording(text: str) -> Wording:
    """Read one wording: words and "quoted phrases"; stopwords are left out when another word is there.

    Raises:
        KbError: `usage` when there is nothing to search for.
    """
    if not text.strip():
        raise KbError("usage", "empty-question", "the question is empty", "give the words to search for")
    terms: dict[tuple[str, bool], Term] = {}
    said: Counter[tuple[str, bool]] = Counter()
    for match in _TERM.finditer(text.translate(_QUOTES)):
        if term := _read_term(match[0], match[1]):
            terms.setdefault((term.folded, term.is_phrase), term)
            said[term.folded, term.is_phrase] += 1
    if not terms:
        raise KbError(
            "usage",
            "nothing-searchable",
            f"there is nothing to search for in {shortened(text)!r}",
            "a question needs a letter or a digit",
        )
    kept = [key for key, term in terms.items() if term.is_phrase or term.folded not in STOPWORDS] or list(terms)
    return Wording(text, tuple(terms[key] for key in kept), tuple(said[key] for key in kept))


def bare_words(text: str) -> list[str]:
    """Return the words of a text in the form that is compared, without what prose puts around them."""
    words = fold(text.translate(_QUOTES).replace('"', " ")).split()
    return [bare for word in words if (bare := _bare(word))]


def shortened(text: str, most: int = 60) -> str:
    """Return text for a message: on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "\u2026"


def _read_term(word: str, phrase: str | None) -> Term | None:
    text = _bare(word) if phrase is None else " ".join(phrase.split())
    folded = fold(text)
    if not any(map(str.isalnum, folded)):
        return None
    is_symbolic = not (is_token_character(folded[0]) and is_token_character(folded[-1]))
    return Term(text, folded, tuple(tokens(folded)), phrase is not None, is_symbolic)


def _bare(word: str) -> str:
    bare = word.rstrip(_CLOSING)
    while True:
        shorter = bare.lstrip(_OPENING)
        if shorter.startswith("-") and not shorter.startswith("--"):
            shorter = shorter[1:]
        if shorter == bare:
            return bare
        bare = shorter
