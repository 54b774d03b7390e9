"""The process behind the command `kb`."""

from __future__ import annotations

import gc
import os
import sys

# One short call: collecting cycles costs 3 ms at start-up, and more the larger the base is.
gc.disable()


def main() -> None:
    """Run the command line of this process and end it."""
    from .cli.late import load_late  # noqa: PLC0415 - after the collector is off

    load_late()
    from .cli.app import run  # noqa: PLC0415 - what it imports may load late from here on

    code = run(sys.argv[1:])
    # Everything is flushed: taking the interpreter down in order would cost another 9 ms.
    os._exit(code)


if __name__ == "__main__":
    main()
