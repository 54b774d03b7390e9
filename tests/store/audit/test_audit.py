"""The whole audit on two real histories: every kind of lead once, and nothing else."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from kb.store.audit.audit import audit
from kb.store.audit.evidence import Checkout
from kb.store.audit.leads import LeadKind
from kb.store.audit.unread import LEAST_SEARCHES
from kb.store.errors import KbError

TODAY = "2026-11-30"
RECORD = """\
---
id: {id}
type: finding
status: {status}
severity: low
repos: [checkout-api, platform-deploy]
systems: []
summary: s
symptom: s
root_cause: r
fix: f
evidence: "{evidence}"
author: a
confidence: verified
updated: {updated}
expires: {expires}
---

# {id}

{body}
"""
CHECKOUT = (
    (
        "2026-05-01",
        {"ci/probe.yaml": "1", "ci/old.yaml": "1", "src/ready.py": "1", "src/deps.py": "1", "Makefile": "1"},
    ),
    ("2026-06-18", {"src/ready.py": "2"}),
    ("2026-07-02", {"ci/probe.yaml": "2", "Makefile": "2"}),
)
DEPLOY = (
    ("2026-04-01", {"pipeline/stages.yaml": "1", "pipeline/old.yaml": "1", "Makefile": "1"}),
    ("2026-08-05", {"pipeline/old.yaml": None, "pipeline/stages.yaml": "2"}),
)
FOLLOWER = "memory/findings/F-2026-06-09-008.md"
MIXED = "the probes are in `ci/probe.yaml`, run by `make -C ci all` from `Makefile`; see `wiki/stages.md` and `GB/s`"


def _record(number, **fields):
    name = f"F-2026-06-09-{number}"
    usual = {"status": "fixed", "evidence": "graph", "updated": "2026-06-18", "expires": "2027-06-09", "body": ""}
    return {f"memory/findings/{name}.md": RECORD.format(**{"id": name, **usual, **fields})}


def _wiki(name, body, updated="2026-07-15"):
    return {f"wiki/{name}.md": f"---\nsummary: s\nowner: o\nupdated: {updated}\n---\n\n# {name}\n\n{body}\n"}


def _search(*results):
    entry = {
        "time": "2026-11-01T10:00:00Z",
        "wordings": ["probe"],
        "schema": "kb/query/1",
        "filters": {},
        "full": 1,
        "partial": 0,
        "engine": "fts5",
        "results": list(results),
        "repository": None,
        "milliseconds": 60,
    }
    return json.dumps(entry) + "\n"


@pytest.fixture
def checkouts(make_history):
    """Two repositories with histories."""
    made = {"checkout-api": make_history("checkout", *CHECKOUT), "platform-deploy": make_history("deploy", *DEPLOY)}
    return tuple(Checkout(name, checkout.runner) for name, checkout in made.items())


def test_every_kind_of_lead_is_found_once_and_nothing_else(make_base, checkouts):
    head = checkouts[0].git.text("rev-parse", "HEAD")
    kept = f"checkout-api commit {head[:9]}, src/ready.py, checkout-api/src/deps.py:12; graph 4bf92f3577b34da6"
    base = make_base(
        {
            "kb.toml": "format = 1\n",
            "README.md": "# Start\n\n"
            + "".join(f"[[F-2026-06-09-{number:03}]] " for number in range(1, 12))
            + "[[stages]] [[probes]]\n",
            ".kb/queries/2026-11.jsonl": _search("wiki/returned.md") * LEAST_SEARCHES,
            **_record("001", evidence=kept),
            **_record("002", status="open"),
            **_record("003", expires="2026-07-19"),
            **_record("004", evidence="platform-deploy/pipeline/old.yaml, ci/old.yaml", updated="2026-11-01"),
            **_record("005", evidence="see ci/probe.yaml"),
            **_record("006", status="superseded", evidence="ci/none.yaml", body="Superseded by [[F-2026-06-09-099]]."),
            **_record("007", status="accepted-risk"),
            **_record("008", body="Supersedes [[F-2026-06-09-007]] and [[F-2026-06-09-009]]."),
            **_record("009", status="superseded", expires="2026-07-19", evidence="commit 0123abc"),
            **_wiki("stages", "`pipeline/stages.yaml` says which stages there are."),
            **_wiki("probes", MIXED),
            **_wiki("returned", "`pipeline/stages.yaml` and `src/ready.py`", updated="2026-08-05"),
            **_wiki("alone", "text"),
            "inbox/2026-11-05-thought.md": "---\nsummary: s\n---\n",
        }
    )

    found = audit(base.config, checkouts, TODAY)

    deploy = checkouts[1].git.text("rev-parse", "HEAD")[:10]
    assert [(lead.path.rpartition("/")[2], lead.line, lead.kind, lead.compared) for lead in found.leads] == [
        ("F-2026-06-09-002.md", 4, "open", "status open, last updated 2026-06-18, against today, 2026-11-30"),
        ("F-2026-06-09-003.md", 16, "expired", "expires 2026-07-19 against today, 2026-11-30"),
        (
            "F-2026-06-09-004.md",
            12,
            "evidence-gone",
            f"pipeline/old.yaml against the files of platform-deploy at {deploy}, which had it until 2026-08-05",
        ),
        (
            "F-2026-06-09-005.md",
            12,
            "evidence-changed",
            "updated 2026-06-18 against the last change of ci/probe.yaml in checkout-api on 2026-07-02",
        ),
        (
            "F-2026-06-09-006.md",
            21,
            "superseded-by-nothing",
            'the name "F-2026-06-09-099" against the names of 15 pages',
        ),
        (
            "F-2026-06-09-007.md",
            4,
            "contradiction",
            f'status "accepted-risk" against "Supersedes F-2026-06-09-007" on line 21 of {FOLLOWER}',
        ),
        ("alone.md", 1, "unread", "the links of 15 pages and the first results of 10 logged searches since 2026-11-01"),
        (
            "stages.md",
            9,
            "page-behind",
            "updated 2026-07-15 against the last change of pipeline/stages.yaml in platform-deploy on 2026-08-05",
        ),
    ]
    assert sorted(lead.kind for lead in found.leads) == sorted(get_args(LeadKind))
    assert (found.pages, found.searches, found.warnings) == (15, LEAST_SEARCHES, ())


def test_without_repositories_and_searches_the_pages_are_still_compared_with_the_day(make_base):
    base = make_base({"kb.toml": "format = 1\n", **_record("002", status="open", evidence="ci/none.yaml")})

    found = audit(base.config, (), TODAY)

    assert [lead.kind for lead in found.leads] == ["open"]
    assert found.repositories == ()


BAD_YAML = "frontmatter is not valid YAML: mapping values are not allowed in this context"
BROKEN = {"wiki/broken.md": "---\ntitle: a: b\n---\n"}


def test_what_could_not_be_compared_is_said(make_base, make_history, checkouts):
    whole = make_history("whole", *CHECKOUT)
    whole.git("clone", "--quiet", "--depth", "1", f"file://{whole.root}", str(whole.root.with_name("cut")))
    cut = Checkout("Checkout-API", whole.runner.at(whole.root.with_name("cut")))
    evidence = "checkout-api commit 0123abc, ci/probe.yaml, src/none.py"
    base = make_base({"kb.toml": "format = 1\n", "wiki/bad.md": b"\xff", **BROKEN, **_record("001", evidence=evidence)})

    found = audit(base.config, (cut, Checkout("other", checkouts[1].git)), TODAY)

    assert [(lead.kind, lead.message) for lead in found.leads] == [
        ("evidence-gone", "the evidence names src/none.py, which is not in Checkout-API")
    ]
    assert [(each.name, each.is_cut) for each in found.repositories] == [("Checkout-API", True), ("other", False)]
    assert found.warnings == (
        "not audited: wiki/bad.md: not UTF-8 (byte 0xff at offset 0)",
        f"its body alone is audited: wiki/broken.md:2: {BAD_YAML}",
        "the history of Checkout-API is cut off, so what is older is not known: git fetch --unshallow",
        "no page has other among its repos",
    )


def test_a_partial_clone_is_compared_as_far_as_it_goes_and_said_once(make_base, make_history):
    whole = make_history("whole", *CHECKOUT)
    whole.git("config", "uploadpack.allowFilter", "true")
    clone = whole.root.with_name("partial")
    whole.git("clone", "--quiet", "--filter=tree:0", f"file://{whole.root}", str(clone))
    evidence = "checkout-api commit 0123abc, ci/probe.yaml, src/none.py"
    base = make_base({"kb.toml": "format = 1\n", **_record("001", evidence=evidence), **_record("002", status="open")})

    found = audit(base.config, (Checkout("checkout-api", whole.runner.at(clone)),), TODAY)

    assert [lead.kind for lead in found.leads] == ["evidence-gone", "evidence-gone", "open"]
    assert found.warnings == (
        "checkout-api is a partial clone, and what it lacks is not known: use a clone without --filter",
    )


def test_a_folder_that_is_no_repository_is_one_sentence(make_base, checkouts, tmp_path):
    base = make_base({"kb.toml": "format = 1\n"})
    (tmp_path / "plain").mkdir()

    with pytest.raises(KbError) as caught:
        audit(base.config, (Checkout("plain", checkouts[0].git.at(tmp_path / "plain")),), TODAY)

    assert (caught.value.kind, caught.value.code) == ("refused", "no-repository")
