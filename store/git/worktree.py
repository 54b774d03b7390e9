"""A captured draft leaves the working tree; the index is only looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import reason_of
from ..files import write_over

if TYPE_CHECKING:
    from .repository import Repository


def is_committed(repository: Repository, path: str) -> bool:
    """Tell whether the commit that is checked out has a file, given below the top."""
    return repository.git.run("cat-file", "-e", f"HEAD:{path}", wrong=(1, 128)).code == 0


def take_away(repository: Repository, path: str, data: bytes) -> str:
    """Take a draft out of the working tree, where its content is safe elsewhere; return why it stays, or an empty text.

    An untracked file is removed. One that the checked-out commit has gets the content of that commit back. One that is
    staged stays: the index is the user's.

    Args:
        repository: the repository.
        path: the file below the top.
        data: what was read from it; with anything else in it by now it stays.
    """
    git, file = repository.git, repository.top / path
    staged = git.run("ls-files", "--stage", "-z", "--", path).parts
    committed = git.run("rev-parse", "--verify", "--quiet", f"HEAD:{path}", wrong=(1, 128)).text
    ids = {entry.split(" ")[1] for entry in staged}
    if ids and ids != {committed}:
        return f"{path} stays in your working tree, because it is staged"
    try:
        if file.read_bytes() != data:
            return f"{path} stays in your working tree, because it was changed meanwhile"
        if not committed:
            file.unlink()
        elif ids:
            write_over(file, git.run("cat-file", "--filters", f"--path={path}", committed).out)
    except OSError as error:
        return f"{path} stays in your working tree: {reason_of(error)}"
    return ""
