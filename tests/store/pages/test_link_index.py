"""Where links lead."""

from __future__ import annotations

import time
from unicodedata import normalize

import pytest

from kb.store.pages.link_index import Index, check_links, resolve
from kb.store.pages.links import find_links
from kb.store.pages.page import make_page

FILES = {
    "wiki/systems/edge-proxy.md": "---\naliases: [the edge, NGINX]\n---\n# Edge proxy\n\n## How we run it\n## A & b\n",
    "wiki/my note.md": "# Mine\n\n<a id='mark'></a>\n\n## Set { #own }\n## Twice\n## Twice\n## Caf\u00e9 \u4e00\n",
    "wiki/Other.md": "text\n",
    "memory/findings/F-2026-01-31-001.md": "---\nid: F-2026-01-31-001\ntitle: The title\n---\n",
    "notes/same.md": "",
    "inbox/same.md": "# Same\n",
    "wiki/images/plan.png": b"\x89PNG",
    "LICENSE": "",
}


@pytest.fixture
def leads(make_base):
    """Say where the one link of a text in wiki/page.md leads."""
    base = make_base(FILES)
    index = Index(base)

    def lead(text):
        page = make_page("wiki/page.md", text, {})
        (link,) = find_links(page)
        return resolve(link, page, index)

    return lead


@pytest.fixture
def problems(make_base):
    """Say what is wrong with the links of a text in wiki/page.md, a code and a message each."""

    def check(text):
        base = make_base(FILES | {"wiki/page.md": text})
        page = next(page for page in base.pages if page.path == "wiki/page.md")
        return [
            (problem.line, problem.level, problem.code, problem.message) for problem in check_links(page, Index(base))
        ]

    return check


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[[wiki/systems/edge-proxy]]", "wiki/systems/edge-proxy.md"),
        ("[[wiki/systems/edge-proxy.md]]", "wiki/systems/edge-proxy.md"),
        ("[[/wiki/systems/edge-proxy]]", "wiki/systems/edge-proxy.md"),
        ("[[systems/edge-proxy]]", "wiki/systems/edge-proxy.md"),
        ("[[./systems/edge-proxy]]", "wiki/systems/edge-proxy.md"),
        ("[[../wiki/other]]", "wiki/Other.md"),
        ("[[edge-proxy]]", "wiki/systems/edge-proxy.md"),
        ("[[Edge-Proxy.md]]", "wiki/systems/edge-proxy.md"),
        ("[[F-2026-01-31-001]]", "memory/findings/F-2026-01-31-001.md"),
        ("[[the TITLE]]", "memory/findings/F-2026-01-31-001.md"),
        ("[[Edge proxy]]", "wiki/systems/edge-proxy.md"),
        ("[[nginx]]", "wiki/systems/edge-proxy.md"),
        ("[[the edge|it]]", "wiki/systems/edge-proxy.md"),
        ("[[my note]]", "wiki/my note.md"),
        ("![[plan.png]]", "wiki/images/plan.png"),
        ("![[images/plan.png]]", "wiki/images/plan.png"),
        ("[[LICENSE]]", "LICENSE"),
        ("[[#Here]]", "wiki/page.md"),
    ],
)
def test_a_wiki_link_leads_to_a_page_by_any_of_its_names_or_to_a_file(leads, text, path):
    assert leads(text) == (path,)


def test_a_wiki_link_may_lead_to_several_pages_of_one_name(leads):
    assert leads("[[same]]") == ("inbox/same.md", "notes/same.md")


def test_a_path_is_surer_than_a_name_and_a_name_than_an_alias(make_base):
    base = make_base({"a.md": "---\naliases: [b]\n---\n", "b.md": "", "x/b.md": "---\ntitle: a\n---\n"})
    page = make_page("page.md", "[[b]] [[a]]", {})
    index = Index(base)
    assert [resolve(link, page, index) for link in find_links(page)] == [("b.md",), ("a.md",)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[t](Other.md)", "wiki/Other.md"),
        ("[t](./Other.md)", "wiki/Other.md"),
        ("[t](systems/edge-proxy.md#how-we-run-it)", "wiki/systems/edge-proxy.md"),
        ("[t](my%20note.md)", "wiki/my note.md"),
        ("[t](<my note.md>)", "wiki/my note.md"),
        ("[t](/wiki/Other.md)", "wiki/Other.md"),
        ("[t](../notes/same.md)", "notes/same.md"),
        ("[t](../notes/same)", "notes/same.md"),
        ("[t](systems/)", "wiki/systems"),
        ("[t](..)", "."),
        ("[t](/)", "."),
        ("[t](../LICENSE)", "LICENSE"),
        ("![t](images/plan.png)", "wiki/images/plan.png"),
        ("[t](#part)", "wiki/page.md"),
        ("[t]()", "wiki/page.md"),
    ],
)
def test_a_markdown_link_leads_to_a_page_file_or_folder_by_its_path(leads, text, path):
    assert leads(text) == (path,)


