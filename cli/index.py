"""`kb index`."""

from ..store.maps.write import write_index
from .options import JsonOption, KbOption, NoColorOption, find_base
from .outcome import Outcome, Output
from .render import index as view
from .writing import git_in


def index(kb: KbOption = None, json: JsonOption = False, no_color: NoColorOption = False) -> Outcome:
    """Write index.md, a map of the base, and index-full.md, its pages.

    Git ignores both. A file of that name which kb has not written is left as it is.

    Example: kb index
    """
    config = find_base(kb)
    written = write_index(config, git_in(config.root))
    return Outcome(written, view, Output(json, no_color), written.warnings)
