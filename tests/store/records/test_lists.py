"""Items added to lists, and lists given other items."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.pages.page import make_page
from kb.store.records.edit import add_to_list, set_field

BODY = "body\n"


def page(block):
    return f"---\n{block}---\n{BODY}"


class TestAppend:
    @pytest.mark.parametrize(
        ("block", "expected"),
        [
            pytest.param("tags: []\n", "tags: [new]\n", id="empty"),
            pytest.param("tags: [ ]\n", "tags: [new ]\n", id="a blank"),
            pytest.param("tags: [a]\n", "tags: [a, new]\n", id="one"),
            pytest.param("tags: [a, b] # why\n", "tags: [a, b, new] # why\n", id="a comment behind"),
            pytest.param("tags: [a,]\n", "tags: [a, new,]\n", id="a last comma"),
            pytest.param("tags: [ 'a', \"b\" , ]\n", "tags: [ 'a', \"b\", new , ]\n", id="quotes and blanks"),
            pytest.param("tags: [a, ~, {b: c}, [d]]\n", "tags: [a, ~, {b: c}, [d], new]\n", id="odd items"),
            pytest.param("tags: [a,\n  b]\n", "tags: [a,\n  b, new]\n", id="two lines"),
            pytest.param("tags: [\n  a, b\n]\n", "tags: [\n  a, b, new\n]\n", id="two on a line"),
            pytest.param("tags: [a\n  b]\n", "tags: [a\n  b, new]\n", id="an item over two lines"),
            pytest.param("tags: [ # why\n]\n", "tags: [new # why\n]\n", id="only a comment"),
            pytest.param("tags:\n  [a]\n", "tags:\n  [a, new]\n", id="below its name"),
            pytest.param("tags: &x [a]\n", "tags: &x [a, new]\n", id="an anchor that nothing uses"),
            pytest.param("tags: &x []\n", "tags: &x [new]\n", id="an empty one with an anchor"),
        ],
    )
    def test_in_brackets_a_new_item_stands_behind_the_last(self, block, expected):
        assert add_to_list(page(block), "tags", ("new",)) == page(expected)

    @pytest.mark.parametrize(
        ("block", "expected"),
        [
            pytest.param("[\n  a,\n  b\n]\n", "[\n  a,\n  b,\n  v,\n  w\n]\n", id="plain"),
            pytest.param("[\n  a,\n  b,\n]\n", "[\n  a,\n  b,\n  v,\n  w,\n]\n", id="a last comma"),
            pytest.param("[\n  a, # 1\n  b # 2\n]\n", "[\n  a, # 1\n  b, # 2\n  v,\n  w\n]\n", id="comments"),
            pytest.param("[\n  a , # 1\n]\n", "[\n  a , # 1\n  v,\n  w,\n]\n", id="a comment behind the comma"),
            pytest.param("[\n\ta\n]\n", "[\n\ta,\n\tv,\n\tw\n]\n", id="tabs"),
        ],
    )
    def test_where_the_last_item_has_its_own_line_so_has_a_new_one(self, block, expected):
        assert add_to_list(page(f"tags: {block}"), "tags", ("v", "w")) == page(f"tags: {expected}")

    @pytest.mark.parametrize(
        ("block", "expected"),
        [
            pytest.param("  - a\n  - b\n", "  - a\n  - b\n  - new\n", id="indented"),
            pytest.param("- a\n", "- a\n- new\n", id="not indented"),
            pytest.param("  - a\n\nz: 1\n", "  - a\n  - new\n\nz: 1\n", id="an empty line behind"),
            pytest.param("  - a # 1\n  # 2\nz: 1\n", "  - a # 1\n  - new\n  # 2\nz: 1\n", id="comments behind"),
            pytest.param("  # 1\n  - a\n\n  # 2\n  - b\n", "  # 1\n  - a\n\n  # 2\n  - b\n  - new\n", id="between"),
            pytest.param("  - a\n    b\nz: 1\n", "  - a\n    b\n  - new\nz: 1\n", id="over two lines"),
            pytest.param('  - "a\n    b" # 1\n', '  - "a\n    b" # 1\n  - new\n', id="quoted over two lines"),
            pytest.param("  - |\n    a\n\nz: 1\n", "  - |\n    a\n  - new\n\nz: 1\n", id="literal"),
            pytest.param("  - >-\n    a\n    b\n", "  - >-\n    a\n    b\n  - new\n", id="folded"),
            pytest.param("  - |+\n    a\n\nz: 1\n", "  - |+\n    a\n\n  - new\nz: 1\n", id="kept empty lines"),
            pytest.param("  -\n", "  -\n  - new\n", id="nothing in an item"),
            pytest.param("  -\n    a\n", "  -\n    a\n  - new\n", id="an item below its dash"),
            pytest.param("  - - a\n    - b\n", "  - - a\n    - b\n  - new\n", id="a list in it"),
            pytest.param("  - a: b\n    c:\n", "  - a: b\n    c:\n  - new\n", id="a map in it"),
            pytest.param("  - [a,\n    b] # 1\n", "  - [a,\n    b] # 1\n  - new\n", id="brackets in it"),
            pytest.param("  - [] # 1\n", "  - [] # 1\n  - new\n", id="empty brackets in it"),
            pytest.param(" # 1\n  - a\n", " # 1\n  - a\n  - new\n", id="a comment behind the name"),
            pytest.param(" &x\n  - a\n", " &x\n  - a\n  - new\n", id="an anchor that nothing uses"),
        ],
    )
    def test_in_lines_a_new_item_has_a_line_behind_the_last(self, block, expected):
        assert add_to_list(page(f"tags:\n{block}"), "tags", ("new",)) == page(f"tags:\n{expected}")

    def test_a_list_behind_a_question_mark_is_indented_by_its_dashes(self):
        assert add_to_list(page("? tags\n: - a\n"), "tags", ("b",)) == page("? tags\n: - a\n  - b\n")


class TestRewrite:
    @pytest.mark.parametrize(
        ("block", "items", "expected"),
        [
            pytest.param(" [a, b] # 1", ("c",), " [c] # 1", id="brackets"),
            pytest.param(" ['a', \"b\",]", ("b", "c"), ' ["b", c,]', id="what stays keeps its spelling"),
            pytest.param(" [a, b]", (), " []", id="brackets emptied"),
            pytest.param(" []", ("a", "b"), " [a, b]", id="empty brackets"),
            pytest.param(" [a]", ("a", "b"), " [a, b]", id="only more"),
            pytest.param(" [a, # 1\n  b]", ("a", "b", "c"), " [a, # 1\n  b, c]", id="only more with a comment"),
            pytest.param("\n  - a\n  - b\n", ("b", "a"), "\n  - b\n  - a\n", id="lines"),
            pytest.param("\n- a, b\n- |\n  c", ("c\n", "a, b"), '\n- "c\\n"\n- a, b', id="spellings in lines"),
            pytest.param(" # 1\n  - a\n\n", (), " [] # 1\n\n", id="lines emptied"),
            pytest.param("\n  # 1\n  - a", (), " []\n  # 1", id="lines emptied below a comment"),
        ],
    )
    def test_other_items_take_the_place_of_the_old_ones_in_the_same_style(self, block, items, expected):
        edited = set_field(page(f"see:{block}\nz: 1\n"), "see", items)

        assert edited == page(f"see:{expected}\nz: 1\n")
        assert make_page("page.md", edited, {}).many("see") == items

    @pytest.mark.parametrize(
        ("block", "reason"),
        [
            pytest.param("[a, # 1\n  b]", "a comment between", id="a comment in brackets"),
            pytest.param("[a # 1\n ]", "a comment between", id="a comment behind the last one in brackets"),
            pytest.param("\n  - a # 1\n  - b", "a comment between", id="a comment in lines"),
            pytest.param("\n  - a\n  - b # 1", "a comment between", id="a comment behind the last line"),
            pytest.param("\n  - | # 1\n    a", "a comment between", id="a comment in a header"),
            pytest.param("[a, ~]", "no text", id="a null"),
            pytest.param("[a, [b]]", "no text", id="a list"),
            pytest.param("&x [a]", "an anchor or a tag", id="an anchor"),
            pytest.param("!!seq [a]", "an anchor or a tag", id="a tag"),
        ],
    )
    def test_what_would_be_lost_is_not_rewritten(self, block, reason):
        with pytest.raises(KbError, match=reason):
            set_field(page(f"see: {block}\n"), "see", ("new",))
