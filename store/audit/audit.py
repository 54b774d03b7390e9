"""Everything in a base that may no longer hold, as leads to look into."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..journal.read import read_log
from ..pages.base import read_base
from ..pages.check import check_base
from ..pages.link_index import Index
from ..pages.names import fold
from .evidence import compare_with_code
from .leads import Lead
from .succession import check_succession
from .unread import find_unread

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..config import Config
    from ..git.history import History
    from ..pages.base import Base
    from .evidence import Checkout


class Repository(NamedTuple):
    """A repository that pages were compared with: its name, the commit that is checked out, whether history is cut."""

    name: str
    commit: str
    is_cut: bool


class Audit(NamedTuple):
    """What an audit of a base found.

    Attributes:
        config: the base's folder and settings.
        pages: how many pages were read.
        searches: how many searches the log has.
        repositories: the repositories that pages were compared with, by name.
        leads: what to look into, by path, line and kind.
        warnings: what could not be compared, in sentences.
    """

    config: Config
    pages: int
    searches: int
    repositories: tuple[Repository, ...]
    leads: tuple[Lead, ...]
    warnings: tuple[str, ...]


def audit(config: Config, checkouts: tuple[Checkout, ...], today: str) -> Audit:
    """Compare the pages of a base with the day, the code, the log and one another.

    Args:
        config: the base.
        checkouts: the repositories to compare with, each name once.
        today: the day in ISO form by which records expire.

    Raises:
        KbError: as `read_history`; `usage` when the schema of a kind of the base's own is wrong.
    """
    base = read_base(config)
    index = Index(base)
    log = read_log(config.root)
    code = compare_with_code(base.pages, checkouts)
    leads = (
        *_states(base, index, today),
        *code.leads,
        *check_succession(base, index),
        *find_unread(base, index, log),
    )
    return Audit(
        config,
        len(base.pages),
        len(log.entries),
        tuple(Repository(name, history.head, history.is_cut) for name, history in sorted(code.histories.items())),
        tuple(sorted(leads)),
        tuple(_warnings(base, code.histories)),
    )


def _states(base: Base, index: Index, today: str) -> Iterator[Lead]:
    """Yield what validation calls open or expired."""
    for problem in check_base(base, today).problems:
        page = index.pages.get(problem.path)
        if page and problem.code == "open-record":
            compared = f"status open, last updated {page.updated or 'on no known day'}, against today, {today}"
            yield Lead(problem.path, problem.line, "open", problem.message, compared)
        elif page and problem.code == "expired":
            compared = f"expires {page.one('expires')} against today, {today}"
            yield Lead(problem.path, problem.line, "expired", problem.message, compared)


def _warnings(base: Base, histories: Mapping[str, History]) -> Iterator[str]:
    for skipped in base.skipped:
        yield f"not audited: {skipped.path}: {skipped.reason}"
    for page in base.pages:
        if page.problem:
            yield f"its body alone is audited: {page.path}:{page.problem_line}: {page.problem}"
    named = {fold(name) for page in base.pages for name in page.many("repos")}
    for name, history in sorted(histories.items()):
        if named and fold(name) not in named:
            yield f"no page has {name} among its repos"
        if history.is_cut:
            yield f"the history of {name} is cut off, so what is older is not known: git fetch --unshallow"
        if history.is_lacking:
            yield f"{name} is a partial clone, and what it lacks is not known: use a clone without --filter"
