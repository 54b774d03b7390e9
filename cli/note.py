"""`kb note`."""

from typing import Annotated

import typer

from ..store.records.note import NoteRequest, add_note
from .options import JsonOption, KbOption, NoColorOption, find_base, today
from .outcome import Outcome, Output
from .render import change as view
from .writing import git_in, repository_of


def note(
    words: Annotated[list[str], typer.Argument(metavar="TEXT|URL", help="A thought, or the address of something")],
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """File a thought or a link in the inbox.

    A link is filed once, whatever its tracking parameters are. The network is not asked.

    Example: kb note "canaries should see every country"
    """
    config = find_base(kb)
    git = git_in(config.root)
    change = add_note(config, git, repository_of(git), NoteRequest(" ".join(words), today()))
    return Outcome(change, view, Output(json, no_color), change.warnings)
