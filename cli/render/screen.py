"""The terminal, or the pipe in its place, that people read."""

from __future__ import annotations

import re
import shutil
import sys
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

from .plain import clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import StyleType

# A program or an agent reads the pipe: a summary is not cut there, a line of a megabyte is.
PIPE_WIDTH = 400


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave a closed pipe to the edge, which ends with 0; rich would end with 1."""
        raise BrokenPipeError


class Screen:
    """Writes lines to stdout: colour on a terminal alone, everything from pages cleaned, no markup read."""

    def __init__(self, *, no_color: bool = False) -> None:
        is_terminal = sys.stdout.isatty()
        self._console = _Console(
            file=sys.stdout,
            markup=False,
            highlight=False,
            emoji=False,
            soft_wrap=True,
            force_terminal=is_terminal,
            no_color=True if no_color else None,
        )
        if not self._console.width:  # COLUMNS=0, which shells mean as unknown
            self._console.width = shutil.get_terminal_size().columns
        self.width = self._console.width if is_terminal else PIPE_WIDTH

    def line(self, *parts: str | tuple[str, StyleType]) -> None:
        """Write one line of parts, each plain or with a style."""
        text = Text()
        for part in parts:
            content, style = part if isinstance(part, tuple) else (part, "")
            # A line feed in a file's name must not begin a line of its own.
            text.append(clean(content).replace("\n", "\ufffd"), style)
        self._console.print(text)

    def marked(
        self, indent: str, content: str, words: Sequence[str], style: StyleType, *, may_begin_later: bool = False
    ) -> None:
        """Write a line of text, cut to the width of the screen, with the words in it set off.

        Args:
            indent: what stands before it.
            content: the text.
            words: the words.
            style: how they are set off.
            may_begin_later: whether the beginning goes where the first of the words would not fit with it.
        """
        content, width = clean(content).replace("\t", "    "), self.width - len(indent)
        text = Text(self.cut(self._from_near(content, words, width) if may_begin_later else content, width))
        text.highlight_words(words, style, case_sensitive=False)
        self._console.print(Text(indent) + text)

    @staticmethod
    def _from_near(content: str, words: Sequence[str], width: int) -> str:
        """Return the text, without its beginning where a cut at its end would take away the first of the words."""
        if cell_len(content) <= width:
            return content
        found = re.search("|".join(map(re.escape, words)) or r"\Z", content, re.IGNORECASE)
        if not found or cell_len(content[: found.end()]) < width:
            return content
        start, room = found.start(), min(width // 3, width - cell_len(found[0]) - 2)
        least = max(0, start - 4 * width)  # many signs may have no width
        while start > least and cell_len(content[start - 1 : found.start()]) <= room:
            start -= 1
        return "\u2026" + content[start:]

    @staticmethod
    def raw(text: str) -> None:
        """Write text as it is."""
        sys.stdout.write(text)

    @staticmethod
    def cut(content: str, width: int) -> str:
        """Return text that takes at most this many cells, with an ellipsis where it was longer."""
        if cell_len(content) <= width:
            return content
        return chop_cells(content, max(1, width - 1))[0] + "\u2026"
