"""What the log says."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ...store.journal.read import TIME

if TYPE_CHECKING:
    from ...store.journal.read import Entry
    from ...store.journal.report import Report
    from .screen import Screen

DIGITS = 4
MOST_SHOWN = 10


def document(report: Report) -> dict[str, Any]:
    """Return it as `kb/queries/1`."""
    return {
        "schema": "kb/queries/1",
        "days": report.days,
        "searches": report.searches,
        "missed": {"count": report.missed, "share": _share(report.missed, report)},
        "rephrased": {"count": report.rephrased, "share": _share(report.rephrased, report)},
        "misses": [
            {
                "wording": miss.wording,
                "count": miss.times,
                "last": miss.last,
                "suggestions": [{"path": each.path, "why": each.why} for each in miss.suggestions],
            }
            for miss in report.misses
        ],
        "slowest": [_entry(entry) for entry in report.slowest],
        "broken": report.broken,
    }


def _share(count: int, report: Report) -> float:
    return round(count / report.searches, DIGITS) if report.searches else 0.0


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "time": time.strftime(TIME, time.gmtime(entry.time)),
        "wordings": list(entry.wordings),
        "milliseconds": entry.milliseconds,
        "repository": entry.repository,
    }


def text(report: Report, screen: Screen) -> None:
    """Show it to a person."""
    if not report.searches:
        screen.line(f"no search was logged in the last {report.days} days")
    else:
        screen.line((f"{report.searches} searches", "bold"), f" in the last {report.days} days")
        screen.line(f"{report.missed:>6} without a full match ({_share(report.missed, report):.0%})")
        screen.line(f"{report.rephrased:>6} rephrased within five minutes ({_share(report.rephrased, report):.0%})")
    if report.misses:
        screen.line()
        screen.line(("what missed", "bold"))
    for miss in report.misses[:MOST_SHOWN]:
        best = f"  {miss.suggestions[0].path}" if miss.suggestions else ""
        screen.line(f"{miss.times:>6} {miss.wording}", (best, "dim"))
    if len(report.misses) > MOST_SHOWN:
        screen.line((f"       and {len(report.misses) - MOST_SHOWN} more; --json names them all", "dim"))
    if report.slowest:
        screen.line()
        screen.line(("slowest", "bold"))
    for entry in report.slowest[:3]:
        screen.line(f"{entry.milliseconds:>6} ms  {' | '.join(entry.wordings)}")
    if report.broken:
        screen.line((f"{report.broken} lines of the log could not be read", "yellow"))
    if report.misses:
        screen.line(("next: kb queries --export --push puts this month's misses up for review", "dim"))
