"""How a page's frontmatter is written: on which line each field is, and what shapes kb cannot keep."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from .frontmatter import SINGULAR, UnreadableError, compose
from .problem import Problem, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    import yaml

    from .page import Page

FIRST_LINE = 2
# Lists of names: a comma in one is two names in one text.
NAME_FIELDS = ("tags", "systems", "repos")

# A line that begins a field in the plain way, its value closed on it or none that has to be closed.
_FIELD = re.compile(
    r"""([A-Za-z_][\w-]*):(?:[ \t]+(?:"[^"\\]*"|'[^']*'|\[[^\[\]{}:"'#&*!?]*\]|[|>][+0-9-]*"""
    r"""|[^\s"'\[{&*!@%`|>].*))?[ \t]*"""
)
# A line that certainly begins none and nests nothing: blank, a comment, a text further in, or an item that is a text.
_NO_FIELD = re.compile(
    r"""[ \t]*(?:#.*|(?:-[ \t]+)?(?:"[^"\\]*"[ \t]*|(?:[^\s"'\[{&*!?%@`#:-]|-(?=\S))(?:[^:]|:(?=\S))*))?"""
)


class _Head(NamedTuple):
    """What is written in a block: each field by name and line as often as it stands, and those that nest."""

    places: tuple[tuple[str, int], ...]
    nested: tuple[tuple[str, int], ...] = ()


def field_lines(page: Page) -> Mapping[str, int]:
    """Return the 1-based line of the file on which each field of a page begins, those without a value included."""
    return _lines(_read_head(page))


def check_shape(page: Page) -> tuple[Problem, ...]:
    """Return what is wrong with the way a page's fields are written, whatever its kind; the frontmatter is readable."""
    head = _read_head(page)
    lines = _lines(head)
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for name, line in head.places:
        if name in first:
            trouble = f"{name} stands here again, after line {first[name]}; only the last one counts"
            problems.append(Problem(page.path, line, "error", "repeated-key", name, trouble))
        first.setdefault(name, line)
    for name, line in head.nested:
        trouble = f"{name} nests lists or mappings; kb keeps only the texts in it"
        problems.append(Problem(page.path, line, "warning", "odd-shape", name, trouble))
    for one, many in SINGULAR.items():
        if one in page.fields and many in page.fields:
            trouble = f"{one} is not read, for {many} is there too"
            problems.append(Problem(page.path, lines.get(one, 1), "warning", "odd-shape", one, trouble))
    for name in NAME_FIELDS:
        for value in page.many(name):
            if "," in value:
                trouble = f"{name} has {quoted(value)} as one name; a list is written [a, b]"
                problems.append(Problem(page.path, lines.get(name, 1), "warning", "odd-shape", name, trouble))
    return tuple(problems)


def _lines(head: _Head) -> dict[str, int]:
    lines = dict(head.places)
    for one, many in SINGULAR.items():
        if one in lines:
            lines.setdefault(many, lines[one])
    return lines


def _read_head(page: Page) -> _Head:
    if not page.fields and not page.body_start:
        return _Head(())
    block = page.text[: page.body_start].removesuffix("\n").split("\n")[1:-1]
    places: list[tuple[str, int]] = []
    for number, line in enumerate(block, FIRST_LINE):
        if field := _FIELD.fullmatch(line):
            places.append((field[1], number))
        elif not _NO_FIELD.fullmatch(line):
            return _compose("\n".join(block)) or _Head(tuple(places))
    return _Head(tuple(places))


def _compose(block: str) -> _Head | None:
    """Return what libyaml sees in a block, or None for one that it does not read."""
    import yaml  # noqa: PLC0415 - 10 ms that plain blocks need not wait for

    try:
        root = compose(f"\n{block}")
    except UnreadableError:
        return None
    if not isinstance(root, yaml.MappingNode):
        return None
    # The line feed stands for the opening fence.
    fields = [
        (str(key.value), key.start_mark.line + 1, node) for key, node in root.value if isinstance(key, yaml.ScalarNode)
    ]
    nested = tuple((name, line) for name, line, node in fields if _is_nested(node))
    return _Head(tuple((name, line) for name, line, _ in fields), nested)


def _is_nested(node: yaml.Node) -> bool:
    """Tell whether a value is more than a text or a list of texts."""
    value: str | list[Any] = node.value
    # A mapping's value is a list of pairs.
    return not isinstance(value, str) and any(
        isinstance(item, tuple) or not isinstance(item.value, str) for item in value
    )
