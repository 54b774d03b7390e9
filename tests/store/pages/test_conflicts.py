"""Committed conflict markers."""

from __future__ import annotations

import pytest

from kb.store.pages.conflicts import check_conflicts
from kb.store.pages.page import make_page

WHOLE = "<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> topic\n"


def lines(text):
    return [problem.line for problem in check_conflicts(make_page("a.md", text, {}))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(WHOLE, [1], id="a whole set"),
        pytest.param("<<<<<<<\none\n=======\ntwo\n>>>>>>>\n", [1], id="without names"),
        pytest.param("<<<<<<< a\none\n||||||| base\nzero\n=======\ntwo\n>>>>>>> b\n", [1], id="with the base between"),
        pytest.param(f"```\n{WHOLE}```\n", [2], id="in a fence"),
        pytest.param(f"text\n\n{WHOLE}\n{WHOLE}", [3, 9], id="two sets"),
        pytest.param(f"---\n{WHOLE}---\n", [2], id="in the frontmatter"),
        pytest.param("text\n<<<<<<< HEAD\n", [2], id="only the first one"),
        pytest.param("a\n=======\nb\n>>>>>>> topic\n", [4], id="all but the first one"),
        pytest.param(WHOLE.replace("\n", "\r\n"), [1], id="with the lines of Windows"),
    ],
)
def test_markers_of_a_merge_are_found_on_their_first_line(text, found):
    assert lines(text) == found


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Title\n=======\n", id="an underline"),
        pytest.param("=======\n", id="only signs of equality"),
        pytest.param("```\n<<<<<<< HEAD\n```\n", id="a lone one in a fence"),
        pytest.param("a\n=======\n```\n>>>>>>> b\n```\n", id="a last one in a fence"),
        pytest.param(">>>>>>> topic\n", id="a last one alone, for it is a deep quote"),
        pytest.param("".join(f"    {line}\n" for line in WHOLE.splitlines()), id="indented"),
        pytest.param("<<<<<<<< eight\n=======\n>>>>>>>> eight\n", id="eight signs"),
        pytest.param("<<<<<<<x\n", id="a word at the signs"),
    ],
)
def test_what_only_looks_like_markers_is_none(text):
    assert lines(text) == []
