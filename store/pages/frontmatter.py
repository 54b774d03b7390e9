"""The YAML block at the head of a page, its scalars as text in the spelling of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from yaml12 import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import yaml

Value = str | tuple[str, ...]

LIST_FIELDS = frozenset({"aliases", "tags", "systems", "repos", "links"})
SINGULAR = {"alias": "aliases", "tag": "tags", "system": "systems", "repo": "repos"}
MOST_NODES = 10_000

# The first line that says something begins with a name and a colon; comments and a conflict's marker say nothing.
_FIRST_NAME = r"(?:[ \t]*(?:#.*|<{7}.*)?\n)*[^\n:]+:(?:\s|\Z)"
# libyaml counts these as ends of lines, as YAML 1.1 did; for YAML 1.2 they are letters.
_FALSE_ENDS = "\x85\u2028\u2029"
_PRIVATE_USE = range(0xE000, 0xF900)
_STR = {str}
_OPENING = re.compile(r"---[ \t]*(?=\n|\Z)")
_CLOSING = re.compile(r"\n---[ \t]*(?=\n|\Z)")
# A line that may be nested too deeply: each level of block style takes at least one of these characters at its start.
_TOO_DEEP = re.compile(r"\n[ \t?:-]{40}")


class Frontmatter(NamedTuple):
    """What the head of a page says.

    Attributes:
        fields: name -> text, or a tuple of texts; nulls are dropped, a list field is always a tuple.
        end: where the body begins, as an offset in the text.
        problem: why the block could not be read, or an empty text.
        line: the 1-based line of the problem.
    """

    fields: Mapping[str, Value]
    end: int
    problem: str = ""
    line: int = 1


class UnreadableError(Exception):
    """A block that is no mapping in YAML."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def read_frontmatter(text: str) -> Frontmatter:
    r"""Read the block between a `---` on line 1 and the next line that is only `---`.

    Args:
        text: a page's whole text, without byte-order mark, its lines ended by `\n`.
    """
    opening = _OPENING.match(text) if text.startswith("---") else None
    if not opening:
        return Frontmatter({}, 0)
    closing = _CLOSING.search(text, opening.end())
    if not closing:
        is_rule = not text[opening.end() :].strip()
        return Frontmatter({}, 0, "" if is_rule else "frontmatter is opened here and never closed")
    end = min(closing.end() + 1, len(text))
    block = text[opening.end() : closing.start() + 1]
    try:
        fields = _read_block(block)
    except UnreadableError as error:
        # A letterhead between two rules is body text; fields that are broken are not.
        return Frontmatter({}, end if re.match(_FIRST_NAME, block) else 0, error.reason, error.line)
    return Frontmatter(fields, end)


def _read_block(block: str) -> dict[str, Value]:
    """Read a block that begins with the line feed of its opening fence: YAML's line n is the file's line n + 1."""
    if _is_plain_enough(block):
        try:
            # All documents: one alone is read up to where it ends, whatever stands behind it.
            documents: list[Any] = parse_yaml(block, multi=True)
        except (ValueError, TypeError):  # the latter for a key that Python cannot have
            documents = []  # the reader below says what is wrong, and where
        parsed = documents[0] if len(documents) == 1 else None
        if type(parsed) is dict and (fields := _texts_only(cast("dict[Any, Any]", parsed), block)) is not None:
            return fields
    return _read_as_written(block)


def _is_plain_enough(block: str) -> bool:
    """Tell whether the fast reader may see the block.

    It unfolds aliases without a limit, and overflows its stack on deep nesting.
    """
    return not ("&" in block and "*" in block) and not _TOO_DEEP.search(block)


def _texts_only(parsed: dict[Any, Any], block: str) -> dict[str, Value] | None:
    """Return the fields, or None when a scalar is typed and its spelling is not plain to see in the block."""
    for name in [name for name, value in parsed.items() if type(value) is not str or type(name) is not str]:
        value: Any = parsed[name]
        if type(name) is not str:
            return None
        if value is None:
            del parsed[name]
        elif type(value) is list and set(map(type, cast("list[Any]", value))) <= _STR:
            parsed[name] = tuple(cast("list[str]", value))
        else:
            texts = _spelling(name, value, block) if isinstance(value, (int, float)) else _nested_texts(value)
            if texts is None:
                return None
            parsed[name] = texts
    return _shaped(parsed)


def _spelling(name: str, value: bool | float, block: str) -> str | None:
    """Return how a number or a truth value is written behind its name, if there is one place for it."""
    _, *places = block.split(f"\n{name}:")
    if len(places) != 1:
        return None
    spelling = places[0].partition("\n")[0].partition(" #")[0].strip(" \t")
    try:
        again: Any = parse_yaml(spelling)
    except ValueError:
        return None
    # The library judges: signs of another kind of scalar, such as quotes, would have made it a text.
    return spelling if type(again) is type(value) and again == value else None


