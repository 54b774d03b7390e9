"""Text from pages made safe for a terminal."""

from __future__ import annotations

import re
import sys

# Control characters but tab and line feed, and what turns the direction of text around: both can rewrite the screen.
# Compiled when the first text comes: JSON needs none of it.
_UNSAFE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

# Those of them that JSON's own escapes leave as they are.
UNSAFE_IN_JSON = "[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"


def shell_word(text: str) -> str:
    """Return a path as a word of a command that can be pasted into a shell."""
    import shlex  # noqa: PLC0415 - most calls show no command

    return f'"{text}"' if sys.platform == "win32" else shlex.quote(text)


def clean(text: str) -> str:
    """Return text with each character that could steer a terminal replaced by one that shows that it was there."""
    return re.sub(_UNSAFE, "\ufffd", text)
