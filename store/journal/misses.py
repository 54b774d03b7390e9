"""Which searches missed, and what was found instead."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..search.stopwords import STOPWORDS
from ..search.text import fold, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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


class Asked(NamedTuple):
    """A search with what followed it: from the same repository, each search within five minutes of the one before.

    Attributes:
        entry: the search.
        following: the next search in other words, or None.
        found: the first later search in other words, or with other filters, that had a full match, or None.
    """

    entry: Entry
    following: Entry | None
    found: Entry | None


def ask_again(entries: Iterable[Entry]) -> Iterator[Asked]:
    """Yield each search with what followed it; the same search again at once is left out.

    Args:
        entries: searches, oldest first.
    """
    by_repository: dict[str | None, list[_Said]] = defaultdict(list)
    for entry in entries:
        earlier = by_repository[entry.repository]
        said = _Said(entry, tuple(map(key_of, entry.wordings)), json.dumps(dict(entry.filters), sort_keys=True))
        if not earlier or entry.time - earlier[-1].entry.time > REPHRASED or said[1:] != earlier[-1][1:]:
            earlier.append(said)
    for searches in by_repository.values():
        yield from _follow(searches)


class _Said(NamedTuple):
    """A search with its words and its filters in the form that is compared."""

    entry: Entry
    words: tuple[str, ...]
    filters: str


def _follow(searches: list[_Said]) -> Iterator[Asked]:
    """Yield the searches of a repository with what followed each, from the last to the first: one look at each."""
    # The place of the first search from here on that had a full match, within five minutes each of the one before.
    full: list[int | None] = [None] * (len(searches) + 1)
    asked: list[Asked] = []
    for place in range(len(searches) - 1, -1, -1):
        said = searches[place]
        after = searches[place + 1] if place + 1 < len(searches) else None
        is_near = after is not None and after.entry.time - said.entry.time <= REPHRASED
        found = full[place + 1] if is_near else None
        following = after if is_near and after and after.words != said.words else None
        asked.append(Asked(said.entry, following and following.entry, None if found is None else searches[found].entry))
        full[place] = place if said.entry.full and said.entry.results else found
    yield from reversed(asked)


def find_misses(entries: Iterable[Entry], month: str | None = None) -> tuple[Miss, ...]:
    """Return the wordings that missed, the most frequent first.

    A search missed when no page held all of its terms, unless the same words found one without its filters; or when it
    was rephrased, with a term in common, until a page was found that was not among its first results. What was found
    then is an answer when it was the next search, or has a term in common.

    Args:
        entries: searches, oldest first.
        month: such as 2026-11: only searches of it count, though what followed may be of the next.
    """
    spellings: dict[str, str] = {}
    counts: Counter[str] = Counter()
    last: dict[str, int] = {}
    suggested: dict[str, Counter[Suggestion]] = defaultdict(Counter)
    for asked in ask_again(entries):
        entry, found = asked.entry, _answer(asked)
        if (month and entry.month != month) or (entry.full and not (found and _is_rephrased(entry, found))):
            continue
        if found and _words(found) == _words(entry):
            continue  # only its filters stood in the way
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


def _answer(asked: Asked) -> Entry | None:
    """Return the search that found what was looked for: what comes later without a common word is another question."""
    entry, found = asked.entry, asked.found
    if found is None or _words(found) == _words(entry) or found is asked.following:
        return found
    return found if not _terms(entry).isdisjoint(_terms(found)) else None


def _is_rephrased(entry: Entry, found: Entry) -> bool:
    return found.results[0] not in entry.results and not _terms(entry).isdisjoint(_terms(found))


def _words(entry: Entry) -> tuple[str, ...]:
    return tuple(map(key_of, entry.wordings))


def _terms(entry: Entry) -> set[str]:
    return {token for wording in entry.wordings for token in tokens(fold(wording))} - STOPWORDS


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
