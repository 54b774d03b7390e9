"""Commits on branches, made of objects and one reference: no checkout, no index, no file of the user's."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..errors import KbError
from .repository import identity, is_ancestor, setting
from .runner import failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .repository import Repository, Start
    from .runner import Git

MODE = "100644"
# What the log of a branch says of its beginning, when kb made it.
MADE = "made by kb"


class Commit(NamedTuple):
    """A commit on a branch of its own: what it starts from, and whether it is signed."""

    branch: str
    id: str
    start: Start
    signed: bool


class BranchTakenError(Exception):
    """The branch is there already."""


def write_blob(git: Git, data: bytes, path: str = "") -> str:
    """Write a file's content to the repository and return its id.

    Args:
        git: git, at the top of the working tree.
        data: the content.
        path: where the file is below the top, when `data` is as it is in the working tree: the line ends and filters
            that the repository's attributes ask for are applied, as `git add` does.
    """
    as_is = ("--path", path) if path else ("--no-filters",)
    return git.run("hash-object", "-w", *as_is, "--stdin", data=data).text


def read_blob(git: Git, commit: str, path: str) -> bytes | None:
    """Return the content of a file in a commit, or None when it has no such file."""
    found = git.run("ls-tree", "-z", "--full-tree", commit, "--", path).parts
    if not found or found[0].split(" ", 2)[1] != "blob":
        return None
    return git.run("cat-file", "blob", found[0].split(" ", 2)[2].partition("\t")[0]).out


def files_below(git: Git, commit: str, folder: str) -> dict[str, str]:
    """Return the regular files of a commit below a folder, `FOLDER/` or empty: path -> id of its content."""
    where = ("--", folder) if folder else ()
    entries = (entry.partition("\t") for entry in git.run("ls-tree", "-r", "-z", "--full-tree", commit, *where).parts)
    return {path: head.split(" ")[2] for head, _, path in entries if head.startswith("100")}


def read_blobs(git: Git, commit: str, paths: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of files in a commit, by path, those that it has; all by one call of git."""
    asked = [path for path in paths if "\n" not in path]
    if not asked:
        return {}
    data = "".join(f"{commit}:{path}\n" for path in asked).encode("utf-8", "surrogateescape")
    out = git.run("cat-file", "--batch=%(objecttype) %(objectsize)", data=data).out
    found: dict[str, bytes] = {}
    for path in asked:
        head, _, out = out.partition(b"\n")
        kind, _, size = head.rpartition(b" ")
        if kind in {b"blob", b"tree", b"commit"}:
            content, out = out[: int(size)], out[int(size) + 1 :]
            if kind == b"blob":
                found[path] = content
    return found


def commit_files(  # noqa: PLR0913 - what a commit is made of
    repository: Repository,
    start: Start,
    branch: str,
    files: Mapping[str, str],
    message: str,
    *,
    replaces: str | None = None,
    besides: tuple[str, ...] = (),
) -> Commit:
    """Commit files on top of `start`, on a new branch or in the place of what a branch is at.

    Args:
        repository: the repository.
        start: what the branch starts from.
        branch: the branch's name.
        files: path below the top -> the id of its content.
        message: the commit's message.
        replaces: the commit that the branch is at, or None for a new branch.
        besides: commits that the new one comes after too; with any, `start` is only one where they lack it.

    Raises:
        BranchTakenError: the branch is there already, or at another commit; nothing is changed.
        KbError: `refused` when git does not know who commits; `outside` when git or the signer fails. No branch is
            made then.
    """
    git = repository.git
    identity(git)
    tree = _with_files(git, start.commit, files)
    signed = setting(git, "commit.gpgSign", "bool") == "true"
    has_start = any(is_ancestor(git, start.commit, commit) for commit in besides)
    parents = [word for commit in (*besides, *([] if has_start else [start.commit])) for word in ("-p", commit)]
    arguments = ("commit-tree", tree, *parents, *(["-S"] if signed else []), "-F", "-")
    answer = git.sign(*arguments, data=message.encode("utf-8", "surrogateescape"))
    if answer.code and signed:
        trouble = f"the commit could not be signed: {answer.complaint}"
        hint = "mend the signer; or, without signature: git config commit.gpgSign false"
        raise KbError("outside", "signing-failed", trouble, hint)
    if answer.code:
        raise failure("git commit-tree failed", answer)
    _move_branch(git, branch, answer.text, replaces)
    return Commit(branch, answer.text, start, signed)


def _move_branch(git: Git, branch: str, commit: str, replaces: str | None) -> None:
    """Make a branch, or move it from a commit; git itself sees to it that only one of two at once does."""
    reference = f"refs/heads/{branch}"
    # An id of nothing but zeros stands for a branch that is not there.
    answer = git.run(
        "update-ref", "--create-reflog", "-m", MADE, reference, commit, replaces or "0" * len(commit), wrong=(1, 128)
    )
    if answer.code:
        now = git.run("rev-parse", "--verify", "--quiet", reference, wrong=(1, 128)).text
        if now and now != replaces:
            raise BranchTakenError(branch)
        trouble = f"the branch {branch} cannot be made: {answer.complaint}"
        raise KbError("refused", "branch-refused", trouble, "mend that, and try again")


def is_signed(git: Git, commit: str) -> bool:
    """Tell whether a commit has a signature, by whomever."""
    head, _, _ = git.run("cat-file", "commit", commit).out.partition(b"\n\n")
    return b"\ngpgsig" in head


def delete_branch(git: Git, branch: str, commit: str) -> None:
    """Delete a branch if it still is at a commit.

    Raises:
        KbError: `outside` when it is not, or git fails.
    """
    git.run("update-ref", "-d", f"refs/heads/{branch}", commit)


def _with_files(git: Git, commit: str, files: Mapping[str, str]) -> str:
    """Return the tree of a commit with files put in, written folder by folder from the deepest up."""
    changed: dict[str, dict[str, str]] = {"": {}}
    for path, blob in files.items():
        folder, _, name = path.rpartition("/")
        changed.setdefault(folder, {})[name] = f"{_mode(git, commit, path)} blob {blob}"
    for folder in [*changed]:
        while folder:
            folder = folder.rpartition("/")[0]  # noqa: PLW2901 - walks up
            changed.setdefault(folder, {})
    tree = ""
    for folder in sorted(changed, key=lambda name: (-name.count("/") if name else 1, name)):
        tree = _write_folder(git, f"{commit}:{folder}", changed[folder])
        if folder:
            above, _, name = folder.rpartition("/")
            changed[above][name] = f"040000 tree {tree}"
    return tree


def _mode(git: Git, commit: str, path: str) -> str:
    found = git.run("ls-tree", "-z", "--full-tree", commit, "--", path).parts
    mode = found[0].partition(" ")[0] if found else MODE
    return mode if mode.startswith("100") else MODE


def _write_folder(git: Git, name: str, changed: Mapping[str, str]) -> str:
    kind = git.run("cat-file", "-t", name, wrong=(1, 128)).text
    if kind not in {"", "tree"}:
        trouble = f"{name.partition(':')[2]} is a link or a file in the repository, no folder"
        raise KbError("refused", "not-a-folder", trouble, "put the page where it leads to")
    listed = git.run("ls-tree", "-z", name).parts if kind else []
    entries = {entry.partition("\t")[2]: entry.partition("\t")[0] for entry in listed} | dict(changed)
    data = "".join(f"{entry}\t{name}\0" for name, entry in entries.items())
    return git.run("mktree", "-z", "--missing", data=data.encode("utf-8", "surrogateescape")).text
