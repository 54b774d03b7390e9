"""The sealed world of the tests: a home, a git configuration and an environment of their own."""

from __future__ import annotations

import calendar
import os
import shutil
import subprocess
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from kb.store.config import read_config
from kb.store.git.runner import Git
from kb.store.pages.base import Base, read_base

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kb.store.config import Config

    MakeFolder = Callable[[Mapping[str, str | bytes]], Path]
    MakeBase = Callable[[Mapping[str, str | bytes]], Base]


@pytest.fixture(autouse=True)
def sealed_world(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the developer's machine reaches a test: no home, no git settings, no variables of kb or git."""
    home = tmp_path_factory.mktemp("home")
    for name in os.environ:
        if name.startswith(("KB_", "GIT_", "XDG_")) or name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}:
            monkeypatch.delenv(name)
    for name in ("HOME", "USERPROFILE", "APPDATA", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(home / "gitconfig"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("TERM", "xterm")
    # What tests search for is no question of a person; the tests of the log turn it on.
    monkeypatch.setenv("KB_NO_LOG", "1")


@pytest.fixture
def make_folder(tmp_path: Path) -> MakeFolder:
    """Write files, given as path -> text or bytes, below one folder, and return that folder."""

    def make(files: Mapping[str, str | bytes]) -> Path:
        root = tmp_path / "base"
        root.mkdir(exist_ok=True)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return root

    return make


@pytest.fixture
def make_base(make_folder: MakeFolder) -> MakeBase:
    """Write files, given as path -> text or bytes, and read them as a base."""
    return lambda files: read_base(read_config(make_folder(files)))


DAY = "2026-11-30"
IDENTITY = "[user]\nname = Ana Ruiz\nemail = ana@harbor.example\n[init]\ndefaultBranch = main\n"
FINDING = """\
---
id: F-{day}-{number}
type: finding
status: open
severity: high
repos: [rate-quoter]
systems: [rate-quoter]
summary: {summary}
symptom: Quotes take four seconds.
root_cause: Each caller retries three times.
fix: A budget of retries.
evidence: "graph of 29 November"
author: Ana Ruiz
confidence: verified
updated: {day}
expires: 2027-11-30
---

# {summary}
"""
# Keeps what a push says to it, and refuses while a file says why.
RECEIVE = """\
#!/bin/sh
i=0
while [ "$i" -lt "${GIT_PUSH_OPTION_COUNT:-0}" ]; do
    eval "echo \\"\\$GIT_PUSH_OPTION_$i\\"" >> options
    i=$((i+1))
done
if [ -f refuse ]; then cat refuse >&2; exit 1; fi
"""


class Snapshot(NamedTuple):
    """What of a repository is the user's: it is the same before and after a capture."""

    status: str
    head: str
    index_sum: str
    stash: str
    files: dict[str, bytes]


class Checkout:
    """A working tree of a repository, with a base in it."""

    def __init__(self, root: Path, base: str = "") -> None:
        self.root = root
        self.base = root / base if base else root

    def git(self, *words: str, check: bool = True) -> str:
        """Run git in it and return what it says."""
        return run_git(self.root, *words, check=check)

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files below the base."""
        for name, content in files.items():
            path = self.base / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    def draft(self, number: str = "001", summary: str = "Retries double the load") -> str:
        """Write a finding that is valid, and return its id."""
        name = f"F-{DAY}-{number}"
        self.write({f"memory/findings/{name}.md": FINDING.format(day=DAY, number=number, summary=summary)})
        return name

    def commit(self, message: str = "More") -> str:
        """Commit all that is in the working tree."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")

    @property
    def config(self) -> Config:
        """The base's settings."""
        return read_config(self.base)

    @property
    def runner(self) -> Git:
        """git in the base's folder, as the verbs get it."""
        return Git(self.base, os.environ)

    def snapshot(self) -> Snapshot:
        """Return what a verb that writes must leave as it is."""
        index = self.root / self.git("rev-parse", "--git-path", "index")
        files = (path for path in self.root.rglob("*") if path.is_file() and ".git" not in path.parts)
        return Snapshot(
            self.git("status", "--porcelain=v2", "--branch", "--untracked-files=all"),
            (self.root / self.git("rev-parse", "--git-path", "HEAD")).read_text(encoding="utf-8"),
            sha256(index.read_bytes()).hexdigest() if index.exists() else "",
            self.git("stash", "list"),
            {path.relative_to(self.root).as_posix(): path.read_bytes() for path in files},
        )


class Remote:
    """A bare repository that takes push options and keeps them."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def options(self) -> list[str]:
        """The options of all pushes so far."""
        path = self.root / "options"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    @property
    def branches(self) -> list[str]:
        """The names of its branches."""
        return run_git(self.root, "for-each-ref", "--format=%(refname:short)", "refs/heads/").splitlines()

    def git(self, *words: str, data: str | None = None) -> str:
        """Run git in it and return what it says."""
        return run_git(self.root, *words, data=data)

    def merge(self, branch: str) -> None:
        """Merge a branch as a forge does, and delete it."""
        tree = self.git("merge-tree", "--write-tree", "main", branch).splitlines()[0]
        commit = self.git("commit-tree", tree, "-p", "main", "-p", branch, "-m", f"Merge {branch}")
        self.git("update-ref", "refs/heads/main", commit)
        self.git("update-ref", "-d", f"refs/heads/{branch}")

    def edit(self, branch: str, path: str, text: str) -> None:
        """Change a file in a folder of the top on a branch, as somebody does on the forge."""
        folder, name = path.split("/")
        blob = self.git("hash-object", "-w", "--stdin", data=text)
        inner = [
            line for line in self.git("ls-tree", f"{branch}:{folder}").splitlines() if not line.endswith(f"\t{name}")
        ]
        tree = self.git("mktree", data="\n".join([*inner, f"100644 blob {blob}\t{name}"]) + "\n")
        outer = [line for line in self.git("ls-tree", branch).splitlines() if not line.endswith(f"\t{folder}")]
        top = self.git("mktree", data="\n".join([*outer, f"040000 tree {tree}\t{folder}"]) + "\n")
        commit = self.git("commit-tree", top, "-p", branch, "-m", f"Edit {path}")
        self.git("update-ref", f"refs/heads/{branch}", commit)

    def refuse(self, why: str) -> None:
        """Refuse every push from now on."""
        (self.root / "refuse").write_text(why, encoding="utf-8")


class World:
    """A remote and people who work with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.remote = Remote(folder / "remote.git")

    def clone(self, name: str, base: str = "") -> Checkout:
        """Return a new clone of the remote."""
        run_git(self.folder, "clone", "--quiet", str(self.remote.root), name)
        return Checkout(self.folder / name, base)


def run_git(folder: Path, *words: str, check: bool = True, data: str | None = None) -> str:
    """Run git and return what it says, its index left as it is."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or "CONFIG" in name}
    ran = subprocess.run(
        ["git", *words],
        cwd=folder,
        env=environ | {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
        input=data,
        capture_output=True,
        check=check,
        text=True,
        encoding="utf-8",
    )
    return ran.stdout.removesuffix("\n")


SEED = {
    "kb.toml": 'format = 1\nname = "Harbor"\n\n[review]\nforge = "gitlab"\n',
    "wiki/rollback.md": "---\ntype: wiki\nsummary: How to roll back.  # one line\nowner: Platform team\n"
    "updated: '2026-11-16'\naliases: [undo a deploy]\n---\n\n# How to run a rollback\n\nRun `slipway`.\n",
    "memory/findings/F-2026-06-09-001.md": FINDING.format(day="2026-06-09", number="001", summary="Probes that call"),
    "README.md": "# Harbor\n",
}


@pytest.fixture
def identity() -> None:
    """git knows who Ana is."""
    Path(os.environ["GIT_CONFIG_GLOBAL"]).write_text(IDENTITY, encoding="utf-8")


def _make_remote(root: Path, base: str) -> None:
    run_git(root.parent, "init", "--quiet", "--bare", "--template=", root.name)
    run_git(root, "config", "receive.advertisePushOptions", "true")
    hook = root / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(RECEIVE, encoding="utf-8", newline="\n")
    hook.chmod(0o755)
    seed = Checkout(root.parent / "seed", base)
    seed.write(SEED)
    if base:
        (seed.root / "tool.py").write_text("x = 1\n", encoding="utf-8")
    seed.git("init", "--quiet", "--template=")
    seed.commit("The base")
    seed.git("push", "--quiet", str(root), "main")


@pytest.fixture(scope="session")
def remotes() -> dict[str, Path]:
    """Remotes that are made once and copied for each test, by the folder that the base is in."""
    return {}


@pytest.fixture
def make_world(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, identity: None, remotes: dict[str, Path]
) -> Callable[..., World]:
    """Make a remote that has a small base, whole or in a folder of it."""

    def make(base: str = "") -> World:
        if base not in remotes:
            remotes[base] = tmp_path_factory.mktemp("remote") / "remote.git"
            _make_remote(remotes[base], base)
        world = World(tmp_path / "world")
        shutil.copytree(remotes[base], world.remote.root)
        return world

    return make


@pytest.fixture
def world(make_world: Callable[..., World]) -> World:
    """A remote that has a small base."""
    return make_world()


@pytest.fixture
def ana(world: World) -> Checkout:
    """A clone of it."""
    return world.clone("ana")


@pytest.fixture
def make_history(tmp_path: Path, identity: None) -> Callable[..., Checkout]:
    """Make a repository of commits, each a day and its files, path -> text, or None for one that it removes."""

    def make(name: str, *commits: tuple[str, Mapping[str, str | None]]) -> Checkout:
        root = tmp_path / name
        root.mkdir()
        run_git(root, "init", "--quiet", "--template=")
        stream = ""
        for day, files in commits:
            seconds = calendar.timegm(time.strptime(f"{day} 12", "%Y-%m-%d %H"))
            stream += f"commit refs/heads/main\ncommitter Ana Ruiz <ana@harbor.example> {seconds} +0000\n"
            stream += f"data <<END\nOn {day}\nEND\n"
            for path, text in files.items():
                stream += f"D {path}\n" if text is None else f"M 644 inline {path}\ndata <<END\n{text}\nEND\n"
        run_git(root, "fast-import", "--quiet", data=stream)
        run_git(root, "reset", "--quiet", "--hard")
        return Checkout(root)

    return make
