"""A base held to its contracts: what is wrong with its pages, each alone and all together."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from .conflicts import check_conflicts
from .contract import check_fields
from .headings import find_headings
from .kinds import read_contracts
from .link_index import Index, check_links
from .names import check_names, fold
from .page import stem
from .problem import Level, Problem, quoted
from .shape import check_shape, field_lines
from .walk import walk

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from ..config import Config
    from .base import Base
    from .kinds import Contract
    from .page import Page

# Files that tell people and agents how to use a folder; no kind has a say in them.
GUIDES = frozenset({"readme", "agents", "claude"})
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Checked(NamedTuple):
    """What a check of a base found.

    Attributes:
        config: the base's folder and settings.
        pages: how many pages were read.
        problems: what is wrong, by path, line and code.
    """

    config: Config
    pages: int
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> int:
        """How many of the problems are errors."""
        return sum(problem.level == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many of the problems are warnings."""
        return len(self.problems) - self.errors


def check_base(base: Base, today: str) -> Checked:
    """Check all pages of a base, and the names of all its files.

    Args:
        base: the base, read.
        today: the day in ISO form by which records expire.

    Raises:
        KbError: `usage` when the schema of a kind of the base's own is wrong.
    """
    pages = {page.path for page in base.pages}
    files = pages.union(walk(base.config.root, base.config.exclude, every=True).paths)
    paths = files.union(skipped.path for skipped in base.skipped)
    return Checked(base.config, len(base.pages), _check(base, paths, files, today))


def check_pages(base: Base, paths: Collection[str], today: str) -> tuple[Problem, ...]:
    """Return what is wrong with some pages of a base, judged among all its pages; as `check_base`.

    Args:
        base: the base, read.
        paths: the paths of the pages to check.
        today: as above.
    """
    return _check(base, paths, {page.path for page in base.pages}, today)


def _check(base: Base, paths: Collection[str], files: Collection[str], today: str) -> tuple[Problem, ...]:
    """Return what is wrong with what is at some paths, its names judged among all these files."""
    contracts = read_contracts(base.config)
    kinds = tuple(dict.fromkeys((*contracts, *base.config.kinds)))
    index = Index(base)
    wanted = frozenset(paths)
    together = (*check_names(files), *_check_ids(base.pages), *_check_aliases(base.pages))
    problems = [problem for problem in together if problem.path in wanted]
    for skipped in base.skipped:
        if skipped.path in wanted:
            message = f"this cannot be read: {skipped.reason}"
            problems.append(Problem(skipped.path, 1, "error", "unreadable", "", message))
    for page in base.pages:
        if page.path in wanted:
            contract = _contract_of(page, base.config, contracts)
            problems += _check_head(page, contract, kinds, today)
            problems += _check_sections(page, contract)
            problems += check_links(page, index)
            problems += check_conflicts(page)
    return tuple(sorted(problems, key=lambda problem: (problem.path, problem.line, problem.code, problem)))


def _contract_of(page: Page, config: Config, contracts: Mapping[str, Contract]) -> Contract | None:
    """Return the contract of a page whose kind it or its folder says; any other page is free."""
    is_of_a_kind = "type" in page.fields or any(folder in config.folders for folder in page.path.split("/")[:-1])
    return contracts.get(page.kind) if is_of_a_kind and not _is_guide(page) else None


def _is_guide(page: Page) -> bool:
    return fold(stem(page.path)) in GUIDES


def _check_head(page: Page, contract: Contract | None, kinds: tuple[str, ...], today: str) -> list[Problem]:
    if page.problem:
        return [Problem(page.path, page.problem_line, "error", "broken-frontmatter", "", page.problem)]
    problems = list(check_shape(page))
    if contract:
        return [*problems, *check_fields(page, contract), *_check_record(page, contract, today)]
    if "type" in page.fields and page.kind not in kinds and not _is_guide(page):
        message = f"type is {quoted(page.kind)}; the kinds of this base: {', '.join(kinds)}"
        problems.append(_about("type", page, "error", "unknown-kind", message))
    return problems


def _check_record(page: Page, contract: Contract, today: str) -> list[Problem]:
    problems: list[Problem] = []
    status, expires = page.one("status"), page.one("expires")
    if contract.prefix:
        if page.id and page.id != stem(page.path):
            message = f"id is {quoted(page.id)}, but the file is called {quoted(stem(page.path))}"
            problems.append(_about("id", page, "error", "id-mismatch", message))
        if not page.path.startswith(tuple(f"{folder}/" for folder in contract.folders)):
            message = f"the kind {contract.kind} has its pages in {', '.join(contract.folders)}"
            problems.append(_about("type", page, "error", "wrong-folder", message))
    if (
        page.one("confidence") == "verified"
        and "evidence" in contract.fields
        and not (page.one("evidence") or "").strip()
    ):
        message = "confidence is verified, but there is no evidence"
        problems.append(_about("confidence", page, "error", "unproven", message))
    if status == "open":
        problems.append(_about("status", page, "warning", "open-record", "this is still open"))
    if expires and _DATE.fullmatch(expires) and expires < today and status != "superseded":
        message = f"this expired on {expires}; look whether it still holds"
        problems.append(_about("expires", page, "warning", "expired", message))
    return problems


def _check_sections(page: Page, contract: Contract | None) -> list[Problem]:
    if contract is None or not contract.sections:
        return []
    folders = page.path.split("/")[:-1]
    required = [name for folder, names in contract.sections.items() if folder in folders for name in names]
    if not required:
        return []
    present = {fold(heading.text) for heading in find_headings(page.body_lines)}
    return [
        Problem(page.path, 1, "error", "missing-section", "", f"the section {quoted(name)} is missing")
        for name in required
        if fold(name) not in present
    ]


def _check_ids(pages: tuple[Page, ...]) -> list[Problem]:
    """Return the pages that have the id of another one."""
    owners: dict[str, list[Page]] = defaultdict(list)
    for page in pages:
        if page.id:
            owners[fold(page.id)].append(page)
    return [
        _about("id", page, "error", "duplicate-id", f"id {quoted(page.id or '')} is also that of {other.path}")
        for found in owners.values()
        for page in found
        if (other := _another(found, page))
    ]


def _check_aliases(pages: tuple[Page, ...]) -> list[Problem]:
    """Return the pages that have an alias or id which is an alias of another one."""
    owners: dict[str, list[Page]] = defaultdict(list)
    ids = {fold(page.id): page for page in pages if page.id}
    for page in pages:
        for alias in dict.fromkeys(map(fold, page.many("aliases"))):
            owners[alias].append(page)
    problems: list[Problem] = []
    for alias, found in owners.items():
        for page in found:
            if other := _another(found, page):
                message = f"alias {quoted(_spelling(page, alias))} is also one of {other.path}"
                problems.append(_about("aliases", page, "error", "duplicate-alias", message))
        record = ids.get(alias)
        for page in found if record else ():
            if record and page is not record:
                message = f"alias {quoted(_spelling(page, alias))} is the id of {record.path}"
                problems.append(_about("aliases", page, "error", "duplicate-alias", message))
                message = f"id {quoted(record.id or '')} is also an alias of {page.path}"
                problems.append(_about("id", record, "error", "duplicate-alias", message))
    return problems


def _another(pages: list[Page], page: Page) -> Page | None:
    return next((other for other in pages if other is not page), None)


def _spelling(page: Page, alias: str) -> str:
    return next(written for written in page.many("aliases") if fold(written) == alias)


def _about(field: str, page: Page, level: Level, code: str, message: str) -> Problem:
    return Problem(page.path, field_lines(page).get(field, 1), level, code, field, message)
