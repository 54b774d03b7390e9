"""A base held to its contracts."""

from __future__ import annotations

import pytest

from kb.store.pages.check import check_base, check_pages

TODAY = "2026-11-30"
FINDING = """\
---
id: F-2026-01-31-001
type: finding
status: fixed
severity: low
repos: []
systems: [shop]
summary: One sentence
symptom: x
root_cause: x
fix: x
evidence: x
author: x
confidence: verified
updated: 2026-01-31
expires: 2027-01-31
---
# A finding
"""
WIKI = "---\nsummary: x\nowner: x\nupdated: 2026-01-31\n---\n# A page\n"
SYSTEM = WIKI + "## What it is\n## How we run it\n## Traps\n"
PLACE = "memory/findings/F-2026-01-31-001.md"
BOOKS = {
    "kb.toml": '[kinds.book]\nfolders = ["books", "novels"]\nschema = "book.json"\n',
    "book.json": '{"x-kb": {"prefix": "B"}}',
}


@pytest.fixture
def problems(make_base):
    """Say what is wrong with a base of these files: path, line, level and code of each problem."""

    def check(files):
        found = check_base(make_base(files), TODAY).problems
        return [(problem.path, problem.line, problem.level, problem.code) for problem in found]

    return check


@pytest.fixture
def messages(make_base):
    """Say what is wrong with a base of these files in sentences."""
    return lambda files: [problem.message for problem in check_base(make_base(files), TODAY).problems]


def codes(found):
    return [code for *_, code in found]


def test_a_base_without_faults_has_no_problems(make_base):
    files = {
        PLACE: FINDING,
        "wiki/a.md": WIKI + "[[F-2026-01-31-001]]\n",
        "wiki/systems/b.md": SYSTEM,
        "README.md": "# Hi\n",
    }
    base = make_base(files)
    checked = check_base(base, TODAY)
    assert (checked.config, checked.pages, checked.problems) == (base.config, 4, ())
    assert (checked.errors, checked.warnings) == (0, 0)


def test_an_empty_base_has_no_problems(problems):
    assert problems({}) == []


def test_errors_and_warnings_are_counted(make_base):
    checked = check_base(make_base({"wiki/a.md": "", PLACE: FINDING.replace("fixed", "open")}), TODAY)
    assert (checked.errors, checked.warnings) == (3, 1)


def test_problems_come_by_path_line_and_code(problems):
    found = problems(
        {"wiki/b.md": "[[x]]\n", "wiki/a.md": "text\n\n[t](x.md)\n", "inbox/c.md": "---\nsummary: a: b\n---\n"}
    )
    assert [(path, line, code) for path, line, _, code in found] == [
        ("inbox/c.md", 2, "broken-frontmatter"),
        *[("wiki/a.md", 1, "missing-field")] * 3,
        ("wiki/a.md", 3, "dead-link"),
        ("wiki/b.md", 1, "dead-link"),
        *[("wiki/b.md", 1, "missing-field")] * 3,
    ]


