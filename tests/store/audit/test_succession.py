"""What is said of which record follows which, against the statuses."""

from __future__ import annotations

import pytest

from kb.store.audit.succession import check_succession
from kb.store.pages.base import Base
from kb.store.pages.link_index import Index
from kb.store.pages.walk import Skipped

OLD, NEW, LOST = "D-2026-01-28-001", "D-2026-03-12-001", "D-2026-03-12-099"
NOTHING = "superseded-by-nothing"
# The old record's status, fields and text; the new one's fields and text; and the old record's leads, by line.
SAID = (
    ("superseded", "", "", "", "", [(3, NOTHING)]),
    ("superseded", "", f"> Superseded by [[{NEW}]].", "", "", []),
    ("superseded", "", "Superseded by [the new one].", "", "", [(3, NOTHING)]),
    ("superseded", "", f"> Superseded by [[{LOST}|the new one]].", "", "", [(6, NOTHING)]),
    ("superseded", "", f"superseded by {NEW} and [[{LOST}]]", "", "", [(6, NOTHING)]),
    ("superseded", "", f"Superseded by\n[[{LOST}]], superseded by {LOST}", "", "", [(7, NOTHING)]),
    ("superseded", "", f"Superseded by [[{OLD}]].", "", "", [(6, NOTHING)]),
    ("superseded", f"superseded_by: {NEW}", "", "", "", []),
    ("superseded", f"superseded_by: '[[{LOST}]]'", "", "", "", [(4, NOTHING)]),
    ("superseded", f"superseded_by: [{NEW}, {LOST}]", "", "", "", [(4, NOTHING)]),
    ("superseded", "superseded_by: Pool", "", "", "", []),
    ("superseded", "superseded_by: https://wiki.example/pools", "", "", "", [(3, NOTHING)]),
    ("superseded", f"links: [{NEW}]", "", "", "", []),
    ("superseded", f"links: [{LOST}, guide]", "", "", "", [(3, NOTHING)]),
    ("superseded", "superseded_by: guide", "", "", "", []),
    ("superseded", "", "", "", f"Supersedes {OLD}.", []),
    ("superseded", "", "", f"supersedes: {OLD}", "", []),
    ("accepted", "", "", "", "", []),
    ("accepted", "", "", "", f"Supersedes [[{OLD}]].", [(3, "contradiction")]),
    (
        "accepted",
        "",
        "",
        f"supersedes: [{OLD}]",
        f"This supersedes [[{OLD}]], and supersedes it.",
        [(3, "contradiction")],
    ),
    ("accepted", f"superseded_by: {NEW}", "", f"supersedes: {OLD}", "", [(3, "contradiction")]),
    ("accepted", "", f"> Superseded by [[{NEW}]].", "", "", [(3, "contradiction")]),
    ("accepted", "", f"The rule before this was superseded by [[{NEW}]].", "", "", []),
    ("accepted", f"superseded_by: {LOST}", "", "", "", [(4, NOTHING)]),
    ("accepted", "", f"Superseded by [[{LOST}]].", "", "", [(6, NOTHING)]),
    ("accepted", "", f"The rule before this was superseded by [[{LOST}]].", "", "", []),
    ("accepted", f"supersedes: {LOST}", "", "", "", [(4, NOTHING)]),
    ("accepted", "", f"Text. Supersedes [[guide]] and [[{LOST}]].", "", "", [(6, NOTHING)]),
    ("accepted", "supersedes: [none, n/a]", "", "", "", []),
    ("superseded", "superseded_by: none", "", "", "", [(3, NOTHING)]),
    ("accepted", "", "", "", f"More.\n\n- Supersedes [[{OLD}]].", [(3, "contradiction")]),
    ("accepted", "", "", "", f"Do not wait. Supersedes [[{OLD}]].", [(3, "contradiction")]),
    ("accepted", "", "", "", f"Do not wait\nSupersedes [[{OLD}]].", [(3, "contradiction")]),
    ("accepted", "", "", "", f"The record after this supersedes [[{OLD}]].", []),
    ("superseded", "", "", "", f"This record supersedes [[{OLD}]].", []),
    *(
        ("accepted", "", "", "", f"{words} [[{OLD}]].", [])
        for words in (
            "No longer supersedes",
            "This no longer\nsupersedes",
            "It never supersedes",
            "> This may be what supersedes",
            "Not this, but the next supersedes",
            "It isn\u2019t so that this supersedes",
        )
    ),
    ("superseded", "", f"This is not superseded by [[{NEW}]].", "", "", [(3, NOTHING)]),
    ("accepted", "", f"This is not yet\nsuperseded by [[{NEW}]].", "", "", []),
    ("accepted", "", "", "", f"```\nSupersedes [[{OLD}]]\n```", []),
)


