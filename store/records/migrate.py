"""Upgrades of a base's record format: the plan, and the plan carried out on a branch."""

from __future__ import annotations

import tomllib
from difflib import unified_diff
from typing import TYPE_CHECKING, NamedTuple

from ...migrations.formats import UPGRADES
from ..config import CONFIG_NAME, FORMAT
from ..errors import KbError
from ..git.commits import files_below, read_blobs, write_blob
from ..git.repository import Repository, Start, find_start, open_repository
from ..pages.kinds import read_contracts
from ..pages.page import make_page
from ..pages.walk import SUFFIX
from .change import Change, Proposal, change_of, land, learn, numbered, refuse_waiting
from .edit import set_field

if TYPE_CHECKING:
    from ..config import Config
    from ..git.runner import Git

NEW_SETTINGS = "# The settings of this knowledge base; kb schema kb-toml-1 says what else may stand here.\n"


class FileEdit(NamedTuple):
    """A file that an upgrade writes: its path below the base, its text before (None if it is new) and after."""

    path: str
    before: str | None
    after: str

    @property
    def diff(self) -> str:
        """The edit as a patch."""
        before = (self.before or "").splitlines(keepends=True)
        names = (f"a/{self.path}" if self.before is not None else "/dev/null", f"b/{self.path}")
        lines = unified_diff(before, self.after.splitlines(keepends=True), *names)
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


class Plan(NamedTuple):
    """What an upgrade of a base would do.

    Attributes:
        base: what it starts from, such as `origin/main`.
        version: the version of the base's record format there.
        to: the version that it would have.
        titles: what the upgrades between them do.
        edits: the files that they write.
        skipped: the paths of records whose frontmatter cannot be edited safely, each with the reason.
    """

    base: str
    version: int
    to: int
    titles: tuple[str, ...]
    edits: tuple[FileEdit, ...]
    skipped: tuple[tuple[str, str], ...]


def plan_upgrade(config: Config, git: Git) -> Plan:
    """Return what would make a base's records those of the newest format; nothing is written.

    Raises:
        KbError: `refused` when the base is in no repository; `usage` when its kb.toml cannot be read.
    """
    repository = open_repository(git)
    return _plan(config, repository, find_start(repository))


def upgrade(config: Config, git: Git, *, push: bool) -> Change:
    """Carry the plan out on the branch `migrate/N`.

    Raises:
        KbError: `refused` when nothing is to do, or the upgrade waits on its branch already; else as `capture`.
    """
    repository = open_repository(git)
    unreachable = learn(repository) if push else None
    start = find_start(repository)
    plan = _plan(config, repository, start)
    if not plan.edits:
        trouble = f"{start.name} has format {plan.version} already"
        raise KbError("refused", "nothing-new", trouble, "nothing is to be done")
    files = {
        repository.prefix + edit.path: write_blob(repository.git, edit.after.encode("utf-8")) for edit in plan.edits
    }
    branch = f"migrate/{plan.to}"
    refuse_waiting(repository, branch, files)
    proposals = (
        Proposal(name, files, f"Upgrade the record format from {plan.version} to {plan.to}", plan.titles)
        for name in numbered(branch)
    )
    landed = land(repository, start, proposals, push=push, unreachable=unreachable, forge=config.forge)
    skipped = tuple(f"{path} is left as it is: {reason}" for path, reason in plan.skipped)
    return change_of(landed, tuple(edit.path for edit in plan.edits), skipped)


def _plan(config: Config, repository: Repository, start: Start) -> Plan:
    git, prefix = repository.git, repository.prefix
    paths = [path for path in files_below(git, start.commit, prefix) if path.endswith((SUFFIX, CONFIG_NAME))]
    contents = read_blobs(git, start.commit, paths)
    texts: dict[str, str] = {}
    skipped: list[tuple[str, str]] = []
    for path, data in contents.items():
        try:
            texts[path.removeprefix(prefix)] = data.decode("utf-8")
        except UnicodeDecodeError:
            skipped.append((path.removeprefix(prefix), "it is not UTF-8 text"))
    version = _version(texts.get(CONFIG_NAME))
    upgrades = [each for each in UPGRADES if each.version > version]
    if not upgrades:
        return Plan(start.name, version, version, (), (), ())
    settings = texts.get(CONFIG_NAME)
    edits = [FileEdit(CONFIG_NAME, settings, _with_format(settings, upgrades[-1].version))]
    lists = tuple(name for each in upgrades for name in each.lists)
    kinds = {kind for kind, contract in read_contracts(config).items() if contract.prefix}
    for path, text in sorted(texts.items()):
        page = make_page(path, text, config.folders) if path.endswith(SUFFIX) else None
        if page and page.kind in kinds and page.id:
            try:
                after = text
                for name in lists:
                    after = set_field(after, name, ()) if name not in page.fields else after
            except KbError as error:
                skipped.append((path, error.message))
                continue
            if after != text:
                edits.append(FileEdit(path, text, after))
    titles = tuple(each.title for each in upgrades)
    return Plan(start.name, version, upgrades[-1].version, titles, tuple(edits), tuple(sorted(skipped)))


def _version(settings: str | None) -> int:
    """Return the version that a base's kb.toml says; one that says none, and a base without one, have version 0."""
    try:
        version = tomllib.loads((settings or "").removeprefix("\ufeff")).get("format", 0)
    except tomllib.TOMLDecodeError as error:
        trouble = f"{CONFIG_NAME} is not readable as TOML: {error}"
        raise KbError("usage", "bad-config", trouble, "correct the file") from error
    if not isinstance(version, int) or not 0 <= version <= FORMAT:
        trouble = f"{CONFIG_NAME}: format = {version!r} is not one that this kb reads ({FORMAT})"
        raise KbError("usage", "unknown-format", trouble, "install a newer kb, or correct the number")
    return version


def _with_format(settings: str | None, version: int) -> str:
    """Return the settings, which say no format yet, with one that they do."""
    line = f"format = {version}"
    if settings is None:
        return f"{NEW_SETTINGS}{line}\n"
    bom = "\ufeff" if settings.startswith("\ufeff") else ""
    end = "\r\n" if "\r\n" in settings else "\n"
    return f"{bom}{line}{end}{settings.removeprefix(bom)}"
