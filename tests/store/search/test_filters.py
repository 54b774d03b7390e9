"""Which pages a question is put to."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.search.filters import NO_FILTERS, Filters, check, make_filter

FILES = {
    "decisions/D-1.md": (
        "---\nstatus: accepted\nrepos: [gen, web]\nsystems: [Vault]\ntags: [Ops]\nupdated: 2026-03-01\n---\nx"
    ),
    "findings/F-1.md": "---\nstatus: open\nrepo: gen\ntags: ['#ops', caf\u00e9]\nupdated: 2026-01-31T10:00:00Z\n---\nx",
    "findings/F-2.md": "---\nstatus: Fixed\nrepo: web\nsystem: vault\nupdated: 2025-12-31\n---\nx",
    "findings/old/F-0.md": "---\nstatus: in review\ntags: []\nupdated: last week\n---\nx",
    "notes[old]/n.md": "x",
    "runbooks/r.md": "---\ntype: runbook\n---\nx",
    "wiki/shared.md": "x",
}
EVERYTHING = tuple(FILES)
D1, F1, F2, F0, NOTE, RUNBOOK, SHARED = EVERYTHING
BOTH_WAYS = pytest.mark.parametrize("with_words", [pytest.param(True, id="words"), pytest.param(False, id="no-words")])


@pytest.fixture
def base(make_base):
    return make_base(FILES)


def paths(base, filters, *, with_words=True):
    check(base, filters)
    return tuple(page.path for page in base.pages if make_filter(filters, with_words=with_words)(page))


@BOTH_WAYS
def test_without_filters_every_page_passes_in_path_order(base, with_words):
    assert paths(base, NO_FILTERS, with_words=with_words) == EVERYTHING


@BOTH_WAYS
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        pytest.param(Filters(types=("finding",)), (F1, F2, F0), id="type-of-a-folder"),
        pytest.param(Filters(types=("runbook",)), (RUNBOOK,), id="type-of-a-page"),
        pytest.param(Filters(types=("Finding", "RUNBOOK")), (F1, F2, F0, RUNBOOK), id="type-in-another-case"),
        pytest.param(Filters(types=("wiki", "decision")), (D1, SHARED), id="two-types"),
        pytest.param(Filters(types=("incident",)), (), id="built-in-type-without-pages"),
        pytest.param(Filters(systems=("vault",)), (D1, F2), id="system"),
        pytest.param(Filters(systems=("vaul",)), (), id="part-of-a-system"),
        pytest.param(Filters(tags=("ops",)), (D1, F1), id="tag"),
        pytest.param(Filters(tags=("#OPS",)), (D1, F1), id="tag-with-its-sign"),
        pytest.param(Filters(tags=("cafe",)), (F1,), id="tag-with-an-accent"),
        pytest.param(Filters(tags=("nowhere", "ops")), (D1, F1), id="two-tags"),
        pytest.param(Filters(since="2026-01-31"), (D1, F1), id="since-a-day"),
        pytest.param(Filters(since="2026-02"), (D1,), id="since-a-month"),
        pytest.param(Filters(since="2025"), (D1, F1, F2), id="since-a-year"),
        pytest.param(Filters(since="2026-03-02"), (), id="since-after-all"),
    ],
)
def test_pages_without_the_value_stay_out(base, filters, expected, with_words):
    assert paths(base, filters, with_words=with_words) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("findings", (F1, F2, F0), id="folder"),
        pytest.param("findings/", (F1, F2, F0), id="folder-with-slash"),
        pytest.param("./findings", (F1, F2, F0), id="folder-from-here"),
        pytest.param("findings/old", (F0,), id="folder-in-a-folder"),
        pytest.param("findings\\old", (F0,), id="backslash"),
        pytest.param("find", (), id="part-of-a-name"),
        pytest.param("Findings", (), id="other-case"),
        pytest.param("wiki/shared.md", (SHARED,), id="file"),
        pytest.param("*/F-?.md", (F1, F2, F0), id="pattern-of-files"),
        pytest.param("find*", (F1, F2, F0), id="pattern-of-folders"),
        pytest.param("notes[old]", (NOTE,), id="folder-with-brackets"),
        pytest.param("notes[old]/n.md", (NOTE,), id="file-with-brackets"),
        pytest.param("", EVERYTHING, id="empty"),
        pytest.param(".", EVERYTHING, id="the-base"),
        pytest.param("./", EVERYTHING, id="the-base-with-slash"),
    ],
)
def test_a_path_is_a_folder_a_file_or_a_pattern(base, path, expected):
    assert paths(base, Filters(paths=(path,))) == expected


def test_one_of_several_paths_is_enough(base):
    assert paths(base, Filters(paths=("wiki", "decisions", "nowhere"))) == (D1, SHARED)


@pytest.mark.parametrize(
    ("filters", "listed", "shared"),
    [
        pytest.param(Filters(repos=("gen",)), (D1, F1), (F0, NOTE, RUNBOOK, SHARED), id="repo"),
        pytest.param(Filters(repos=("WEB",)), (D1, F2), (F0, NOTE, RUNBOOK, SHARED), id="repo-in-capitals"),
        pytest.param(Filters(repos=("nowhere",)), (), (F0, NOTE, RUNBOOK, SHARED), id="repo-without-records"),
        pytest.param(Filters(repos=("gen", "web")), (D1, F1, F2), (F0, NOTE, RUNBOOK, SHARED), id="two-repos"),
        pytest.param(Filters(statuses=("fixed",)), (F2,), (NOTE, RUNBOOK, SHARED), id="status"),
        pytest.param(Filters(statuses=("IN REVIEW",)), (F0,), (NOTE, RUNBOOK, SHARED), id="status-of-a-page"),
        pytest.param(Filters(statuses=("closed",)), (), (NOTE, RUNBOOK, SHARED), id="built-in-status-without-records"),
        pytest.param(Filters(statuses=("open",), repos=("gen",)), (F1,), (NOTE, RUNBOOK, SHARED), id="both"),
    ],
)
def test_repo_and_status_list_the_records_and_keep_the_shared_pages_with_words(base, filters, listed, shared):
    assert paths(base, filters, with_words=False) == listed
    assert paths(base, filters, with_words=True) == tuple(sorted(listed + shared))


def test_a_page_must_pass_every_filter(base):
    filters = Filters(types=("finding",), tags=("ops",), paths=("findings",), since="2026")
    assert paths(base, filters) == (F1,)


@BOTH_WAYS
@pytest.mark.parametrize(
    ("filters", "message", "candidates"),
    [
        pytest.param(
            Filters(types=("finding", "recipe")),
            "no type is called 'recipe'",
            ("decision", "finding", "incident", "note", "runbook", "wiki"),
            id="type",
        ),
        pytest.param(
            Filters(statuses=("done",)),
            "no status is called 'done'",
            ("accepted", "accepted-risk", "closed", "fixed", "in review", "open", "superseded"),
            id="status",
        ),
    ],
)
def test_an_unknown_type_or_status_is_a_usage_error_with_the_valid_ones(base, filters, message, candidates, with_words):
    with pytest.raises(KbError) as caught:
        paths(base, filters, with_words=with_words)
    error = caught.value
    assert (error.kind, error.message, error.candidates) == ("usage", message, candidates)
    assert error.hint == f"known: {', '.join(candidates)}"


def test_a_type_that_the_base_declares_is_known_without_pages(make_base):
    base = make_base({"kb.toml": "[kinds.recipe]\nfolders = ['recipes']\n", "a.md": "x"})
    assert paths(base, Filters(types=("recipe",))) == ()


@pytest.mark.parametrize(
    "since",
    ["", "soon", "2026-1-1", "26", "2026-01-31T10:00", " 2026", "2026-13", "2026-00-10", "2026-02-30", "2026-01-32"],
)
def test_a_since_that_is_no_date_is_a_usage_error(base, since):
    with pytest.raises(KbError) as caught:
        check(base, Filters(since=since))
    assert (caught.value.kind, caught.value.code) == ("usage", "bad-date")
