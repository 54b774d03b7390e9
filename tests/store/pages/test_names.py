"""Names of files that a system cannot keep, or takes for one another."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.pages.names import check_names, fold, windows_trouble


def found(*paths):
    return [(problem.path, problem.level, problem.code, problem.message) for problem in check_names(paths)]


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("a:b.md", "holds ':'"),
        ("why?.md", "holds '?'"),
        ('say "x".md', "holds '\"'"),
        ("a<b.md", "holds '<'"),
        ("a|b.md", "holds '|'"),
        ("a*.md", "holds '*'"),
        ("a\\b.md", "holds '\\\\'"),
        ("a\nb.md", "holds '\\n'"),
        ("CON.md", "is kept for a device"),
        ("con", "is kept for a device"),
        ("Aux.tar.md", "is kept for a device"),
        ("com1.md", "is kept for a device"),
        ("LPT9.md", "is kept for a device"),
        ("nul .md", "is kept for a device"),
        ("folder.", "ends in a dot or a blank"),
        ("folder ", "ends in a dot or a blank"),
        ("caf\udce9.md", "is no Unicode text"),
    ],
)
def test_windows_cannot_keep_a_name_that_it_reads_otherwise(name, trouble):
    assert windows_trouble(name) == trouble
    assert [(code, level) for _, level, code, _ in found(f"wiki/{name}/a.md", "wiki/good.md")] == [
        ("windows-name", "error")
    ]


@pytest.mark.parametrize(
    "name",
    [
        "a b.md",
        "a#b.md",
        "[a].md",
        "a'b.md",
        "caf\u00e9.md",
        "\u90e8\u7f72.md",
        "console.md",
        "com.md",
        "com10.md",
        "a.con.md",
        ".a.md",
        "-rf.md",
        "\U0001f680.md",
    ],
)
def test_windows_keeps_any_other_name(name):
    assert windows_trouble(name) == ""
    assert found(f"wiki/{name}") == []


def test_files_that_differ_only_by_case_clash_on_each_of_them():
    assert found("a/README.md", "a/readme.md", "b/readme.md") == [
        ("a/README.md", "error", "clashing-name", '"README.md" and "readme.md" are one name on Windows and macOS'),
        ("a/readme.md", "error", "clashing-name", '"readme.md" and "README.md" are one name on Windows and macOS'),
    ]


def test_files_that_differ_only_by_composed_accents_clash():
    assert [code for _, _, code, _ in found("caf\u00e9.md", "cafe\u0301.md")] == ["clashing-name", "clashing-name"]


def test_folders_that_differ_only_by_case_clash_once_each():
    assert [(path, code) for path, _, code, _ in found("Wiki/a.md", "Wiki/b.md", "wiki/a.md", "wiki/c.md")] == [
        ("Wiki/a.md", "clashing-name"),
        ("wiki/a.md", "clashing-name"),
    ]


def test_names_that_differ_only_by_what_separates_words_are_a_warning():
    assert found("a-b.md", "a b.md", "a_c.md", "x/a_b.md") == [
        ("a b.md", "warning", "similar-name", '"a b.md" and "a-b.md" differ only by hyphen, underscore or blank'),
        ("a-b.md", "warning", "similar-name", '"a-b.md" and "a b.md" differ only by hyphen, underscore or blank'),
    ]


def test_names_that_clash_are_not_said_to_be_alike_too():
    assert [code for _, _, code, _ in found("a-b.md", "A-B.md")] == ["clashing-name", "clashing-name"]


@settings(max_examples=200, deadline=None, database=None)
@given(st.text(max_size=12))
def test_folding_twice_folds_no_further(text):
    assert fold(fold(text)) == fold(text)
