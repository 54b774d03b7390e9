"""What pages name of the code, against the code: evidence that is gone or has changed, pages that are behind."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ..git.history import read_history
from ..pages.names import fold
from .leads import Lead
from .mentions import in_code_spans, in_evidence, looks_like_path

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from ..git.history import History
    from ..git.runner import Git
    from ..pages.page import Page
    from .mentions import Mention

ABBREVIATED = 10


class Checkout(NamedTuple):
    """A repository that pages are compared with: its name, as the field `repos` has it, and git in a folder of it."""

    name: str
    git: Git


class Compared(NamedTuple):
    """The leads that the code gives, and each repository's history by its name."""

    leads: tuple[Lead, ...]
    histories: Mapping[str, History]


class _Known(NamedTuple):
    """The folded names of the repositories that a page's `repos` has, and of those that are given."""

    named: frozenset[str]
    given: frozenset[str]

    @property
    def scope(self) -> frozenset[str]:
        """Where what the page names may be."""
        return self.named or self.given

    @property
    def names(self) -> frozenset[str]:
        """What counts as the name of a repository in its text."""
        return self.named | self.given


class _Sighting(NamedTuple):
    """A mention in a page, and where what it names may be.

    Attributes:
        page: the page.
        mention: what it names.
        is_evidence: whether it is evidence of a record.
        places: the repositories to look in, each with the path that it would be there, or the commit.
        is_settled: whether it can be in no other repository.
    """

    page: Page
    mention: Mention
    is_evidence: bool
    places: tuple[tuple[str, str], ...]
    is_settled: bool


def compare_with_code(pages: tuple[Page, ...], checkouts: Iterable[Checkout]) -> Compared:
    """Compare what pages name with the repositories that they may mean.

    Args:
        pages: all pages of a base.
        checkouts: the repositories, each name once.

    Raises:
        KbError: as `read_history`.
    """
    given = {fold(checkout.name): checkout for checkout in checkouts}
    if not given:
        return Compared((), {})
    sightings = [sighting for page in pages for sighting in _sightings(page, given)]
    asked: dict[tuple[str, str], set[str]] = defaultdict(set)
    for sighting in sightings:
        for name, word in sighting.places:
            asked[name, sighting.mention.kind].add(word)
    histories = {
        name: read_history(checkout.git, frozenset(asked[name, "path"]), frozenset(asked[name, "commit"]))
        for name, checkout in given.items()
    }
    judge = _Judge({name: checkout.name for name, checkout in given.items()}, histories, {page.path for page in pages})
    leads = {(lead.path, lead.kind, lead.message): lead for sighting in reversed(sightings) for lead in judge(sighting)}
    return Compared(tuple(leads.values()), {given[name].name: history for name, history in histories.items()})


def _sightings(page: Page, given: Collection[str]) -> Iterator[_Sighting]:
    known = _Known(frozenset(fold(name) for name in page.many("repos")), frozenset(given))
    if page.one("status") != "superseded":
        for mention in in_evidence(page, known.names):
            yield _sighting(page, mention, known, is_evidence=True)
    # A record is superseded, not rewritten: only what proves it has to hold.
    if page.id is None:
        for mention in in_code_spans(page, known.names):
            yield _sighting(page, mention, known, is_evidence=False)


def _sighting(page: Page, mention: Mention, known: _Known, *, is_evidence: bool) -> _Sighting:
    first, slash, rest = mention.word.partition("/")
    is_inside = bool(slash) and not mention.place and fold(first) in known.names
    owner = fold(first) if is_inside else mention.place
    compared = known.scope & known.given
    where = sorted(compared & {owner} if owner else compared)
    places = [(name, mention.word) for name in where] + [(name, rest) for name in where if is_inside]
    meant = {owner or mention.near} - {""} or known.named
    return _Sighting(page, mention, is_evidence, tuple(places), bool(meant) and meant <= compared)


