"""Two runs of the ruler: kept as a file, and compared question by question."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..errors import KbError, reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from .measure import Measured


_HOW = "make one with: kb ruler QUESTIONS --save FILE"


class Move(NamedTuple):
    """A question whose first answer is at another place than before; None is not among the first ten."""

    name: str
    before: int | None
    now: int | None


class Comparison(NamedTuple):
    """What has changed since an earlier run.

    Attributes:
        moved: the questions that are in both runs and whose place changed, in the order of the file.
        added: how many questions are new.
        removed: how many are gone.
    """

    moved: tuple[Move, ...]
    added: int
    removed: int

    @property
    def lost(self) -> tuple[Move, ...]:
        """The questions that were found and are missed now."""
        return tuple(move for move in self.moved if move.now is None)


def compare(measured: Measured, before: dict[str, int | None]) -> Comparison:
    """Compare a run with the places that an earlier one had, by the names of the questions."""
    now = {answer.question.name: answer.rank for answer in measured.judged}
    moved = tuple(
        Move(name, before[name], rank) for name, rank in now.items() if name in before and before[name] != rank
    )
    return Comparison(moved, len(now.keys() - before.keys()), len(before.keys() - now.keys()))


def refuse_other(path: Path) -> None:
    """Refuse to write a run in the place of anything but another one.

    Raises:
        KbError: `refused` when something else is there.
    """
    if not os.path.lexists(path):
        return
    other = KbError("refused", "taken", f"{path} is there and is no saved run", "name another file for --save")
    if path.is_symlink() or not path.is_file():
        raise other
    try:
        read_run(path)
    except KbError as error:
        raise other from error


def read_run(path: Path) -> dict[str, int | None]:
    """Return the places of a run that was saved, by the names of its questions; those without an answer are left out.

    Raises:
        KbError: `missing` when there is no such file; `usage` when it is no saved run.
    """
    try:
        document: Any = json.loads(path.read_bytes())
        is_run = document["schema"] == "kb/ruler/1"
        judged = [question for question in document["questions"] if question["relevant"]]
        places = {str(question["name"]): cast("int | None", question["rank"]) for question in judged}
    except OSError as error:
        raise KbError("missing", "no-such-file", f"{path} cannot be read: {reason_of(error)}", _HOW) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise KbError("usage", "bad-run", f"{path} is no saved run", _HOW) from error
    if not is_run:
        raise KbError("usage", "bad-run", f"{path} is no saved run of this version", _HOW)
    return places
