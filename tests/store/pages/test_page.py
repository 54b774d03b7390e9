"""One Markdown file as a value."""

from __future__ import annotations

import os
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.config import BUILT_IN_FOLDERS
from kb.store.pages.page import Page, make_page, read_page, stem
from kb.store.pages.walk import Skipped, walk

BOM = "\ufeff"
CLEAN = "---\ntitle: T\nid: F-2026-01-05-001\ntags:\n  - a\n  - b\n---\n# Heading\n\ntext\n"


def page_of(text, path="folder/page.md"):
    return make_page(path, text, BUILT_IN_FOLDERS)


def read(make_folder, content):
    return read_page(make_folder({"page.md": content}), "page.md", {})


def test_a_page_is_what_its_file_says():
    text = "---\ntype: decision\ntitle: T\n---\n# H\n"
    fields = {"type": "decision", "title": "T"}
    assert page_of(text, "a/b.md") == Page("a/b.md", "decision", "T", fields, text, len(text) - len("# H\n"), "", 1)


class TestTitle:
    @pytest.mark.parametrize(
        ("text", "title"),
        [
            pytest.param("---\ntitle: Field\n---\n# Heading\n", "Field", id="the field"),
            pytest.param("---\ntitle: 2026\n---\n# Heading\n", "2026", id="a number as field"),
            pytest.param("---\na: b\n---\n# Heading\n", "Heading", id="the heading"),
            pytest.param("# Heading ##\ntext\n", "Heading", id="closing hashes"),
            pytest.param("# Heading <!-- c -->\n", "Heading", id="a comment in the heading"),
            pytest.param("# Heading", "Heading", id="no end of line"),
            pytest.param("\n \n\n# Heading\n", "Heading", id="behind blank lines"),
            pytest.param("   # Heading\n", "Heading", id="three blanks before it"),
            pytest.param("#\tHeading\n", "Heading", id="a tab behind the mark"),
            pytest.param("Heading\n=====\n", "Heading", id="underlined"),
            pytest.param("\nHeading\n  =  \n", "Heading", id="underlined by one sign"),
            pytest.param("Two\nlines\n===\n", "Two lines", id="two lines underlined"),
            pytest.param(BOM + "# Heading\n", "Heading", id="behind a byte-order mark"),
            pytest.param("# Heading\r\ntext\r\n", "Heading", id="lines of Windows"),
            pytest.param("---\na: b: c\n---\n# Heading\n", "Heading", id="behind a broken block"),
        ],
    )
    def test_the_field_names_a_page_and_else_the_heading_that_opens_it(self, text, title):
        assert page_of(text).title == title

    @pytest.mark.parametrize(
        "block",
        ["title:", "title: null", "title: ''", "title: ' '", "title: |", "title: [a, b]", "title: {a: b}", "other: x"],
    )
    def test_a_field_that_is_no_text_or_says_nothing_names_no_page(self, block):
        assert page_of(f"---\n{block}\n---\n# Heading\n").title == "Heading"

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("", id="empty"),
            pytest.param("text\n\n# Heading\n", id="a heading further down"),
            pytest.param("## Heading\n", id="a heading of a part"),
            pytest.param("Heading\n---\n", id="an underlined heading of a part"),
            pytest.param("#Heading\n", id="a tag"),
            pytest.param("    # Heading\n", id="code"),
            pytest.param("# \n", id="an empty heading"),
            pytest.param("# <!-- c -->\n", id="a heading that is a comment"),
            pytest.param("```\n# Heading\n```\n", id="a heading in a fence"),
            pytest.param("> Quote\n===\n", id="signs below a quote"),
            pytest.param("- item\n===\n", id="signs below a list"),
            pytest.param("1. item\n===\n", id="signs below a numbered list"),
            pytest.param("```\n===\n```\n", id="signs below a fence"),
            pytest.param("<div>\n===\n</div>\n", id="signs below raw HTML"),
            pytest.param("[a]: /u\n===\n", id="signs below a link definition"),
            pytest.param("***\n===\n", id="signs below a rule"),
            pytest.param("## Part\n===\n", id="signs below a heading of a part"),
        ],
    )
    def test_a_page_without_a_heading_that_opens_it_has_the_name_of_its_file(self, text):
        assert page_of(text, "folder/my page.md").title == "my page"