class TestKinds:
    @pytest.mark.parametrize(
        "path",
        [
            "README.md",
            "wiki/README.md",
            "wiki/systems/readme.md",
            "AGENTS.md",
            "CLAUDE.md",
            "memory/findings/README.md",
        ],
    )
    def test_a_guide_to_a_folder_has_no_contract(self, problems, path):
        assert problems({path: "# Read me\n"}) == []

    @pytest.mark.parametrize("text", ["", "# Text\n", "---\ntitle: x\n---\n"])
    def test_a_page_whose_kind_nothing_says_has_no_contract(self, problems, text):
        assert problems({"page.md": text, "other/page.md": text}) == []

    @pytest.mark.parametrize(("path", "fields"), [("wiki/a.md", 3), ("inbox/a.md", 1), ("notes/a.md", 1), (PLACE, 13)])
    def test_a_page_in_the_folder_of_a_kind_has_its_contract(self, problems, path, fields):
        assert codes(problems({path: "text\n"})) == ["missing-field"] * fields

    def test_a_page_that_says_its_kind_has_its_contract_anywhere(self, problems):
        assert codes(problems({"page.md": "---\ntype: wiki\n---\n"})) == ["missing-field"] * 3

    def test_a_kind_that_no_one_knows_is_an_error_that_names_those_known(self, problems, messages):
        files = {
            "kb.toml": "[kinds.book]\n",
            "a.md": "---\ntitle: x\ntype: boook\n---\n",
            "b.md": "---\ntype: book\n---\n",
        }
        assert problems(files) == [("a.md", 3, "error", "unknown-kind")]
        assert messages(files) == [
            'type is "boook"; the kinds of this base: wiki, finding, decision, incident, note, book'
        ]

    def test_a_page_of_a_kind_of_the_base_is_held_to_its_schema(self, problems):
        files = {
            "kb.toml": '[kinds.book]\nfolders = ["books"]\nschema = "book.json"\n',
            "book.json": '{"required": ["isbn"], "x-kb": {"prefix": "B"}}',
            "books/B-1.md": "---\nid: B-1\nisbn: x\n---\n",
            "books/B-2.md": "---\nid: B-3\n---\n",
        }
        assert problems(files) == [
            ("books/B-2.md", 1, "error", "missing-field"),
            ("books/B-2.md", 2, "error", "id-mismatch"),
        ]


class TestRecords:
    def test_an_id_is_the_name_of_its_file(self, problems, messages):
        files = {"memory/findings/F-2026-01-31-002.md": FINDING}
        assert problems(files) == [("memory/findings/F-2026-01-31-002.md", 2, "error", "id-mismatch")]
        assert messages(files) == ['id is "F-2026-01-31-001", but the file is called "F-2026-01-31-002"']

    @pytest.mark.parametrize("path", [PLACE, PLACE.replace("findings/", "findings/2026/")])
    def test_a_record_is_in_the_folder_of_its_kind_or_below(self, problems, path):
        assert problems({path: FINDING}) == []

    @pytest.mark.parametrize(
        "folder", ["", "findings/", "memory/", "memory/decisions/", "memory/findings-old/", "x/memory/findings/"]
    )
    def test_a_record_in_another_folder_is_an_error(self, problems, folder):
        path = f"{folder}F-2026-01-31-001.md"
        assert problems({path: FINDING}) == [(path, 3, "error", "wrong-folder")]

    @pytest.mark.parametrize("folder", ["books/", "novels/", "novels/old/"])
    def test_a_record_may_be_in_any_folder_of_its_kind(self, problems, folder):
        assert problems(BOOKS | {f"{folder}B-1.md": "---\ntype: book\nid: B-1\n---\n"}) == []

    def test_a_record_in_none_of_its_folders_is_told_them(self, problems, messages):
        files = BOOKS | {"B-1.md": "---\ntype: book\nid: B-1\n---\n"}
        assert problems(files) == [("B-1.md", 2, "error", "wrong-folder")]
        assert messages(files) == ["the kind book has its pages in books, novels"]

    @pytest.mark.parametrize(
        ("evidence", "line"), [("", 13), ("evidence:\n", 14), ("evidence: '  '\n", 14), ("evidence: ~\n", 14)]
    )
    def test_what_is_verified_has_evidence(self, problems, evidence, line):
        found = problems({PLACE: FINDING.replace("evidence: x\n", evidence)})
        assert found == [(PLACE, line, "error", "unproven")]

    def test_what_is_assumed_needs_none(self, problems):
        assert problems({PLACE: FINDING.replace("verified", "assumed").replace("evidence: x\n", "")}) == []

    def test_an_open_record_is_a_warning(self, problems, messages):
        files = {PLACE: FINDING.replace("status: fixed", "status: open")}
        assert problems(files) == [(PLACE, 4, "warning", "open-record")]
        assert messages(files) == ["this is still open"]

    @pytest.mark.parametrize(
        ("expires", "expired"), [("2026-11-29", True), ("2026-11-30", False), ("2027-01-01", False)]
    )
    def test_a_record_expires_after_its_day(self, problems, expires, expired):
        found = problems({PLACE: FINDING.replace("2027-01-31", expires)})
        assert found == ([(PLACE, 16, "warning", "expired")] if expired else [])

    def test_what_is_superseded_does_not_expire(self, problems):
        assert problems({PLACE: FINDING.replace("2027-01-31", "2026-01-01").replace("fixed", "superseded")}) == []

    def test_a_day_that_is_none_does_not_expire(self, problems):
        assert codes(problems({PLACE: FINDING.replace("2027-01-31", "1 May")})) == ["bad-value"]


