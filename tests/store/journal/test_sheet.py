"""The page of a month's misses."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from kb.store.journal.misses import Miss, Suggestion
from kb.store.journal.sheet import Choice, Row, Sheet, make_sheet, merge, read_sheet, write_sheet

PATH = "misses/2026-11.md"
ANA = make_sheet("2026-11", [Miss("undo it", 3, "2026-11-03", (Suggestion("wiki/a b.md", "found"),))], "aaaa1111")
BEN = make_sheet(
    "2026-11",
    [
        Miss("Undo It", 2, "2026-11-09", (Suggestion("wiki/a b.md", "partial"), Suggestion("wiki/c.md", "partial"))),
        Miss('a "quoted" #line', 9, "2026-11-01", ()),
    ],
    "bbbb2222",
)
EVA = make_sheet("2026-11", [Miss("undo it", 1, "2026-11-30", ())], "cccc3333")
PAGE = """\
---
type: note
summary: Searches of 2026-11 that missed, to be reviewed.
updated: 2026-11-30
---

# Searches of 2026-11 that missed

Each heading is what somebody searched for without finding a page that holds all of it. Tick the page that answers it;
after the merge, `kb queries --apply misses/2026-11.md` makes the wording an alias of that page.
Where none answers, one is missing.

## "a \\"quoted\\" #line"

9 searches (bbbb2222: 9)

## "Undo It"

6 searches (aaaa1111: 3, bbbb2222: 2, cccc3333: 1)

- [ ] [wiki/a b.md](../wiki/a%20b.md): found by other words
- [ ] [wiki/c.md](../wiki/c.md): holds some of the words
"""


def test_several_logs_make_one_page_whatever_their_order():
    for order in permutations((ANA, BEN, EVA)):
        assert write_sheet(merge(*order), PATH) == PAGE


def test_a_log_counts_once_however_often_it_is_exported():
    grown = make_sheet("2026-11", [Miss("undo it", 4, "2026-11-04", ())], "aaaa1111")

    merged = merge(ANA, BEN, grown, ANA)

    assert dict(merged.rows[1].counts) == {"aaaa1111": 4, "bbbb2222": 2}
    assert merge(merged, grown, BEN) == merged


def test_a_page_reads_back_as_it_was_written():
    assert read_sheet(PAGE, "2026-11") == merge(ANA, BEN, EVA)
    assert read_sheet(PAGE.replace("\n", "\r\n"), "2026-11") == merge(ANA, BEN, EVA)


EDITED = """\
---
type: note
summary: Searches of 2026-11 that missed, to be reviewed.
updated: 2026-11-30
---

# Searches of 2026-11 that missed

Our own words.

- [x] not a row

## "Undo It"

6 searches (aaaa1111: 3, bbbb2222: 2, cccc3333: 1)

- [x] [other](../wiki/new.md)
- [X] [wiki/c.md](../wiki/c.md): holds some of the words; Eva checked

We need a page for this:

```text
same
```

```text
same
```

## Decisions

- [x] [all](../wiki/x.md)
"""


def test_what_the_reviewer_wrote_stays_as_it_stands():
    text = write_sheet(merge(read_sheet(EDITED, "2026-11"), ANA), PATH)

    assert text == EDITED.replace("[other](../wiki/new.md)", "[wiki/new.md](../wiki/new.md): added by hand").replace(
        "- [X] [wiki/c.md]", "- [ ] [wiki/a b.md](../wiki/a%20b.md): found by other words\n- [x] [wiki/c.md]"
    )
    assert write_sheet(merge(read_sheet(text, "2026-11"), BEN, ANA), PATH).count("same") == 2


def test_a_tick_that_names_no_page_in_a_way_that_can_be_read_is_told():
    text = EDITED.replace("We need a page for this:", "  - [x] [a](../wiki/a b.md)\n- [x] wiki/c.md\n- [ ] nothing")

    assert read_sheet(text, "2026-11").rows[0].unread_ticks == ("- [x] [a](../wiki/a b.md)", "- [x] wiki/c.md")


def test_what_is_no_row_is_kept_behind_the_rows():
    odd = PAGE + '\n## Not quoted\n\n- [x] [a](../a.md)\n\n## "broken\n\n## ["list"]\n\n## ""\n'

    sheet = read_sheet(odd, "2026-11")

    assert sheet.rows == merge(ANA, BEN, EVA).rows
    assert write_sheet(sheet, PATH) == odd


_texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]), min_size=1, max_size=30)
_choices = st.builds(
    Choice,
    _texts.map(lambda name: f"wiki/{name.strip('/') or 'x'}.md"),
    st.sampled_from(["found", "partial", "added"]),
    st.booleans(),
    st.sampled_from(["", "; seen by Eva"]),
)
_rows = st.builds(
    Row,
    _texts,
    st.dictionaries(st.text("0123456789abcdef", min_size=8, max_size=8), st.integers(1, 99), min_size=1, max_size=3),
    st.lists(_choices, max_size=3).map(tuple),
    st.sampled_from(["", "A remark.", "```text\n## not a row\n```"]),
)
_sheets = st.builds(
    Sheet,
    st.just("2026-11"),
    st.just("2026-11-30"),
    st.lists(_rows, max_size=4).map(tuple),
    st.just(""),
    st.just(""),
)


@given(_sheets, _sheets)
def test_any_sheet_reads_back_and_merges_to_the_same_page_in_any_order(one, other):
    one, other = merge(one), merge(other)

    assert read_sheet(write_sheet(one, PATH), "2026-11") == one
    assert write_sheet(merge(one, other), PATH) == write_sheet(merge(other, one), PATH)
    assert merge(merge(one, other), one) == merge(one, other)