@pytest.mark.parametrize(
    "text",
    [
        "[[nowhere]]",
        "[[proxy]]",
        "[[./edge-proxy]]",
        "[[../../LICENSE]]",
        "[t](other.md)",
        "[t](edge-proxy.md)",
        "[t](notes/same.md)",
        "[t](../../nowhere.md)",
        "[t](a%00b.md)",
        pytest.param(f"[t]({'x' * 5000}.md)", id="a name that no system takes"),
    ],
)
def test_a_link_that_leads_nowhere_is_dead(leads, text):
    assert leads(text) == ()


def test_a_link_out_of_the_base_lives_while_its_file_is_there(leads, tmp_path):
    assert leads("[t](../../beside.txt)") == ()
    (tmp_path / "beside.txt").write_text("", encoding="utf-8")
    assert leads("[t](../../beside.txt)") == ("../beside.txt",)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("text", ["[[caf\u00e9]]", "[t](caf\u00e9.md)"])
def test_accents_may_be_composed_or_not(make_base, form, text):
    base = make_base({normalize("NFD", "caf\u00e9.md"): ""})
    page = make_page("page.md", normalize(form, text), {})
    (link,) = find_links(page)
    assert resolve(link, page, Index(base))


def test_a_page_that_is_not_written_yet_is_there(make_base):
    base = make_base({"a.md": ""})
    page = make_page("new.md", "[t](new.md) [[new]]", {})
    index = Index(base._replace(pages=(*base.pages, page)))
    assert [resolve(link, page, index) for link in find_links(page)] == [("new.md",), ("new.md",)]


def test_a_dead_link_is_an_error_on_its_line(problems):
    assert problems("# T\n\n[[nowhere]] and\n[t](no.md#x)\n") == [
        (3, "error", "dead-link", 'the link "nowhere" names no page or file'),
        (4, "error", "dead-link", 'the link "no.md#x" leads to no page or file'),
    ]


def test_a_dead_anchor_is_a_warning(problems):
    assert problems("[[edge-proxy#Traps]]\n\n[t](#here)\n") == [
        (1, "warning", "dead-anchor", 'the link "edge-proxy#Traps" names no heading of wiki/systems/edge-proxy.md'),
        (3, "warning", "dead-anchor", 'the link "#here" names no heading of wiki/page.md'),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[[edge-proxy#How we run it]]",
        "[[edge-proxy#how we RUN it?]]",
        "[[edge-proxy#how-we-run-it]]",
        "[[edge-proxy#A b]]",
        "[[edge-proxy#Edge proxy#How we run it]]",
        "[[edge-proxy#^block]]",
        "[t](systems/edge-proxy.md#how-we-run-it)",
        "[t](systems/edge-proxy.md#How-we-run-it)",
        "[t](systems/edge-proxy.md#a--b)",
        "[t](systems/edge-proxy.md#a-b)",
        "[t](<my note.md#twice-1>)",
        "[t](<my note.md#mark>)",
        "[t](<my note.md#own>)",
        "[t](<my note.md#caf%C3%A9-\u4e00>)",
        "[t](Other.md#L3-L5)",
        "[t](Other.md#:~:text=x)",
        "[t](#top)",
        "[t](../LICENSE#any)",
        "[[same#Same]]",
        "# Here\n\n[t](#here) [[#Here]]",
        "> # Here\n\n[t](#here) [[#Here]]",
        "> Here\n> ===\n\n[t](#here)",
        "- a\n\n  ## Here\n\n[t](#here)",
        "1. > ## Here\n\n[t](#here)",
        "> ## Here\n\n## Here\n\n[t](#here) [t](#here-1)",
        "<h2>Here &amp; <em>now</em></h2>\n\n[[#Here & now]]",
        '<H3 class="x">Here\nnow</H3>\n\n[t](#here-now)',
        '<h2 id="here">Other</h2>\n\n[t](#here)',
        "<A NAME='here'></a>\n\n[t](#here)",
        "text <span\n  class=x id=here>\n\n[t](#here)",
        "## Other {#here .x}\n\n[t](#here)",
    ],
)
def test_an_anchor_that_a_host_or_an_editor_knows_is_no_problem(problems, text):
    assert problems(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "[t](systems/edge-proxy.md#how-we-run)",
        "[t](systems/edge-proxy.md#howwerunit)",
        "[[my note#Twice-2]]",
        "```\n# Here\n```\n\n[t](#here)",
        "> ```\n> # Here\n> ```\n\n[t](#here)",
        "<h2>Here</h3>\n\n[t](#here)",
        "> Here\n\n[t](#here)",
    ],
)
def test_an_anchor_that_is_only_alike_is_a_problem(problems, text):
    assert [code for _, _, code, _ in problems(text)] == ["dead-anchor"]


@pytest.mark.parametrize(
    "piece",
    ["{#", "{#a ", "<h1>", "<h1 ", "<a id", "<a id=", "> ", "- ", "> # a\n", "{ " * 99 + "#", "<a " + " id" * 99],
)
def test_a_page_that_looks_full_of_anchors_is_read_in_bounded_time(make_base, piece):
    base = make_base({"a.md": "[t](#here)\n\n" + piece * (200_000 // len(piece)) + "a" * 40_000})
    started = time.process_time()
    check_links(base.pages[0], Index(base))
    assert time.process_time() - started < 2
