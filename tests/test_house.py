"""The layout, and who may import what."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FORBIDDEN = (
    r"os\.environ|getenv|expanduser|Path\.home|Path\.cwd|getcwd|abspath|\.resolve\(|tempfile"
    r"|time\.time|datetime\.now|date\.today"
)
FOLDERS = ("cli", "store", "schema", "migrations")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
MOST_LINES = 400
STORE = {
    "store",
    *(
        f"store/{name}"
        for name in (
            "agents",
            "audit",
            "pages",
            "search",
            "records",
            "git",
            "journal",
            "ruler",
            "bases",
            "exports",
            "maps",
        )
    ),
}
# A folder and the folders of ours that it may import; a longer name is judged before a shorter one.
ARROWS = {
    "store/pages": {"store", "store/pages", "schema"},
    "store/search": {"store", "store/pages", "store/search"},
    "store/git": {"store", "store/git"},
    "store/records": {"store", "store/pages", "store/git", "store/records", "migrations"},
    "store/journal": {"store", "store/pages", "store/search", "store/git", "store/records", "store/journal"},
    "store/ruler": {"store", "store/pages", "store/search", "store/journal", "store/ruler"},
    "store/maps": {"store", "store/pages", "store/git", "store/records", "store/maps"},
    "store/audit": {"store", "store/pages", "store/git", "store/journal", "store/audit"},
    "store/agents": {"store", "store/journal", "store/agents"},
    "store/bases": {"store", "store/pages", "store/search", "store/git", "store/agents", "store/bases"},
    "store/exports": {"store", "store/pages", "store/search", "store/exports"},
    "store": {"store"},
    "schema": {"schema"},
    "migrations": {"migrations"},
    "cli/render": {"cli", "cli/render", *STORE},
    "cli": {"", "cli", "cli/render", "schema", *STORE},
}
ONLY_IN = {
    "rich": "cli/render",
    "typer": "cli",
    "jsonschema": "store/pages",
    "markdown_it": "store/exports",
    "sqlite3": "store/search",
}


def _imports(path: Path) -> list[str]:
    """Return the folders of ours, below the root, and the libraries that a module imports, inside functions too."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            start = path.parents[node.level - 1]
            named = start.joinpath(*(node.module or "").split("."))
            found.append("./" + (named if named.is_dir() else named.parent).relative_to(ROOT).as_posix())
        elif isinstance(node, ast.ImportFrom):
            found.append((node.module or "").partition(".")[0])
    return found


def _folder(path: Path) -> str:
    return path.parent.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_only_what_its_folder_may(path):
    folder = _folder(path)
    rule = next(
        rule for rule in sorted(ARROWS, key=len, reverse=True) if folder == rule or folder.startswith(rule + "/")
    )

    for name in _imports(path):
        if name.startswith("./"):
            assert name[2:].removeprefix(".") in ARROWS[rule], f"{folder} imports {name}"
        elif name in ONLY_IN:
            assert folder == ONLY_IN[name] or folder.startswith(ONLY_IN[name] + "/"), f"{folder} imports {name}"


@pytest.mark.parametrize(
    "path",
    [path for path in MODULES if not _folder(path).startswith("cli/render")],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_only_the_renderers_print(path):
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    names = {ast.unparse(call).rpartition(".")[2] for call in calls}

    assert not names & {"print", "input", "echo", "secho", "prompt", "confirm"}
    assert "std" + "out.write" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "store").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_the_store_reads_neither_environment_nor_clock(path):
    text = path.read_text(encoding="utf-8")

    assert not re.search(FORBIDDEN, text)


def test_other_programs_are_started_in_few_places_and_git_in_one():
    starting = {path.relative_to(ROOT).as_posix() for path in MODULES if "subprocess" in _imports(path)}
    named = {path.relative_to(ROOT).as_posix() for path in MODULES if '["git"' in path.read_text(encoding="utf-8")}

    assert starting <= {"store/git/runner.py", "store/git/forge.py", "cli/editor.py"}
    assert named == {"store/git/runner.py"}


def test_every_folder_of_the_package_is_listed_for_the_build():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    folders = {".".join(("kb", *path.parent.relative_to(ROOT).parts)) for path in MODULES}

    assert listed == sorted(folders | {"kb"})


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_is_too_long_or_unfinished(path):
    text = path.read_text(encoding="utf-8")

    assert text.count("\n") <= MOST_LINES
    assert not re.search("TO" + "DO|FIX" + "ME|NotImplemented", text)
