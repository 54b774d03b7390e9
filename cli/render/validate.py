"""The result of `kb validate`: as text, as JSON, and as the annotations of two code hosts."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from ...store.errors import counted
from .plain import clean

if TYPE_CHECKING:
    from ...store.pages.check import Checked
    from ...store.pages.problem import Problem
    from .screen import Screen

STYLES = {"error": "red", "warning": "yellow"}
# What GitLab calls the two levels.
SEVERITIES = {"error": "major", "warning": "minor"}
# What a name that is no UTF-8 has in the place of its bytes: no reader of JSON takes it.
_NO_TEXT = re.compile("[\ud800-\udfff]")


def document(checked: Checked) -> dict[str, Any]:
    """Return a check as `kb/validation/1`."""
    return {
        "schema": "kb/validation/1",
        "base": _base(checked),
        "pages": checked.pages,
        "errors": checked.errors,
        "warnings": checked.warnings,
        "problems": [problem._asdict() for problem in checked.problems],
    }


def text(checked: Checked, screen: Screen) -> None:
    """Show what is wrong, page by page, and count it."""
    for path, problems in groupby(checked.problems, lambda problem: problem.path):
        screen.line((path, "bold cyan"))
        for problem in problems:
            place = f"{problem.line:>5}  "
            screen.line(
                place, (f"{problem.level:<9}", STYLES[problem.level]), problem.message, (f"  {problem.code}", "dim")
            )
        screen.line()
    screen.line((summary(checked), "dim"))


class GitHub(NamedTuple):
    """The view that writes a workflow command for each problem; `prefix` leads from the repository to the base."""

    prefix: str
    document = staticmethod(document)

    def text(self, checked: Checked, screen: Screen) -> None:
        """Write the commands, and count them."""
        for problem in checked.problems:
            place = f"file={_property(self.prefix + problem.path)},line={problem.line},title={_property(problem.code)}"
            screen.raw(f"::{problem.level} {place}::{_data(problem.message)}\n")
        screen.line(summary(checked))


class GitLab(NamedTuple):
    """The view that writes a Code Quality report; `prefix` leads from the repository to the base."""

    prefix: str
    document = staticmethod(document)

    def text(self, checked: Checked, screen: Screen) -> None:
        """Write the report, one JSON array."""
        seen: dict[Problem, int] = {}
        report: list[dict[str, Any]] = []
        for problem in checked.problems:
            # The line is no part of the fingerprint: text above must not make an old problem a new one.
            same = problem._replace(line=1)
            seen[same] = seen.get(same, 0) + 1
            parts = (self.prefix + problem.path, problem.code, problem.field, problem.message, str(seen[same]))
            report.append(
                {
                    "description": clean(problem.message),
                    "check_name": problem.code,
                    "fingerprint": sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest(),
                    "severity": SEVERITIES[problem.level],
                    "location": {
                        "path": _NO_TEXT.sub("\ufffd", self.prefix + problem.path),
                        "lines": {"begin": problem.line},
                    },
                }
            )
        screen.raw(json.dumps(report, indent=2) + "\n")


def summary(checked: Checked) -> str:
    """Return the line that counts what was found."""
    pages = counted(checked.pages, "page")
    if not checked.problems:
        return f"no problems in {pages} of {_base(checked)}"
    return f"{counted(checked.errors, 'error')}, {counted(checked.warnings, 'warning')} in {pages} of {_base(checked)}"


def _base(checked: Checked) -> str:
    return checked.config.name or str(checked.config.root)


def _data(content: str) -> str:
    """Return text so that a workflow command keeps it whole."""
    return clean(content).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(content: str) -> str:
    return _data(content).replace(":", "%3A").replace(",", "%2C")
