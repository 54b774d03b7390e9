"""All pages of a base, read once."""

from collections.abc import Callable
from typing import NamedTuple

from ..config import Config
from .page import Page, read_page
from .walk import Skipped, walk

# What `kb index` writes at the root of a base, and the line that each begins with.
MAPS = ("index.md", "index-full.md")
MAP_MARK = "<!-- Written by kb index; what is changed here is lost. -->"


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


def read_base(config: Config, each: Callable[[Page], None] | None = None) -> Base:
    """Read every page of a base; what cannot be read is named in the result and takes nothing else down.

    The maps that `kb index` wrote are no pages: a search would find them by all that they list.

    Args:
        config: the base's folder and settings.
        each: is called with each page, in path order, as soon as it is read.
    """
    found = walk(config.root, config.exclude)
    pages: list[Page] = []
    skipped = list(found.skipped)
    root = str(config.root)  # a Path would be turned into text for every page
    for path in found.paths:
        page = read_page(root, path, config.folders)
        if type(page) is Page:
            if path in MAPS and page.text.startswith(MAP_MARK):
                continue
            pages.append(page)
            if each:
                each(page)
        elif type(page) is Skipped:
            skipped.append(page)
    return Base(config, tuple(pages), tuple(sorted(skipped, key=lambda item: item.path)))