class TestKind:
    @pytest.mark.parametrize(
        ("path", "kind"),
        [
            ("a.md", "note"),
            ("other/a.md", "note"),
            ("wiki/a.md", "wiki"),
            ("findings/a.md", "finding"),
            ("finding/a.md", "finding"),
            ("decisions/2026/a.md", "decision"),
            ("memory/incidents/a.md", "incident"),
            ("wiki/decisions/a.md", "decision"),
            ("decisions/wiki/a.md", "wiki"),
            ("inbox/a.md", "note"),
            ("Wiki/a.md", "note"),
            ("wiki.md", "note"),
        ],
    )
    def test_the_nearest_folder_that_is_known_says_the_kind(self, path, kind):
        assert page_of("text", path).kind == kind

    def test_the_field_says_the_kind_before_the_folder(self):
        assert page_of("---\ntype: runbook\n---\n", "wiki/a.md").kind == "runbook"

    @pytest.mark.parametrize("block", ["type:", "type: ''", "type: [a, b]", "type: {a: b}"])
    def test_a_field_that_is_no_text_says_no_kind(self, block):
        assert page_of(f"---\n{block}\n---\n", "wiki/a.md").kind == "wiki"

    def test_folders_are_those_that_the_base_declares(self):
        assert make_page("books/a.md", "", {"books": "book"}).kind == "book"


class TestText:
    def test_a_byte_order_mark_and_the_line_ends_of_windows_change_nothing(self):
        assert page_of(BOM + CLEAN.replace("\n", "\r\n")) == page_of(CLEAN)

    @pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["Windows", "old Macintosh"])
    def test_no_carriage_return_is_left_in_a_value_or_the_text(self, end):
        page = page_of(CLEAN.replace("\n", end))
        assert page.fields == {"title": "T", "id": "F-2026-01-05-001", "tags": ("a", "b")}
        assert page.text == CLEAN
        assert page.body_line == 8

    def test_a_byte_order_mark_further_down_is_text(self):
        assert page_of("# A\n" + BOM + "x\n").text == "# A\n" + BOM + "x\n"

    @pytest.mark.parametrize(
        ("text", "body", "line", "lines"),
        [
            pytest.param("", "", 1, [], id="empty"),
            pytest.param("\n", "\n", 1, [""], id="a blank line"),
            pytest.param("a", "a", 1, ["a"], id="no end of line"),
            pytest.param("a\n\n", "a\n\n", 1, ["a", ""], id="a blank line at the end"),
            pytest.param("---\na: b\n---\nc\nd\n", "c\nd\n", 4, ["c", "d"], id="behind frontmatter"),
            pytest.param("---\na: b: c\n---\nd\n", "d\n", 4, ["d"], id="behind a broken block"),
            pytest.param("---\na: b\n---\n", "", 4, [], id="only frontmatter"),
            pytest.param("---\na: b\nc\n", "---\na: b\nc\n", 1, ["---", "a: b", "c"], id="a block never closed"),
            pytest.param("---\n- a\n---\nb\n", "---\n- a\n---\nb\n", 1, ["---", "- a", "---", "b"], id="a list"),
        ],
    )
    def test_the_body_is_what_is_behind_the_frontmatter(self, text, body, line, lines):
        page = page_of(text)
        assert (page.body, page.body_line, page.body_lines) == (body, line, lines)

    def test_a_block_that_cannot_be_read_is_told_with_its_line(self):
        page = page_of("---\nok: x\ntitle: a: b\n---\n# Heading\n")
        assert (page.problem_line, page.fields) == (3, {})
        assert page.problem == "frontmatter is not valid YAML: mapping values are not allowed in this context"

    def test_a_page_with_conflict_markers_keeps_every_line(self):
        text = "# A\n<<<<<<< ours\nred\n=======\nblue\n>>>>>>> theirs\n"
        page = page_of(text)
        assert (page.title, page.body, page.problem) == ("A", text, "")

    def test_conflict_markers_in_the_frontmatter_leave_the_body(self):
        page = page_of("---\n<<<<<<< ours\na: x\n=======\na: y\n>>>>>>> theirs\n---\n# Heading\n")
        assert page.title == "Heading"
        assert page.problem != ""


class TestFields:
    PAGE = page_of("---\nid: 007\nnone: null\nsystems: [a, b]\ntags: [x]\naliases: []\nempty: ''\n---\n")

    @pytest.mark.parametrize(
        ("name", "one", "many"),
        [
            ("id", "007", ("007",)),
            ("none", None, ()),
            ("absent", None, ()),
            ("systems", "a, b", ("a", "b")),
            ("tags", "x", ("x",)),
            ("aliases", None, ()),
            ("empty", "", ("",)),
        ],
    )
    def test_a_field_is_one_text_or_many(self, name, one, many):
        assert self.PAGE.one(name) == one
        assert self.PAGE.many(name) == many

    def test_an_id_is_the_text_that_is_written(self):
        assert self.PAGE.id == "007"
        assert page_of("text").id is None

    @pytest.mark.parametrize(
        ("written", "day"),
        [
            ("2026-01-05", "2026-01-05"),
            ("2026-01-05T10:00:00+02:00", "2026-01-05"),
            ("2026-01-05 10:00", "2026-01-05"),
            ('"2026-01-05"', "2026-01-05"),
            ("5 January 2026", None),
            ("2026-1-5", None),
            ("20260105", None),
            ("null", None),
            ("''", None),
        ],
    )
    def test_the_day_of_the_last_change_is_in_iso_form_or_not_given(self, written, day):
        assert page_of(f"---\nupdated: {written}\n---\n").updated == day


