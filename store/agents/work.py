"""Whether a turn of an agent did infrastructure work, from the commands it ran and the files it changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from .commands import TOOLS, as_script, programs
from .paths import is_of_infrastructure, patched_paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CAPTURED = frozenset(("capture", "new", "note"))
_PATCHERS = frozenset(("apply_patch", "applypatch"))
_FENCE = "```"
_SCRIPTS = frozenset(("", "bash", "console", "sh", "shell", "shell-session", "terminal", "zsh"))
# How much is looked at, in characters and in blocks: a turn that did more shows it in what is left.
_MOST_OF_A_MESSAGE = 32_768
_MOST_OF_A_COMMAND = 4_096
_MOST_OF_A_TURN = 16_384
_MOST_CALLS = 256
_MOST_BLOCKS = 256


class Call(NamedTuple):
    """What a tool was called with: a script, the path of a file that it changed, or a patch."""

    kind: Literal["script", "path", "patch"]
    text: str


class Work(NamedTuple):
    """What a turn did: the tools of infrastructure it ran, whether it changed files of it, whether it captured."""

    tools: tuple[str, ...] = ()
    files: bool = False
    captured: bool = False

    @property
    def is_infrastructure(self) -> bool:
        """Whether there may be something to write down that nobody has written down yet."""
        return bool(self.tools or self.files) and not self.captured


def work_of(lines: Iterable[bytes]) -> Work:
    """Return what the last turn in a transcript did.

    Args:
        lines: lines of the transcript of either host, oldest first; what is no line of one is passed over.
    """
    calls: list[Call] = []
    for line in lines:
        try:
            said: Any = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if _is_question(_object(said)):
            calls.clear()
        calls.extend(_calls(_object(said)))
    return _done(calls)


def work_in_message(message: str) -> Work:
    """Return what an answer shows as code of a shell, where there is no transcript."""
    codes: list[Call] = []
    block: list[str] | None = None
    is_script = False
    for line in message[-_MOST_OF_A_MESSAGE:].split("\n"):
        if line.lstrip().startswith(_FENCE):
            if block is None:
                is_script = line.strip().lstrip("`").strip().lower() in _SCRIPTS
            elif is_script:
                codes.append(Call("script", "\n".join(block)))
            block = [] if block is None else None
        elif block is not None:
            block.append(line)
        else:
            codes.extend(Call("script", code) for code in line.split("`")[1::2] if code)
    return _done(codes)


def _done(calls: list[Call]) -> Work:
    """Return what the last calls did, so many of them as there is time for."""
    tools: dict[str, None] = {}
    files = captured = False
    left = _MOST_OF_A_TURN
    looked_at: list[Call] = []
    for call in reversed(calls[-_MOST_CALLS:]):
        looked_at.append(call._replace(text=call.text[: _most_of(call)]))
        left -= len(looked_at[-1].text)
        if left < 0:
            break
    for kind, text in reversed(looked_at):
        names: list[str] = []
        if kind == "script":
            for name, word in programs(text):
                names.append(name)
                captured = captured or (name == "kb" and word in _CAPTURED)
        tools |= dict.fromkeys(name for name in names if name in TOOLS)
        if kind == "path":
            files = files or is_of_infrastructure(text)
        elif kind == "patch" or not _PATCHERS.isdisjoint(names):
            files = files or any(is_of_infrastructure(path) for path in patched_paths(text))
    return Work(tuple(tools), files, captured)


def _most_of(call: Call) -> int:
    return _MOST_OF_A_TURN if call.kind == "patch" else _MOST_OF_A_COMMAND + 1


def _is_question(said: dict[str, Any]) -> bool:
    """Tell whether a line is what the user said, so that a turn begins."""
    inner = _object(said.get("payload", said))
    if inner.get("type") == "message":
        return bool(inner.get("role") == "user")
    content: Any = _object(said.get("message")).get("content")
    if said.get("type") != "user" or said.get("isMeta") or said.get("isSidechain"):
        return False
    return isinstance(content, str) or not any(block.get("type") == "tool_result" for block in _objects(content))


def _calls(said: dict[str, Any]) -> Iterator[Call]:
    """Yield what the tools were called with in a line."""
    for block in _objects(_object(said.get("message")).get("content")):
        if block.get("type") == "tool_use":
            yield from _given(_object(block.get("input")))
    call = _object(said.get("payload", said))
    match call.get("type"):
        case "function_call":
            yield from _given(_loaded(call.get("arguments")))
        case "local_shell_call":
            yield from _given(_object(call.get("action")))
        case "custom_tool_call" if call.get("name") in _PATCHERS and isinstance(call.get("input"), str):
            yield Call("patch", call["input"])
        case _:
            pass


def _given(values: dict[str, Any]) -> Iterator[Call]:
    for key in ("command", "cmd"):
        value: Any = values.get(key)
        if isinstance(value, list):
            value = as_script([word for word in cast("list[Any]", value)[:_MOST_BLOCKS] if isinstance(word, str)])
        if isinstance(value, str):
            yield Call("script", value)
    for key in ("file_path", "notebook_path"):
        path: Any = values.get(key)
        # A file that was only read has no new text.
        if isinstance(path, str) and not values.keys().isdisjoint(("content", "new_string", "edits", "new_source")):
            yield Call("path", path)


def _loaded(text: Any) -> dict[str, Any]:  # noqa: ANN401 - what a host wrote
    try:
        return _object(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return {}


def _object(value: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _objects(content: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as above
    blocks = cast("list[Any]", content) if isinstance(content, list) else []
    return [cast("dict[str, Any]", block) for block in blocks[-_MOST_BLOCKS:] if isinstance(block, dict)]
