"""The result of `kb audit`."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from ...store.audit.unread import LEAST_SEARCHES
from ...store.errors import counted

if TYPE_CHECKING:
    from ...store.audit.audit import Audit
    from .screen import Screen

INDENT = " " * 7


def document(audit: Audit) -> dict[str, Any]:
    """Return an audit as `kb/audit/1`."""
    return {
        "schema": "kb/audit/1",
        "base": _base(audit),
        "pages": audit.pages,
        "searches": audit.searches,
        "repositories": [
            {"name": each.name, "commit": each.commit, "cut_off": each.is_cut} for each in audit.repositories
        ],
        "leads": [lead._asdict() for lead in audit.leads],
        "warnings": list(audit.warnings),
    }


def text(audit: Audit, screen: Screen) -> None:
    """Show the leads page by page, each with what was compared, and what was not."""
    for path, leads in groupby(audit.leads, lambda lead: lead.path):
        screen.line((path, "bold cyan"))
        for lead in leads:
            screen.line(f"{lead.line:>5}  ", (lead.kind, "yellow"), f"  {lead.message}")
            screen.line(INDENT, (f"compared: {lead.compared}", "dim"))
        screen.line()
    if not audit.repositories:
        screen.line(("not compared with any code: no --repo PATH=NAME was given", "dim"))
    if audit.searches < LEAST_SEARCHES:
        few = (
            f"not compared with the search log: it has {audit.searches} of the {LEAST_SEARCHES} searches that it takes"
        )
        screen.line((few, "dim"))
    found = counted(len(audit.leads), "lead") if audit.leads else "no leads"
    where = f"{counted(audit.pages, 'page')} of {_base(audit)}"
    screen.line((f"{found} in {where}. Leads, not facts: look before you change a page.", "dim"))


def _base(audit: Audit) -> str:
    return audit.config.name or str(audit.config.root)
