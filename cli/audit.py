"""`kb audit`."""

from typing import Annotated

import typer

from ..store.audit.audit import audit as audit_base
from ..store.audit.evidence import Checkout
from ..store.errors import KbError
from ..store.pages.names import fold
from .options import JsonOption, KbOption, NoColorOption, absolute, find_base, today
from .outcome import Outcome, Output
from .render import audit as view
from .writing import git_in


def audit(
    repo: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH=NAME", help="A checkout to compare with, and its name in repos; may be repeated"),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 when there are leads")] = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """List pages that may no longer hold: leads, not facts.

    Open and expired records, evidence that is gone or has changed, pages behind the code, pages that nobody reads,
    and statuses that contradict each other. It changes nothing.

    Example: kb audit --repo ../checkout-api=checkout-api
    """
    checkouts = _checkouts(repo or [])
    found = audit_base(find_base(kb), checkouts, today())
    exit_code = 1 if strict and found.leads else 0
    return Outcome(found, view, Output(json, no_color), found.warnings, exit_code)


def _checkouts(given: list[str]) -> tuple[Checkout, ...]:
    """Return `PATH=NAME` by `PATH=NAME` as checkouts."""
    found: dict[str, Checkout] = {}
    for text in given:
        path, _, name = text.rpartition("=")
        path, name = path.strip(), name.strip()
        if not path or not name:
            hint = "such as: --repo ../checkout-api=checkout-api"
            raise KbError("usage", "bad-repository", f"{text!r} is not PATH=NAME", hint)
        if fold(name) in found:
            trouble = f"the repository {name} is given twice"
            raise KbError("usage", "repeated-repository", trouble, "give each name one folder")
        found[fold(name)] = Checkout(name, git_in(absolute(path)))
    return tuple(found.values())