def _files(status, fields, text, new_fields, new_text):
    return {
        f"memory/decisions/{OLD}.md": f"---\nid: {OLD}\nstatus: {status}\n{fields or 'note: x'}\n---\n{text}\n",
        f"memory/decisions/{NEW}.md": f"---\nid: {NEW}\nstatus: accepted\ntitle: Pool\n{new_fields}\n---\n{new_text}\n",
        "wiki/guide.md": f"# How records are superseded\n\nWrite: Supersedes [[{OLD}]], superseded by [[{LOST}]]\n",
    }


@pytest.mark.parametrize(
    ("said", "leads"), [(row[:5], row[5]) for row in SAID], ids=lambda row: " ".join(map(str, row))
)
def test_a_status_is_held_to_what_the_records_say(make_base, said, leads):
    base = make_base(_files(*said))

    found = check_succession(base, Index(base))

    assert [(lead.path, lead.line, lead.kind) for lead in found] == [
        (f"memory/decisions/{OLD}.md", line, kind) for line, kind in leads
    ]


@pytest.mark.parametrize("skipped", [f"memory/decisions/{LOST}.md", "memory/decisions"])
def test_a_record_that_cannot_be_read_is_not_taken_for_one_that_is_not_there(make_base, skipped):
    base = make_base(_files("superseded", "", f"Superseded by [[{LOST}]].", "", ""))

    assert check_succession(Base(base.config, base.pages, (Skipped(skipped, "permission denied"),)), Index(base)) == ()


# What the old record, the new one and a third say of one another, each with its status; and the leads' paths.
LOOPS = (
    ("superseded", "superseded_by: B", "superseded", "superseded_by: A", "superseded_by: A", ["A.md"]),
    ("superseded", "supersedes: B", "superseded", "supersedes: A", "x: y", ["A.md"]),
    ("superseded", "superseded_by: B", "superseded", "superseded_by: C", "superseded_by: A", ["A.md"]),
    ("superseded", "superseded_by: [B, C]", "superseded", "superseded_by: C", "superseded_by: B", ["B.md"]),
    ("superseded", "superseded_by: B", "superseded", "supersedes: A", "supersedes: B", []),
    ("accepted", "superseded_by: B", "superseded", "superseded_by: A", "supersedes: B", ["A.md"]),
)


@pytest.mark.parametrize("row", LOOPS, ids=str)
def test_records_that_supersede_one_another_are_one_contradiction(make_base, row):
    first, a, second, b, c, paths = row
    said = {"A": (first, a), "B": (second, b), "C": ("superseded", c)}
    pages = {
        f"{name}.md": f"---\nid: {name}\nstatus: {status}\n{field}\n---\n" for name, (status, field) in said.items()
    }
    base = make_base(pages)

    found = check_succession(base, Index(base))

    assert [(lead.path, lead.line) for lead in found if lead.kind == "contradiction"] == [(path, 3) for path in paths]


def test_a_record_that_supersedes_nothing_is_the_lead_and_says_so(make_base):
    base = make_base(_files("superseded", f"superseded_by: {NEW}", "", f"supersedes: [{OLD}, {LOST}]", ""))

    (lead,) = check_succession(base, Index(base))

    assert (lead.path, lead.line, lead.kind) == (f"memory/decisions/{NEW}.md", 5, NOTHING)
    assert lead.message == f'this supersedes "{LOST}", which names no other page'
