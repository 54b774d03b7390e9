"""All pages of a base, read once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .page import Page, read_page
from .walk import Skipped, walk

if TYPE_CHECKING:
    from ..config import Config


class Base(NamedTuple):
    """What was read of a base.

    Attributes:
        config: its folder and settings.
        pages: its pages, by path.
        skipped: files and folders that could not be read, by path.
    """

    config: Config
    pages: tuple[Page, ...]
    skipped: tuple[Skipped, ...]


def read_base(config: Config) -> Base:
    """Read every page of a base; what cannot be read is named in the result and takes nothing else down."""
    found = walk(config.root, config.exclude)
    pages: list[Page] = []
    skipped = list(found.skipped)
    for path in found.paths:
        page = read_page(config.root, path, config.folders)
        if type(page) is Page:
            pages.append(page)
        elif type(page) is Skipped:
            skipped.append(page)
    return Base(config, tuple(pages), tuple(sorted(skipped, key=lambda item: item.path)))
