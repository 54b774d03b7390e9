"""Questions proposed from the log, without labels: what answers them is for people to say."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..journal.misses import ask_again, key_of
from ..journal.read import read_log
from ..pages.base import read_base
from ..search.question import bare_words
from ..search.stopwords import STOPWORDS
from ..search.text import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..config import Config

SECONDS_A_DAY = 86_400
MOST_CANDIDATES = 5


class Candidate(NamedTuple):
    """A page whose text has words of a question, found by comparing text alone: how many of how many."""

    path: str
    held: int
    words: int


class Proposed(NamedTuple):
    """A question that was searched for and that led to a page: what was typed, how often, and pages with its words."""

    query: str
    times: int
    candidates: tuple[Candidate, ...]


def propose_questions(config: Config, days: int, now: float) -> tuple[Proposed, ...]:
    """Return the searches of the last days that were followed by a found page, the most frequent first.

    A search was followed by one when it found a page with all of its terms, or was rephrased until one did. Which page
    it was is not said: a label made by the search that is measured would only show that it agrees with itself.

    Args:
        config: the base, whose log is read.
        days: how many days back.
        now: seconds since 1970.
    """
    times: Counter[str] = Counter()
    spellings: dict[str, str] = {}
    for asked in ask_again(read_log(config.root, now - days * SECONDS_A_DAY).entries):
        entry = asked.entry
        if entry.full or asked.found:
            wording = " ".join(entry.wordings[0].split())
            key = key_of(wording)
            times[key] += 1
            spellings[key] = min(spellings.get(key, wording), wording)
    texts = {page.path: fold(page.text) for page in read_base(config).pages}
    ordered = sorted(times.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Proposed(spellings[key], count, _candidates(spellings[key], texts)) for key, count in ordered)


def _candidates(query: str, texts: Mapping[str, str]) -> tuple[Candidate, ...]:
    """Return the pages that have the most of a question's words anywhere in their text."""
    words = set(bare_words(query))
    words = words - STOPWORDS or words
    held = ((path, sum(word in text for word in words)) for path, text in texts.items())
    best = sorted((item for item in held if item[1]), key=lambda item: (-item[1], item[0]))
    return tuple(Candidate(path, count, len(words)) for path, count in best[:MOST_CANDIDATES])
