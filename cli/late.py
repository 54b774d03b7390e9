"""Modules that load when they are first used, not when something imports them."""

from __future__ import annotations

import sys
from _thread import RLock
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

# Typer and the standard library below it import these at their top; most calls never use one. Loading them takes 4 ms.
SELDOM_USED = ("bz2", "ipaddress", "lzma", "platform", "subprocess", "textwrap", "tokenize")

_LOADING = RLock()


class LateModule(ModuleType):
    """A module that runs its code at the first look for a name that it does not have yet.

    `importlib.util.LazyLoader` means the same, but on Python 3.11 the import itself is such a look.
    """

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the module holds
        """Load the module, which is an ordinary one from then on, and return what it has under that name."""
        with _LOADING:  # another thread waits until the module is whole
            if type(self) is LateModule and self.__spec__ and self.__spec__.loader:
                self.__class__ = _LoadingModule  # pyright: ignore[reportAttributeAccessIssue] - as Python allows
                try:
                    self.__spec__.loader.exec_module(self)
                except BaseException:
                    self.__class__ = LateModule  # the next look tells what is wrong, too
                    raise
                self.__class__ = ModuleType  # pyright: ignore[reportAttributeAccessIssue] - as above
        return ModuleType.__getattribute__(self, name)


class _LoadingModule(LateModule):
    """One whose code runs, and may look for a name that is not there yet."""


def load_late(names: Iterable[str] = SELDOM_USED) -> None:
    """Let modules of the standard library load late; one that is loaded already, or is not there, stays as it is."""
    for name in names:
        spec = None if name in sys.modules else PathFinder.find_spec(name)
        if spec:
            module = module_from_spec(spec)
            module.__class__ = LateModule
            sys.modules[name] = module
