"""A repository's first steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import KbError

if TYPE_CHECKING:
    from pathlib import Path

BRANCH = "main"


def make_repository(root: Path) -> None:
    """Make a folder a git repository without a commit, unless a repository holds it already.

    Raises:
        KbError: `outside` when there is no git, or it fails.
    """
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        _run(root, _environment(root), "init", "--quiet", f"--initial-branch={BRANCH}")


def commit_all(root: Path, message: str, *, name: str, email: str, date: str) -> str:
    """Make a folder a git repository with one commit of all that is in it, unsigned and without hooks.

    Args:
        root: the folder.
        message: the commit's message.
        name: the author's and committer's name.
        email: their mail address.
        date: their date in ISO form with its zone; the same input gives the same commit.

    Returns:
        The commit's id.

    Raises:
        KbError: `outside` when there is no git, or it fails.
    """
    environment = _environment(root)
    for role in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{role}_NAME": name, f"GIT_{role}_EMAIL": email, f"GIT_{role}_DATE": date}
    chosen = ("core.hooksPath=/dev/null", "commit.gpgSign=false", "core.autocrlf=false", "core.fsmonitor=false")
    settings = [word for setting in chosen for word in ("-c", setting)]
    _run(root, environment, "init", "--quiet", "--template=", f"--initial-branch={BRANCH}")
    _run(root, environment, *settings, "add", "--all", "--force")
    _run(root, environment, *settings, "commit", "--quiet", "--message", message)
    return _run(root, environment, "rev-parse", "HEAD")


def _environment(root: Path) -> dict[str, str]:
    """Return the variables that tie git to one folder, so that a caller's own, as in a hook, cannot lead elsewhere."""
    folder = str(root / ".git")
    return {
        "GIT_DIR": folder,
        "GIT_COMMON_DIR": folder,
        "GIT_WORK_TREE": str(root),
        "GIT_INDEX_FILE": str(root / ".git" / "index"),
        "GIT_OBJECT_DIRECTORY": str(root / ".git" / "objects"),
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": "",
        "GIT_NAMESPACE": "",
    }


def _run(root: Path, environment: dict[str, str], *arguments: str) -> str:
    try:
        from git import Git, GitCommandError, GitCommandNotFound  # noqa: PLC0415 - 75 ms that only these verbs wait for
    except ImportError as error:
        raise _no_git() from error
    try:
        return str(Git(root).execute(["git", *arguments], env=environment))
    except GitCommandNotFound as error:
        raise _no_git() from error
    except GitCommandError as error:
        said = str(error.stderr).strip().removeprefix("stderr: ").strip("'\n ").partition("\n")[0]
        raise KbError(
            "outside", "git-failed", f"git {arguments[0]} failed in {root}: {said}", "mend that, and try again"
        ) from error


def _no_git() -> KbError:
    return KbError("outside", "no-git", "there is no git on this machine", "install git, and try again")
