"""`kb capture`."""

from typing import Annotated

import typer

from ..store.config import Config
from ..store.errors import KbError
from ..store.pages.kinds import read_contracts
from ..store.records.capture import CaptureRequest
from ..store.records.capture import capture as capture_pages
from ..store.records.draft import DraftRequest
from .options import JsonOption, KbOption, NoColorOption, find_base, today
from .outcome import Outcome, Output
from .render import change as view
from .writing import BodyOption, PushOption, SetOption, fields_of, git_in, page_name, read_text


def capture(  # noqa: PLR0913, PLR0917 - each parameter is an option
    targets: Annotated[
        list[str],
        typer.Argument(metavar="ID|PATH...|KIND SUMMARY", help="Drafts, or a kind and the summary of a new page"),
    ],
    fields: SetOption = None,
    body: BodyOption = None,
    push: PushOption = False,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the drafts in the working tree too")] = False,
    allow_secret: Annotated[
        bool, typer.Option("--allow-secret", help="Capture what looks like a secret; look at it first")
    ] = False,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Put pages on a branch of their own, for review.

    The branch starts from the remote's default branch. Your branch, index, stash and all other files stay as they
    are; the drafts leave the working tree once they are safe on the branch.

    Example: kb capture F-2026-11-30-001 --push
    """
    config = find_base(kb)
    request = CaptureRequest(today(), push=push, keep=keep, allow_secret=allow_secret)
    draft = _draft(config, targets, fields, body)
    if draft:
        request = request._replace(draft=draft)
    else:
        request = request._replace(targets=tuple(page_name(target, config) for target in targets))
    change = capture_pages(config, git_in(config.root), request)
    return Outcome(change, view, Output(json, no_color), change.warnings)


def _draft(config: Config, targets: list[str], fields: list[str] | None, body: str | None) -> DraftRequest | None:
    """Return the page that is to be made, when a kind and a summary are given."""
    kind, *summary = targets
    if kind in read_contracts(config):
        if len(summary) != 1:
            trouble = f"a new {kind} needs its summary" + (", as one text" if summary else "")
            raise KbError("usage", "no-summary", trouble, f'put it in quotes: kb capture {kind} "SUMMARY"')
        return DraftRequest(kind, summary[0], today(), fields_of(fields), read_text(body))
    if fields or body:
        hint = 'give KIND "SUMMARY"; the fields of a draft are in its file'
        raise KbError("usage", "fields-of-a-draft", "--set and --body are for a new page", hint)
    return None
