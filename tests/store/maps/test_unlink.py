"""Links of a code repository on another page: those on the net stay, others become text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.store.maps.unlink import without_links
from kb.store.pages.links import find_links
from kb.store.pages.page import make_page


def unlinked(text):
    return "\n".join(without_links(text.split("\n"), "shop"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[y](a(b).md)", "y (`a(b).md`)"),
        ("![x](<a b.png>)", "x (`a b.png`)"),
        ("[y]( a.md 'T' )", "y (`a.md`)"),
        ("[y](a\\_b.md)", "y (`a_b.md`)"),
        ("[](a.md)", "`a.md`"),
        ("[two\nlines](a.md)", "two\nlines (`a.md`)"),
        ("[![x](i.png)](a.md)", "x (`i.png`) (`a.md`)"),
        ("[![x](https://x.example/i.png)](a.md)", "![x](https://x.example/i.png) (`a.md`)"),
        ("[[wl]] ![[i.png]] [[a|b]] [[a#b]]", "wl i.png b (`a`) a#b"),
        ('<a href="x.md">y</a>', "y (`x.md`)"),
        ("a <A HREF=x.md>y</A>", "a y (`x.md`)"),
        ("a <img src='x.png' alt='y'>", "a y (`x.png`)"),
        ("<div>\n<a href='x.md'>y</a>\n</div>", "<div>\n<a>y (`x.md`)</a>\n</div>"),
        ('<a href="https://x.example">y</a>', '<a href="https://x.example">y</a>'),
        ("[# y](a.md)", "\\# y (`a.md`)"),
        ("- [ ] [y](a.md)", "- [ ] y (`a.md`)"),
        ("## See [y](a.md)", "## See y (`a.md`)"),
        ("https://x.example)\\[t](a.md)", "https://x.example)&#91;t](a.md)"),
        ("- a ` b\n- [y](a.md) ` c", "- a ` b\n- y (`a.md`) ` c"),
    ],
)
def test_a_link_to_a_file_of_the_repository_is_text(text, expected):
    assert unlinked(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Slow.[^1] Fast.[^b c]\n\n[^1]: By night,\n  see [a](a.md).",
            "Slow.[^shop-1] Fast.[^b c]\n\n[^shop-1]: By night,\n  see a (`a.md`).",
        ),
        ("- x[^1][^2]\n- [y](a.md)[^1]\n\n[^1]: z", "- x[^shop-1][^2]\n- y (`a.md`)[^shop-1]\n\n[^shop-1]: z"),
        ("x[^Note]\n\n- [^note]: y", "x[^shop-Note]\n\n- [^shop-note]: y"),
        ("> x[^b]\n>\n> [^b]: y", "> x[^shop-b]\n>\n> [^shop-b]: y"),
        ("It keeps out [^a-z] and $x[^2]$.", "It keeps out [^a-z] and $x[^2]$."),
        ("```\n[^1]\n```", "```\n[^1]\n```"),
    ],
)
def test_a_footnote_bears_the_name_of_its_repository(text, expected):
    assert unlinked(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[r][ref]\n\n[REF]: a.md", "r (`a.md`)\n"),
        ("[ref][] [ref] ![i][ref]\n\n[ref]: <a b.md> 'T'", "ref (`a b.md`) ref (`a b.md`) i (`a b.md`)\n"),
        ("[r][1]\n\n## Links\n[1]: https://x.example\n[2]:\n  a.md\n", "[r](https://x.example)\n\n## Links\n"),
        ("![r][1]\n\n[1]: https://x.example/a(b", "![r](<https://x.example/a(b>)\n"),
        ("[r][1]\n\n[1]: https://x.example\n[1]: a.md", "[r](https://x.example)\n"),
        ("[r]\n\n- [r]: a.md\n- [s]: of more words", "r (`a.md`)\n\n- r: a.md\n- [s]: of more words"),
        ("> [r][1]\n\n> [1]: a.md\n", "> r (`a.md`)\n\n"),
    ],
)
def test_a_reference_is_resolved_from_the_whole_file_and_its_definition_goes(text, expected):
    assert unlinked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "[net](https://x.example/a(b) 'T') <https://x.example> [mail](mailto:a@x.example)",
        "`[y](a.md)` ``[r]`` \\[y](a.md) [plain] [ ] \\[^1] `[^1]` <!-- [y](a.md) -->",
        "```html\n\n<a href='x.md'>y</a>\n[1]: a.md\n```",
        "    [y](a.md)",
        "if [[ -f x ]]; then",
        "<a name='x'></a>text",
        "text\n[1]: a.md is no definition",
    ],
)
def test_what_is_no_link_or_leads_to_the_net_stays(text):
    assert unlinked(text) == text


PIECES = st.sampled_from(
    [
        "<a href='c.md'>",
        "</a>",
        "<!--",
        "-->",
        "%%",
        "$$",
        "(https://x.example)",
        "\n---\n",
        *"[]`|x \t\\",
        "![",
        "[[",
        "]]",
        "(a.md)",
        "(<a b>)",
        "[r]",
        ": b.md",
        "``",
        "\n",
        "\n\n",
        "- ",
        "> ",
        "# ",
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_a_check_finds_no_link_in_what_is_left(text):
    assert find_links(make_page("a.md", "\n" + unlinked(text), {})) == ()
