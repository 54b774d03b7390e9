"""One hook put into the text of a host's settings, and exactly that text taken out again.

Both hosts have the same form: `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": …}]}]}}`. What is missing
of it is written as one piece of text. How far that piece reaches shows in its spelling: a bracket that was written has
white space behind it, one that was there has the piece right behind it.
"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, NamedTuple

from .jsonc import Document, Member, Node, find, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

HOOKS = "hooks"
EVENT = "Stop"
COMMAND = "kb hook stop"
# Seconds, in both hosts; the hook itself ends long before.
_TIMEOUT = 5
_UNIT = "  "


class Hook(NamedTuple):
    """A hook that runs kb.

    Attributes:
        command: what it runs.
        chain: the members that it is in, from `hooks` inwards, each with what holds it.
        is_own: whether it is spelled as `insert` spells it, and not by hand.
    """

    command: str
    chain: tuple[tuple[Node, Member], ...]
    is_own: bool

    @property
    def base(self) -> str | None:
        """The base that it is for, or None when that is found from where the agent works."""
        return base_of(self.command)

    @property
    def plain(self) -> str:
        """The command without what stands before `kb`, such as the folder of the program."""
        words = self.command.split()
        return " ".join(("kb", *words[(_place_of_kb(self.command) or 0) + 1 :]))


class _Place(NamedTuple):
    """Where a member is added: at which character, between which signs, and what begins a line there, if lines do."""

    at: int
    before: str
    after: str
    line: str | None


def new_file(command: str) -> str:
    """Return a settings file that has nothing but the hook."""
    return "{\n" + _UNIT + _property(HOOKS, command, "\n" + _UNIT, _UNIT) + "\n}\n"


def find_hooks(document: Document) -> tuple[Hook, ...]:
    """Return the hooks in settings that run `kb hook stop`, whoever wrote them.

    Raises:
        ValueError: the settings are not of the hosts' form.
    """
    return tuple(_hooks(document))


def insert(text: str, command: str) -> str:
    """Return settings with a hook that they do not have; all of their text is left as it is.

    Raises:
        ValueError: it is no JSON, or not of the hosts' form.
    """
    document = parse(text)
    hooks, event = _levels(document)
    holder = next(member.value for member in (event, hooks, Member(None, 0, document.root)) if member)
    place = _place(document, holder)
    piece = _entry(command) if event else _property(EVENT if hooks else HOOKS, command, place.line, _unit(document))
    return text[: place.at] + place.before + piece + place.after + text[place.at :]


def remove(text: str) -> str:
    """Return settings without the hooks that `insert` put in: as they were, when nothing around them has changed since.

    Raises:
        ValueError: it is no JSON, or not of the hosts' form.
    """
    while found := [hook for hook in find_hooks(parse(text)) if hook.is_own]:
        text = _without(parse(text), found[-1])
    return text


def base_of(command: str) -> str | None:
    """Return the base that a command names with `--kb`, or None."""
    words = _words(command)
    for word, behind in zip(words, (*words[1:], ""), strict=True):
        if word == "--kb":
            return behind
        if word.startswith("--kb="):
            return word.removeprefix("--kb=")
    return None


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command.replace("\\", "/"))
    except ValueError:  # a quote that is not closed
        return command.split()


def _place_of_kb(command: str) -> int | None:
    """Return which word of a command `kb hook stop` begins at, wherever the program is, also in a shell's script."""
    words = [word.strip("\"';") for word in command.replace("\\", "/").split()]
    for place, word in enumerate(words):
        program = word.rpartition("/")[2].removesuffix(".exe")
        if program == "kb" and words[place + 1 : place + 3] == ["hook", "stop"]:
            return place
    return None


def _hooks(document: Document) -> Iterator[Hook]:
    hooks, event = _levels(document)
    if not hooks or not event:
        return
    for group in event.value.members:
        handlers = find(group.value, HOOKS) if group.value.kind == "object" else None
        for handler in handlers.value.members if handlers else ():
            said = find(handler.value, "command") if handler.value.kind == "object" else None
            command = document.string(said.value if said else None) or ""
            if handlers and _place_of_kb(command) is not None:
                outer = ((document.root, hooks), (hooks.value, event), (event.value, group))
                is_own = _is_own(document.text[document.start(handler) : document.end(handler)], command)
                yield Hook(command, (*outer, (handlers.value, handler)), is_own)


def _is_own(text: str, command: str) -> bool:
    """Tell whether a handler is one of ours; a host may have written its settings anew, with other blanks."""
    try:
        said = list(json.loads(text).items())
    except ValueError:  # comments, which we write none of
        return False
    return said == list(_handler(command).items()) and (command == COMMAND or command.startswith(f"{COMMAND} --kb "))


