"""The versions of the record format, and what each asks of a base that has the one before."""

from __future__ import annotations

from typing import NamedTuple


class Upgrade(NamedTuple):
    """What makes a base one version newer.

    Attributes:
        version: the version that it leads to.
        title: what it does, for the commit.
        lists: list fields that every record gets, empty, where it has none.
    """

    version: int
    title: str
    lists: tuple[str, ...] = ()


# Version 0 is a base without `format`: the layout AGENTS.md + memory/ + wiki/ as it is. Append; never edit.
UPGRADES = (Upgrade(1, "Say the format in kb.toml, and give every record its list of aliases", lists=("aliases",)),)
