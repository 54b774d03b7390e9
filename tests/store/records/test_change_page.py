"""Aliases and fields, on branches and in place."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.records.change_page import EditRequest, add_aliases, set_fields

DAY = "2026-11-30"
PAGE = "wiki/rollback.md"
RECORD = "F-2026-06-09-001"


def _alias(checkout, *names, target=PAGE, **options):
    return add_aliases(checkout.config, checkout.runner, EditRequest(target, DAY, **options), names)


def _set(checkout, target, *fields, **options):
    return set_fields(checkout.config, checkout.runner, EditRequest(target, DAY, **options), fields)


def _diff(checkout, branch):
    lines = checkout.git("diff", "-U0", "origin/main", branch).splitlines()
    return [line for line in lines if line[:1] in "+-" and not line.startswith(("+++", "---"))]


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


def test_aliases_go_onto_a_branch_and_nothing_else_changes(ana):
    before = ana.snapshot()

    change = _alias(ana, "revert it", "go  back")

    assert (change.branch, change.paths, change.id) == ("alias/rollback", (PAGE,), None)
    assert _diff(ana, change.branch) == ["-aliases: [undo a deploy]", "+aliases: [undo a deploy, revert it, go back]"]
    assert ana.snapshot() == before


def test_with_here_the_file_is_edited(ana):
    change = _alias(ana, "revert it", here=True)

    assert (change.branch, change.commit) == (None, None)
    assert "aliases: [undo a deploy, revert it]\n" in (ana.base / PAGE).read_text(encoding="utf-8")
    assert ana.git("branch", "--list", "alias/*") == ""


def test_a_name_that_is_there_in_another_case_is_not_added_again(ana):
    assert _diff(ana, _alias(ana, "Undo a Deploy", "new").branch)[1] == "+aliases: [undo a deploy, new]"

    error = _refused(lambda: _alias(ana, "UNDO A DEPLOY"))

    assert (error.kind, error.code) == ("refused", "nothing-new")


def test_a_name_of_another_page_is_refused_with_that_page(ana):
    error = _refused(lambda: _alias(ana, "undo a Deploy", target=RECORD))

    assert (error.kind, error.code) == ("refused", "not-valid")
    assert "wiki/rollback.md" in error.message


def test_an_empty_name_is_a_usage_error(ana):
    assert _refused(lambda: _alias(ana, " ")).kind == "usage"


def test_a_page_that_the_team_does_not_have_yet_is_edited_here_or_captured(ana):
    name = ana.draft()

    error = _refused(lambda: _alias(ana, "x", target=name))

    assert (error.kind, error.code) == ("refused", "not-there-yet")
    assert "--here" in error.hint


def test_the_edit_is_of_what_the_team_has_and_not_of_the_working_tree(world, ana):
    ana.write({PAGE: (ana.base / PAGE).read_bytes() + b"\nMine.\n"})

    change = _alias(ana, "revert it")

    assert len(_diff(ana, change.branch)) == 2


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_line_ends_and_a_missing_last_one_stay(ana, end):
    text = f"---{end}type: wiki{end}summary: X.{end}owner: me{end}updated: 2026-11-30{end}---{end}No end"
    ana.write({"wiki/ends.md": text.encode()})
    ana.git("config", "core.autocrlf", "false")

    _alias(ana, "x", target="wiki/ends.md", here=True)

    assert (ana.base / "wiki/ends.md").read_bytes() == text.replace(f"30{end}", f"30{end}aliases: [x]{end}").encode()


@pytest.mark.parametrize("block", ["aliases: [a\n", "aliases: a\naliases: b\n"], ids=["broken", "repeated"])
def test_a_block_that_cannot_be_edited_safely_is_refused_untouched(ana, block):
    ana.write({"wiki/odd.md": f"---\n{block}---\n"})
    before = ana.snapshot()

    error = _refused(lambda: _alias(ana, "x", target="wiki/odd.md", here=True))

    assert (error.kind, error.code) == ("refused", "unsafe-edit")
    assert ana.snapshot() == before


def test_a_status_moves_and_updated_follows(ana):
    change = _set(ana, RECORD, ("status", "fixed"))

    assert (change.branch, change.id) == (f"update/{RECORD}", RECORD)
    assert _diff(ana, change.branch) == [
        "-status: open",
        "+status: fixed",
        "-updated: 2026-06-09",
        "+updated: 2026-11-30",
    ]


@pytest.mark.parametrize(
    ("before", "after", "choice"),
    [
        ("open", "closed", "it can become: fixed, accepted-risk, superseded"),
        ("fixed", "accepted-risk", "it can become: open, superseded"),
        ("superseded", "open", "it stays so; make a new record instead"),
    ],
)
def test_a_status_that_the_life_cycle_does_not_allow_is_refused_with_those_that_it_does(ana, before, after, choice):
    path = ana.base / f"memory/findings/{RECORD}.md"
    path.write_text(path.read_text(encoding="utf-8").replace("status: open", f"status: {before}"), encoding="utf-8")

    error = _refused(lambda: _set(ana, RECORD, ("status", after), here=True))

    assert (error.kind, error.code, error.hint) == ("refused", "wrong-move", choice)


def test_a_list_is_replaced_and_updated_can_be_given(ana):
    change = _set(ana, RECORD, ("systems", "a, b"), ("updated", "2026-10-01"))

    assert _diff(ana, change.branch)[1::2] == ["+systems: [a, b]", "+updated: 2026-10-01"]


@pytest.mark.parametrize(
    ("field", "kind", "code"),
    [
        (("id", "F-2026-06-09-002"), "usage", "fixed-field"),
        (("type", "wiki"), "usage", "fixed-field"),
        (("severty", "low"), "usage", "unknown-field"),
        (("severity", "extreme"), "usage", "not-valid"),
        (("severity", "high"), "refused", "nothing-new"),
    ],
)
def test_what_cannot_be_set_is_refused_and_makes_no_branch(ana, field, kind, code):
    before = ana.git("for-each-ref")

    error = _refused(lambda: _set(ana, RECORD, field))

    assert (error.kind, error.code) == (kind, code)
    assert ana.git("for-each-ref") == before


def test_a_value_that_looks_like_a_secret_is_refused_and_not_repeated(ana):
    token = "gl" + "pat-" + "a1B2c3D4" * 3

    error = _refused(lambda: _set(ana, RECORD, ("fix", f"use {token}"), here=True))

    assert (error.kind, error.code) == ("refused", "secret")
    assert token not in error.message + error.hint


def test_what_was_wrong_before_does_not_stand_in_the_way(ana):
    ana.write({"wiki/dead.md": "---\ntype: wiki\nsummary: X.\nowner: me\nupdated: 2026-11-30\n---\n\n[[nowhere]]\n"})

    assert _set(ana, "wiki/dead.md", ("owner", "you"), here=True).paths == ("wiki/dead.md",)


def test_a_second_edit_takes_a_branch_of_its_own(ana):
    assert _alias(ana, "one").branch == "alias/rollback"
    assert _alias(ana, "two").branch == "alias/rollback-2"


def test_an_edit_can_be_pushed_for_review(world, ana):
    change = _set(ana, RECORD, ("status", "fixed"), push=True)

    assert (change.pushed, world.remote.branches) == (True, ["main", f"update/{RECORD}"])
    assert f"merge_request.title={RECORD}: status: fixed" in world.remote.options
