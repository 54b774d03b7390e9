"""Free ids of records: across the working tree and every branch, here and on the remote."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from ..git.branches import branch_names, names_on_branches
from ..pages.page import stem
from ..pages.walk import SUFFIX, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..config import Config
    from ..git.repository import Repository
    from ..pages.kinds import Contract

ID = re.compile(r"([A-Z]+)-(\d{4}-\d{2}-\d{2})-(\d{3,})")


def taken_ids(config: Config, contract: Contract, repository: Repository | None) -> frozenset[str]:
    """Return the names that no new record of a kind may have.

    Args:
        config: the base.
        contract: the kind's.
        repository: the base's repository, or None where the working tree is all there is.
    """
    names = {stem(path) for path in walk(config.root, config.exclude).paths}
    if repository is not None:
        found = names_on_branches(repository, *(repository.prefix + folder for folder in contract.folders))
        names |= {name.removesuffix(SUFFIX) for name in found}
        names |= {name.rpartition("/")[2] for name in branch_names(repository)}
    return frozenset(names)


def free_ids(prefix: str, day: str, taken: frozenset[str]) -> Iterator[str]:
    """Yield the ids of a day that are not taken, in order, from the one behind the highest that is.

    Args:
        prefix: the letters of the kind.
        day: the day in ISO form.
        taken: names that are not free.
    """
    matches = (ID.fullmatch(name) for name in taken)
    numbers = [int(match[3]) for match in matches if match and (match[1], match[2]) == (prefix, day)]
    for number in count(max(numbers, default=0) + 1):
        yield f"{prefix}-{day}-{number:03}"
