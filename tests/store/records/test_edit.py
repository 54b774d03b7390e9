"""Fields changed in place: the change is there, and everything else is as it was."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

import kb
from kb.store.errors import KbError
from kb.store.pages.page import make_page
from kb.store.records.edit import add_to_list, set_field

BODY = "\n# Heading\n\ntext\n"
EXAMPLE = Path(kb.__file__).parent / "store" / "bases" / "example" / "pages"


def page(block):
    return f"---\n{block}---\n{BODY}"


def fields(text):
    return dict(make_page("page.md", text, {}).fields)


def body(text):
    return make_page("page.md", text, {}).body


def add(block):
    return add_to_list(page(block), "aliases", ("new",))


class TestAdd:
    @pytest.mark.parametrize(
        ("block", "expected"),
        [
            pytest.param("a: 1\n", "a: 1\naliases: [new]\n", id="absent"),
            pytest.param("", "aliases: [new]\n", id="an empty block"),
            pytest.param("# why\n", "# why\naliases: [new]\n", id="only a comment"),
            pytest.param("  a: 1\n", "  a: 1\n  aliases: [new]\n", id="indented fields"),
            pytest.param("a: |+\n  x\n\n", "a: |+\n  x\n\naliases: [new]\n", id="behind kept empty lines"),
            pytest.param("aliases:\n", "aliases: [new]\n", id="nothing"),
            pytest.param("aliases:  # why\n", "aliases: [new]  # why\n", id="nothing but a comment"),
            pytest.param("aliases:\n  # why\na: 1\n", "aliases: [new]\n  # why\na: 1\n", id="a comment below"),
            pytest.param("aliases: ~ # why\n", "aliases: [new] # why\n", id="a null"),
            pytest.param('aliases: ""\n', "aliases: [new]\n", id="an empty text"),
            pytest.param("aliases: a # why\n", "aliases: [a, new] # why\n", id="plain"),
            pytest.param("aliases: 1.10\n", "aliases: [1.10, new]\n", id="a number"),
            pytest.param("aliases: a, b\n", 'aliases: ["a, b", new]\n', id="plain with a comma"),
            pytest.param("aliases: a\n  b # why\n", "aliases: [a b, new] # why\n", id="plain over two lines"),
            pytest.param('aliases: "a\\t"\n', 'aliases: ["a\\t", new]\n', id="double quotes"),
            pytest.param("aliases: 'it''s'\n", "aliases: ['it''s', new]\n", id="single quotes"),
            pytest.param('aliases: "a\n  b"\n', 'aliases: ["a\n  b", new]\n', id="quotes over two lines"),
            pytest.param("aliases: >- # why\n  a\n  b\n\nc: 1\n", "aliases: [a b, new] # why\n\nc: 1\n", id="folded"),
            pytest.param("aliases: |\n  a\n", 'aliases: ["a\\n", new]\n', id="literal"),
            pytest.param("aliases:\n  a\n", "aliases:\n  [a, new]\n", id="below its name"),
            pytest.param("aliases: &x a\n", "aliases: [&x a, new]\n", id="an anchor that nothing uses"),
            pytest.param("aliases: [a]\n", "aliases: [a, new]\n", id="a list in brackets"),
            pytest.param("aliases:\n- a\n", "aliases:\n- a\n- new\n", id="a list in lines"),
            pytest.param("alias: a\n", "alias: [a, new]\n", id="the singular name"),
            pytest.param("alias: a\naliases: b\n", "alias: a\naliases: [b, new]\n", id="both names"),
            pytest.param("alias: a\naliases:\n", "alias: [a, new]\naliases:\n", id="both names, one of them null"),
            pytest.param("? aliases\n: a\n", "? aliases\n: [a, new]\n", id="behind a question mark"),
        ],
    )
    def test_an_alias_is_added_in_the_style_that_is_there(self, block, expected):
        assert add(block) == page(expected)

    @pytest.mark.parametrize(
        ("block", "expected"),
        [
            pytest.param("{}\n", "{aliases: [new]}\n", id="empty"),
            pytest.param("{a: 1}\n", "{a: 1, aliases: [new]}\n", id="absent"),
            pytest.param("{a: 1, b: }\n", "{a: 1, b: , aliases: [new]}\n", id="behind a null"),
            pytest.param("{aliases: a, b: 1}\n", "{aliases: [a, new], b: 1}\n", id="a lone text"),
            pytest.param("{aliases: , b: 1}\n", "{aliases: [new] , b: 1}\n", id="nothing"),
            pytest.param("{\n  a: 1 # why\n}\n", "{\n  a: 1, # why\n  aliases: [new]\n}\n", id="a line for each"),
            pytest.param('{\n  "aliases": []\n}\n', '{\n  "aliases": [new]\n}\n', id="a list"),
        ],
    )
    def test_in_a_block_in_brackets_it_stays_inside_them(self, block, expected):
        assert add(block) == page(expected)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("---\r\na: 1\r\n---\r\nx\r\n", "---\r\na: 1\r\naliases: [new]\r\n---\r\nx\r\n", id="pairs"),
            pytest.param("---\ra: 1\r---\rx", "---\ra: 1\raliases: [new]\r---\rx", id="carriage returns"),
            pytest.param("---\r\na: 1\n---\n", "---\r\na: 1\naliases: [new]\n---\n", id="mixed"),
            pytest.param("---\na: 1\n---", "---\na: 1\naliases: [new]\n---", id="no last line end"),
            pytest.param("\ufeff---\na: 1\n---\n", "\ufeff---\na: 1\naliases: [new]\n---\n", id="a byte-order mark"),
            pytest.param("--- \na: 1\n---\t\n", "--- \na: 1\naliases: [new]\n---\t\n", id="blanks behind the fences"),
            pytest.param(
                '---\r\naliases: "x\r\n  y"\r\n---\r\n', '---\r\naliases: ["x\r\n  y", new]\r\n---\r\n', id="inside"
            ),
        ],
    )
    def test_the_line_ends_of_the_file_stay(self, text, expected):
        assert add_to_list(text, "aliases", ("new",)) == expected

    @pytest.mark.parametrize("name", ["aliases", "alias"])
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            pytest.param("", "---\naliases: [new]\n---\n", id="an empty file"),
            pytest.param("# T\n", "---\naliases: [new]\n---\n# T\n", id="a body"),
            pytest.param("\n\nx", "---\naliases: [new]\n---\n\n\nx", id="empty lines first"),
            pytest.param("\ufeffx\r\n", "\ufeff---\r\naliases: [new]\r\n---\r\nx\r\n", id="mark and pairs"),
            pytest.param("---\n", "---\naliases: [new]\n---\n---\n", id="a rule"),
        ],
    )
    def test_a_page_without_a_block_gets_one_and_keeps_its_body(self, text, expected, name):
        assert add_to_list(text, name, ("new",)) == expected

    @pytest.mark.parametrize("block", ["aliases: [a, 'new']\n", "alias: new\n", "aliases: {x: new}\n"])
    def test_what_is_there_is_not_added(self, block):
        assert add(block) == page(block)

    def test_each_new_item_is_added_once_and_in_order(self):
        edited = add_to_list(page("tags: [b]\n"), "tags", ("c", "b", "no", "c", "a: 1"))
        assert edited == page('tags: [b, c, "no", "a: 1"]\n')

    def test_a_field_that_is_no_list_field_becomes_a_list(self):
        assert add_to_list(page("see: a\n"), "see", ("b",)) == page("see: [a, b]\n")


@pytest.mark.parametrize("edit", [add, lambda block: set_field(page(block), "aliases", ("new",))])
@pytest.mark.parametrize(
    ("block", "line", "reason"),
    [
        pytest.param("a: b: c\n", 2, "mapping values are not allowed", id="broken"),
        pytest.param("Dear all,\n", 2, "not a list of", id="no block"),
        pytest.param("aliases: [a]\nb: 1\naliases: [c]\n", 4, "for the second time", id="repeated"),
        pytest.param("b: 1\nb: 2\n", 3, "`b` is there for the second time", id="another one is repeated"),
        pytest.param("aliases: {a: b}\n", 2, "a map", id="a map"),
        pytest.param("b: &x [a]\naliases: *x\n", 2, "by an anchor", id="an anchor"),
        pytest.param("aliases: &x\n", 2, "an anchor or a tag", id="a null with an anchor"),
        pytest.param("aliases: !!str |\n  x\n", 2, "an anchor or a tag", id="a literal with a tag"),
        pytest.param("? aliases\n", 2, "no colon", id="no colon"),
        pytest.param("a: 1\n...\n", 1, "would not read back", id="the end of a document"),
    ],
)
def test_what_cannot_be_edited_safely_is_refused_with_line_and_reason(edit, block, line, reason):
    with pytest.raises(KbError, match=reason) as caught:
        edit(block)
    error = caught.value
    assert (error.kind, error.code, error.hint) == ("refused", "unsafe-edit", "edit the file by hand")
    if "Dear" not in block:
        assert error.message.startswith(f"`aliases` cannot be edited safely: line {line}: ")


def test_a_block_that_is_never_closed_is_refused():
    with pytest.raises(KbError, match="line 1: frontmatter is opened here and never closed"):
        add_to_list("---\na: 1\n", "aliases", ("new",))


class TestSet:
    @pytest.mark.parametrize(
        ("block", "value", "expected"),
        [
            pytest.param("b: 1\n", "x", "b: 1\na: x\n", id="absent"),
            pytest.param("a: old # why\n", "x", "a: x # why\n", id="plain"),
            pytest.param("a: old\n", "no: 1", 'a: "no: 1"\n', id="plain would not do"),
            pytest.param("a: 2026-01-05\n", "2026-02-01", "a: 2026-02-01\n", id="a date"),
            pytest.param("a: 1.9\n", "1.10", 'a: "1.10"\n', id="a number"),
            pytest.param('a: "old" # why\n', "x", 'a: "x" # why\n', id="double quotes"),
            pytest.param("a: 'old'\n", "it's", "a: 'it''s'\n", id="single quotes"),
            pytest.param("a: old\n  text # why\nb: 1\n", "x", "a: x # why\nb: 1\n", id="over two lines"),
            pytest.param("a: # why\n", "x", "a: x # why\n", id="nothing"),
            pytest.param("a: null\n", "x", "a: x\n", id="a null"),
            pytest.param("a: x\n", "", 'a: ""\n', id="an empty text"),
            pytest.param("a: >- # why\n  old\n  text\n\nb: 1\n", "x", "a: |- # why\n  x\n\nb: 1\n", id="folded"),
            pytest.param("a: |\n  old\n", "x\n", "a: |\n  x\n", id="literal"),
            pytest.param("a: |\n  old\n", " x", 'a: " x"\n', id="what no literal can hold"),
            pytest.param("{a: old}\n", "x", "{a: x}\n", id="in brackets"),
            pytest.param("{b: 1}\n", "x", "{b: 1, a: x}\n", id="absent in brackets"),
        ],
    )
    def test_a_text_takes_the_place_of_the_old_one_in_its_style(self, block, value, expected):
        assert set_field(page(block), "a", value) == page(expected)

    @pytest.mark.parametrize(
        ("block", "expected"),
        [
            pytest.param("b: 1\n", "b: 1\na: |-\n  x\n\n  y: 1\n", id="absent"),
            pytest.param("  b: 1\n", "  b: 1\n  a: |-\n    x\n\n    y: 1\n", id="absent from indented fields"),
            pytest.param("a: old # why\nb: 1\n", "a: |- # why\n  x\n\n  y: 1\nb: 1\n", id="plain"),
            pytest.param("a: # why\nb: 1\n", "a: |- # why\n  x\n\n  y: 1\nb: 1\n", id="nothing"),
            pytest.param("a: >\n  old\nb: 1\n", "a: |-\n  x\n\n  y: 1\nb: 1\n", id="folded"),
            pytest.param("a:\n  # why\nb: 1\n", 'a: "x\\n\\ny: 1"\n  # why\nb: 1\n', id="a comment would be swallowed"),
            pytest.param("{a: old}\n", '{a: "x\\n\\ny: 1"}\n', id="in brackets"),
        ],
    )
    def test_a_text_of_several_lines_becomes_a_literal_where_it_can(self, block, expected):
        assert set_field(page(block), "a", "x\n\ny: 1") == page(expected)

    def test_the_lines_of_a_literal_end_as_the_files_do(self):
        assert set_field("---\r\na: 1\r\n---\r\n", "a", "x\ny\n") == "---\r\na: |\r\n  x\r\n  y\r\n---\r\n"

    @pytest.mark.parametrize(
        ("block", "value", "expected"),
        [
            pytest.param("a: 1\n", ("x", "no"), 'a: 1\ntags: [x, "no"]\n', id="absent"),
            pytest.param("tags: # why\n", ("x",), "tags: [x] # why\n", id="nothing"),
            pytest.param("tags: old # why\n", ("x",), "tags: [x] # why\n", id="a text"),
            pytest.param("tags: |\n  old\na: 1\n", ("x",), "tags: [x]\na: 1\n", id="a literal"),
            pytest.param("tags: [old]\n", ("x",), "tags: [x]\n", id="brackets"),
            pytest.param("tags:\n- old\n", ("x", "y y"), "tags:\n- x\n- y y\n", id="lines"),
            pytest.param("tag: old\n", ("x",), "tag: [x]\n", id="the singular name"),
            pytest.param("tags: [old]\n", "x", "tags: [x]\n", id="a text for a list field"),
            pytest.param("tags: [old]\n", " ", "tags: []\n", id="a blank text for a list field"),
        ],
    )
    def test_texts_take_the_place_of_the_old_ones_in_their_style(self, block, value, expected):
        assert set_field(page(block), "tags", value) == page(expected)

    def test_the_same_value_changes_nothing(self):
        text = page("a: >-\n  x\n  y\ntag: [z]\n")
        assert set_field(text, "a", "x y") == text
        assert set_field(text, "tags", ("z",)) == text

    def test_a_page_without_a_block_gets_one(self):
        assert set_field("x\n", "updated", "2026-01-05") == "---\nupdated: 2026-01-05\n---\nx\n"

    def test_a_list_is_not_overwritten_by_a_text(self):
        with pytest.raises(KbError, match="its value is a list"):
            set_field(page("see: [a]\n"), "see", "b")

    def test_a_name_that_yaml_would_retype_is_quoted(self):
        assert set_field(page("a: 1\n"), "no", "x") == page('a: 1\n"no": x\n')


@pytest.mark.parametrize("path", sorted(EXAMPLE.rglob("*.md")), ids=lambda path: path.stem)
def test_in_every_page_of_the_example_an_alias_touches_only_its_own_line(path):
    text = path.read_text(encoding="utf-8")
    if make_page("page.md", text, {}).problem:
        with pytest.raises(KbError, match="cannot be edited safely"):
            add_to_list(text, "aliases", ("one more",))
        return
    edited = add_to_list(text, "aliases", ("one more",))

    changes = [line for line in difflib.ndiff(text.splitlines(), edited.splitlines()) if line[0] in "+-"]
    added = [line for line in changes if line[0] == "+"]
    assert len(added) == 1 or added == ["+ ---", "+ aliases: [one more]", "+ ---"]
    assert "one more" in "".join(added)
    assert all("alias" in line for line in changes if line[0] == "-")
    assert fields(edited) == fields(text) | {"aliases": (*fields(text).get("aliases", ()), "one more")}
    assert body(edited) == body(text)
