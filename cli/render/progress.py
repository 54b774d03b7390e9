"""How far a long verb is, on a terminal; nothing elsewhere."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator


@contextmanager
def progress_bar(total: int) -> Generator[Callable[[], None] | None]:
    """Show a bar on stderr while that is a terminal; yield what to call after each step, or None without a bar."""
    if sys.stderr is None or not sys.stderr.isatty():  # pyright: ignore[reportUnnecessaryComparison] - closed by the caller
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - 15 ms that a pipe need not wait for
    from rich.progress import Progress  # noqa: PLC0415 - as above

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("asking", total=total)
        yield lambda: progress.advance(task)