def _levels(document: Document) -> tuple[Member | None, Member | None]:
    """Return the members `hooks` and `Stop`, as far as they are there."""
    if document.root.kind != "object":
        raise ValueError("it holds no object")
    hooks = find(document.root, HOOKS)
    if hooks and hooks.value.kind != "object":
        raise ValueError(f"{HOOKS} is no object")
    event = find(hooks.value, EVENT) if hooks else None
    if event and event.value.kind != "array":
        raise ValueError(f"{HOOKS}.{EVENT} is no list")
    return hooks, event


def _entry(command: str) -> str:
    return json.dumps({HOOKS: [_handler(command)]}, ensure_ascii=False)


def _handler(command: str) -> dict[str, str | int]:
    return {"type": "command", "command": command, "timeout": _TIMEOUT}


def _property(name: str, command: str, line: str | None, unit: str) -> str:
    """Return the member `Stop` or `hooks` with the hook in it, on lines when there are lines."""
    steps = [" "] * 3 if line is None else [line + unit * depth for depth in range(3)]
    outer, inner = (steps[1], steps[2]) if name == HOOKS else (steps[0], steps[1])
    event = f'"{EVENT}": [{inner}{_entry(command)}{outer}]'
    return event if name == EVENT else f'"{HOOKS}": {{{steps[1]}{event}{steps[0]}}}'


def _place(document: Document, holder: Node) -> _Place:
    """Return where the next member of an object or an array goes: behind all that is in it, comments too."""
    text, tokens = document.text, document.tokens
    if not holder.members:
        return _Place(tokens[holder.first].end, "", "", None)
    rest = tokens[holder.members[-1].value.last + 1 : holder.last]
    last = tokens[holder.last - 1]
    has_comma = any(token.kind == "sign" for token in rest)
    gap = text[tokens[holder.first].end : document.start(holder.members[0])]
    newline = "\r\n" if "\r\n" in text else "\n"
    line = newline + _indent(gap) if "\n" in gap else None
    is_comment = last.kind == "comment"
    if line is None and is_comment and text.startswith("//", last.start):
        line = newline  # else what is added would be part of the comment
    between = " " if line is None else line
    before = between if has_comma else f"{between}, " if is_comment else f",{between}"
    return _Place(last.end, before, "," if has_comma else "", line)


def _indent(gap: str) -> str:
    line = gap.rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(document: Document) -> str:
    """Return what one level of indentation is, as the first member of all shows it."""
    members = document.root.members
    gap = document.text[document.tokens[document.root.first].end : document.start(members[0])] if members else ""
    return _indent(gap) or _UNIT


def _without(document: Document, hook: Hook) -> str:
    for holder, member in hook.chain[:3]:
        text = _cut(document, holder, member)
        if text is not None and _gives(text, hook.command, document.text):
            return text
    # Something around it has changed since; then its own text goes, with one comma.
    for number, name in enumerate((HOOKS, EVENT)):
        holder, member = hook.chain[number]
        is_spaced = all(_is_spaced(document, inner.value) for _, inner in hook.chain[number:2])
        said = _squeezed(document.text[document.start(member) : document.end(member)])
        if is_spaced and said == _squeezed(_property(name, hook.command, None, "")):
            return _take(document, holder, member)
    group, handlers = hook.chain[2][1].value, hook.chain[3][0]
    is_alone = len(group.members) == len(handlers.members) == 1
    return _take(document, *hook.chain[2 if is_alone else 3])


def _is_spaced(document: Document, node: Node) -> bool:
    return document.text[document.tokens[node.first].end].isspace()


def _gives(text: str, command: str, wanted: str) -> bool:
    """Tell whether the hook put into a text gives another one."""
    try:
        return insert(text, command) == wanted
    except ValueError:
        return False


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _cut(document: Document, holder: Node, member: Member) -> str | None:
    """Return the text before a member was added at the end of an object or an array, or None when it was not there."""
    tokens, first, last = document.tokens, member.first, member.value.last
    if holder.members[-1] != member:
        return None
    if len(holder.members) == 1:
        start, end = tokens[first].start, tokens[last].end
    elif last + 1 < holder.last:
        start, end = tokens[first - 1].end, tokens[last + 1].end
    else:
        start, end = tokens[first - 2].end, tokens[last].end
    return document.text[:start] + document.text[end:]


def _take(document: Document, holder: Node, member: Member) -> str:
    """Return the text without a member, wherever it is in an object or an array, and without the comma it needs."""
    text, tokens = document.text, document.tokens
    before, start, end = tokens[member.first - 1], document.start(member), document.end(member)
    if not text.startswith("//", before.start):  # a line that a comment ends must stay one
        start = before.end
    commas = [token for token in tokens[holder.first + 1 : member.first] if text[token.start] == ","]
    behind = [token for token in tokens[member.value.last + 1 : holder.last] if text[token.start] == ","]
    comma = behind[0] if behind else commas[-1] if len(holder.members) > 1 else None
    if comma and comma.start >= end:
        return text[:start] + text[end : comma.start] + text[comma.end :]
    if comma:
        return text[: comma.start] + text[comma.end : start] + text[end:]
    return text[:start] + text[end:]
