"""A lead: a page that may no longer hold, and what says so."""

from __future__ import annotations

from typing import Literal, NamedTuple

LeadKind = Literal[
    "open",
    "expired",
    "evidence-gone",
    "evidence-changed",
    "page-behind",
    "unread",
    "superseded-by-nothing",
    "contradiction",
]


class Lead(NamedTuple):
    """Something to look into, not a fact.

    Attributes:
        path: the page's path below the base.
        line: the 1-based line of the file; 1 when the whole file is meant.
        kind: what sort of lead it is, a stable word for programs.
        message: one sentence that says what may be wrong, without a full stop.
        compared: what was compared with what, without a full stop.
    """

    path: str
    line: int
    kind: LeadKind
    message: str
    compared: str
