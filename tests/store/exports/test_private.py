"""Nothing of a page that stays in the base leaves it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

FORMATS = ("jsonl", "llms-txt", "site", "bulk")
ID = "D-2026-04-01-007"
PRIVATE = f"""\
---
id: {ID}
type: decision
private: true
title: Nightjar takeover
summary: Nightjar will be bought.
aliases: [Project Nightjar]
tags: [nightjar-tag]
systems: [nightjar-system]
links: [wiki/public.md]
---

# Nightjar takeover

## Nightjar steps

Buy nightjar; see [[public]].
"""
HIDDEN = {"memory/decisions/nightjar-plan.md": PRIVATE, "inbox/nightjar-note.md": "# Nightjar note\n\n[[public]]\n"}
PUBLIC = "---\ntype: wiki\nsummary: Public.\nupdated: 2026-11-01\n{fields}---\n\n# A public page\n\n{body}\n"


def _public(body="Text.", fields=""):
    return {"wiki/public.md": PUBLIC.format(body=body, fields=fields), "wiki/other.md": "# Another\n"}


# What a page says of a hidden one, and what is left of it.
LINKS = {
    "[[nightjar-plan]]": "(not exported)",
    "[[Nightjar takeover]]": "(not exported)",
    "[[Project Nightjar#Nightjar steps]]": "(not exported)",
    f"[[{ID}|the plan]]": "(not exported)",
    "[[nightjar-plan|Nightjar takeover]]": "(not exported)",
    "[[inbox/nightjar-note|a note]]": "(not exported)",
    "| a |\n| - |\n| [[nightjar-plan\\|the plan]] |": "| a |\n| - |\n| (not exported) |",
    "[the plan](../memory/decisions/nightjar-plan.md)": "(not exported)",
    "[the plan](../memory/decisions/nightjar-plan.md#nightjar-steps 'Nightjar')": "(not exported)",
    "[the plan](<../memory/decisions/nightjar-plan>)": "(not exported)",
    "[the plan](/memory/decisions/nightjar%2Dplan.md)": "(not exported)",
    "[about **Nightjar** takeover](../memory/decisions/nightjar-plan.md)": "(not exported)",
    "[](../memory/decisions/nightjar-plan.md)": "(not exported)",
    "![a picture](../inbox/nightjar-note.md)": "(not exported)",
    "[![a picture](x.png)](../inbox/nightjar-note.md)": "(not exported)",
    "see [the plan][n]\n\n[n]: ../inbox/nightjar-note.md 'Nightjar'": "see (not exported)\n\n",
    "see [nightjar note][] and [nightjar note]\n\n[nightjar note]: ../inbox/nightjar-note.md": (
        "see (not exported) and (not exported)\n\n"
    ),
    "`[[nightjar-plan]]`": "`(not exported)`",
    f"`kb show {ID}`": "`kb show (not exported)`",
    "as in inbox/nightjar-note.md:3": "as in (not exported):3",
    "<a href='nightjar-plan.md#nightjar'>x</a>": "(not exported)",
    '<A class=x HREF="/inbox/nightjar-note.md">the plan</A>': "(not exported)",
    "<img src=../inbox/nightjar-note.md alt='the plan'>": "(not exported)",
    "[the plan](../INBOX/Nightjar-Note.md)": "(not exported)",
    "- see [the plan][n]\n- [n]: ../inbox/nightjar-note.md": "- see (not exported)\n",
    "1. > [n]: ../inbox/nightjar-note.md\n\n[the plan][n]": "\n\n(not exported)",
    "<a title='a > b' data-x=\"<y>\" href='nightjar-plan.md'>the plan</a>": "(not exported)",
    "> [n]:\n> ../inbox/nightjar-note.md\n> 'The plan'\n\n[the plan][n]": "\n\n\n\n(not exported)",
    "[the plan](/kb/blob/nightjar-plan.md) [[wrong/nightjar-plan|the plan]]": "(not exported) (not exported)",
    "<a data-href='x.md' href='nightjar-plan.md'>the plan</a>": "(not exported)",
    "<a title=don't href=nightjar-plan.md>the plan</a> it's near": "(not exported) it's near",
    "<img alt='it's here' src=nightjar-plan.md>": "(not exported)",
    "[a [b] **c**]( https://x.example/inbox/nightjar-note.md?a=(b) 'the plan' )": "(not exported)",
    "[the plan][r]\n\n[r]: https://x.example/nightjar-plan.md": "(not exported)\n\n",
    "<a href='https://x.example/nightjar-plan.md'>the plan</a>": "(not exported)",
    "> the nightjar\n> takeover\n> of it": "> the (not exported)\n>\n> of it",
    "<video poster=x.png src='../inbox/nightjar-note.md'>": "(not exported)",
    "<object type=x data='../inbox/nightjar-note.md'></object>": "(not exported)</object>",
    "[the plan](https://git.example/kb/-/blob/main/inbox/nightjar-note.md#x)": "(not exported)",
    "![[nightjar-plan#steps]]": "(not exported)",
    "Nightjar **takeover**, project nightjar": "(not exported)**, (not exported)",
    "https://wiki.example/#the-nightjar-takeover-plan": "https://wiki.example/#(not exported)",
    "https://git.example/x/inbox/nightjar-note.md": "https://git.example/x/(not exported)",
}


@pytest.mark.parametrize(("body", "left"), LINKS.items())
def test_a_link_to_a_hidden_page_becomes_text_that_tells_nothing(export, body, left):
    told = export(_public(body) | HIDDEN, "jsonl", "with")
    without = export(_public(left) | dict.fromkeys(HIDDEN, "---\nprivate: true\n---\n"), "jsonl", "without")

    assert "nightjar" not in told.everything
    assert told.files == without.files


@pytest.mark.parametrize("wanted", FORMATS)
def test_an_export_is_as_if_the_hidden_pages_were_not_there(export, tmp_path, wanted):
    fields = f"links: [{ID}, memory/decisions/nightjar-plan.md, wiki/other.md]\nsuperseded_by: '[[nightjar-plan]]'\n"
    told = export(_public("\n\n".join(LINKS), fields) | HIDDEN, wanted, "with")

    (tmp_path / "base" / "memory" / "decisions" / "nightjar-plan.md").unlink()
    (tmp_path / "base" / "inbox" / "nightjar-note.md").unlink()
    without = export(
        _public("\n\n".join(LINKS.values()), "links: [wiki/other.md]\nsuperseded_by:\n"), wanted, "without"
    )

    assert "nightjar" not in told.everything
    assert ID.casefold() not in told.everything
    assert str(tmp_path) not in told.everything
    assert (told.result.pages, told.result.passages) == (without.result.pages, without.result.passages)
    assert told.files == without.files


@pytest.mark.parametrize("value", ["true", "True", "yes", "on", "1", '"true"', "[true]", "since March"])
def test_whatever_is_no_plain_no_is_private(export, value):
    made = export({"a.md": "# A\n", "b.md": f"---\nprivate: {value}\n---\n# Nightjar\n"}, "jsonl")

    assert made.result.pages == 1
    assert "nightjar" not in made.everything


@pytest.mark.parametrize("line", ["private: false", "private: no", "private:", "private: ''", "status: private"])
def test_a_page_that_says_that_it_is_not_private_is_exported(export, line):
    assert export({"b.md": f"---\n{line}\n---\n# Nightjar\n"}, "jsonl").result.pages == 1


@pytest.mark.parametrize(
    "head",
    [
        "---\nprivate: true\ntitle: a: b\n---\n",
        "---\nprivate: true\n",
        "\n---\nprivate: true\n---\n",
        "---\n{private\n---\n",
    ],
    ids=["broken", "never closed", "not on the first line", "no mapping"],
)
def test_a_page_whose_frontmatter_cannot_be_read_and_speaks_of_private_stays_and_is_named(export, head):
    made = export({"a.md": "# A\n\n[[nightjar]]\n", "nightjar.md": f"{head}# Nightjar\n"}, "site")

    assert [item.path for item in made.result.skipped] == ["nightjar.md"]
    assert "nightjar" not in made.everything


def test_a_broken_page_that_does_not_speak_of_private_is_exported_by_its_body(export):
    made = export({"a.md": "---\ntitle: a: b\n---\n# Harbor\n"}, "jsonl")

    assert (made.result.pages, made.result.skipped) == (1, ())
    assert "harbor" in made.everything


def test_the_inbox_is_left_out_wherever_it_is_and_both_come_along_when_asked_for(export):
    files = _public() | HIDDEN | {"team/Inbox/deep.md": "# Deep\n"}

    assert export(files, "jsonl", "one").result.pages == 2
    assert export(files, "jsonl", "two", with_inbox=True).result.pages == 4
    assert export(files, "jsonl", "three", with_private=True).result.pages == 3
    assert export(files, "jsonl", "four", with_inbox=True, with_private=True).result.pages == 5


def test_a_name_that_an_exported_page_has_too_stays_where_it_is_written(export):
    files = {"inbox/README.md": "# Notes\n", "README.md": "# Harbor\n", "a.md": "See README.md and [[Notes]].\n"}
    made = export(files, "jsonl")

    assert "See README.md and (not exported)." in made.text("pages.jsonl")


def test_a_link_that_leads_to_an_exported_page_too_stays(export):
    files = {"inbox/plan.md": "# P\n", "wiki/plan.md": "# Q\n", "a.md": "See [[plan]].\n"}
    made = export(files, "site")

    assert '<a href="wiki/plan.html">plan</a>' in made.text("pages/a.html")


def test_the_lines_of_a_passage_are_those_of_the_file(export):
    body = "[the\nplan][n]\n\n[n]:\n  ../inbox/nightjar-note.md\n  'Nightjar'\n\n## Behind\nText."
    made = export(_public(body) | HIDDEN, "jsonl")

    assert '"address":"wiki/public.md#behind:16-17"' in made.text("passages.jsonl")


@pytest.mark.parametrize(
    ("files", "left"),
    [
        ({"inbox/http2.md": "# H\n", "a.md": "Use http2.\n"}, "Use http2."),
        ({"inbox/a/x.md": "# X\n", "b/inbox.md": "# B\n", "a.md": "See inbox.md.\n"}, "See inbox.md."),
        ({"p.md": "---\nprivate: yes\n---\n", "b/p.md": "# P\n", "a.md": "See p.md.\n"}, "See p.md."),
        ({"b/p.md": "---\nprivate: yes\n---\n", "b/p/c.md": "# C\n", "a.md": "[c](b/p/c.md)\n"}, "[c](b/p/c.md)"),
        ({"a/x.md": "---\nprivate: yes\n---\n", "b/a/x.md": "# X\n", "b/c.md": "[x](a/x.md)\n"}, "[x](a/x.md)"),
    ],
    ids=["a word", "another page's name", "a name of two", "a folder", "the end of another path"],
)
def test_what_stands_for_something_else_too_stays_as_it_is_written(export, files, left):
    assert left in export(files, "jsonl").text("pages.jsonl")


@pytest.mark.parametrize(
    "written", ["inbox/Stra\u00dfe caf\u00e9.md", "INBOX/Stra\u00dfe cafe\u0301.md#x", "2026-11-23-nightjar"]
)
def test_a_path_is_found_in_any_case_and_with_its_accents_in_both_forms(export, written):
    files = {"inbox/Stra\u00dfe caf\u00e9.md": "# A\n", "inbox/2026-11-23-nightjar.md": "# B\n"}

    assert '"text":"See (not exported)."' in export(files | {"a.md": f"See {written}."}, "jsonl").text("pages.jsonl")


@pytest.mark.parametrize("text", ["[" * 50_000 + "]" * 50_000, "[a](" * 30_000, "[[a" * 30_000, "[a]: " * 30_000])
def test_a_text_of_nothing_but_brackets_takes_no_time(export, text):
    start = time.perf_counter()
    export({"a.md": text, "inbox/a.md": "# A\n"}, "jsonl")

    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "head",
    [
        "---\nprivate: true\nprivate: false\n---\n",
        "---\nprivate: false\nPrivate: no\n---\n",
        "---\nmeta: {private: true}\n---\n",
        "---\nmeta:\n  - private: true\n---\n",
        "---\nbase: &base {private: true}\n<<: *base\n---\n",
        "---\nprivate: {value: false}\n---\n",
        '---\nmeta: {"priv\\x61te": true}\n---\n',
        "<!-- x -->\n---\nprivate: true\n---\n",
        "\u200b---\nprivate: true\n---\n",
        "+++\nprivate = true\n+++\n",
        '{"private": true}\n',
        "```yaml\nprivate: true\n```\n",
        "private: true\n---\n",
        "\u2014\nprivate: true\n\u2014\n",
        "---\ntype: wiki\n---\n---\nprivate: true\n---\n",
        "<<<<<<< HEAD\n---\nprivate: true\n=======\n---\nprivate: true\n>>>>>>> other\n---\n",
        "# Title\n\n---\nprivate: true\n---\n",
        "---\ntype: wiki\n---\n# Title\n\n---\ntags: [x]\nprivate: true\n---\n",
        "<<<<<<< HEAD\n---\nprivate: true\n||||||| 1a2b\n---\n=======\n---\nx: y\n>>>>>>> t\n---\n",
        '# T\n\n+++\ntitle="x"\n[extra]\nprivate=true\n+++\n',
        "# T\n\n---\ntags: [a,\nb]\n<<: *base\nprivate:\u00a0yes # really\n" + "a: b\n" * 30 + "---\n",
        "%% note %%\n[TOC]\n---\nprivate: true\n---\n",
    ],
)
@pytest.mark.parametrize("wanted", ["jsonl", "site"])
def test_a_page_that_speaks_of_private_where_it_is_not_read_stays_and_is_named_to_its_owner_alone(export, wanted, head):
    made = export({"a.md": "# A\n\n[[nightjar]]\n", "nightjar.md": f"{head}# Nightjar\n"}, wanted)

    assert [item.path for item in made.result.skipped] == ["nightjar.md"]
    assert "nightjar" not in made.everything


@pytest.mark.parametrize(
    "text",
    [
        "---\nsummary: Keep it private.\n---\n# B\n",
        "# B\n\n---\nprivate: true\n",
        "# B\n\n```yaml\n---\nprivate: true\n---\n```\n",
        "# B\n\n---\nPrivate = only members see it.\n\nAnd more prose.\n\n---\n",
        "# B\n\n---\n\nprivate: a word that is told of here.\nIt goes on.\n\n---\n",
        "# B\n" + "\n" * 30 + "---\nprivate: true\n---\n",
        "---\nprivate: [no]\n---\n",
    ],
    ids=["a word of a text", "behind a rule", "in code", "an equation", "a sentence", "far down", "one plain no"],
)
def test_a_page_that_only_uses_the_word_private_is_exported(export, text):
    made = export({"b.md": text}, "jsonl")

    assert (made.result.pages, made.result.skipped) == (1, ())


MERGER = {"p.md": "---\nprivate: true\naliases: [Xylo]\n---\n# Merger with Harbor\n"}


@pytest.mark.parametrize("wanted", FORMATS)
@pytest.mark.parametrize("named", ["Merger with Harbor", "p|takeover bid", "Xylo"])
@pytest.mark.parametrize(
    "way", ["[[pub#{0}]]", "[x](pub.md#{1})", "![x][r]\n\n[r]: <pub.md#{1}>", "<a href='pub#{1}'>x"]
)
def test_links_to_a_heading_that_named_a_hidden_page_lead_to_what_became_of_it(export, wanted, named, way):
    words = f"See {named}".replace("|", "")
    link = way.format(words, words.lower().replace(" ", "-"))
    pub = f"# Pub\n\n## See [[{named}]]\n\nText.\n\n## Rest of [[#{words}]]\n\n[[#{words}]]\n"
    files = MERGER | {"pub.md": pub, "a.md": f"---\nsee: pub#{words}\n---\n# A\n\n[y](pub.md#pub) {link}\n"}
    made = export(files, wanted)

    assert all(word not in made.everything for word in ("merger", "takeover", "bid", "xylo"))
    if wanted == "jsonl":
        assert "pub.md#pub" in made.text("pages.jsonl")
        assert "#see-not-exported" in made.text("pages.jsonl")
    if wanted == "site" and way.startswith(("[[", "[x]")):
        assert 'href="pub.html#see-not-exported"' in made.text("pages/a.html")
        assert 'id="see-not-exported"' in made.text("pages/pub.html")


def test_the_title_of_a_page_loses_a_link_that_is_defined_further_down(export):
    pub = "# See [takeover][n]\n\nText.\n\n[n]: p.md\n"

    assert "takeover" not in export(MERGER | {"pub.md": pub}, "site").everything


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("title: Merger", "The merger, Merger.", "The (not exported), (not exported)."),
        ("title: Merger", "Mergers, pre-merger, a/merger", "Mergers, pre-merger, a/merger"),
        ("title: Big merger", "big-merger, big\nmerger", "(not exported), (not exported)\\n"),
        ("aliases: [Big merger]", "Big **merger**", "(not exported)**"),
        ("title: Big merger", "> a big\n> merger", "> a (not exported)\\n"),
        ("title: Big merger", "Big&nbsp;merger, big <b>merger</b>.", "(not exported), (not exported)</b>."),
        ("title: Big merger", "- big\n- merger", "- big\\n- merger"),
        ("title: Big merger", "Big merger.Then", "(not exported).Then"),
        ("title: 'R&D cost_cut'", "R&amp;D Cost\\_Cut, r\\&d cost_cut", "(not exported), (not exported)"),
        ("title: 'C# rewrite'", "A C\\# rewrite", "A (not exported)"),
        ("title: Gro\u00dfe Ma\u00dfe", "GROSSE MASSE", "(not exported)"),
        ("id: NIGHT", "As night says", "As (not exported) says"),
        ("id: ABC", "As ABC says", "As ABC says"),
        ("title: Public", "Public.", "Public."),
        ("title: cart", "The cart.", "The cart."),
        ("title: Cargo", "Cargo.toml of Cargo.", "Cargo.toml of (not exported)."),
        ("title: Cargo", "cargo.example.com Cargo.Then", "(not exported).example.com (not exported).Then"),
        ("title: open", "open", "(not exported)"),
    ],
)
def test_the_names_of_a_hidden_page_are_taken_out_of_prose_unless_an_exported_one_has_them(export, name, text, left):
    files = {
        "hid.md": f"---\nprivate: true\n{name}\n---\nText.\n",
        "a.md": f"---\nstatus: open\nsystems: [cart]\ntitle: Public\n---\n{text}\n",
    }
    made = export(files, "jsonl")

    assert f'"text":"{left}' in made.text("pages.jsonl")
    assert '"status":"open"' in made.text("pages.jsonl")


def test_the_name_of_a_field_tells_no_more_than_its_value(export):
    files = {
        "hid.md": "---\nprivate: true\ntitle: Big merger\n---\n",
        "a.md": "---\nbig-merger: x\nsize: big\n---\nText.\n",
    }
    made = export(files, "jsonl")

    assert '"fields":{"size":"big"}' in made.text("pages.jsonl")


@pytest.mark.parametrize(
    "way", ["[the plan]({0}/plan.md)", "[[{0}/plan|the plan]]", "[[plan|the plan]]", "[[The plan]]"]
)
def test_a_link_that_may_lead_into_a_folder_that_cannot_be_read_tells_nothing(export, monkeypatch, way):
    files = {"a.md": f"See {way.format('closed')}.\n", "closed/plan.md": "---\nprivate: true\ntitle: The plan\n---\n"}
    scandir = os.scandir

    def refuse(path):
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("os.scandir", refuse)
    monkeypatch.setattr("kb.store.pages.link_index.Index.exists", lambda self, path: path in self.pages)
    monkeypatch.setattr("kb.store.pages.link_index.Index.files", {})
    made = export(files, "jsonl")

    assert [item.path for item in made.result.skipped] == ["closed"]
    assert '"text":"See (not exported)."' in made.text("passages.jsonl")


def test_a_wiki_link_to_a_page_that_is_excluded_tells_nothing(export):
    files = {
        "kb.toml": 'exclude = ["drafts"]\n',
        "drafts/plan.md": "# Big\n",
        "notes/a.md": "[[plan|the plan]] [[../drafts/plan|the plan]] [[agents|x]]\n",
    }
    made = export(files | {"AGENTS.md": "# Agents\n"}, "jsonl")

    assert '"text":"(not exported) (not exported) [[agents|x]]"' in made.text("passages.jsonl")


def test_of_two_definitions_of_a_label_the_first_counts(export):
    text = "[public words][n]\n\n[n]: https://x.example/public\n[n]: inbox/nightjar.md\n"
    made = export({"inbox/nightjar.md": "# N\n", "a.md": text}, "jsonl")

    assert '"text":"[public words][n]\\n\\n[n]: https://x.example/public\\n"' in made.text("passages.jsonl")


def test_the_fields_that_kb_knows_stay_whatever_hidden_pages_are_called(export):
    hidden = {f"{name}.md": f"---\nprivate: true\ntitle: {name}\n---\n" for name in ("Status", "Root cause", "Links")}
    files = {"a.md": "---\nstatus: open\nroot_cause: x\nlinks: [y]\n---\nText.\n"}
    made = export(hidden | files, "jsonl")

    assert '"fields":{"status":"open","root_cause":"x","links":["y"]}' in made.text("pages.jsonl")


@pytest.mark.parametrize(
    "text",
    [
        "<a href=" * 20_000,
        "<a href=x>" * 20_000,
        "<!--" * 50_000,
        "<a " + 'x="y" ' * 50_000,
        "<a x='" * 20_000,
        "[a](not exported)" * 20_000,
        "<img " + "src=" * 1_250,
        '<a href="' + "a" * 200_000,
        "[a]: x" + " " * 200_000 + "y",
        "[a]:\n" + " " * 200_000 + "\ny",
        "<a href='" + '"' * 200_000,
    ],
)
def test_a_text_of_nothing_but_tags_takes_no_time(export, text):
    start = time.perf_counter()
    export({"a.md": text, "inbox/a.md": "# A\n"}, "jsonl")

    assert time.perf_counter() - start < 5
