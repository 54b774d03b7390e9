"""Where a base is and what its `kb.toml` says."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from .errors import KbError, reason_of

CONFIG_NAME = "kb.toml"
FORMAT = 1
BUILT_IN_FOLDERS = {
    "wiki": "wiki",
    "finding": "finding",
    "findings": "finding",
    "decision": "decision",
    "decisions": "decision",
    "incident": "incident",
    "incidents": "incident",
    "note": "note",
    "notes": "note",
    "inbox": "note",
}
# The forges that kb knows how to open a review on.
FORGES = ("azure", "bitbucket", "gitea", "github", "gitlab")
NO_SCHEMAS: Mapping[str, str] = MappingProxyType({})
HOW_TO_NAME_A_BASE = "name one with --kb PATH, set KB_HOME, or make one with: kb init DIR --example"


class Config(NamedTuple):
    """A base and its settings.

    Attributes:
        root: the base's folder, absolute.
        name: what the base is called, or an empty text.
        exclude: patterns in the syntax of `.gitignore`, relative to the root, that the walk leaves out.
        folders: folder name -> the kind of the pages in it.
        kinds: the kinds that the base declares beside the built-in ones.
        schemas: kind -> the JSON Schema of its frontmatter, as a path below the root.
        forge: the forge that reviews are opened on, one of `FORGES`, where the remote's host does not tell.
        log: whether searches are logged.
    """

    root: Path
    name: str
    exclude: tuple[str, ...]
    folders: Mapping[str, str]
    kinds: tuple[str, ...]
    schemas: Mapping[str, str] = NO_SCHEMAS
    forge: str | None = None
    log: bool = True


class Places(NamedTuple):
    """Where a base may be, strongest first, as absolute paths; the caller reads them from its surroundings.

    Attributes:
        option: the folder that the user named on the command line.
        home: the folder that the environment names.
        here: the working directory, if there still is one.
        settings: the user's own configuration file, which need not exist.
        user: the user's home folder, for a `~` in those settings.
    """

    option: Path | None
    home: Path | None
    here: Path | None
    settings: Path
    user: Path


def open_base(places: Places) -> Config:
    """Return the settings of the first base that `places` name.

    Raises:
        KbError: `missing` when a named folder or every place has no base; `usage` when a settings file is wrong.
    """
    if places.option:
        return read_config(_named(places.option, "--kb"))
    if places.home:
        return read_config(_named(places.home, "KB_HOME"))
    above = (places.here, *places.here.parents) if places.here else ()
    if marked := next(filter(is_marked, above), None):
        return read_config(marked)
    if default := _user_default(places):
        return read_config(_named(default, f"base in {places.settings}"))
    if places.here and next(places.here.glob("*.md"), None):
        return read_config(places.here)
    trouble = f"no knowledge base in {places.here} or above it" if places.here else "the working directory is gone"
    raise KbError("missing", "no-base", trouble, HOW_TO_NAME_A_BASE)


def read_config(root: Path) -> Config:
    """Return the settings in `root`'s `kb.toml`, or the defaults where there is none.

    Raises:
        KbError: `usage` when the file is no TOML, has an unknown or mistyped key, or a newer format.
    """
    path = root / CONFIG_NAME
    try:
        has_settings = path.is_file()
    except OSError as error:
        raise unreadable_base(root, reason_of(error)) from error
    settings = _read_toml(path) if has_settings else {}
    version = settings.pop("format", FORMAT)
    if version != FORMAT or type(version) is not int:
        raise KbError(
            "usage",
            "unknown-format",
            f"{path}: format = {version!r} is not one that this kb reads ({FORMAT})",
            "install a newer kb, or correct the number",
        )
    name: str = _checked(settings.pop("name", ""), str, f"{path}: name must be a text")
    exclude = _patterns(settings.pop("exclude", []), path)
    kinds: dict[str, Any] = _checked(settings.pop("kinds", {}), dict, f"{path}: kinds must be a table")
    folders, schemas = _kinds(kinds, str(path))
    forge = _forge(settings.pop("review", {}), str(path))
    log = _log(settings.pop("log", {}), str(path))
    _nothing_left(settings, str(path), "format, name, exclude, kinds, review, log")
    return Config(root, name, exclude, folders, tuple(kinds), schemas, forge, log)


def _named(root: Path, source: str) -> Path:
    try:
        trouble = "" if root.is_dir() else "is not a folder" if root.exists() else "does not exist"
    except OSError as error:  # a name that no system takes
        trouble = f"cannot be: {reason_of(error)}"
    if trouble:
        raise KbError("missing", "no-such-base", f"{source}: {root} {trouble}", HOW_TO_NAME_A_BASE)
    return root


def unreadable_base(root: Path, reason: str) -> KbError:
    """Return the error of a base whose folder the system does not let kb read."""
    return KbError("missing", "unreadable-base", f"{root} cannot be read: {reason}", "make the folder readable")


def is_marked(folder: Path) -> bool:
    """Tell whether a folder is marked as a base: by kb.toml, by AGENTS.md, memory and wiki, or as an Obsidian vault."""
    try:
        if (folder / CONFIG_NAME).is_file() or (folder / ".obsidian").is_dir():
            return True
        return (folder / "AGENTS.md").is_file() and (folder / "memory").is_dir() and (folder / "wiki").is_dir()
    except OSError:
        return False  # what cannot be looked into cannot mark anything


def _user_default(places: Places) -> Path | None:
    if not places.settings.is_file():
        return None
    settings = _read_toml(places.settings)
    base = settings.pop("base", None)
    _nothing_left(settings, str(places.settings), "base")
    if base is None:
        return None
    if base == "":
        raise KbError("usage", "bad-config", f"{places.settings}: base is empty", "name a folder, or leave base out")
    path = Path(_checked(base, str, f"{places.settings}: base must be a text, the path of a folder"))
    return places.user.joinpath(*path.parts[1:]) if path.parts[:1] == ("~",) else places.settings.parent / path


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode().removeprefix("\ufeff")
        told = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
        if told == [f"format = {FORMAT}"]:
            return {"format": FORMAT}  # as `kb init` writes it: the parser would take 2 ms to load
        import tomllib  # noqa: PLC0415 - only for a file that says more

        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise KbError("usage", "bad-config", f"{path}: not readable as TOML: {error}", "correct the file") from error
    except OSError as error:
        raise KbError("refused", "unreadable-config", f"{path}: {reason_of(error)}", "make it readable") from error


def _checked(value: Any, wanted: type, trouble: str) -> Any:  # noqa: ANN401 - what TOML holds
    if not isinstance(value, wanted):
        raise KbError("usage", "bad-config", trouble, "correct the file")
    return value


def _patterns(value: Any, path: Path) -> tuple[str, ...]:  # noqa: ANN401 - as above
    patterns = _texts(value, f"{path}: exclude must be a list of texts")
    if not patterns:
        return patterns
    from .ignore import make_rules  # noqa: PLC0415 - a base without patterns need not wait for it

    for pattern in patterns:
        try:
            make_rules((pattern,))
        except ValueError as error:
            trouble = f"{path}: exclude: {pattern!r} is no pattern"
            raise KbError("usage", "bad-config", trouble, "write it as in a .gitignore") from error
    return patterns


def _kinds(kinds: dict[str, Any], path: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return folder name -> kind, the built-in ones included, and kind -> schema file."""
    folders = dict(BUILT_IN_FOLDERS)
    schemas: dict[str, str] = {}
    for kind, value in kinds.items():
        where = f"{path}: kinds.{kind}"
        trouble = f"{where} must be a table with folders, a list of texts"
        rules: dict[str, Any] = dict(_checked(value, dict, trouble))
        for folder in _texts(rules.pop("folders", []), trouble):
            folders[folder] = kind
        if "schema" in rules:
            schemas[kind] = _path_below(rules.pop("schema"), f"{where}: schema")
        _nothing_left(rules, where, "folders, schema")
    return folders, schemas