class TestSections:
    @pytest.mark.parametrize("path", ["wiki/systems/a.md", "wiki/systems/shop/a.md"])
    def test_a_page_about_a_system_has_its_sections(self, problems, messages, path):
        files = {path: WIKI + "## what it is\n\n### Traps\n"}
        assert problems(files) == [(path, 1, "error", "missing-section")]
        assert messages(files) == ['the section "How we run it" is missing']

    def test_a_heading_in_code_is_no_section(self, problems):
        assert codes(problems({"wiki/systems/a.md": SYSTEM.replace("## Traps", "```\n## Traps\n```")})) == [
            "missing-section"
        ]

    @pytest.mark.parametrize("path", ["wiki/a.md", "wiki/systems.md"])
    def test_any_other_page_has_the_sections_that_it_likes(self, problems, path):
        assert problems({path: WIKI}) == []


class TestPages:
    def test_a_page_with_broken_frontmatter_is_checked_by_its_body_alone(self, problems):
        text = "---\nsummary: a: b\nsummary: c\n---\n# T\n\n[[nowhere]]\n\n<<<<<<< a\n"
        assert problems({"wiki/systems/a.md": text}) == [
            *[("wiki/systems/a.md", 1, "error", "missing-section")] * 3,
            ("wiki/systems/a.md", 2, "error", "broken-frontmatter"),
            ("wiki/systems/a.md", 7, "error", "dead-link"),
            ("wiki/systems/a.md", 9, "error", "conflict-marker"),
        ]

    @pytest.mark.parametrize(
        ("block", "line"),
        [
            ("title: a: b", 2),
            ("path: `C:\\x`", 2),
            ("title: *Word*", 2),
            ("links:\n  - [[x]]y", 3),
            ("a: x\n\tb: y", 3),
            ("- a\n- b", 2),
            ("only a text", 2),
        ],
    )
    def test_frontmatter_that_cannot_be_read_has_its_line(self, problems, block, line):
        found = problems({"a.md": f"---\n{block}\n---\n# T\n", "b.md": "# Fine\n"})
        assert [(path, level, code) for path, _, level, code in found] == [("a.md", "error", "broken-frontmatter")]
        assert found[0][1] in {1, line, line + 1}

    def test_frontmatter_that_is_never_closed_is_broken(self, problems):
        assert problems({"a.md": "---\ntitle: x\n\n# T\n"}) == [("a.md", 1, "error", "broken-frontmatter")]

    def test_a_file_that_cannot_be_read_is_an_error(self, problems, messages):
        files = {"wiki/a.md": b"\xff\xfe", "b.md": b"caf\xfc"}
        assert problems(files) == [("b.md", 1, "error", "unreadable"), ("wiki/a.md", 1, "error", "unreadable")]
        assert messages(files)[0] == "this cannot be read: not UTF-8 (byte 0xfc at offset 3)"

    def test_shapes_are_checked_on_any_page(self, problems):
        assert problems({"a.md": "---\na: x\na: y\ntags: [x, {b: c}]\n---\n"}) == [
            ("a.md", 3, "error", "repeated-key"),
            ("a.md", 4, "warning", "odd-shape"),
        ]

    def test_names_are_checked(self, problems):
        assert problems({"a-b.md": "", "a_b.md": "", "aux.md": ""}) == [
            ("a-b.md", 1, "warning", "similar-name"),
            ("a_b.md", 1, "warning", "similar-name"),
            ("aux.md", 1, "error", "windows-name"),
        ]

    def test_names_are_those_of_all_files_of_the_base(self, problems):
        files = {"a.md": b"\xff", "A.md": "", "aux.png": "", "x/Plan.png": "", "x/plan.PNG": "", "x/why?.md": b"\xff"}
        assert problems(files) == [
            ("A.md", 1, "error", "clashing-name"),
            ("a.md", 1, "error", "clashing-name"),
            ("a.md", 1, "error", "unreadable"),
            ("aux.png", 1, "error", "windows-name"),
            ("x/Plan.png", 1, "error", "clashing-name"),
            ("x/plan.PNG", 1, "error", "clashing-name"),
            ("x/why?.md", 1, "error", "unreadable"),
            ("x/why?.md", 1, "error", "windows-name"),
        ]

    def test_names_that_the_base_leaves_out_are_not_checked(self, problems):
        files = dict.fromkeys((".git/aux", "node_modules/aux", "old/aux", "build/aux", ".aux"), "")
        assert problems(files | {"kb.toml": 'exclude = ["old/"]\n', ".gitignore": "build/\n"}) == []

    def test_a_check_of_some_pages_judges_their_names_among_pages_alone(self, make_base):
        base = make_base({"a.md": "", "A.md": "", "b.md": "", "B.md": b"\xff", "aux.png": ""})
        found = check_pages(base, ("a.md", "b.md", "aux.png"), TODAY)
        assert [(problem.path, problem.code) for problem in found] == [("a.md", "clashing-name")]


