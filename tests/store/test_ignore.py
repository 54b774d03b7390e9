"""Patterns in the syntax of .gitignore."""

from __future__ import annotations

import pytest

from kb.store.ignore import is_ignored, make_rules


@pytest.mark.parametrize(
    ("patterns", "path", "ignored"),
    [
        pytest.param(["*.md"], "a.md", True, id="by its ending"),
        pytest.param(["a.md"], "d/a.md", True, id="in any folder"),
        pytest.param(["/a.md"], "d/a.md", False, id="at the root alone"),
        pytest.param(["d/"], "d/", True, id="a folder"),
        pytest.param(["d/"], "d", False, id="a file with the name of a folder"),
        pytest.param(["*.md", "!a.md"], "a.md", False, id="taken back"),
        pytest.param(["!a.md", "*.md"], "a.md", True, id="the last one decides"),
        pytest.param(["# a.md", "", "  "], "a.md", False, id="comments and blanks"),
        pytest.param(["[[x].md"], "x.md", True, id="a bracket in a set"),
    ],
)
def test_a_path_is_ignored_as_git_ignores_it(patterns, path, ignored):
    assert is_ignored(path, make_rules(patterns)) is ignored


def test_the_rules_of_a_folder_count_from_there_and_later_ones_decide():
    rules = [*make_rules(["*.md"]), *make_rules(["!/a.md"], "d/")]

    assert [is_ignored(path, rules) for path in ("a.md", "d/a.md", "d/b.md")] == [True, False, True]


def test_no_lines_are_no_rules():
    assert make_rules(["", "# x", "/"]) == []


@pytest.mark.parametrize("pattern", ["!", "[z-a]", "a\\"])
def test_a_line_that_is_no_pattern_is_refused(pattern):
    with pytest.raises(ValueError, match=r"\S"):
        make_rules([pattern])
