"""`kb review`."""

import time
from typing import Annotated

import typer

from ..store.records.review import list_reviews, prune_reviews, push_review, show_review
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import change as change_view
from .render import pruned as pruned_view
from .render import review as review_view
from .render import reviews as reviews_view
from .writing import git_in

review = typer.Typer(add_completion=False, invoke_without_command=True, rich_markup_mode=None)

BranchArgument = Annotated[str, typer.Argument(metavar="BRANCH", help="The branch, or its name behind the slash")]


@review.callback()
def list_(
    context: typer.Context, kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False
) -> Outcome | None:
    """List the branches that kb has made, and what became of them.

    What the remote has is as last fetched: kb sync asks it.

    Example: kb review
    """
    if context.invoked_subcommand:
        return None
    found = list_reviews(git_in(find_base(kb).root), int(time.time()))
    return Outcome(found, reviews_view, Output(json, no_color))


@review.command()
def show(
    branch: BranchArgument, kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False
) -> Outcome:
    """Show what a branch changes.

    Example: kb review show capture/F-2026-11-30-001
    """
    config = find_base(kb)
    shown = show_review(config, git_in(config.root), branch, int(time.time()))
    return Outcome(shown, review_view, Output(json, no_color))


@review.command()
def push(
    branch: BranchArgument, kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False
) -> Outcome:
    """Push a branch that is here and open its review.

    Example: kb review push capture/F-2026-11-30-001
    """
    config = find_base(kb)
    change = push_review(config, git_in(config.root), branch)
    return Outcome(change, change_view, Output(json, no_color), change.warnings)


@review.command()
def prune(kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False) -> Outcome:
    """Delete the branches here whose changes are merged; no others.

    Example: kb review prune
    """
    pruned = prune_reviews(git_in(find_base(kb).root))
    return Outcome(pruned, pruned_view, Output(json, no_color))
