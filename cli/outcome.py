"""What a verb hands to the edge that prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from typing import Protocol

    from .render.screen import Screen

    class View(Protocol):
        """How one kind of value is shown; a module of `render` is one."""

        def document(self, value: Any, /) -> dict[str, Any]:  # noqa: ANN401 - each view has a type of its own
            """Return the JSON document of a value."""
            ...

        def text(self, value: Any, screen: Screen, /) -> None:  # noqa: ANN401 - as above
            """Show a value to a person."""
            ...


class Output(NamedTuple):
    """How a result is to be shown."""

    json: bool = False
    no_color: bool = False


class Outcome(NamedTuple):
    """What a verb found or did.

    Attributes:
        value: what `store/` returned.
        view: what shows such a value.
        output: how it is to be shown.
        warnings: sentences for stderr.
        exit_code: 0, or 1 for a verb that found problems.
    """

    value: Any
    view: View
    output: Output
    warnings: tuple[str, ...] = ()
    exit_code: int = 0
