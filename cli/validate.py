"""`kb validate`."""

from enum import StrEnum
from typing import Annotated

import typer

from ..store.files import path_in_repository
from ..store.pages.base import read_base
from ..store.pages.check import check_base
from .options import JsonOption, KbOption, NoColorOption, find_base, today
from .outcome import Outcome, Output
from .render import validate as view


class Format(StrEnum):
    """How problems are written for people, or for the host that runs a check."""

    TEXT = "text"
    GITHUB = "github"
    GITLAB = "gitlab"


def validate(
    form: Annotated[
        Format, typer.Option("--format", help="For people, or as the annotations of a code host")
    ] = Format.TEXT,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Check every page of the base.

    Fields, links, sections, names, ids, aliases, and markers that a merge has left.

    Ends with 1 when there are errors; open and expired records are warnings.

    Example: kb validate --format github
    """
    if json and form is not Format.TEXT:
        raise typer.BadParameter("choose --json or --format")
    config = find_base(kb)
    checked = check_base(read_base(config), today())
    outcome = Outcome(checked, view, Output(json, no_color), exit_code=1 if checked.errors else 0)
    if form is Format.TEXT:
        return outcome
    prefix = path_in_repository(config.root)
    return outcome._replace(view=view.GitHub(prefix) if form is Format.GITHUB else view.GitLab(prefix))
