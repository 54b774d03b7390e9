"""The links of a page."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from kb.store.pages.links import Link, find_links
from kb.store.pages.page import make_page

MARKDOWN = MarkdownIt("commonmark")

FRAGMENTS = [
    *("", "", "text", "    code", "- item", "  more", "> quote", "# T", "---"),
    *("[a](x.md)", "![a](i.png)", "[a](<my note.md>)", '[a](y.md "t")', "[a](my%20note.md)", "[a](x(1).md)", "[a]()"),
    *("[a](b c)", "[a](x.md", "[a] (x.md)", "\\[a](x.md)", "a](x.md)", "[a\\](x.md)", "[*a*](z.md#h)", "- [a](q.md)"),
    *(
        "[r]",
        "[t][r]",
        "[r][]",
        "[r]: r.md",
        "[r]: <r s.md>",
        "[r]: r.md 't'",
        "[r]: r.md t",
        "[no]: n.md",
        "[s]: s.md",
        "[s]",
    ),
    *("`", "``", "`[a](c.md)`", "`` ` [a](c.md)``", "``` x", "```", "~~~", "<!-- [a](c.md) -->", "<!--", "-->"),
    *("<b c='[a](c.md)'>", "<https://x.y/[a](c.md)>", "<div>", "</div>", "\\`", "\\\\", "[a](\\(x.md)"),
]


def links(text):
    return find_links(make_page("a/page.md", text, {}))


def found(text):
    return [(link.kind, link.target, link.anchor) for link in links(text)]


@pytest.mark.parametrize(
    ("text", "target", "anchor"),
    [
        ("[[A]]", "A", ""),
        ("[[A|shown]]", "A", ""),
        ("| [[A\\|shown]] | x |", "A", ""),
        ("[[A#Some heading]]", "A", "Some heading"),
        ("[[A#one#two]]", "A", "two"),
        ("[[#heading]]", "", "heading"),
        ("[[A#^block]]", "A", ""),
        ("![[embed.png]]", "embed.png", ""),
        ("![[embed.png|300]]", "embed.png", ""),
        ("[[ A]]", "A", ""),
        ("[[systems/edge-proxy]]", "systems/edge-proxy", ""),
        ("**[[A]]**", "A", ""),
        ("([[A]])", "A", ""),
        ("# About [[A]]", "A", ""),
        ("- [ ] see [[A]]", "A", ""),
        ("> quoted [[A]]", "A", ""),
        ("[[\u90e8\u7f72]]", "\u90e8\u7f72", ""),
        ("[not closed [[A]]", "A", ""),
    ],
)
def test_a_wiki_link_names_what_stands_before_its_bar(text, target, anchor):
    assert found(text) == [("wiki", target, anchor)]


@pytest.mark.parametrize(
    ("text", "target", "anchor"),
    [
        ("[t](x.md)", "x.md", ""),
        ("[t](x.md#part)", "x.md", "part"),
        ("[t](#part)", "", "part"),
        ("[t](my%20note.md)", "my note.md", ""),
        ("[t](<my note.md>)", "my note.md", ""),
        ("[t](a%23b.md#c%20d)", "a#b.md", "c d"),
        ('[t](x.md "title")', "x.md", ""),
        ("[t](x.md 'title')", "x.md", ""),
        ("[t](x.md (title))", "x.md", ""),
        ("[t]( x.md )", "x.md", ""),
        ("[t](x.md\n'title')", "x.md", ""),
        ("[t](x(1).md)", "x(1).md", ""),
        ("[t](x\\(1.md)", "x(1.md", ""),
        ("[t](a&amp;b.md)", "a&b.md", ""),
        ("[t](x.md?plain=1#L3)", "x.md", "L3"),
        ("[t](/x.md)", "/x.md", ""),
        ("[t](../x/)", "../x/", ""),
        ("![t](i.png)", "i.png", ""),
        ("[[t]](x.md)", "x.md", ""),
        ("[[1]](#ref)", "", "ref"),
        ("[`code`](x.md)", "x.md", ""),
        ("[a\nb](x.md)", "x.md", ""),
        ("[t]()", "", ""),
        ("[t]\n\n[t]: x.md", "x.md", ""),
        ("[u][T]\n\n[t]: <my note.md> 'title'", "my note.md", ""),
        ("[[t]]\n\n[t]: x.md", "x.md", ""),
        ("[t]\n\n[t]:\n  x.md", "x.md", ""),
        ("[t]\n\n> [t]: x.md", "x.md", ""),
        ("[^1]: see [t](x.md)", "x.md", ""),
    ],
)
def test_a_markdown_link_is_decoded(text, target, anchor):
    assert found(text) == [("markdown", target, anchor)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("`[[A]]`", id="a code span"),
        pytest.param("`` ` [[A]] ``", id="a code span with a back-tick in it"),
        pytest.param("`a\n[[A]]`", id="a code span over two lines"),
        pytest.param("```\n[[A]] [t](x.md)\n```", id="a fence"),
        pytest.param("~~~ md\n[[A]]\n~~~", id="a fence of tildes"),
        pytest.param("- item\n\n  ```\n  [[A]]\n  ```", id="a fence in a list"),
        pytest.param("```\n[[A]]", id="a fence that is never closed"),
        pytest.param("    [[A]]", id="indented code"),
        pytest.param("text\n\n\t[[A]]", id="code indented by a tab"),
        pytest.param("<!-- [[A]] -->", id="a comment"),
        pytest.param("<!--\n\n[[A]]\n\n-->", id="a comment over several lines"),
        pytest.param("text <!-- [[A]] --> text", id="a comment in a line"),
        pytest.param("<div>\n[[A]]\n</div>", id="a block of HTML"),
        pytest.param("<https://x.y/[t](x.md)>", id="an address in angle brackets"),
        pytest.param("<a href='[t](x.md)'>", id="an attribute"),
        pytest.param("\\[[A]]", id="an escaped wiki link"),
        pytest.param("\\[t](x.md)", id="an escaped link"),
        pytest.param("[[A\n]]", id="brackets over two lines"),
        pytest.param("[[]]", id="empty brackets"),
        pytest.param("[[ ]]", id="blank brackets"),
        pytest.param("if [[ -f x ]]; then", id="a test in a shell"),
        pytest.param("x = [[1, 2], [3, 4]]", id="nested lists"),
        pytest.param("[[_TOC_]]", id="a table of contents"),
        pytest.param("[t] (x.md)", id="a blank between"),
        pytest.param("[t](x y.md)", id="a blank in the address"),
        pytest.param("t](x.md)", id="a bracket never opened"),
        pytest.param("[t](x.md", id="a parenthesis never closed"),
        pytest.param("[t]: x.md", id="a definition that nothing uses"),
        pytest.param("[t]: a note, not an address\n\n[t]", id="a text that only begins like a definition"),
        pytest.param("[^t]: x.md\n\n[^t]", id="a footnote"),
        pytest.param("%% [[A]] %%", id="a comment of Obsidian"),
        pytest.param("text %%[t](x.md)%% text", id="a comment of Obsidian in a line"),
        pytest.param("%%\n\n[[A]]\n\n- [[B]]\n%%", id="a comment of Obsidian over several blocks"),
        pytest.param("> - %%\n>   [[A]]\n>\n>   [[B]] %%", id="a comment of Obsidian in a list"),
        pytest.param("text %%\n\n[[A]]\n\n%% text", id="a comment of Obsidian that begins behind a text"),
        pytest.param("$$[[A]]$$", id="mathematics"),
        pytest.param("$$\n\n[[A]]\n\n$$", id="mathematics over several blocks"),
        pytest.param("so $a[[1]]$ holds", id="mathematics in a line"),
        pytest.param("($x = [[1, 2], [3]](4)$)", id="mathematics like a link"),
        pytest.param("https://x.y/a[[no1]]", id="brackets in a bare address"),
        pytest.param("(HTTPS://x.y/a[[1]][[2]]/b, www.x.y/[[3]])", id="brackets in bare addresses"),
    ],
)
def test_what_only_looks_like_a_link_is_none(text):
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "a 5%% share [[A]]",
        "100%% sure\n\n[[A]]\n\n100%% sure",
        "%% never closed\n\n[[A]]",
        "%% closed %% [[A]]",
        "%%\nclosed\n%% [[A]]",
        "[[A]] %%\n\nclosed %%",
        "- $$\n  x\n  $$\n\n[[A]]\n\n- $$\n  x\n  $$",
        "`%%` [[A]] `%%`",
        "```\n%%\n```\n[[A]]\n```\n%%\n```",
        "from $5 [[A]] to $6",
        "$HOME/ [[A]] /$USER",
        "\\$a [[A]] b$",
        "a$ [[A]] $b",
        "$`x` [[A]] `y`$",
        "$$ [[A]]",
        "https://x.y/a [[A]]",
        "[[A]] https://x.y/a",
    ],
)
def test_a_link_beside_signs_that_hide_nothing_is_one(text):
    assert found(text) == [("wiki", "A", "")]


@pytest.mark.parametrize(
    "text", ["[https://x.y](x.md)", "[https://x.y/a[[1]]](x.md)", "https://x.y/[[t]](x.md)", "https://x.y/[t](x.md)"]
)
def test_a_link_of_markdown_is_one_around_and_behind_a_bare_address(text):
    assert found(text) == [("markdown", "x.md", "")]


@pytest.mark.parametrize(
    "address",
    [
        "https://x.y/z.md",
        "HTTP://x.y",
        "mailto:a@b.c",
        "magnet:?xt=urn:btih:1",
        "obsidian://open?vault=x",
        "//x.y/z",
        "tel:1",
    ],
)
@pytest.mark.parametrize("form", ["[t]({})", "[t](<{}>)", "[t]\n\n[t]: {}", "<{}>", "{}"])
def test_an_address_on_the_net_is_no_link_of_the_base(form, address):
    assert found(form.format(address)) == []


def test_a_wiki_link_may_not_lead_to_the_net():
    assert found("[[https://x.y]]") == []


def test_links_come_with_the_lines_of_the_file():
    text = "---\ntitle: x\n---\n\n[[A]] and\n[t](x.md)\n\n- [[B]]\n- ` [[C]] `\n- ` [[D]]\n\n[r]\n\n[r]: r.md\n"
    assert [(link.line, link.target) for link in links(text)] == [
        (5, "A"),
        (6, "x.md"),
        (8, "B"),
        (10, "D"),
        (14, "r.md"),
    ]


def test_wiki_links_in_fields_are_found_on_the_line_of_their_field():
    text = '---\ntitle: x\nlinks: ["[[A]]", "https://x.y"]\nroot_cause: see [[F-1]], not [t](x.md)\n---\n'
    assert links(text) == (Link(3, "wiki", "A", ""), Link(4, "wiki", "F-1", ""))


def test_an_image_in_a_link_gives_both():
    assert found("[![t](i.png)](x.md)") == [("markdown", "i.png", ""), ("markdown", "x.md", "")]


@pytest.mark.parametrize(
    "text", ["`a\n- b` [[A]]", "- `a\n- b [[A]] `", "| `a | b |\n| [[A]] ` | c |", "# `a\n[[A]] `"]
)
def test_a_code_span_ends_with_its_block(text):
    assert found(text) == [("wiki", "A", "")]


def _by_the_library(text):
    """Return the local targets that the library finds, whole and decoded."""
    tokens = [child for token in MARKDOWN.parse(text) for child in token.children or ()]
    named = [token for token in tokens if token.type in {"link_open", "image"}]
    addresses = [str(token.attrs["href" if token.type == "link_open" else "src"]) for token in named]
    return {unquote(address) for address in addresses if ":" not in address}


@settings(max_examples=1000, deadline=None, database=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=7).map("\n".join))
def test_links_are_those_of_commonmark(text):
    text = f"text\n\n{text}"
    ours = {target + (f"#{anchor}" if anchor else "") for kind, target, anchor in found(text) if kind == "markdown"}
    assert ours == _by_the_library(text)


@settings(max_examples=300, deadline=None, database=None)
@given(st.text(alphabet="[]()`<>!|#\\-: \nab.m/%\"'", max_size=60))
def test_any_text_is_read_and_links_lie_inside_it(text):
    assert all(1 <= link.line <= text.count("\n") + 1 for link in links(text))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[a](" * 50_000,
        "[a](b '" * 20_000,
        "[[a" * 50_000,
        "`" + "``a" * 50_000,
        "<!--" * 50_000,
        "<a " * 50_000,
        "[" * 2_000 + "a" + "]" * 2_000,
        "[a]: <b\n" * 20_000,
        "\\" * 100_000,
        "[x](" + "(" * 50_000,
        "[x](" + "(a" * 50_000,
        "[[a " + "%%" * 50_001,
        "[[a " + "$$" * 50_001,
        "[[a " + "$a" * 50_000,
        "[[a " + "$" + "a " * 50_000,
        "[[a\n\n" + "%%\n" * 50_001,
        "[[a " + "%% a " * 50_000,
        "[[a " + "http://" * 50_000,
        "[[a http://" + "[[" * 50_000,
        "[[a http://" + "[[a]]" * 50_000,
        "[[a\n" + "> " * 50_000,
    ],
)
def test_a_text_that_looks_like_much_is_read_in_bounded_time(text):
    assert find_links(make_page("a.md", text, {})) is not None
