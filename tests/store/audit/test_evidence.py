"""In which repository a path or commit is looked for, and what comes of it."""

from __future__ import annotations

import pytest

from kb.store.audit.evidence import Checkout, compare_with_code
from kb.store.pages.page import make_page

API = (
    ("2026-05-01", {"ci/probe.yaml": "1", "ci/old.yaml": "1", "Makefile": "1", "shared/a.py": "1", "deploy/b.tf": "1"}),
    ("2026-05-02", {"docs/old.md": "1"}),
    ("2026-07-02", {"docs/old.md": None, "ci/probe.yaml": "2", "ci/old.yaml": None, "go.mod": "1"}),
)
DEPLOY = (("2026-07-03", {"Makefile": "1", "shared/a.py": "1", "shared/c.py": "1"}),)
GONE, CHANGED = "evidence-gone", "evidence-changed"
RECORDS = (
    ("api", "ci/none.yaml", [GONE]),
    ("api, unknown", "ci/none.yaml", []),
    ("api, unknown", "api: ci/none.yaml", [GONE]),
    ("api, unknown", "unknown/none.yaml, unknown PR 7, ci/none.yaml", []),
    ("unknown", "ci/none.yaml, ci/old.yaml, commit 0123abc", []),
    ("api", "nginx/1.21.x, api/v1/x.json, other/none.yaml, api/other/none.yaml", []),
    ("api", "docs/none.md", [GONE]),
    ("api", "ci\\none.yaml", [GONE]),
    ("api", "ci/probe.yaml@main", [CHANGED]),
    ("api", "deploy/none.tf", []),
    ("api", "deploy/shared/none.py", []),
    ("api", "wiki/page.md", []),
    ("api", "api/wiki/page.md, ci", []),
    ("api", "api/ci/probe.yaml and ci/probe.yaml", [CHANGED]),
    ("API", "Api:ci/probe.yaml", [CHANGED]),
    ("api, deploy", "deploy/b.tf", [GONE]),
    ("api, deploy", "api/deploy/b.tf", []),
    ("api, deploy", "shared/a.py", [CHANGED]),
    ("api, deploy", "api/shared/a.py", []),
    ("api, deploy", "Makefile", []),
    ("api, deploy", "go.mod", [CHANGED]),
    ("api, deploy", "ci/old.yaml", [GONE]),
    ("api, deploy", "commit 0123abc", [GONE]),
    ("api, unknown", "commit 0123abc", []),
    ("api, unknown", "api PR 7, commit 0123abc; unknown commit 0123abd", [GONE]),
    ("", "ci/none.yaml, commit 0123abc", []),
    ("", "ci/probe.yaml, shared/c.py", [CHANGED, CHANGED]),
)
PAGES = (
    ("", "`ci/probe.yaml`", "2026-06-18", ["this names ci/probe.yaml, which changed in api after this was updated"]),
    ("", "`ci/old.yaml`", "2026-06-18", ["this names ci/old.yaml, which was removed from api after this was updated"]),
    ("", "`ci/probe.yaml` `ci/old.yaml` `go.mod`", "2026-07-02", []),
    ("", "`ci/probe.yaml`", "", []),
    ("", "`ci/none.yaml` `ci` `Makefile` ci/probe.yaml", "2026-06-18", []),
    ("deploy", "`ci/probe.yaml`", "2026-06-18", []),
    (
        "deploy",
        "`shared/a.py`",
        "2026-06-18",
        ["this names shared/a.py, which changed in deploy after this was updated"],
    ),
    ("", "`go.mod` `go.mod`", "2026-06-18", ["this names go.mod, which changed in api after this was updated"]),
)


@pytest.fixture
def compare(make_history):
    """Compare pages with the two repositories."""
    made = {"api": make_history("one", *API), "deploy": make_history("two", *DEPLOY)}
    checkouts = [Checkout(name, checkout.runner) for name, checkout in made.items()]
    other = make_page("wiki/page.md", "# A page of the base\n", {})
    return lambda *pages: compare_with_code((other, *pages), checkouts).leads


def test_evidence_is_looked_for_where_the_record_and_its_words_say(compare):
    pages = [
        make_page(
            f"F-{number:02}.md",
            f"---\nid: F-{number:02}\nrepos: [{repos}]\nupdated: 2026-06-18\nevidence: >-\n  {text}\n---\n",
            {},
        )
        for number, (repos, text, _) in enumerate(RECORDS)
    ]
    leads = compare(*pages)

    for page, (repos, text, kinds) in zip(pages, RECORDS, strict=True):
        found = [lead for lead in leads if lead.path == page.path]
        assert [lead.kind for lead in found] == kinds, (repos, text, found)


def test_a_page_is_behind_when_what_it_names_changed_or_went_after_its_day(compare):
    pages = [
        make_page(f"{number}.md", f"---\nrepos: [{repos}]\nupdated: {updated}\n---\n\n{body}\n", {})
        for number, (repos, body, updated, _) in enumerate(PAGES)
    ]
    leads = compare(*pages)

    for page, (_, body, _, messages) in zip(pages, PAGES, strict=True):
        assert [lead.message for lead in leads if lead.path == page.path] == messages, body


def test_a_superseded_record_needs_no_evidence_and_the_body_of_a_record_is_not_behind(compare):
    head = "repos: [api]\nupdated: 2026-06-18\nid: F-1\n"
    old = make_page("F-1.md", f"---\n{head}status: superseded\nevidence: ci/probe.yaml\n---\n", {})
    body = make_page("F-2.md", f"---\n{head}---\n\n`ci/probe.yaml`\n", {})

    assert compare(old, body) == ()


def test_what_is_named_twice_is_one_lead_on_its_first_line(compare):
    page = make_page("a.md", "---\nupdated: 2026-06-18\n---\n\n`ci/probe.yaml`\n\n`ci/probe.yaml`\n", {})

    assert [lead.line for lead in compare(page)] == [5]
