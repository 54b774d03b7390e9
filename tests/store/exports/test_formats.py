"""What each format holds."""

from __future__ import annotations

import json
import posixpath
import re
from html import unescape
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator

from kb.schema import read
from kb.store.config import read_config
from kb.store.exports.export import ExportRequest, export_base

FILES = {
    "kb.toml": 'format = 1\nname = "Harbor & co"\n',
    "wiki/systems/checkout.md": "---\nsystems: [checkout]\nsummary: The <cart>.\nupdated: 2026-11-01\n---\n\n"
    "# checkout\n\n## Traps & pits\n\nSee [[F-1-001]], [it](../a%20b.md#the-end) and <b>raw</b>.\n",
    "memory/findings/F-1-001.md": "---\nid: F-1-001\ntype: finding\nstatus: open\nsystems: [checkout, queue]\n"
    "links: [wiki/systems/checkout.md]\n---\n\n# Queues fill up\n\nText with café.\n",
    "wiki/a b.md": "Before.\n\n# The end\n\n[x](javascript:alert(1)) [gone](gone.md) ![p](https://e.example/p.png)\n",
    "wiki/empty.md": "---\nsummary: Nothing yet.\n---\n",
}


def _lines(text):
    return [json.loads(line) for line in text.splitlines()]


def _faults(document):
    schema = json.loads(read(document["schema"].removeprefix("kb/").replace("/", "-")))
    return [error.message for error in Draft202012Validator(schema).iter_errors(document)]


def test_every_line_of_the_json_lines_is_of_its_schema(export):
    made = export(FILES, "jsonl")
    pages, passages = _lines(made.text("pages.jsonl")), _lines(made.text("passages.jsonl"))

    assert [fault for line in (*pages, *passages) for fault in _faults(line)] == []
    assert [line["path"] for line in pages] == sorted(path for path in FILES if path.endswith(".md"))
    assert (made.result.pages, made.result.passages) == (len(pages), len(passages))


def test_a_page_tells_its_fields_links_and_backlinks(export):
    pages = {line["path"]: line for line in _lines(export(FILES, "jsonl").text("pages.jsonl"))}

    checkout = pages["wiki/systems/checkout.md"]
    assert checkout["links"] == ["memory/findings/F-1-001.md", "wiki/a b.md"]
    assert checkout["backlinks"] == ["memory/findings/F-1-001.md"]
    assert checkout["fields"]["systems"] == ["checkout"]
    assert pages["memory/findings/F-1-001.md"]["text"] == "\n# Queues fill up\n\nText with café.\n"


def test_a_page_without_a_body_has_its_summary_as_passage(export):
    passages = _lines(export(FILES, "jsonl").text("passages.jsonl"))

    assert [line["text"] for line in passages if line["page"] == "wiki/empty.md"] == ["Nothing yet."]


def test_the_bulk_files_are_pairs_of_an_action_and_a_document_that_the_mapping_describes(export):
    made = export(FILES, "bulk")
    lines = _lines(made.text("bulk-00001.ndjson"))
    actions, documents = lines[::2], lines[1::2]
    mapped = json.loads(made.text("mapping.json"))["mappings"]["properties"]

    assert len({action["index"]["_id"] for action in actions}) == len(documents) == made.result.passages
    assert all(set(document) == set(mapped) for document in documents)
    assert made.files["bulk-00001.ndjson"].endswith(b"\n")


def test_bulk_files_are_cut_where_a_server_would_refuse_them(export, monkeypatch):
    monkeypatch.setattr("kb.store.exports.bulk.MOST_BYTES", 1_000)
    made = export(FILES, "bulk")
    parts = [name for name in sorted(made.files) if name.startswith("bulk-")]

    assert len(parts) > 1
    assert all(len(made.files[name].splitlines()) % 2 == 0 for name in parts)
    assert sum(len(made.files[name].splitlines()) for name in parts) == 2 * made.result.passages


def test_llms_txt_lists_every_page_with_a_link_to_its_markdown(export):
    made = export(FILES, "llms-txt")
    text = made.text("llms.txt")
    links = re.findall(r"^- \[([^\]]+)\]\(([^)]+)\)(?:: (.+))?$", text, re.MULTILINE)

    assert text.startswith("# Harbor & co\n\n> ")
    assert {unquote(link) for _, link, _ in links} == {name for name in made.files if name.startswith("pages/")}
    assert ("checkout", "pages/wiki/systems/checkout.md", "The <cart>.") in links
    assert ("F-1-001: Queues fill up", "pages/memory/findings/F-1-001.md", "") in links


def test_llms_full_txt_holds_every_page_and_what_it_says_of_itself(export, tmp_path):
    made = export(FILES, "llms-txt")
    full = made.text("llms-full.txt")

    assert all(made.text(name) in full for name in made.files if name.startswith("pages/"))
    assert '---\npath: "wiki/empty.md"\nsummary: "Nothing yet."\n---\n' in full
    again = export_base(read_config(tmp_path / "out" / "pages"), ExportRequest(tmp_path / "again", "jsonl"))
    assert again.pages == made.result.pages


