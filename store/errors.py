"""The one error that `store/` raises for what a user can mend, and what its sentences are made of."""

from __future__ import annotations

from typing import Literal

Kind = Literal["usage", "missing", "refused", "outside", "bug"]


class KbError(Exception):
    """A failure in the user's words.

    Attributes:
        kind: what sort of failure it is; it alone decides the exit code.
        code: a stable word in kebab-case for programs.
        message: one sentence that says what is wrong, without a full stop.
        hint: what to do next, or an empty text.
        candidates: what the user may have meant, when that is a list to choose from.
    """

    def __init__(self, kind: Kind, code: str, message: str, hint: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind: Kind = kind
        self.code = code
        self.message = message
        self.hint = hint
        self.candidates = candidates


def reason_of(error: OSError) -> str:
    """Say in lower case why the system refused, without the path."""
    return (error.strerror or type(error).__name__).lower()


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural with an `s` where it is not one."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
