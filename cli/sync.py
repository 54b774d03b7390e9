"""`kb sync`."""

from ..store.records.news import sync as sync_base
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import news as view
from .writing import git_in


def sync(kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False) -> Outcome:
    """Get what the remote has, and say what is new.

    Fetches, and moves the default branch forward when it is checked out; never merges.

    Example: kb sync
    """
    config = find_base(kb)
    news = sync_base(config, git_in(config.root))
    return Outcome(news, view, Output(json, no_color), view.warnings(news))