def _references(made):
    for name, data in made.files.items():
        if name.endswith(".html"):
            for address in re.findall(r'(?:href|src|action)="([^"]*)"', data.decode()):
                yield name, unescape(address)


def test_every_link_of_the_site_leads_to_a_file_and_a_part_of_it_and_only_links_leave_it(export):
    made = export(FILES, "site")
    inside = [each for each in _references(made) if not each[1].startswith("data:")]

    outside = [address for _, address in inside if ":" in address]
    assert outside == ["https://e.example/p.png"]
    for name, address in inside:
        if ":" not in address:
            path, _, anchor = address.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
            assert target in made.files, (name, address)
            assert not anchor or f'id="{unquote(anchor)}"' in made.text(target), (name, address)


def test_the_site_takes_html_scripts_and_pictures_of_pages_as_text(export):
    made = export(FILES, "site")
    end = made.text("pages/wiki/a b.html")

    assert "and &lt;b&gt;raw&lt;/b&gt;." in made.text("pages/wiki/systems/checkout.html")
    assert "[x](javascript:alert(1)) gone" in end
    assert '<a href="https://e.example/p.png" rel="noreferrer">p</a>' in end
    assert "<img" not in end


def test_the_index_lists_pages_by_system_shared_ones_first_and_the_others_last(export):
    text = export(FILES, "site").text("index.html")
    groups = re.findall(r"<h2>(.*?)</h2>(.*?)</section>", text)

    assert [name for name, _ in groups] == ["checkout", "queue", "Other pages"]
    assert re.findall(r'<li><a href="([^"]+)"', groups[0][1]) == [
        "pages/wiki/systems/checkout.html",
        "pages/memory/findings/F-1-001.html",
    ]


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("a.md", "A.md"), {"pages/A.html", "pages/a-.html"}),
        (("a.md", "a.MD"), {"pages/a.html", "pages/a.MD.html"}),
        (("a#b%20 c.md",), {"pages/a#b%20 c.html"}),
        (("部署.md",), {"pages/部署.html"}),
    ],
)
def test_pages_of_any_name_have_a_file_of_their_own(export, names, wanted):
    made = export(dict.fromkeys(names, "# A\n"), "site")
    if made.result.pages < len(names):
        pytest.skip("this file system takes the two names for one")

    assert {name for name in made.files if name.startswith("pages/")} == wanted


def test_a_heading_has_the_address_that_links_to_it_use(export):
    files = {
        "a.md": "# A\n\n## The *big* end\n\n## The big end\n\n> ## quoted\n",
        "b.md": "[[a#The big end]] [x](a.md#the-big-end-1) [[a#nowhere]]\n",
    }
    made = export(files, "site")

    assert re.findall(r'href="(a[^"]*)"', made.text("pages/b.html")) == [
        "a.html#the-big-end",
        "a.html#the-big-end-1",
        "a.html",
    ]
    assert '<h1 id="a">A</h1>' in made.text("pages/a.html")
    assert '<h2 id="the-big-end-1">' in made.text("pages/a.html")


def test_a_name_that_is_too_long_for_a_file_of_the_site_is_shortened_and_stays_its_own(export):
    names = ["x" * 250 + end for end in ("ab", "cd")] + ["\u00e9" * 126]
    made = export({"a.md": f"[x]({names[0]}.md)\n", **{f"{name}.md": "# X\n" for name in names}}, "site")
    files = [name.removeprefix("pages/") for name in made.files if name.startswith("pages/")]

    assert len(files) == len(names) + 1
    assert max(len(name.encode()) for name in files) == 255
    assert any(f'href="{name}"' in made.text("pages/a.html") for name in files)


def test_a_page_beside_a_folder_that_is_called_as_its_file_has_a_file_of_its_own(export):
    made = export({"wiki/pub.md": "# P\n", "wiki/Pub.html/q.md": "[p](../pub.md)\n"}, "site")

    assert 'href="../pub-.html"' in made.text("pages/wiki/Pub.html/q.html")
    assert "pages/wiki/pub-.html" in made.files


def test_a_passage_larger_than_a_bulk_file_stands_alone_in_one(export, monkeypatch):
    monkeypatch.setattr("kb.store.exports.bulk.MOST_BYTES", 1_000)
    made = export({"a.md": "# A\n\nText.\n", "b.md": "x" * 2_000, "c.md": "# C\n"}, "bulk")
    sizes = {len(data): data.count(b"\n") for name, data in made.files.items() if name.startswith("bulk-")}

    assert [lines for size, lines in sizes.items() if size > 1_000] == [2]
