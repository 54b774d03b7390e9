"""Setting a machine up for a team's base: a clone, the user's default, the skills of the base for agents."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from ..config import is_marked, read_config
from ..errors import KbError, reason_of
from ..files import write_new, write_over
from ..git.repository import open_repository
from ..git.runner import without_users
from ..git.sync import clone, synchronize
from ..pages.walk import walk

if TYPE_CHECKING:
    from ..git.runner import Git

SKILLS = "skills"
SKILL_FILE = "SKILL.md"
# An agent's own folder in the user's home, and where it looks for skills (the agents' documentation, 2026).
AGENTS = ((".claude", ".claude/skills"), (".codex", ".agents/skills"), (".agents", ".agents/skills"))
_END_OF_NAME = re.compile(r"[/:\\]+")


class SetupRequest(NamedTuple):
    """What is set up.

    Attributes:
        url: where the base is cloned from, as git takes it.
        folder: where it goes, absolute; it may be a clone of it already.
        settings: the user's own configuration file.
        home: the user's home folder.
        copy: whether skills are copied instead of linked.
    """

    url: str
    folder: Path
    settings: Path
    home: Path
    copy: bool = False


class Skill(NamedTuple):
    """A skill at an agent's place: `linked`, `copied`, `there` already, or `kept` because another is there."""

    path: str
    what: str


class SetUp(NamedTuple):
    """What was set up.

    Attributes:
        root: the base's folder.
        cloned: whether it was cloned now.
        updated: whether a clone that was there moved forward.
        pages: how many pages it has.
        is_default: whether it is the user's default base now.
        skills: the skills of the base, at each agent's place.
        warnings: sentences on what was left as it is.
    """

    root: Path
    cloned: bool
    updated: bool
    pages: int
    is_default: bool
    skills: tuple[Skill, ...]
    warnings: tuple[str, ...]


def folder_name(url: str) -> str:
    """Return the name that a clone of an address gets, as git gives it.

    Raises:
        KbError: `usage` when the address has none.
    """
    name = _END_OF_NAME.split(url.rstrip("/\\").removesuffix(".git").rstrip("/\\"))[-1]
    if not name.strip(". "):
        raise KbError("usage", "no-name", f"{url!r} gives the clone no name", "name a folder: kb setup URL DIR")
    return name


def set_up(git: Git, request: SetupRequest) -> SetUp:
    """Clone a base or bring its clone up to date, remember it, and give its skills to the agents; overwrite nothing.

    Args:
        git: git, anywhere.
        request: what is set up.

    Raises:
        KbError: `refused` when something else is in the folder, or the clone cannot move forward; `outside` when the
            remote cannot be reached.
    """
    root = request.folder
    updated = False
    try:
        is_there = root.is_dir() and any(root.iterdir())
        if is_there:
            updated = _update(git.at(root), request)
        else:
            _clone(git, request)
    except OSError as error:
        trouble = f"{root} cannot be written to: {reason_of(error)}"
        raise KbError("refused", "not-writable", trouble, "name another folder: kb setup URL DIR") from error
    config = read_config(root)
    is_base = is_marked(root) or bool(walk(root, config.exclude).paths)
    nothing = f"{root} has no page and no kb.toml, so it does not become your default base"
    warning = _remember(root, request) if is_base else nothing
    skills = tuple(_give(request, source, place) for place in _places(request.home) for source in _skills(root))
    lacks_skills = is_base and bool(_places(request.home)) and not skills
    to_add = (f"{root} has no skills for agents: kb init {root} adds them, for you to commit",) if lacks_skills else ()
    kept = tuple(f"{skill.path} is another; it is left as it is" for skill in skills if skill.what == "kept")
    pages = len(walk(root, config.exclude).paths)
    warnings = (*([warning] if warning else []), *to_add, *kept)
    return SetUp(root, not is_there, updated, pages, not warning, skills, warnings)


def _clone(git: Git, request: SetupRequest) -> None:
    """Clone beside the folder and then give it its name: what is interrupted leaves nothing that looks like a base."""
    root = request.folder
    root.parent.mkdir(parents=True, exist_ok=True)
    scratch = root.parent / f".kb-{uuid4().hex}"
    try:
        clone(git.at(root.parent), request.url, scratch)
        if root.is_dir():
            root.rmdir()
        scratch.rename(root)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _update(git: Git, request: SetupRequest) -> bool:
    repository = open_repository(git)
    name = repository.remote
    asked = (("remote", "get-url", str(name)), ("config", "--get", f"remote.{name}.url")) if name else ()
    own = {_plain(git.run(*words, wrong=(1, 2)).text) for words in asked}
    if _plain(request.url) not in own or not repository.top.samefile(request.folder):
        trouble = f"{request.folder} is not a clone of {without_users(request.url)}"
        raise KbError("refused", "not-empty", trouble, "name another folder: kb setup URL DIR")
    return synchronize(repository).moved


def _plain(url: str) -> str:
    return url.rstrip("/").removesuffix(".git")


def _remember(root: Path, request: SetupRequest) -> str:
    """Make a base the user's default unless they have another; return a sentence when they have."""
    settings = request.settings
    line = f"base = {json.dumps(str(root), ensure_ascii=False)}"
    try:
        if not settings.is_file():
            write_new(settings, f"{line}\n".encode())
            return ""
        text = settings.read_bytes().decode("utf-8")
        base: Any = tomllib.loads(text.removeprefix("\ufeff")).get("base")
        if base is None:
            write_over(settings, f"{line}\n{text.removeprefix(chr(0xFEFF))}".encode())
    except (OSError, ValueError) as error:
        why = reason_of(error) if isinstance(error, OSError) else str(error)
        raise KbError("refused", "bad-settings", f"{settings}: {why}", "mend the file") from error
    if base is None or _is_same(base, root, request):
        return ""
    return f"your default base stays {base}; to change it, write into {settings}: {line}"


def _is_same(base: Any, root: Path, request: SetupRequest) -> bool:  # noqa: ANN401 - what TOML holds
    if not isinstance(base, str) or not base:
        return False
    path = Path(base)
    own = request.home.joinpath(*path.parts[1:]) if path.parts[:1] == ("~",) else request.settings.parent / path
    return own == root or (own.exists() and own.samefile(root))


def _skills(root: Path) -> list[Path]:
    return sorted(file.parent for file in root.glob(f"{SKILLS}/*/{SKILL_FILE}"))


def _places(home: Path) -> list[Path]:
    """Return where the agents of this machine look for skills."""
    return list(dict.fromkeys(home / place for own, place in AGENTS if (home / own).is_dir()))


def _give(request: SetupRequest, source: Path, place: Path) -> Skill:
    target = place / source.name
    if os.path.lexists(target):
        is_same = target.is_symlink() and target.readlink() == source
        return Skill(str(target), "there" if is_same or _is_copy(source, target) else "kept")
    try:
        place.mkdir(parents=True, exist_ok=True)
        if request.copy:
            shutil.copytree(source, target)
            return Skill(str(target), "copied")
        target.symlink_to(source, target_is_directory=True)
    except OSError as error:
        hint = "give --copy where links are not allowed" if not request.copy else "mend that, and try again"
        raise KbError("refused", "not-writable", f"{target} cannot be made: {reason_of(error)}", hint) from error
    return Skill(str(target), "linked")


def _is_copy(source: Path, target: Path) -> bool:
    """Tell whether a folder holds just what a skill holds."""
    if target.is_symlink() or not target.is_dir():
        return False
    names = [{file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
             for folder in (source, target)]  # fmt: skip
    return names[0] == names[1]
