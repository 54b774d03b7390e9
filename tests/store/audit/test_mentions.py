"""Which words count as paths and commits of a repository."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.store.audit.mentions import in_code_spans, in_evidence, looks_like_path
from kb.store.pages.page import make_page

NAMES = frozenset({"checkout-api", "deploy"})
ID = "4f1c2ab" + "0" * 33
EVIDENCE = (
    ("checkout-api PR 1187, commit 4f1c2ab; graph Rollouts", ["4f1c2ab"]),
    (f"checkout-api@4f1c2ab and https://git.example/x/-/commit/{ID}.", ["4f1c2ab", ID]),
    ("deploy 4f1c2ab..9d8c7b6 (0ab12cd34)", ["4f1c2ab", "9d8c7b6", "0ab12cd34"]),
    ("4f1c2ab..9d8c7b6 in deploy", ["4f1c2ab", "9d8c7b6"]),
    ("pod 4f1c2ab..9d8c7b6 (0ab12cd34); deploy", []),
    ("deploy 1234567, abcdefa, 4F1C2AB, 4f1c2a, v4f1c2ab", []),
    ("commit 1234567, SHA: ABCDEFA; commit `4F1C2AB`", ["1234567", "ABCDEFA", "4F1C2AB"]),
    ("commits 4f1c2ab, 1234567 and abcdefa, 7654321", ["4f1c2ab", "1234567", "abcdefa", "7654321"]),
    ("sha:4f1c2ab commit hash 1234567", ["4f1c2ab", "1234567"]),
    ("commit 4f1c2a and sha256 4f1c2ab", []),
    ("image@4f1c2ab, image@1234567", ["4f1c2ab"]),
    (
        "550e8400-e29b-41d4-a716-446655440000, pod-7d4b9c6f5d-x2, 1.2.4f1c2ab, sha256:4f1c2ab, 4f1c2ab.js",
        ["4f1c2ab.js"],
    ),
    ("trace 4bf92f3577b34da6a3ce929d0e0e4736", []),
    ("commit 4bf92f3577b34da6", ["4bf92f3577b34da6"]),
    ("see ci/probe.yaml.", ["ci/probe.yaml"]),
    ("(./ci/probe.yaml:12-20), `deploy/a.tf#L3-L9`, README.md!", ["ci/probe.yaml", "deploy/a.tf", "README.md"]),
    ("checkout-api:ci/probe.yaml:7 elsewhere:ci/probe.yaml", ["ci/probe.yaml"]),
    ("/etc/nginx/nginx.conf ~/a/b.c ../a/b.c ci/*.yaml $HOME/a.b a//b.c x=a/b.c https://a.example/b/c.d", []),
    ("ci/probe.yaml@4f1c2ab", ["4f1c2ab"]),
    ("ci\\probe.yaml:7 .\\ci\\a.yaml C:\\ci\\b.yaml", ["ci/probe.yaml", "ci/a.yaml"]),
    ("ci/probe.yaml@main ci/a.yaml@feature/x:12 src/Dockerfile@main", ["ci/probe.yaml", "ci/a.yaml", "src/Dockerfile"]),
    ("img/logo@2x.png ci/probe.yaml@v1.2", ["img/logo@2x.png", "ci/probe.yaml"]),
    ("packages/@harbor/x.ts 见ci/发布.yaml。", ["packages/@harbor/x.ts", "见ci/发布.yaml"]),
    (
        "\u201cci/a.yaml\u201d \u00abci/b.yaml\u00bb ci/c.yaml\u2019s ci/d.yaml\u2014the ci/e.yaml\u2026",
        [f"ci/{name}.yaml" for name in "abcde"],
    ),
    (
        "**ci/a.yaml**, _ci/b.yaml_. *ci/c.yaml.* pkg/__init__.py",
        ["ci/a.yaml", "ci/b.yaml", "ci/c.yaml", "pkg/__init__.py"],
    ),
    ("**ci/Makefile.am:12** **ci/a.yaml#L3** __ci/c.yaml__", ["ci/Makefile.am", "ci/a.yaml", "ci/c.yaml"]),
    ("***ci/Makefile***", ["ci/Makefile"]),
    ("*_test.go *config.yaml __mocks__ _a_/_b_", ["_a_/_b_"]),
    ("and/or makes words, Makefile is one", ["and/or"]),
)
SPANS = (
    ("`ci/probe.yaml` ci/other.yaml", ["ci/probe.yaml"]),
    ("``a`b/c.d`` `kubectl apply -f k8s/a.yaml`", ["a", "b/c.d", "kubectl", "apply", "-f", "k8s/a.yaml"]),
    ("```sh\ncat `ci/a.yaml`\n```\n\n    `ci/b.yaml`\n", []),
    ("`4f1c2ab`", []),
    ("`open\n\nci/a.yaml`", []),
    ("`ci/a.yaml\nci/b.yaml`", ["ci/a.yaml", "ci/b.yaml"]),
)


def _evidence(text, names=NAMES):
    return list(
        in_evidence(make_page("F-1.md", f"---\nevidence: >-\n  {text}\nauthor: commit 1a2b3c4\n---\n", {}), names)
    )


@pytest.mark.parametrize(("text", "words"), EVIDENCE)
def test_evidence_is_looked_through_for_paths_and_commits(text, words):
    assert sorted(mention.word for mention in _evidence(text)) == sorted(words)


@pytest.mark.parametrize(("body", "words"), SPANS)
def test_of_a_body_only_the_code_spans_are_looked_through(body, words):
    found = list(in_code_spans(make_page("a.md", f"# A\n\n{body}\n", {}), NAMES))

    assert [mention.word for mention in found] == words
    assert {mention.kind for mention in found} <= {"path"}


def test_a_mention_knows_its_line_and_the_repository_that_its_clause_names():
    evidence = '---\nid: x\nevidence: "deploy PR 7,\n  commit 4f1c2ab and\n  Checkout-API:a/b.c; a/c.d"\n---\n'
    page = make_page("F-1.md", evidence, {})

    found = [(mention.line, mention.word, mention.place, mention.near) for mention in in_evidence(page, NAMES)]

    assert sorted(found) == [
        (4, "4f1c2ab", "", "deploy"),
        (5, "a/b.c", "checkout-api", "deploy"),
        (5, "a/c.d", "", ""),
    ]


@pytest.mark.parametrize(
    "head", ["evidence:\n", "evidence: 'a/b.c'", "evidence:\n  - a/b.c\n  - x\n", "author: a/b.c\n"]
)
@pytest.mark.parametrize("end", ["---", "---\n"])
def test_evidence_ends_where_the_field_does(head, end):
    page = make_page("F-1.md", f"---\n{head.rstrip()}\n{end}", {})

    assert [mention.word for mention in in_evidence(page, NAMES)] == ["a/b.c"] * (
        "evidence" in head and "a/b.c" in head
    )


@pytest.mark.parametrize(
    ("word", "is_path"),
    [
        ("ci/probe.yaml", True),
        (".github/workflows/ci.yml", True),
        ("a.b/c.d", False),
        ("README.md", False),
        ("and/or", False),
        ("postgres/15.2", False),
        ("ci/发布.yaml", False),
        ("ci/.env", False),
    ],
)
def test_a_path_that_never_was_counts_only_with_a_folder_and_an_extension(word, is_path):
    assert looks_like_path(word) is is_path


@given(st.text(alphabet="ab1/.:@`-# \n\u3002", max_size=200))
def test_whatever_is_written_every_mention_stands_where_it_says(text):
    page = make_page("a.md", "---\nevidence: |\n  x\n---\n" + text, {})
    lines = page.text.split("\n")

    for mention in in_code_spans(page, NAMES):
        assert mention.word in lines[mention.line - 1]
