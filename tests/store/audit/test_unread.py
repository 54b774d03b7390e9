"""Pages that nobody links and no search returned."""

from __future__ import annotations

import pytest

from kb.store.audit.unread import LEAST_SEARCHES, find_unread
from kb.store.journal.read import Entry, Log
from kb.store.pages.link_index import Index

NOON = 1_793_534_400  # 2026-11-01, 12:00 UTC


def _log(*results, count=LEAST_SEARCHES):
    entry = Entry(NOON, ("probe",), {}, 1, 0, "fts5", results, None, 60)
    return Log((entry,) * count, 0)


def _unread(base, log):
    return [lead.path for lead in find_unread(base, Index(base), log)]


@pytest.mark.parametrize(
    "other",
    [
        "[[alone]]",
        "[a](alone.md#part)",
        "---\nlinks: [alone]\n---\n",
        "---\nsummary: '[[alone]]'\n---\n",
        "---\nsuperseded_by: alone\n---\n",
    ],
)
def test_a_page_that_another_one_links_is_read(make_base, other):
    base = make_base({"wiki/alone.md": "# Alone\n", "wiki/other.md": other})

    assert _unread(base, _log()) == ["wiki/other.md"]


def test_a_page_that_a_search_returned_is_read(make_base):
    base = make_base({"wiki/alone.md": "# Alone\n", "wiki/other.md": "# Other\n"})

    assert _unread(base, _log("wiki/alone.md")) == ["wiki/other.md"]


def test_neither_a_link_to_itself_nor_one_in_a_list_of_all_pages_counts(make_base):
    base = make_base(
        {"wiki/alone.md": "[[alone]] [[#Part]]\n\n# Part\n", "index.md": "[[alone]]", "Index-full.md": "[[alone]]"}
    )

    assert _unread(base, _log()) == ["wiki/alone.md"]


def test_guides_lists_and_the_inbox_are_left_out(make_base):
    names = (
        "README.md",
        "wiki/readme.md",
        "AGENTS.md",
        "CLAUDE.md",
        "index.md",
        "index-full.md",
        "inbox/x.md",
        "inbox/y/z.md",
    )

    assert _unread(make_base(dict.fromkeys(names, "# Text\n")), _log()) == []


@pytest.mark.parametrize(
    ("updated", "paths"),
    [("2026-10-31", ["wiki/alone.md"]), ("2026-11-01", []), ("2026-11-02", []), ("soon", ["wiki/alone.md"])],
)
def test_only_searches_after_the_day_of_a_page_say_something_of_it(make_base, updated, paths):
    base = make_base({"wiki/alone.md": f"---\nupdated: {updated}\n---\n# Alone\n"})

    assert _unread(base, _log()) == paths


def test_a_lead_says_how_many_searches_there_were_after_the_day_of_the_page(make_base):
    base = make_base({"wiki/alone.md": "---\nupdated: 2026-11-01\n---\n# Alone\n"})
    later = tuple(entry._replace(time=NOON + 86_400) for entry in _log().entries)

    (lead,) = find_unread(base, Index(base), Log(_log().entries + later, 0))

    assert lead.compared.endswith(f"the first results of {LEAST_SEARCHES} logged searches since 2026-11-02")


def test_few_searches_say_nothing(make_base):
    base = make_base({"wiki/alone.md": "# Alone\n"})

    assert _unread(base, _log(count=LEAST_SEARCHES - 1)) == []
    (lead,) = find_unread(base, Index(base), _log())
    assert (
        lead.compared
        == f"the links of 1 page and the first results of {LEAST_SEARCHES} logged searches since 2026-11-01"
    )
