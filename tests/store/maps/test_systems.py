"""Which systems there are, what their pages are, and which records name them."""

from __future__ import annotations

import pytest

from kb.store.maps.systems import find_systems


def page(kind, **fields):
    lines = [f"type: {kind}", *(f"{name}: {value}" for name, value in fields.items())]
    return "---\n" + "\n".join(lines) + "\n---\n\n# A title\n"


def found(base):
    return [
        (system.name, system.page and system.page.path, system.records, system.open) for system in find_systems(base)
    ]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param({}, [], id="none"),
        pytest.param(
            {"memory/findings/F-1.md": page("finding", id="F-1", status="open", systems="[edge, bus]")},
            [("bus", None, 1, 1), ("edge", None, 1, 1)],
            id="a record names systems that have no page",
        ),
        pytest.param(
            {
                "a.md": page("finding", id="F-1", status="open", systems="[edge]"),
                "b.md": page("incident", id="I-1", status="closed", systems="[edge, edge]"),
                "c.md": page("wiki", systems="[bus, edge]"),
            },
            [("bus", None, 0, 0), ("edge", None, 2, 1)],
            id="records are counted once each, wiki pages not",
        ),
        pytest.param(
            {"wiki/systems/edge.md": page("wiki"), "wiki/rollback.md": page("wiki", systems="[edge]")},
            [("edge", "wiki/systems/edge.md", 0, 0)],
            id="the page in the folder systems comes first",
        ),
        pytest.param(
            {"wiki/systems/a.md": page("wiki", systems="[edge]"), "wiki/systems/edge.md": page("wiki")},
            [("edge", "wiki/systems/edge.md", 0, 0)],
            id="its name comes before its field",
        ),
        pytest.param(
            {"wiki/systems/the-edge.md": page("wiki", systems="[edge]")},
            [("edge", "wiki/systems/the-edge.md", 0, 0)],
            id="a page that lists one system is about it, whatever its name",
        ),
        pytest.param(
            {"wiki/edge.md": page("wiki", systems="edge")},
            [("edge", "wiki/edge.md", 0, 0)],
            id="a wiki page elsewhere that lists only it",
        ),
        pytest.param(
            {"wiki/systems/overview.md": page("wiki", systems="[edge, bus]"), "wiki/systems/README.md": "# All\n"},
            [("bus", None, 0, 0), ("edge", None, 0, 0)],
            id="a page of several systems, or of the folder, is about none",
        ),
        pytest.param(
            {"wiki/systems/edge.md": page("wiki", systems="[edge, bus]")},
            [("bus", None, 0, 0), ("edge", "wiki/systems/edge.md", 0, 0)],
            id="a page of several that has the name of one is about that one",
        ),
        pytest.param(
            {
                "a.md": page("finding", id="F-1", status="open", systems="[Edge]"),
                "b.md": page("finding", id="F-2", status="fixed", systems="[edge]"),
                "wiki/systems/edge.md": page("wiki"),
            },
            [("edge", "wiki/systems/edge.md", 2, 1)],
            id="spellings are one system, called as most call it",
        ),
        pytest.param(
            {
                "a/systems/EDGE.md": page("wiki"),
                "wiki/systems/edge.md": page("wiki"),
                "b.md": page("finding", id="F-1", status="open", systems="[edge]"),
            },
            [("edge", "wiki/systems/edge.md", 1, 1)],
            id="of two that differ by case the exact spelling is the page",
        ),
        pytest.param(
            {"wiki/systems/edge.md": b"\xfc", "wiki/rollback.md": page("wiki", systems="[edge]")},
            [("edge", "wiki/systems/edge.md", 0, 0)],
            id="a page that cannot be read is still the page",
        ),
        pytest.param(
            {"wiki/systems/edge.md": "---\na: b: c\n---\n"},
            [("edge", "wiki/systems/edge.md", 0, 0)],
            id="so is one whose frontmatter cannot be read",
        ),
        pytest.param(
            {"systems/F-1.md": page("finding", id="F-1", status="open", systems="[edge]")},
            [("edge", None, 1, 1)],
            id="a record is no page about a system",
        ),
    ],
)
def test_systems_are_found_with_their_pages_and_records(make_base, files, expected):
    assert found(make_base(files)) == expected
