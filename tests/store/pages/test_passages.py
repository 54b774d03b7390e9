"""A page's body cut into passages and sections."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.pages.page import make_page
from kb.store.pages.passages import Passage, cut_passages, telling_passages
from kb.store.pages.sections import find_sections

HEAD = "---\ntitle: T\ntags: [a]\n---\n"

LINES = [
    "",
    " ",
    "text",
    "# A",
    "## B",
    "### C",
    "A",
    "===",
    "---",
    "```",
    "- x",
    "> y",
    "<!--",
    "-->",
    "    code",
    "\t",
]
TEXTS = st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=8)), max_size=120).map("\n".join)


def page_of(text):
    return make_page("page.md", text, {})


def ranges(text):
    return [(passage.start_line, passage.end_line) for passage in cut_passages(page_of(text))]


def anchors(*headings):
    return [section.anchor for section in find_sections(page_of("".join(f"# {heading}\n" for heading in headings)))]


class TestCut:
    def test_each_heading_has_a_passage_with_its_trail_and_its_lines_in_the_file(self):
        page = page_of(f"{HEAD}intro\n\n# Alpha\n\ntext\n## Beta\n### Gamma\nmore\n\n# Delta\nend\n")
        assert cut_passages(page) == (
            Passage("", (), 5, 6, "intro\n", is_bare=False),
            Passage("alpha", ("Alpha",), 7, 9, "# Alpha\n\ntext", is_bare=False),
            Passage("beta", ("Alpha", "Beta"), 10, 10, "## Beta", is_bare=True),
            Passage("gamma", ("Alpha", "Beta", "Gamma"), 11, 13, "### Gamma\nmore\n", is_bare=False),
            Passage("delta", ("Delta",), 14, 15, "# Delta\nend", is_bare=False),
        )

    @pytest.mark.parametrize(
        ("text", "trails"),
        [
            pytest.param("## A\n# B\n## C\n", [("A",), ("B",), ("B", "C")], id="a higher one later"),
            pytest.param("# A\n#### B\n## C\n", [("A",), ("A", "B"), ("A", "C")], id="a level left out"),
            pytest.param("# A\n# A\n", [("A",), ("A",)], id="the same text twice"),
            pytest.param("A\n===\nB\n---\n", [("A",), ("A", "B")], id="underlined"),
        ],
    )
    def test_a_trail_holds_the_headings_of_higher_levels_above(self, text, trails):
        assert [passage.trail for passage in cut_passages(page_of(text))] == trails

    @pytest.mark.parametrize("text", ["", HEAD, "---\na: b\n---"])
    def test_a_page_without_a_body_has_no_passages(self, text):
        assert cut_passages(page_of(text)) == ()
        assert telling_passages(page_of(text)) == ()

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            pytest.param("one", [(1, 1)], id="no end of line"),
            pytest.param("one\n", [(1, 1)], id="an end of line"),
            pytest.param("one\n\n", [(1, 2)], id="a blank line at the end"),
            pytest.param("\n# A\n", [(1, 1), (2, 2)], id="a blank line before the heading"),
            pytest.param(f"{HEAD}\n# A\n", [(5, 5), (6, 6)], id="frontmatter"),
            pytest.param("A\n===\ntext\n", [(1, 3)], id="an underlined heading"),
            pytest.param("```\n# A\n```\n# B\n", [(1, 3), (4, 4)], id="a heading in a fence"),
            pytest.param("# A\r\ntext\r\n# B\r\n", [(1, 2), (3, 3)], id="lines of Windows"),
            pytest.param("a\u2028b\x0bc\x0cd\n# A\n", [(1, 1), (2, 2)], id="characters that end no line"),
        ],
    )
    def test_line_numbers_are_those_of_the_file(self, text, found):
        assert ranges(text) == found

    def test_a_broken_block_is_counted_in_the_line_numbers(self):
        assert ranges("---\na: b: c\n---\n# A\ntext\n") == [(4, 5)]

    def test_a_block_that_is_never_closed_is_a_passage(self):
        assert ranges("---\na: b\n\n# A\ntext\n") == [(1, 3), (4, 5)]


class TestLong:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            pytest.param("x\n" * 19 + "\n" + "x\n" * 20, [(1, 40)], id="forty lines stay whole"),
            pytest.param("x\n" * 19 + "\n" + "x\n" * 21, [(1, 20), (21, 41)], id="forty-one are cut"),
            pytest.param("x\n\n" * 21, [(1, 40), (41, 42)], id="at the last blank line that fits"),
            pytest.param("x\n" * 39 + "\n" + "x\n", [(1, 40), (41, 41)], id="at the fortieth line"),
            pytest.param("x\n" * 40 + "\n" + "x\n", [(1, 41), (42, 42)], id="at the first one when none fits"),
            pytest.param("x\n" * 100, [(1, 100)], id="nowhere without a blank line"),
            pytest.param("x\n" * 60 + " \t\n" + "x\n", [(1, 61), (62, 62)], id="a line of blanks is blank"),
            pytest.param(
                ("x\n" * 29 + "\n") * 4, [(1, 30), (31, 60), (61, 90), (91, 120)], id="as often as there is need"
            ),
            pytest.param(
                f"{HEAD}# A\n" + "x\n\n" * 21 + "# B\n", [(5, 43), (44, 47), (48, 48)], id="only the part that is long"
            ),
        ],
    )
    def test_a_part_of_more_than_forty_lines_is_cut_behind_a_blank_line(self, text, found):
        assert ranges(text) == found

    def test_all_pieces_have_the_anchor_and_the_trail_of_their_heading(self):
        pieces = cut_passages(page_of("# A\n## B\n" + "x\n\n" * 50))[1:]
        assert len(pieces) == 3
        assert {(piece.anchor, piece.trail) for piece in pieces} == {("b", ("A", "B"))}


class TestBare:
    @pytest.mark.parametrize(
        ("text", "bare"),
        [
            pytest.param("# A\n", [True], id="a heading"),
            pytest.param("# A\n\n \t\n", [True], id="a heading and blank lines"),
            pytest.param("A\n===\n", [True], id="an underlined heading"),
            pytest.param("two\nlines\n===\n", [True], id="an underlined heading of two lines"),
            pytest.param("\n\n# A\nx\n", [True, False], id="blank lines before a heading"),
            pytest.param("# A\nx\n", [False], id="a heading and text"),
            pytest.param("A\n===\nx\n", [False], id="an underlined heading and text"),
            pytest.param("x\n", [False], id="text"),
        ],
    )
    def test_a_passage_is_bare_when_it_says_nothing_beside_its_heading(self, text, bare):
        assert [passage.is_bare for passage in cut_passages(page_of(text))] == bare

    def test_only_passages_that_say_something_are_telling(self):
        page = page_of("\n# A\n## B\ntext\n## C\n")
        assert [passage.anchor for passage in telling_passages(page)] == ["b"]

    def test_of_a_page_that_has_only_headings_all_passages_are_telling(self):
        page = page_of("# A\n## B\n\n## C\n")
        assert [passage.anchor for passage in telling_passages(page)] == ["a", "b", "c"]


class TestAnchors:
    @pytest.mark.parametrize(
        ("heading", "anchor"),
        [
            ("Getting started", "getting-started"),
            ("Getting started!", "getting-started"),
            ("C++ & C#", "c--c"),
            ("a  b", "a--b"),
            ("snake_case-name", "snake_case-name"),
            ("`x` \u2013 y", "x--y"),
            ("1. First (2026)", "1-first-2026"),
            ("**Bold** *word*", "bold-word"),
            ("[1.0.0] - 2026-01-31", "100---2026-01-31"),
            ("\u00c4rger", "\u00e4rger"),
            ("\u53d1\u5e03 \u8bf4\u660e", "\u53d1\u5e03-\u8bf4\u660e"),
            ("A <!-- c --> ##", "a"),
            ("!?", "section"),
            ("", "section"),
            pytest.param("cafe\u0301", "cafe\u0301", id="a combining accent"),
            pytest.param(
                "\u0e01\u0e32\u0e23\u0e15\u0e34\u0e14", "\u0e01\u0e32\u0e23\u0e15\u0e34\u0e14", id="Thai vowels"
            ),
            pytest.param("\U0001f680 Launch", "-launch", id="a sign and a blank before the words"),
            pytest.param("[Setup](setup.md) guide", "setup-guide", id="a link"),
            pytest.param("_Draft_ plan", "draft-plan", id="words set off by underscores"),
            pytest.param("`__init__` method", "__init__-method", id="underscores in code"),
        ],
    )
    def test_an_anchor_is_the_one_that_code_hosts_make(self, heading, anchor):
        assert anchors(heading) == [anchor]

    @pytest.mark.parametrize(
        ("headings", "made"),
        [
            (("A", "A", "A"), ["a", "a-1", "a-2"]),
            (("A", "a!", "B"), ["a", "a-1", "b"]),
            (("A", "A", "A-1"), ["a", "a-1", "a-1-1"]),
            (("A-1", "A", "A"), ["a-1", "a", "a-2"]),
            (("", "!", "Section"), ["section", "section-1", "section-2"]),
        ],
    )
    def test_a_repeated_anchor_gets_a_number(self, headings, made):
        assert anchors(*headings) == made

    def test_a_passage_before_the_first_heading_has_none(self):
        assert [passage.anchor for passage in cut_passages(page_of("text\n# A\n"))] == ["", "a"]


@settings(max_examples=200, deadline=None, database=None)
@given(TEXTS, st.sampled_from(["", HEAD, "---\na: b: c\n---\n", "---\na: b\n"]))
def test_passages_are_every_line_of_the_body_once_and_in_order(body, head):
    page = page_of(head + body)
    passages = cut_passages(page)
    lines = page.text.removesuffix("\n").split("\n")
    if not page.body:
        assert passages == ()
        return
    assert "\n".join(passage.text for passage in passages) == page.body.removesuffix("\n")
    assert all(passage.text == "\n".join(lines[passage.start_line - 1 : passage.end_line]) for passage in passages)
    starts = [passage.start_line for passage in passages]
    assert starts == [page.body_line, *(passage.end_line + 1 for passage in passages[:-1])]
    assert passages[-1].end_line == len(lines)


@settings(max_examples=200, deadline=None, database=None)
@given(TEXTS)
def test_no_passage_of_more_than_forty_lines_holds_a_blank_line_where_it_could_be_cut(body):
    for passage in cut_passages(page_of(body)):
        lines = passage.text.split("\n")
        if len(lines) > 40:
            assert all(line.strip() for line in lines[1:-1])


@settings(max_examples=200, deadline=None, database=None)
@given(st.lists(st.one_of(st.sampled_from(["a", "a-1", "a-2", "A!", "a-1-1", "section", "section-1", "!"]), st.text())))
def test_no_anchor_stands_twice_in_a_page(headings):
    body = "\n".join("# " + heading.replace("\n", " ").replace("\r", " ") for heading in headings)
    made = [section.anchor for section in find_sections(page_of(body))]
    assert len(set(made)) == len(made) == len(headings)
    assert all(made)