def _forge(value: Any, path: str) -> str | None:  # noqa: ANN401 - as above
    """Return the forge that the table `review` names."""
    trouble = f"{path}: review must be a table with forge, one of: {', '.join(FORGES)}"
    rules: dict[str, Any] = dict(_checked(value, dict, trouble))
    forge = rules.pop("forge", None)
    _nothing_left(rules, f"{path}: review", "forge")
    if forge is not None and forge not in FORGES:
        raise KbError("usage", "bad-config", trouble, "correct the file")
    return forge


def _log(value: Any, path: str) -> bool:  # noqa: ANN401 - as above
    """Return whether the table `log` leaves the log on."""
    trouble = f"{path}: log must be a table with enabled, true or false"
    rules: dict[str, Any] = dict(_checked(value, dict, trouble))
    enabled: bool = _checked(rules.pop("enabled", True), bool, trouble)
    _nothing_left(rules, f"{path}: log", "enabled")
    return enabled


def _path_below(value: Any, where: str) -> str:  # noqa: ANN401 - as above
    """Return a path with `/` between its folders that does not lead out of the base."""
    trouble = f"{where} must be the path of a file below the base"
    path: str = _checked(value, str, trouble)
    if not path or path.startswith("/") or set(path) & set("\\:") or ".." in path.split("/"):
        raise KbError("usage", "bad-config", trouble, "write it with / between folders")
    return path


def _texts(value: Any, trouble: str) -> tuple[str, ...]:  # noqa: ANN401 - as above
    for item in _checked(value, list, trouble):
        _checked(item, str, trouble)
    return tuple(value)


def _nothing_left(settings: dict[str, Any], where: str, known: str) -> None:
    if settings:
        raise KbError("usage", "bad-config", f"{where}: unknown key {min(settings)!r}", f"known keys: {known}")
