"""The block at the head of a page as texts."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.pages import frontmatter
from kb.store.pages.frontmatter import LIST_FIELDS, SINGULAR, Frontmatter, read_frontmatter

BODY = "\nthe body\n"

# What YAML gives a meaning, in any order.
PIECES = [
    *("a:", " b", "- ", "\n", "\n  ", "[", "]", "{", "}", "&x ", "*x", "!t ", "|", ">", "'", '"', "#", "? ", ": ", ","),
    *("---", "...", "%A", "\t", "\\", "<<", "1", "null", "@", "`", "\x00", "\u2028", "\ufeff", "\U0001f680"),
]

# Whole lines of fields, and what may stand before and behind them.
LINES = [
    *("a: x", " b: y", "d:", "  - e", "- f", "{g: h}", "[i]", "!t", "!t j: k", "'l'", "# m", "", "n: {o: p}"),
    *("'q': r", "? s", ": t", "w: 'x", "y'", "!t {z: a}", "tags: [a, b]", "a: 07", "b: no"),
]

NAMES = st.from_regex(r"[a-z][a-z_-]{0,8}", fullmatch=True).filter(
    lambda name: name not in LIST_FIELDS | SINGULAR.keys()
)


def read(block):
    """Read a block between its fences, with a body behind it."""
    return read_frontmatter(f"---\n{block}---\n{BODY}")


def body_of(text):
    return text[read_frontmatter(text).end :]


class TestBlock:
    def test_a_page_without_one_has_no_fields_and_is_all_body(self):
        assert read_frontmatter("# Title\n\ntext\n") == Frontmatter({}, 0)

    def test_an_empty_page_has_no_fields(self):
        assert read_frontmatter("") == Frontmatter({}, 0)

    def test_the_body_begins_behind_the_line_of_the_closing_fence(self):
        text = "---\na: b\n---\nbody\n"
        assert read_frontmatter(text) == Frontmatter({"a": "b"}, len("---\na: b\n---\n"))

    @pytest.mark.parametrize(
        ("text", "body"),
        [
            pytest.param("---\na: b\n---\n\nbody\n", "\nbody\n", id="a blank line belongs to the body"),
            pytest.param("---\na: b\n---", "", id="no end of line"),
            pytest.param("---\na: b\n---\n", "", id="no body"),
            pytest.param("--- \t\na: b\n---\t \nbody", "body", id="blanks behind the fences"),
            pytest.param("---\na: b\n---\n---\nc: d\n---\n", "---\nc: d\n---\n", id="a second block"),
            pytest.param("---\na: b\n---\ntext\n\n---\n\nmore\n", "text\n\n---\n\nmore\n", id="a rule further down"),
        ],
    )
    def test_a_block_is_taken_off_and_nothing_else(self, text, body):
        assert read_frontmatter(text).fields == {"a": "b"}
        assert body_of(text) == body

    @pytest.mark.parametrize("block", ["", "\n", "# a comment\n", "\n\n# a comment\n\n"])
    def test_a_block_with_nothing_in_it_has_no_fields_and_no_problem(self, block):
        assert read(block) == Frontmatter({}, len(f"---\n{block}---\n"))

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("text\n\n---\na: b\n---\n", id="two rules in the body"),
            pytest.param("\n---\na: b\n---\n", id="a blank line before it"),
            pytest.param(" ---\na: b\n---\n", id="indented"),
            pytest.param("----\na: b\n----\n", id="four hyphens"),
            pytest.param("--- x\na: b\n---\n", id="a word behind the fence"),
            pytest.param("***\na: b\n***\n", id="another rule"),
            pytest.param("---", id="only a fence"),
            pytest.param("---\n", id="only a fence and an end of line"),
            pytest.param("---\n\n \n", id="only a fence and blanks"),
        ],
    )
    def test_only_a_fence_on_the_first_line_opens_one(self, text):
        assert read_frontmatter(text) == Frontmatter({}, 0)

    @pytest.mark.parametrize(
        "text",
        [
            "---\na: b\n",
            "---\na: b",
            "---\na: b\n ---\n",
            "---\na: b\n---x\n",
            "---\na: b\n----\n",
            "---\ntext --- text\n",
        ],
    )
    def test_a_block_that_is_never_closed_is_body_text(self, text):
        assert read_frontmatter(text) == Frontmatter({}, 0, "frontmatter is opened here and never closed", 1)

    @pytest.mark.parametrize(
        ("block", "value"),
        [
            pytest.param("a: one --- two\n", "one --- two", id="in a line"),
            pytest.param("a: |\n  one\n  ---\n  two\n", "one\n---\ntwo\n", id="indented on a line of its own"),
            pytest.param('a: "---"\n', "---", id="quoted"),
            pytest.param("a: ---\n", "---", id="alone"),
        ],
    )
    def test_a_fence_inside_a_value_closes_nothing(self, block, value):
        assert read(block) == Frontmatter({"a": value}, len(f"---\n{block}---\n"))


class TestTexts:
    @pytest.mark.parametrize(
        "written",
        [
            "2026-01-05",
            "2026-01-05T10:00:00+02:00",
            "2026-01-05 10:00:00",
            "1.10",
            "2026.4.10",
            "007",
            "0x1F",
            "0o17",
            "1e3",
            "1_000",
            "12:30:45",
            "+49",
            ".5",
            ".inf",
            ".nan",
            "-0",
            "true",
            "True",
            "yes",
            "no",
            "on",
            "off",
            "Y",
            "404",
            "18446744073709551616",
            "DEC-0054",
            "C:\\x",
            "don't",
            "a, b",
            "a#b",
            "<<",
            "=",
            "\u90e8\u7f72",
            "caf\u00e9",
            "cafe\u0301",
            "\U0001f680",
        ],
    )
    def test_a_scalar_is_the_text_that_is_written(self, written):
        assert read(f"field: {written}\n").fields == {"field": written}
        assert read(f"field: {written}\nother: 1\n").fields == {"field": written, "other": "1"}
        assert read(f"tags: [{written}]\n").fields["tags"] == tuple(written.split(", "))

    @pytest.mark.parametrize(
        ("block", "value"),
        [
            pytest.param('a: "x: \\u00e9\\t\\""\n', 'x: \u00e9\t"', id="double quotes"),
            pytest.param("a: 'it''s'\n", "it's", id="single quotes"),
            pytest.param('a: "1.10"\n', "1.10", id="a number in quotes"),
            pytest.param('a: "null"\n', "null", id="null in quotes"),
            pytest.param("a: ''\n", "", id="nothing in quotes"),
            pytest.param("a: one\n  two\n", "one two", id="over two lines"),
            pytest.param("a: >\n  one\n  two\n", "one two\n", id="folded"),
            pytest.param("a: |-\n  one\n  two\n", "one\ntwo", id="literal"),
            pytest.param("a: x # why\n", "x", id="comment"),
            pytest.param("a: !!str 5\n", "5", id="tag"),
            pytest.param("a: !thing 5\n", "5", id="unknown tag"),
            pytest.param("a: \t x \t\n", "x", id="blanks around it"),
            pytest.param("a: one\u2028two\n", "one\u2028two", id="line separator"),
            pytest.param("a: one\u0085two\n", "one\u0085two", id="next line"),
        ],
    )
    @pytest.mark.parametrize("beside", ["", "other: 1\n"], ids=["alone", "beside a number"])
    def test_what_yaml_writes_in_other_ways_is_the_text_that_is_meant(self, block, value, beside):
        found = read(block + beside)
        assert (found.problem, found.fields.get("a")) == ("", value)

    @pytest.mark.parametrize("null", ["", "null", "Null", "NULL", "~", "# nothing"])
    @pytest.mark.parametrize("name", ["title", "tags"])
    def test_a_null_is_no_field(self, null, name):
        assert read(f"{name}: {null}\nother: x\n").fields == {"other": "x"}

    @pytest.mark.parametrize(
        ("block", "name"),
        [("404: x\n", "404"), ("true: x\n", "true"), ("2026-01-05: x\n", "2026-01-05"), ('"a b": x\n', "a b")],
    )
    def test_a_name_is_the_text_that_is_written(self, block, name):
        assert read(block).fields == {name: "x"}

    def test_a_name_that_is_no_text_is_left_out(self):
        assert read("? [x]\n: y\nb: z\n").fields == {"b": "z"}

    def test_an_alias_is_what_it_stands_for(self):
        assert read("a: &x one\nb: *x\ntags: [*x, two]\n").fields == {"a": "one", "b": "one", "tags": ("one", "two")}


class TestLists:
    @pytest.mark.parametrize(
        ("block", "tags"),
        [
            pytest.param("tags: tool\n", ("tool",), id="a lone one"),
            pytest.param("tags: 404\n", ("404",), id="a lone number"),
            pytest.param("tags: a, b\n", ("a, b",), id="a text with a comma"),
            pytest.param("tags: [a, b]\n", ("a", "b"), id="one line"),
            pytest.param("tags:\n  - a\n  - b\n", ("a", "b"), id="a line each"),
            pytest.param("tags:\n- a\n- b\n", ("a", "b"), id="not indented"),
            pytest.param("tags: [404, null, {a: 1}, x]\n", ("404", "1", "x"), id="odd shapes"),
            pytest.param("tags: [1.10, no, 2026-01-05]\n", ("1.10", "no", "2026-01-05"), id="what YAML would retype"),
            pytest.param("tags: [a, [b, [c]], d]\n", ("a", "b", "c", "d"), id="nested"),
            pytest.param("tags: [null]\n", (), id="a null"),
            pytest.param("tags: []\n", (), id="empty"),
            pytest.param('tags: ""\n', (), id="an empty text"),
            pytest.param('tags: " "\n', (), id="a blank text"),
            pytest.param('tags: ["#a", "b"]\n', ("#a", "b"), id="quoted"),
        ],
    )
    def test_a_list_field_is_a_list_of_texts(self, block, tags):
        assert read(block).fields == {"tags": tags}

    @pytest.mark.parametrize("name", ["aliases", "tags", "systems", "repos", "links"])
    def test_these_fields_are_lists_even_with_one_value(self, name):
        assert read(f"{name}: one\n").fields == {name: ("one",)}

    @pytest.mark.parametrize(
        ("one", "many"), [("alias", "aliases"), ("tag", "tags"), ("system", "systems"), ("repo", "repos")]
    )
    def test_the_singular_name_of_a_list_field_is_that_field(self, one, many):
        assert read(f"{one}: x\n").fields == {many: ("x",)}
        assert read(f"{one}: [x, 1]\n").fields == {many: ("x", "1")}

    def test_the_singular_name_takes_nothing_from_the_plural_one(self):
        assert read("tag: x\ntags: [y]\n").fields == {"tag": "x", "tags": ("y",)}

    @pytest.mark.parametrize(
        ("block", "value"),
        [
            pytest.param("a: [x, y]\n", ("x", "y"), id="list"),
            pytest.param("a: []\n", (), id="empty list"),
            pytest.param("a:\n  b: x\n  c:\n    d: 1\n", ("x", "1"), id="map"),
            pytest.param("a: {b: x, c: [y, null]}\n", ("x", "y"), id="map on a line"),
        ],
    )
    def test_the_texts_of_any_other_nested_value_are_kept_in_order(self, block, value):
        assert read(block).fields == {"a": value}

    def test_a_name_that_is_a_list_is_left_out(self):
        assert read("? !!str\n  - a\n: b\ntitle: x\n").fields == {"title": "x"}


class TestProblems:
    @pytest.mark.parametrize(
        ("block", "line"),
        [
            pytest.param("ok: x\ntitle: a: b\n", 3, id="a colon in a value"),
            pytest.param("title: a: b\n", 2, id="on the first line"),
            pytest.param("path: `C:\\x`\n", 2, id="a back-quoted path"),
            pytest.param("title: *Word*\n", 2, id="a word in stars"),
            pytest.param("title: x\nlinks:\n  - [[x]]y\n", 4, id="a link with a letter behind it"),
            pytest.param("links:\n\t- x\n", 3, id="a tab as indent"),
            pytest.param('a: x\nb: "open\n', 4, id="an open quote"),
            pytest.param("a: x\n b: y\n", 3, id="a wrong indent"),
            pytest.param("a: *unknown\n", 2, id="an alias of nothing"),
            pytest.param("\n\n# why\na: b: c\n", 5, id="behind blank lines and comments"),
            pytest.param("a: x\n...\nb: y\n", 4, id="text behind the end of the document"),
            pytest.param(" a: x\nb: y\n", 3, id="a first line that is indented"),
            pytest.param("\ta: x\nb: y\n", 2, id="a first line behind a tab"),
            pytest.param("# why\n a: x\nb: y\n", 4, id="an indented line behind a comment"),
            pytest.param("{a: x}\nb: y\n", 3, id="a map on a line and more"),
            pytest.param("!t {a: x}\nb: y\n", 3, id="a map with a tag and more"),
            pytest.param("a: x\n--- b: y\n", 3, id="a second document"),
            pytest.param("a: x\n---\tb: y\n", 3, id="a second document behind a tab"),
        ],
    )
    def test_a_broken_block_is_told_with_its_line_and_is_not_body_text(self, block, line):
        found = read(block)
        assert found.fields == {}
        assert found.problem.startswith("frontmatter is not valid YAML: ")
        assert "\n" not in found.problem
        assert found.line == line
        assert found.end == len(f"---\n{block}---\n")

    @pytest.mark.parametrize(
        "block",
        [
            pytest.param("- a\n- b: c\n", id="list"),
            pytest.param("just a sentence\n", id="sentence"),
            pytest.param("Dear all,\n\nplease take note.\n", id="letter"),
            pytest.param("ACME Works\n12 Mill Lane\nPhone: 555 0100\n", id="letterhead with a colon"),
            pytest.param("Dear all,\n\nplease note: the gate is shut.\n", id="letter with a colon"),
            pytest.param('"quoted"\n', id="quoted"),
            pytest.param("2026\n", id="number"),
        ],
    )
    def test_what_is_no_mapping_is_body_text(self, block):
        text = f"---\n{block}---\n{BODY}"
        found = read_frontmatter(text)
        assert (found.fields, found.end) == ({}, 0)
        assert found.problem != ""

    @pytest.mark.parametrize(
        "character", ["\x07", "\x7f", "\x9f", "\ufffe"], ids=["bell", "delete", "C1", "no character"]
    )
    def test_a_character_that_yaml_forbids_is_told_as_such(self, character):
        found = read(f"n: [1]\na: x{character}y\n")
        assert "characters are not allowed" in found.problem
        assert found.line == 3

    def test_a_line_separator_in_a_value_does_not_shift_the_line_of_a_problem(self):
        assert read('a: "x\u2028y"\nb: c: d\n').line == 3

    def test_references_that_unfold_without_measure_are_refused_with_the_limit(self):
        levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
        block = "\n".join(levels) + "\n"
        found = read(block)
        assert found == Frontmatter({}, len(f"---\n{block}---\n"), "frontmatter unfolds to more than 10000 values", 6)

    def test_a_reference_to_what_holds_it_is_refused_with_the_limit(self):
        found = read("t: x\na: &a [y, *a]\n")
        assert (found.fields, found.problem, found.line) == ({}, "frontmatter unfolds to more than 10000 values", 3)

    @pytest.mark.parametrize(
        "block",
        [
            pytest.param("a: " + "[" * 20_000 + "]" * 20_000 + "\n", id="lists on a line"),
            pytest.param("a: " + "{b: " * 20_000 + "}" * 20_000 + "\n", id="maps on a line"),
            pytest.param("a:\n  " + "- " * 20_000 + "x\n", id="lists in a list"),
            pytest.param("a:\n" + "".join(" " * level + "b:\n" for level in range(1, 2000)), id="maps line by line"),
            pytest.param("a: " + "[" * 20_000 + "\n", id="never closed"),
        ],
    )
    def test_nesting_without_measure_is_told_and_breaks_nothing(self, block):
        found = read(block)
        assert found.fields == {}
        assert found.problem.startswith("frontmatter is not valid YAML: ")

    def test_a_list_of_many_values_is_no_problem(self):
        assert len(read("tags:\n" + "- x\n" * 9_000).fields["tags"]) == 9_000


@pytest.mark.parametrize("style", ['"', "'", None], ids=["double quotes", "single quotes", "as needed"])
@settings(max_examples=150, deadline=None, database=None)
@given(fields=st.dictionaries(NAMES, st.text(), max_size=5))
def test_texts_that_were_written_as_yaml_are_read_back(style, fields):
    block = yaml.safe_dump(fields, default_style=style)
    assert read(block).fields == fields
    assert read(block + '"404": 1\n' if fields else '"404": 1\n').fields == fields | {"404": "1"}


@settings(max_examples=300, deadline=None, database=None)
@given(lines=st.lists(st.sampled_from(LINES), max_size=6, unique=True))
def test_the_fast_reader_reads_what_the_exact_one_does_or_leaves_it_to_it(lines):
    block = "".join(f"{line}\n" for line in lines)
    found = read(block)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontmatter, "_is_plain_enough", lambda _: False)
        assert found == read(block)


@settings(max_examples=300, deadline=None, database=None)
@given(parts=st.lists(st.sampled_from(PIECES), max_size=14))
def test_any_block_is_read_or_told_and_the_body_stays(parts):
    text = f"---\n{''.join(parts)}\n---\n{BODY}"
    found = read_frontmatter(text)
    assert text[found.end :].endswith(BODY)
    assert 1 <= found.line <= text.count("\n") + 1
    assert all(type(value) in (str, tuple) for value in found.fields.values())
    assert not (found.problem and found.fields)
