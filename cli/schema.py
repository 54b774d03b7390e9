"""`kb schema`."""

from typing import Annotated

import typer

from ..schema import names, read
from ..store.errors import KbError
from .options import JsonOption, NoColorOption
from .outcome import Outcome, Output
from .render import schema as view


def schema(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which schema; without it, their names")] = None,
    kb: Annotated[
        str | None,
        typer.Option("--kb", metavar="PATH", help="Taken as by every verb; the schemas of all bases are the same"),
    ] = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Outcome:
    """Print the JSON Schema of a document that kb writes or reads.

    Example: kb schema search-1
    """
    del kb
    known = names()
    if name is None:
        return Outcome(known, view, Output(json, no_color))
    wanted = name.removesuffix(".json").removeprefix("kb/").replace("/", "-")
    if wanted not in known:
        raise KbError("missing", "no-such-schema", f"no schema is called {name!r}", f"known: {', '.join(known)}", known)
    return Outcome(read(wanted), view, Output(json, no_color))
