"""`kb migrate`."""

from typing import Annotated

import typer

from ..store.records.migrate import plan_upgrade, upgrade
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import change as change_view
from .render import plan as plan_view
from .writing import PushOption, git_in


def migrate(
    apply: Annotated[bool, typer.Option("--apply", help="Carry the plan out, on the branch migrate/N")] = False,
    push: PushOption = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Bring records to the newest format.

    Shows what would change; with --apply it is done on the branch migrate/N.

    Example: kb migrate --apply
    """
    config = find_base(kb)
    git = git_in(config.root)
    if push and not apply:
        raise typer.BadParameter("--push goes with --apply")
    if not apply:
        return Outcome(plan_upgrade(config, git), plan_view, Output(json, no_color))
    change = upgrade(config, git, push=push)
    return Outcome(change, change_view, Output(json, no_color), change.warnings)
