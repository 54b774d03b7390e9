"""A base written to a folder, in a format for readers that cannot run a command line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..errors import KbError
from ..pages.base import read_base
from .choose import choose
from .content import make_content
from .folder import Earlier, read_earlier, write_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..config import Config
    from ..pages.walk import Skipped
    from .content import Content, File

Format = Literal["jsonl", "llms-txt", "site", "bulk"]


class ExportRequest(NamedTuple):
    """What is exported.

    Attributes:
        folder: where to, absolute: new, empty, or an earlier export.
        format: as what.
        with_inbox: whether the pages in `inbox` are exported too.
        with_private: whether the private pages are exported too.
    """

    folder: Path
    format: Format
    with_inbox: bool = False
    with_private: bool = False


class Exported(NamedTuple):
    """What was exported.

    Attributes:
        folder: where to.
        format: as what.
        files: the files that were written, below the folder, sorted.
        pages: how many pages are in them.
        passages: how many passages.
        replaced: whether an earlier export was replaced.
        skipped: what could not be read and so is missing, by path.
    """

    folder: Path
    format: Format
    files: tuple[str, ...]
    pages: int
    passages: int
    replaced: bool
    skipped: tuple[Skipped, ...]


def export_base(config: Config, request: ExportRequest) -> Exported:
    """Write the pages of a base to a folder: the same pages give the same bytes.

    Raises:
        KbError: `missing` when there is nothing to export; `refused` when the folder holds anything but an earlier
            export, when that has pages which cannot be read now, or when the system does not let it be written.
    """
    earlier = read_earlier(request.folder)
    if request.format == "llms-txt":
        _check_place(request.folder, config.root)
    base = read_base(config)
    choice = choose(base, with_inbox=request.with_inbox, with_private=request.with_private)
    _check_earlier(request.folder, earlier, choice.skipped)
    if not choice.exported:
        raise KbError("missing", "no-pages", f"{config.root} has no pages to export", "name another base with --kb")
    content = make_content(base, choice)
    paths = [each.page.path for each in content.pages]
    marker = {"format": request.format, "complete": content.complete, "pages": paths}
    files = write_folder(request.folder, _files(request.format, content), marker)
    return Exported(
        request.folder,
        request.format,
        files,
        len(content.pages),
        sum(len(each.passages) for each in content.pages),
        earlier is not None,
        choice.skipped,
    )


def _files(wanted: Format, content: Content) -> Iterator[File]:
    if wanted == "site":
        from .site import site_files as files  # noqa: PLC0415 - a parser of Markdown that only a site needs
    elif wanted == "jsonl":
        from .jsonl import jsonl_files as files  # noqa: PLC0415 - one format is asked for
    elif wanted == "bulk":
        from .bulk import bulk_files as files  # noqa: PLC0415 - as above
    else:
        from .llms import llms_files as files  # noqa: PLC0415 - as above
    return files(content)


def _check_place(folder: Path, root: Path) -> None:
    """Refuse a folder of the base: the Markdown in it would become pages of the base."""
    place = Path(os.path.realpath(folder))  # a folder above it may be a link into the base
    for above in (place, *place.parents):
        if above.name.startswith("."):
            return  # no page is read from there
        if above.exists() and os.path.samefile(above, root):  # noqa: PTH121 - as fast to read
            trouble = f"{folder} is in the base, and the Markdown in it would become pages of the base"
            raise KbError(
                "refused", "in-the-base", trouble, "name a folder outside, or one whose name begins with a dot"
            )


def _check_earlier(folder: Path, earlier: Earlier | None, skipped: tuple[Skipped, ...]) -> None:
    """Refuse to replace an export by one without pages that are only unreadable: that would look as if deleted."""
    for item in skipped:
        inside = "" if item.path == "." else f"{item.path}/"
        for path in earlier.pages if earlier else ():
            if path == item.path or path.startswith(inside):
                trouble = f"{item.path} cannot be exported now ({item.reason}), and {folder} has it: it stays as it is"
                raise KbError("refused", "would-lose-pages", trouble, "mend the file, or export to a new folder")