class TestRead:
    @pytest.mark.parametrize("size", [0, 1, 32_767, 32_768, 32_769, 65_536, 100_000], ids=lambda size: f"{size} bytes")
    def test_a_file_is_read_whole(self, make_folder, size):
        text = ("0123456789abcde\n" * (size // 16 + 1))[:size]
        page = read(make_folder, text)
        assert page.text == text

    def test_a_character_across_the_end_of_a_chunk_is_read(self, make_folder):
        text = "x" * 32_767 + "\u90e8\u7f72"
        assert read(make_folder, text).text == text

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            pytest.param(b"caf\xfc\n", "not UTF-8 (byte 0xfc at offset 3)", id="a byte of Latin-1"),
            pytest.param(b"\xfc", "not UTF-8 (byte 0xfc at offset 0)", id="one byte"),
            pytest.param(b"ok \xe9\x83", "not UTF-8 (byte 0xe9 at offset 3)", id="a character cut off"),
            pytest.param(b"\xed\xa0\x80", "not UTF-8 (byte 0xed at offset 0)", id="half a surrogate pair"),
            pytest.param("# T\n".encode("utf-16"), "UTF-16, not UTF-8", id="UTF-16 with its mark"),
            pytest.param(b"\xfe\xff" + "# T\n".encode("utf-16-be"), "UTF-16, not UTF-8", id="UTF-16 the other way"),
            pytest.param(
                "# T\n".encode("utf-16-le"), "holds NUL bytes, so it is no text", id="UTF-16 without its mark"
            ),
            pytest.param(b"a\0b", "holds NUL bytes, so it is no text", id="NUL"),
            pytest.param(b"x" * 40_000 + b"\0", "holds NUL bytes, so it is no text", id="NUL far down"),
        ],
    )
    def test_a_file_that_is_no_utf_8_text_is_skipped_with_the_reason(self, make_folder, content, reason):
        assert read(make_folder, content) == Skipped("page.md", reason)

    def test_a_file_that_vanished_after_the_walk_is_skipped(self, make_folder):
        root = make_folder({"a.md": "a", "b.md": "b"})
        paths = walk(root).paths
        (root / "a.md").unlink()
        found = [read_page(root, path, {}) for path in paths]
        assert found[0] == Skipped("a.md", "no such file or directory")
        assert found[1].text == "b"

    @pytest.mark.skipif(sys.platform == "win32", reason="another reason is given there")
    def test_a_file_that_became_a_folder_after_the_walk_is_skipped(self, make_folder):
        root = make_folder({"a.md": "a"})
        paths = walk(root).paths
        (root / "a.md").unlink()
        (root / "a.md").mkdir()
        assert [read_page(root, path, {}) for path in paths] == [Skipped("a.md", "is a directory")]

    @pytest.mark.skipif(sys.platform == "win32", reason="other names are allowed there")
    @pytest.mark.parametrize(
        "name", ["a b.md", "a\nb.md", "#a.md", "[a].md", 'it\'s "a".md', "cafe\u0301.md", "\u90e8.md"]
    )
    def test_a_page_with_an_odd_name_is_read(self, make_folder, name):
        page = read_page(make_folder({name: "text"}), name, {})
        assert (page.path, page.title, page.text) == (name, name[:-3], "text")

    @pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
    def test_a_page_whose_name_is_no_utf_8_is_read(self, make_folder):
        root = make_folder({})
        (root / os.fsdecode(b"f\xfcr.md")).write_bytes(b"text")
        page = read_page(root, os.fsdecode(b"f\xfcr.md"), {})
        assert (os.fsencode(page.path), page.text) == (b"f\xfcr.md", "text")


@pytest.mark.parametrize(
    ("path", "name"), [("a.md", "a"), ("b/a.b.md", "a.b"), ("b/README.MD", "README"), ("b.md/c d.md", "c d")]
)
def test_the_stem_of_a_path_is_its_file_without_the_ending(path, name):
    assert stem(path) == name


@settings(max_examples=300, deadline=None, database=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["---\n", "---", "\n", "\r\n", "\r", BOM, "title: ", "tags: [", "# ", "===", "- ", "&a *a", "\t"]
            ),
            st.text(max_size=20),
        ),
        max_size=20,
    ).map("".join)
)
def test_any_text_makes_a_page(text):
    page = page_of(text)
    assert page.title != ""
    assert "\r" not in page.text
    assert page.text.endswith(page.body)
    assert 1 <= page.problem_line <= page.text.count("\n") + 1
