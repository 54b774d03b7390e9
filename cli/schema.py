"""`kb schema`."""

from typing import Annotated

import typer

from ..schema import names, read
from ..store.errors import KbError
from .options import JsonOption, KbOption, NoColorOption
from .render import schema as view
from .result import Output, Result


def schema(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Which schema; without it, their names")] = None,
    kb: KbOption = None,
    json: JsonOption = False,
    no_color: NoColorOption = False,
) -> Result:
    """Print the JSON Schema of a document that kb writes or reads.

    Example: kb schema search-1
    """
    del kb  # every verb takes it; a contract is the same for every base
    known = names()
    if name is None:
        return Result(known, view, Output(json, no_color))
    wanted = name.removesuffix(".json").removeprefix("kb/").replace("/", "-")
    if wanted not in known:
        raise KbError("missing", "no-such-schema", f"no schema is called {name!r}", f"known: {', '.join(known)}", known)
    return Result(read(wanted), view, Output(json, no_color))
