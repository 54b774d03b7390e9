"""Standard output and standard error."""

from __future__ import annotations

import errno
import json
import re
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from ...store.errors import KbError, reason_of
from .plain import UNSAFE_IN_JSON, clean

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from ..outcome import Outcome, Output


OUTPUT_FAILED = "output-failed"


@contextmanager
def writing() -> Generator[None]:
    """Turn what the system says when it cannot take the output into what kb says.

    Raises:
        BrokenPipeError: nobody reads any more.
        KbError: `outside` when the output cannot be written.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.EINVAL:  # how Windows says it
            raise BrokenPipeError from error
        trouble = f"the output cannot be written: {reason_of(error)}"
        raise KbError("outside", OUTPUT_FAILED, trouble, "make room, or write it elsewhere") from error


def show(outcome: Outcome) -> None:
    """Print an outcome and its warnings; as `writing`."""
    with writing():
        if outcome.output.json:
            print_document(outcome.view.document(outcome.value))
        else:
            from .screen import Screen  # noqa: PLC0415 - rich takes 15 ms that JSON need not wait for

            outcome.view.text(outcome.value, Screen(no_color=outcome.output.no_color))
    print_notes(outcome.warnings)


def print_line(text: str) -> None:
    """Write one line to stdout."""
    print(text)


def show_error(error: KbError, exit_code: int, output: Output) -> None:
    """Print an error: one JSON document on stdout, or a sentence and what to do next on stderr."""
    if output.json and error.code != OUTPUT_FAILED:
        document: dict[str, Any] = {
            "schema": "kb/error/1",
            "kind": error.kind,
            "code": error.code,
            "message": error.message,
            "hint": error.hint,
            "candidates": list(error.candidates),
            "exit_code": exit_code,
        }
        with writing():
            print_document(document)
    else:
        print_notes((error.message, *([error.hint] if error.hint else [])))


def print_document(document: dict[str, Any]) -> None:
    """Write one JSON document: UTF-8 whatever the locale, indented on a terminal, on one line elsewhere."""
    is_terminal = sys.stdout.isatty()
    text = json.dumps(
        document,
        ensure_ascii=False,
        allow_nan=False,
        indent=2 if is_terminal else None,
        separators=None if is_terminal else (",", ":"),
    )
    if not text.isascii() or "\x7f" in text:  # in a terminal too, none of these may steer it
        text = re.sub(UNSAFE_IN_JSON, lambda match: f"\\u{ord(match[0]):04x}", text)
    # A file name that is no Unicode text holds lone surrogates; written as escapes they are JSON and come back whole.
    write_bytes((text + "\n").encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
    """Write bytes to stdout at once."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer:
        buffer.write(data)
        buffer.flush()
    else:
        sys.stdout.write(data.decode("utf-8"))


def print_notes(notes: Iterable[str]) -> None:
    """Write sentences to stderr, the first of them behind the program's name; where that is not possible, nowhere."""
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by the caller; print would take stdout
        return
    # The result is out, or the exit code says that there is none: a full disk behind stderr changes neither.
    with suppress(OSError):
        for number, note in enumerate(notes):
            # A line feed in a file's name must not begin a line of its own.
            print("kb:" if number == 0 else "   ", clean(note).replace("\n", "\ufffd"), file=sys.stderr)
