"""A page's frontmatter as pieces of text, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from ..errors import KbError
from ..pages.frontmatter import SINGULAR, UnreadableError, children, compose, references
from .scalars import BY_HAND

if TYPE_CHECKING:
    import yaml

    from ..pages.page import Page

Kind = Literal["null", "text", "list", "map"]

_NULL = "tag:yaml.org,2002:null"
_PLAIN_MAP = "tag:yaml.org,2002:map"
_PLAIN_LIST = "tag:yaml.org,2002:seq"
_MERGE = "tag:yaml.org,2002:merge"


class Part(NamedTuple):
    """A key, a value, or a piece of one.

    Attributes:
        kind: what it is.
        style: what a scalar begins with when it is not plain; `[` for a list or map in brackets.
        text: the text of a scalar.
        start: where it begins in the block, its anchor and tag included.
        end: where it ends; a list or map in lines, or a literal block, ends where the next thing begins.
        nodes: the keys and values, or the items, in order.
    """

    kind: Kind
    style: str
    text: str
    start: int
    end: int
    nodes: tuple[yaml.Node, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The keys and values of a map, or the items of a list, in order."""
        return tuple(_part(node) for node in self.nodes)

    @property
    def last(self) -> Part:
        """The piece that is written last: of what is in lines the last scalar, or what is in brackets."""
        part = self
        while part.nodes and not part.is_in_brackets:
            part = _part(part.nodes[-1])
        return part

    @property
    def is_in_brackets(self) -> bool:
        """Whether it is a list or map in brackets."""
        return self.style == "["

    @property
    def is_block_scalar(self) -> bool:
        """Whether it is a literal or folded text in lines of its own."""
        return self.style in {"|", ">"}


class Entry(NamedTuple):
    """A field as it stands in the block, its name as it is spelled there."""

    name: str
    key: Part
    value: Part


class Block(NamedTuple):
    """The block of a page.

    Attributes:
        source: the text between the fences, from the line feed of the opening one on.
        start: the offset of the source in the page's text.
        root: the map of the fields, or None when the block holds nothing.
        column: by how many characters the names are indented.
    """

    source: str
    start: int
    root: Part | None
    column: int

    def line(self, part: Part) -> int:
        """Return the 1-based line of the file on which a piece begins."""
        return self.source.count("\n", 0, part.start) + 1

    def line_end(self, offset: int) -> int:
        """Return where the line ends that an offset is on."""
        return self.source.find("\n", min(offset, len(self.source) - 1))


def refusal(field: str, line: int, reason: str) -> KbError:
    """Return the error that says why a field cannot be edited.

    Args:
        field: its name.
        line: the 1-based line of the file where the reason is.
        reason: a clause.
    """
    return KbError("refused", "unsafe-edit", f"`{field}` cannot be edited safely: line {line}: {reason}", BY_HAND)


def find_field(page: Page, field: str) -> tuple[Block, Entry | None]:
    """Return the block of a page that has one, and the field in it, if it is there.

    Args:
        page: a page whose frontmatter could be read.
        field: the field's name; where only a singular name stands for it, as `alias` for `aliases`, that is found.

    Raises:
        KbError: when the block is one that no edit is safe in, or the field's value one that is bound to others.
    """
    start, end = page.text.index("\n"), page.text.rindex("\n---", 0, page.body_start) + 1
    source = page.text[start:end]
    try:
        root = compose(source)
    except UnreadableError as error:
        raise refusal(field, error.line, error.reason) from error
    if root is None:
        return Block(source, start, None, 0), None
    block = Block(source, start, _part(root), root.start_mark.column)
    pairs = _pairs(root, field)
    found = _choose(pairs, field)
    if found is None:
        return block, None
    key, value = pairs[found]
    if _is_referenced(root, (key, value)):
        raise refusal(field, _line(value), "it shares a value with another place by an anchor")
    return block, _checked(Entry(found, _part(key), _part(value)), value, field)


def _pairs(root: yaml.Node, field: str) -> dict[str, tuple[yaml.Node, yaml.Node]]:
    """Return the fields by their names."""
    if root.tag != _PLAIN_MAP:
        raise refusal(field, _line(root), f"the block has the tag {root.tag}")
    pairs: dict[str, tuple[yaml.Node, yaml.Node]] = {}
    for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", root.value):
        if key.tag == _MERGE:
            raise refusal(field, _line(key), "it merges in another map")
        if isinstance(key.value, str):
            if key.value in pairs:
                raise refusal(field, _line(key), f"`{key.value}` is there for the second time")
            pairs[key.value] = key, value
    return pairs


def _choose(pairs: dict[str, tuple[yaml.Node, yaml.Node]], field: str) -> str | None:
    """Return the name under which the reader finds the field: nulls are no fields."""
    names = [name for name in (field, *(one for one, many in SINGULAR.items() if many == field)) if name in pairs]
    filled = [name for name in names if pairs[name][1].tag != _NULL]
    return next(iter(filled or names), None)


def _checked(entry: Entry, value: yaml.Node, field: str) -> Entry:
    if entry.value.kind == "map":
        raise refusal(field, _line(value), "its value is a map")
    if entry.value.kind == "list" and value.tag != _PLAIN_LIST:
        raise refusal(field, _line(value), f"its value has the tag {value.tag}")
    return entry


def _is_referenced(root: yaml.Node, nodes: tuple[yaml.Node, ...]) -> bool:
    """Tell whether a node at or below these stands in more than one place."""
    seen: set[int] = set()
    shared: set[int] = set()
    for node in references(root):
        (shared if id(node) in seen else seen).add(id(node))
    return any(id(below) in shared for node in nodes for below in references(node))


def _part(node: yaml.Node) -> Part:
    start, end = node.start_mark.index, node.end_mark.index
    if isinstance(node.value, str):
        style = cast("yaml.ScalarNode", node).style or ""
        return Part("null" if node.tag == _NULL else "text", style, node.value, start, end, ())
    # An empty list and an empty map differ only in their class.
    kind = "list" if type(node).__name__ == "SequenceNode" else "map"
    style = "[" if cast("yaml.CollectionNode", node).flow_style else ""
    return Part(kind, style, "", start, end, tuple(children(node)))


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1
