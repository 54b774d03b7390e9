"""A repository's first steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .runner import Git

BRANCH = "main"


def make_repository(git: Git) -> None:
    """Make the folder of `git` a repository without a commit, unless a repository holds it already.

    Raises:
        KbError: `outside` when there is no git, or it fails.
    """
    if not any((folder / ".git").exists() for folder in (git.folder, *git.folder.parents)):
        git.run("init", "--quiet", f"--initial-branch={BRANCH}")


def commit_all(git: Git, message: str, *, name: str, email: str, date: str) -> str:
    """Make the folder of `git` a repository with one commit of all that is in it, unsigned and without hooks.

    Args:
        git: git, in the folder.
        message: the commit's message.
        name: the author's and committer's name.
        email: their mail address.
        date: their date in ISO form with its zone; the same input gives the same commit.

    Returns:
        The commit's id.

    Raises:
        KbError: `outside` when there is no git, or it fails.
    """
    environ = dict(git.environ)
    for role in ("AUTHOR", "COMMITTER"):
        environ |= {f"GIT_{role}_NAME": name, f"GIT_{role}_EMAIL": email, f"GIT_{role}_DATE": date}
    git = git._replace(environ=environ)
    chosen = ("core.hooksPath=/dev/null", "commit.gpgSign=false", "core.autocrlf=false", "core.fsmonitor=false")
    settings = [word for setting in chosen for word in ("-c", setting)]
    git.run("init", "--quiet", "--template=", f"--initial-branch={BRANCH}")
    git.run(*settings, "add", "--all", "--force")
    git.run(*settings, "commit", "--quiet", "--message", message)
    return git.text("rev-parse", "HEAD")