class _Judge:
    """Says what is wrong with a sighting, by the histories of the repositories."""

    def __init__(self, names: Mapping[str, str], histories: Mapping[str, History], pages: Collection[str]) -> None:
        self.names = names
        self.histories = histories
        self.pages = pages

    def __call__(self, sighting: _Sighting) -> Iterator[Lead]:
        if sighting.mention.kind == "commit":
            return self._commit(sighting)
        if any(word in self.histories[name].unclear for name, word in sighting.places):
            return iter(())
        found = [(name, word) for name, word in sighting.places if word in self.histories[name].files]
        had = [(name, word) for name, word in sighting.places if word in self.histories[name].changed]
        # A lone name, such as Makefile, is in many repositories, and then no word for one of them.
        if "/" not in sighting.mention.word and len({*found, *had}) != 1:
            return iter(())
        if found:
            return self._changed(sighting, found)
        return self._removed(sighting, had) if had else self._never(sighting)

    def _commit(self, sighting: _Sighting) -> Iterator[Lead]:
        places = sighting.places
        seen = any(word in self.histories[name].commits or self.histories[name].is_cut for name, word in places)
        if seen or not places or not sighting.is_settled:
            return
        where = ", ".join(self.names[name] for name, _ in places)
        word = sighting.mention.word
        message = f"the evidence names commit {word}, which is not in {where}"
        yield _evidence_gone(sighting, message, f"commit {word} against all branches and tags of {where}")

    def _changed(self, sighting: _Sighting, found: list[tuple[str, str]]) -> Iterator[Lead]:
        updated = sighting.page.updated
        for name, word in found:
            day = self.histories[name].changed.get(word)
            if updated and day and day > updated:
                where = self.names[name]
                compared = f"updated {updated} against the last change of {word} in {where} on {day}"
                yield _behind(sighting, f"{word}, which changed in {where} after this was updated", compared)

    def _removed(self, sighting: _Sighting, had: list[tuple[str, str]]) -> Iterator[Lead]:
        updated = sighting.page.updated
        for name, word in had:
            day, where = self.histories[name].changed[word], self.names[name]
            if sighting.is_evidence:
                since = f", which had it until {day}" if day else ""
                compared = f"{word} against the files of {where} at {self._head(name)}{since}"
                yield _evidence_gone(sighting, f"the evidence names {word}, which {where} no longer has", compared)
            elif updated and day and day > updated:
                compared = f"updated {updated} against the removal of {word} from {where} on {day}"
                yield _behind(sighting, f"{word}, which was removed from {where} after this was updated", compared)

    def _never(self, sighting: _Sighting) -> Iterator[Lead]:
        word, places = sighting.mention.word, dict(sighting.places)
        is_ours = word in self.pages or any(path in self.pages for path in places.values())
        if not sighting.is_evidence or not sighting.is_settled or is_ours or not looks_like_path(word):
            return
        # Else it is most likely a version, an image or an address.
        if not any(_has_top(self.histories[name], path) for name, path in sighting.places):
            return
        where = ", ".join(self.names[name] for name in places)
        heads = ", ".join(f"{self.names[name]} at {self._head(name)}" for name in places)
        path = next(iter(places.values()))
        message = f"the evidence names {path}, which is not in {where}"
        yield _evidence_gone(sighting, message, f"{path} against the files of {heads}")

    def _head(self, name: str) -> str:
        return self.histories[name].head[:ABBREVIATED]


def _has_top(history: History, path: str) -> bool:
    """Tell whether the first folder of a path is or was there; a lone name lies where its repository's name says."""
    first, slash, _ = path.partition("/")
    return not slash or first in history.tops


def _evidence_gone(sighting: _Sighting, message: str, compared: str) -> Lead:
    return Lead(sighting.page.path, sighting.mention.line, "evidence-gone", message, compared)


def _behind(sighting: _Sighting, what: str, compared: str) -> Lead:
    kind = "evidence-changed" if sighting.is_evidence else "page-behind"
    subject = "the evidence names" if sighting.is_evidence else "this names"
    return Lead(sighting.page.path, sighting.mention.line, kind, f"{subject} {what}", compared)
