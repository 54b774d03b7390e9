"""Which searches missed, and what was found instead."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..search.stopwords import STOPWORDS
from ..search.text import fold, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .read import Entry

Why = Literal["found", "partial"]

# Seconds within which another search from the same repository is the same question in other words.
REPHRASED = 300
MOST_PARTIAL = 3


class Suggestion(NamedTuple):
    """A page that a missed wording may be an alias of: `found` by other words, or `partial`: it held some of these."""

    path: str
    why: Why


class Miss(NamedTuple):
    """A wording that missed.

    Attributes:
        wording: what was typed.
        times: how often; the same search again within five minutes counts once.
        last: the day of the last time, in UTC.
        suggestions: pages that it may be an alias of, the best first.
    """

    wording: str
    times: int
    last: str
    suggestions: tuple[Suggestion, ...]


def key_of(wording: str) -> str:
    """Return what two spellings of one wording have in common."""
    return " ".join(fold(wording).split())


def rephrasings(entries: Iterable[Entry]) -> Iterator[tuple[Entry, tuple[Entry, ...]]]:
    """Yield each search with those that followed it: from the same repository, each within five minutes of the last.

    A search with the same words as the one before it is the same search again, and left out.

    Args:
        entries: searches, oldest first.
    """
    by_repository: dict[str | None, list[Entry]] = defaultdict(list)
    for entry in entries:
        earlier = by_repository[entry.repository]
        if not earlier or entry.time - earlier[-1].time > REPHRASED or _words(entry) != _words(earlier[-1]):
            earlier.append(entry)
    for searches in by_repository.values():
        for number, entry in enumerate(searches):
            yield entry, tuple(_followers(entry, searches[number + 1 :]))


def _followers(entry: Entry, later: Sequence[Entry]) -> Iterator[Entry]:
    last = entry.time
    for follower in later:
        if follower.time - last > REPHRASED:
            return
        last = follower.time
        if _words(follower) != _words(entry):
            yield follower


def _words(entry: Entry) -> tuple[str, ...]:
    return tuple(map(key_of, entry.wordings))


def find_misses(entries: Iterable[Entry]) -> tuple[Miss, ...]:
    """Return the wordings that missed, the most frequent first.

    A search missed when no page held all of its terms; or when it was rephrased, with a term in common, until a page
    was found that was not among its first results.

    Args:
        entries: searches, oldest first.
    """
    spellings: dict[str, str] = {}
    counts: Counter[str] = Counter()
    last: dict[str, int] = {}
    suggested: dict[str, Counter[Suggestion]] = defaultdict(Counter)
    for entry, followers in rephrasings(entries):
        found = next((follower for follower in followers if follower.full and follower.results), None)
        if entry.full and not (found and _is_rephrased(entry, found)):
            continue
        wording = " ".join(entry.wordings[0].split())
        key = key_of(wording)
        spellings[key] = min(spellings.get(key, wording), wording)
        counts[key] += 1
        last[key] = max(last.get(key, 0), entry.time)
        if found:
            suggested[key][Suggestion(found.results[0], "found")] += 1
        if not entry.full:
            suggested[key].update(Suggestion(path, "partial") for path in entry.results[:MOST_PARTIAL])
    misses = (
        Miss(spellings[key], count, _day(last[key]), tuple(_ordered(suggested[key]))) for key, count in counts.items()
    )
    return tuple(sorted(misses, key=lambda miss: (-miss.times, miss.wording)))


def _ordered(suggested: Counter[Suggestion]) -> Iterator[Suggestion]:
    """Yield what was found before what held some words, the most frequent first, each page once."""
    seen: set[str] = set()
    ranked = sorted(suggested.items(), key=lambda item: (item[0].why != "found", -item[1], item[0].path))
    for suggestion, _ in ranked:
        if suggestion.path not in seen:
            seen.add(suggestion.path)
            yield suggestion


def _is_rephrased(entry: Entry, found: Entry) -> bool:
    return found.results[0] not in entry.results and not _terms(entry).isdisjoint(_terms(found))


def _terms(entry: Entry) -> set[str]:
    return {token for wording in entry.wordings for token in tokens(fold(wording))} - STOPWORDS


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