class TestTogether:
    def test_an_id_that_two_pages_have_is_an_error_on_both(self, problems, messages):
        files = {"a.md": "---\nid: X-1\n---\n", "b.md": "---\ntitle: b\nid: x-1\n---\n", "c.md": "---\nid: X-2\n---\n"}
        assert problems(files) == [("a.md", 2, "error", "duplicate-id"), ("b.md", 3, "error", "duplicate-id")]
        assert messages(files) == ['id "X-1" is also that of b.md', 'id "x-1" is also that of a.md']

    def test_an_alias_that_two_pages_have_is_an_error_on_both(self, problems, messages):
        files = {"a.md": "---\naliases: [Caf\u00e9, x]\n---\n", "b.md": "---\naliases:\n  - cafe\u0301\n---\n"}
        assert problems(files) == [("a.md", 2, "error", "duplicate-alias"), ("b.md", 2, "error", "duplicate-alias")]
        assert messages(files) == ['alias "Caf\u00e9" is also one of b.md', 'alias "cafe\u0301" is also one of a.md']

    def test_an_alias_that_is_the_id_of_another_page_is_an_error_on_both(self, problems, messages):
        files = {"a.md": "---\naliases: [x-1]\n---\n", "b.md": "---\nid: X-1\naliases: [X-1]\n---\n"}
        assert codes(problems(files)) == ["duplicate-alias"] * 4
        files["b.md"] = "---\nid: X-1\n---\n"
        assert messages(files) == ['alias "x-1" is the id of b.md', 'id "X-1" is also an alias of a.md']

    def test_a_page_may_repeat_its_own_id_among_its_aliases(self, problems):
        assert problems({"a.md": "---\nid: X-1\naliases: [X-1]\n---\n"}) == []


def test_some_pages_are_judged_among_all(make_base):
    base = make_base({"a.md": "---\naliases: [x]\n---\n[[b]] [[c]]\n", "b.md": "---\naliases: [x]\n---\n[[c]]\n"})
    found = check_pages(base, ("a.md",), TODAY)
    assert [(problem.path, problem.code) for problem in found] == [("a.md", "duplicate-alias"), ("a.md", "dead-link")]
    assert check_pages(base, (), TODAY) == ()
    assert check_pages(base, ("a.md", "b.md"), TODAY) == check_base(base, TODAY).problems
