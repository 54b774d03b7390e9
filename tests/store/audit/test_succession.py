"""What is said of which record follows which, against the statuses."""

from __future__ import annotations

import pytest

from kb.store.audit.succession import check_succession
from kb.store.pages.base import Base
from kb.store.pages.link_index import Index
from kb.store.pages.walk import Skipped

OLD, NEW, LOST = "D-2026-01-28-001", "D-2026-03-12-001", "D-2026-03-12-099"
NOTHING = "superseded-by-nothing"
# The old record's status, fields and text; the new one's; and the leads, each the old record's line and kind.
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
    ("accepted", f"superseded_by: {LOST}", "", "", "", []),
    ("accepted", "", "", "", f"Supersedes [[guide]] and [[{LOST}]].", []),
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