def _nested_texts(value: Any) -> tuple[str, ...] | None:  # noqa: ANN401 - what YAML holds
    """Return the scalars of a list or mapping in order, nulls and keys left out, or None when one is typed."""
    texts: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) is str:
            texts.append(item)
        elif type(item) is list:
            waiting += reversed(cast("list[Any]", item))
        elif type(item) is dict:
            waiting += reversed(cast("dict[Any, Any]", item).values())
        elif item is not None:
            return None
    return tuple(texts)


def _shaped(fields: dict[str, Value]) -> dict[str, Value]:
    """Give list fields their one shape and their one name."""
    for one, many in SINGULAR.items():
        if one in fields and many not in fields:
            fields[many] = fields.pop(one)
    for name in LIST_FIELDS & fields.keys():
        value = fields[name]
        if type(value) is str:
            fields[name] = (value,) if value.strip() else ()
    return fields


def _read_as_written(block: str) -> dict[str, Value]:
    """Read any block with libyaml's node tree, whose scalars are still text; aliases count as often as they stand."""
    import yaml  # noqa: PLC0415 - 10 ms that most bases need not wait for

    root = compose(block)
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        raise UnreadableError("frontmatter is not a list of `name: value`", 1)
    budget = iter(range(MOST_NODES))
    fields: dict[str, Value] = {}
    for key, node in root.value:
        name = key.value if isinstance(key, yaml.ScalarNode) else None
        texts = tuple(_scalars(node, budget, node.start_mark.line))
        if name is None or (isinstance(node, yaml.ScalarNode) and not texts):
            continue
        fields[name] = texts[0] if isinstance(node, yaml.ScalarNode) else texts
    return _shaped(fields)


def compose(block: str) -> yaml.Node | None:
    """Return libyaml's node tree of a block, its scalars as they are written there, or None when it holds nothing.

    Args:
        block: the text between the fences, from the line feed of the opening one on.

    Raises:
        UnreadableError: when the block is not YAML.
    """
    import yaml  # noqa: PLC0415 - see above

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        hidden = _stand_ins(block)
        parse = cast("Callable[..., yaml.Node | None]", yaml.compose)  # pyright: ignore[reportUnknownMemberType]
        root = parse(block.translate(hidden), Loader=loader)
    except (yaml.YAMLError, RecursionError) as error:
        raise _unreadable(error, block) from error
    if root is not None and hidden:
        shown = {ord(stand_in): point for point, stand_in in hidden.items()}
        for node in references(root):
            if isinstance(node, yaml.ScalarNode):
                node.value = node.value.translate(shown)
    return root


def references(root: yaml.Node) -> Iterator[yaml.Node]:
    """Yield the nodes at and below a node, each as often as it stands there; what is below it only once."""
    waiting = [root]
    unfolded: set[int] = set()
    while waiting:
        node = waiting.pop()
        yield node
        if id(node) not in unfolded:
            unfolded.add(id(node))
            waiting += children(node)


def children(node: yaml.Node) -> list[yaml.Node]:
    """Return the items of a list, or the keys and values of a map, in order."""
    value: Any = node.value
    if isinstance(value, str):
        return []
    items = cast("list[yaml.Node | tuple[yaml.Node, yaml.Node]]", value)
    return [part for item in items for part in (item if isinstance(item, tuple) else (item,))]


def _stand_ins(block: str) -> dict[int, str]:
    """Return for each character that libyaml would end a line at one that the block does not have."""
    free = (chr(point) for point in _PRIVATE_USE if chr(point) not in block)
    return {ord(character): next(free) for character in _FALSE_ENDS if character in block}


def _scalars(node: yaml.Node, budget: Iterator[int], line: int) -> Iterator[str]:
    """Yield the scalars at or below a node in order, without nulls and without the keys of nested mappings."""
    waiting = [node]  # a stack of its own: an alias may point at a node that holds it
    while waiting:
        node = waiting.pop()
        if next(budget, None) is None:
            raise UnreadableError(f"frontmatter unfolds to more than {MOST_NODES} values", line + 1)
        value: Any = node.value
        if isinstance(value, str):
            if node.tag != "tag:yaml.org,2002:null":
                yield value
        else:
            # A mapping's value is a list of pairs, a sequence's one of nodes.
            children: list[yaml.Node] = [child[1] if isinstance(child, tuple) else child for child in value]
            waiting.extend(reversed(children))


def _unreadable(error: Exception, block: str) -> UnreadableError:
    said = getattr(error, "problem", "") or getattr(error, "reason", "") or "it is nested too deeply"
    reason = str(said).splitlines()[0]
    mark = getattr(error, "problem_mark", None)
    place = getattr(error, "position", None)  # of a character that YAML forbids
    line = mark.line + 1 if mark else 1 if place is None else block.count("\n", 0, place) + 1
    return UnreadableError(f"frontmatter is not valid YAML: {reason}", line)
