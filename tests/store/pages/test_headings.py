"""The headings of a Markdown text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kb.store.pages.headings import Heading, find_headings, find_raw_lines, heading_text

MARKDOWN = MarkdownIt("commonmark")

# Left out are a quote inside a quote, and what stands four columns in where the block around it ends: there the
# library that the result is compared with departs from the specification.
FRAGMENTS = [
    *("", "", "", "text", "  text", "    code", "a\n    # b", "\\# x"),
    *("# x", "## T ##", "   # z", "    # x", "\t# tab", "#tag", "####### y", "###### x", "#", "# ", "## #", "# #"),
    *("## x #y", "#\t", "# x\t#", "##\tx", "# \\#", "Title", "==="),
    *("  ===", "    ---", "---", "--", "=", "==", "\t==="),
    *("* * *", "___", "- item", "  - sub", "- ", "-", "*"),
    *("- # in", "- - x", "- - # x", "-   # x", "-     # x", "-\tx"),
    *("-\t# x", "-\t\tcode", "1. one", "1.", "2. x", "2) x", "10. ten", "1.\t# x", "1. - x", "1234567890. x", "-x"),
    *("* a", "+ p", "- ---", "- * * *", "- ===", "- ```", "- ~~~", "- <div>", "- > x", "\t- x", "\tx", "\t"),
    *("> quote", ">", ">x", "> # q", ">\t# q", "> ```", "> - x", ">- x", "> 1. # x", "   > x"),
    *("```", "````", "   ```", "     ```", "``` py", "``` a`b", "~~~", "~~~~ py", "~~~ x`~", "```\t", "``"),
    *("<!-- c", "-->", "<!-- # x -->", "<!-->", "<div>", "</div>", "  <div>", "    <div>", "<DIV>", "<h1>x</h1>"),
    *("<pre>", "</pre>", "<pre>x</pre>", "<script", "</script>", "<style>", "</style> x", "<textarea>", "<?php", "?>"),
    *("<!X", "<![CDATA[", "]]>", "<b>", "<b>x", "</a >", "<a/>", '<a href="x">', "<a", 'href="x">', "<a b=c d>", "<1>"),
    "[a]: /u",
]


def headings(text):
    return find_headings(text.split("\n"))


def ranges(text):
    return [(heading.level, heading.line, heading.last_line) for heading in headings(text)]


def ranges_by_the_library(text):
    tokens = [token for token in MARKDOWN.parse(text) if token.type == "heading_open" and token.level == 0]
    return [(int(token.tag[1]), token.map[0], token.map[1] - 1) for token in tokens if token.map]


def texts_by_the_library(text):
    tokens = MARKDOWN.parse(text)
    found = [
        tokens[place + 1] for place, token in enumerate(tokens) if (token.type, token.level) == ("heading_open", 0)
    ]
    return [" ".join(line.strip() for line in token.content.split("\n")) for token in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("# One", Heading(1, "One", 0, 0), id="level 1"),
        pytest.param("\n\n###### Six", Heading(6, "Six", 2, 2), id="level 6"),
        pytest.param("## T ##", Heading(2, "T", 0, 0), id="closing hashes"),
        pytest.param("# T ####  ", Heading(1, "T", 0, 0), id="more closing hashes"),
        pytest.param("# T #x", Heading(1, "T #x", 0, 0), id="hashes that close nothing"),
        pytest.param("# C#", Heading(1, "C#", 0, 0), id="a hash at a word"),
        pytest.param("## T <!-- c -->", Heading(2, "T", 0, 0), id="a comment behind it"),
        pytest.param("## a <!-- c --> b <!-- d -->", Heading(2, "a  b", 0, 0), id="comments in it"),
        pytest.param("   # T", Heading(1, "T", 0, 0), id="three blanks before it"),
        pytest.param("#\tT", Heading(1, "T", 0, 0), id="a tab behind the mark"),
        pytest.param("#", Heading(1, "", 0, 0), id="no text"),
        pytest.param("## ##", Heading(2, "", 0, 0), id="only marks"),
        pytest.param("Title\n===", Heading(1, "Title", 0, 1), id="underlined twice"),
        pytest.param("Title\n---", Heading(2, "Title", 0, 1), id="underlined"),
        pytest.param("Title\n=", Heading(1, "Title", 0, 1), id="one sign below"),
        pytest.param("two\n  lines\n===\n", Heading(1, "two lines", 0, 2), id="two lines underlined"),
        pytest.param("Title\n=======", Heading(1, "Title", 0, 1), id="seven signs below"),
        pytest.param("text\n# T", Heading(1, "T", 1, 1), id="in the middle of a paragraph"),
        pytest.param("T #\n===", Heading(1, "T #", 0, 1), id="a hash at the end of an underlined text"),
        pytest.param("- item\n# T", Heading(1, "T", 1, 1), id="behind a list"),
        pytest.param("> quote\n# T", Heading(1, "T", 1, 1), id="behind a quote"),
        pytest.param("\u00a0# no\n\n# T", Heading(1, "T", 2, 2), id="a no-break space before the mark"),
        pytest.param("- i\n\n\u00a0\n===", Heading(1, "", 2, 3), id="a no-break space underlined"),
    ],
)
def test_a_heading_has_its_level_its_text_and_its_lines(text, found):
    assert headings(text) == (found,)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("#tag", id="a tag"),
        pytest.param("####### seven", id="seven hashes"),
        pytest.param("    # x", id="four blanks"),
        pytest.param("\t# x", id="a tab"),
        pytest.param("\\# x", id="escaped"),
        pytest.param("text\n    # x", id="a further line of a paragraph"),
        pytest.param("#\u00a0x", id="a no-break space behind the mark"),
        pytest.param("```\n# x\n```", id="back-tick fence"),
        pytest.param("~~~ py\n# x\n~~~", id="tilde fence"),
        pytest.param("```\n# x\n~~~\n# y\n```", id="a fence of the other kind inside"),
        pytest.param("````\n# x\n```\n# y\n````", id="a shorter fence inside"),
        pytest.param("```\n# x\n    ```\n# y", id="a closing fence that is indented too far"),
        pytest.param("```\n# x\n``` py\n# y", id="a closing fence with a word"),
        pytest.param("```\n# x\n\n# y", id="a fence never closed"),
        pytest.param("- item\n  ```\n  # x\n  ```", id="a fence in a list"),
        pytest.param("- ```\n  # x\n\n  # y", id="a fence that opens a list"),
        pytest.param("- # x", id="in a list"),
        pytest.param("1. a\n\n   # x", id="in a list further down"),
        pytest.param("> # x", id="in a quote"),
        pytest.param("> a\n> ===", id="underlined in a quote"),
        pytest.param("<!--\n# x\n-->", id="a comment"),
        pytest.param("<!-- # x -->", id="a comment on a line"),
        pytest.param("<!--\n\n# x\n\nnever closed", id="a comment never closed"),
        pytest.param("<pre>\n\n# x\n\n</pre>", id="pre"),
        pytest.param("<div>\n# x\n</div>", id="div"),
        pytest.param("<?php\n\n# x\n?>", id="processing instruction"),
        pytest.param("<span>\n# x", id="a lone tag"),
        pytest.param("\n---", id="a rule"),
        pytest.param("***\n===", id="signs below a rule"),
        pytest.param("===", id="signs below nothing"),
        pytest.param("text\n\n===", id="signs below a blank line"),
        pytest.param("---", id="only a rule"),
        pytest.param("- a\n---", id="a rule below a list"),
        pytest.param("> a\n---", id="a rule below a quote"),
        pytest.param("> a\n===", id="a further line of a quote"),
        pytest.param("text\n= =", id="signs with a blank between"),
        pytest.param("text\n--- -", id="a rule below a text"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_only_looks_like_a_heading_is_none(text):
    assert headings(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("```\nx\n`````\n# T", id="behind a longer closing fence"),
        pytest.param("~~~\nx\n~~~\n# T", id="behind a tilde fence"),
        pytest.param("- ```\n  x\n# T", id="behind a list that ends inside its fence"),
        pytest.param("> ```\n> x\n# T", id="behind a quote that ends inside its fence"),
        pytest.param("<!-- a\nb -->\n# T", id="behind a comment"),
        pytest.param("<div>\nx\n\n# T", id="behind a blank line in raw HTML"),
        pytest.param("``` a`b\n# T", id="behind code in a line"),
        pytest.param("text <b>\n# T", id="behind a tag in a line"),
        pytest.param("text\n<b>\n# T", id="behind a lone tag in a paragraph"),
        pytest.param("-\n\n# T", id="behind an empty item"),
    ],
)
def test_a_heading_behind_a_block_that_has_ended_is_one(text):
    assert [heading.text for heading in headings(text)] == ["T"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("[a]: /u\n---", [], id="a definition"),
        pytest.param("[a]: /u\ntext\n---", [(2, 1, 2)], id="text behind a definition"),
        pytest.param("[a]: <my guide.md>\n---", [], id="an address with a blank"),
        pytest.param('[a]: /u "title"\n---', [], id="a title"),
        pytest.param("[a]:\n/u\n---", [], id="an address on the next line"),
        pytest.param('[a]: /u\n"title"\n---', [], id="a title on the next line"),
        pytest.param("[a]:\n/one\n[b]:\n/two\n---", [], id="two with their addresses on the next line"),
        pytest.param("[a\\]b]: /u\n---", [], id="an escaped bracket"),
        pytest.param("[a[b]: /u\n---", [(2, 0, 1)], id="a bracket that makes it none"),
        pytest.param("[ ]: /u\n---", [(2, 0, 1)], id="a blank name that makes it none"),
        pytest.param("[a]: <u\n---", [(2, 0, 1)], id="an open address that makes it none"),
        pytest.param("[a]: /u x\n---", [(2, 0, 1)], id="a word too many that makes it none"),
    ],
)
def test_a_rule_below_a_link_definition_underlines_nothing(text, found):
    assert ranges(text) == found
    assert ranges_by_the_library(text) == found


def test_headings_come_in_the_order_of_their_lines():
    assert headings("# A\n\nB\n---\n```\n# no\n```\n### C\n# D") == (
        Heading(1, "A", 0, 0),
        Heading(2, "B", 2, 3),
        Heading(3, "C", 7, 7),
        Heading(1, "D", 8, 8),
    )


def test_between_conflict_markers_only_underlined_text_becomes_a_heading():
    text = "# A\n\n<<<<<<< ours\n\n# B\n\n=======\n\n# C\n\n>>>>>>> theirs\n\n# D"
    assert [heading.text for heading in headings(text)] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        pytest.param("a\n```\nb\n```\nc", {1, 2, 3}, id="a fence"),
        pytest.param("- a\n\n  ~~~\n  b\n  ~~~\n- c", {2, 3, 4}, id="a fence in a list"),
        pytest.param("> ```\n> a\nb", {0, 1}, id="a fence in a quote that ends"),
        pytest.param("a\n\n    b\n\tc\n\nd", {2, 3}, id="indented code"),
        pytest.param("a\n    b", set(), id="a further line of a paragraph"),
        pytest.param("- a\n\n    b", set(), id="a further paragraph of an item"),
        pytest.param("<!-- a\n\nb -->\nc", {0, 1, 2}, id="a comment"),
        pytest.param("<div>\na\n\nb", {0, 1, 2}, id="a block of HTML"),
        pytest.param("a <b>c</b>", set(), id="a tag in a line"),
        pytest.param("# a\n\nb\n===", set(), id="headings"),
    ],
)
def test_lines_of_code_and_html_are_raw(text, raw):
    assert find_raw_lines(text.split("\n")) == raw


@settings(max_examples=500, deadline=None, database=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("\n".join))
def test_raw_lines_hold_all_code_of_commonmark(text):
    tokens = [token for token in MARKDOWN.parse(text) if token.type in {"fence", "code_block"} and token.map]
    lines = text.split("\n")
    code = {line for token in tokens for line in range(*(token.map or (0, 0))) if lines[line].strip(" \t>")}
    assert code <= find_raw_lines(lines) or "[a]: /u" in text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("T", "T"),
        ("T ##", "T"),
        ("##", ""),
        ("T#", "T#"),
        ("T \t#\t", "T"),
        ("T <!-- a --> #", "T"),
        ("<!-- a -->", ""),
        ("T <!-- open", "T <!-- open"),
        ("", ""),
    ],
)
def test_a_heading_says_what_is_left_without_marks_and_comments(raw, text):
    assert heading_text(raw) == text


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("x" * 1_000_000, id="letters"),
        pytest.param("<a" + " b" * 200_000, id="attributes"),
        pytest.param("[a]: " + "x" * 500_000 + " y", id="a definition"),
        pytest.param("#" * 1_000_000, id="hashes"),
        pytest.param("`" * 1_000_000 + "a`", id="back-ticks"),
        pytest.param("=" * 1_000_000 + "x", id="equal signs"),
    ],
)
def test_a_line_of_a_megabyte_that_is_no_heading_is_read(line):
    assert headings(f"{line}\n\n# T") == (Heading(1, "T", 2, 2),)


@settings(max_examples=1000, deadline=None, database=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("\n".join))
def test_headings_are_those_of_commonmark(text):
    assert ranges(text) == ranges_by_the_library(text)


@settings(max_examples=300, deadline=None, database=None)
@given(
    st.lists(
        st.one_of(
            st.lists(st.sampled_from(["#", " ", "x", "a b", "\\#", "*e*", "`c`"]), max_size=8)
            .map("".join)
            .map("# ".__add__),
            st.lists(st.sampled_from(["x", " ", "\u00e9", "*e*", "\n"]), max_size=8).map("".join).map("{}\n===".format),
        ),
        max_size=4,
    ).map("\n\n".join)
)
def test_a_heading_says_what_commonmark_says(text):
    assert [heading.text for heading in headings(text)] == texts_by_the_library(text)


@settings(max_examples=200, deadline=None, database=None)
@given(st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=12)), max_size=10).map("\n".join))
def test_headings_of_any_text_lie_inside_it_and_do_not_overlap(text):
    found = headings(text)
    assert all(1 <= heading.level <= 6 for heading in found)
    lines = [line for heading in found for line in range(heading.line, heading.last_line + 1)]
    assert lines == sorted(set(lines))
    assert set(lines) <= set(range(len(text.split("\n"))))


@pytest.mark.parametrize("line", ["[a]:b" * 200 + " x y", "[a]: b " * 200, "# " + "<!--" * 50_000, "- " * 20_000 + "x"])
def test_a_line_that_looks_like_much_is_read_in_bounded_time(line):
    assert find_headings([line, "---"]) is not None
