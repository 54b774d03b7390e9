"""The branches that kb has made, and what became of them."""

from __future__ import annotations

import pytest

from kb.store.git.branches import FileChange, branch_names, changes_between, names_on_branches, our_branches
from kb.store.git.repository import find_start, open_repository


def _ours(checkout):
    repository = open_repository(checkout.runner)
    return our_branches(repository, find_start(repository))


@pytest.fixture
def captured(ana):
    """A clone with one branch of ours."""
    ana.git("switch", "--quiet", "--create", "capture/F-1")
    ana.write({"wiki/new.md": "new\n", "README.md": "# Changed\n"})
    (ana.base / "kb.toml").unlink()
    ana.commit("Capture F-1")
    ana.git("switch", "--quiet", "main")
    return ana


def test_only_our_branches_are_listed_with_what_they_change(captured):
    captured.git("branch", "work")
    captured.git("branch", "capturex")

    (branch,) = _ours(captured)

    assert (branch.name, branch.subject, branch.is_local, branch.is_pushed, branch.is_merged) == (
        "capture/F-1",
        "Capture F-1",
        True,
        False,
        False,
    )
    assert branch.changes == (
        FileChange("README.md", "changed"),
        FileChange("kb.toml", "removed"),
        FileChange("wiki/new.md", "added"),
    )


def test_a_branch_is_pushed_when_the_remote_has_its_commit_perhaps_with_more_on_top(captured):
    captured.git("push", "--quiet", "origin", "capture/F-1")
    assert _ours(captured)[0].is_pushed

    more = captured.git("commit-tree", "capture/F-1^{tree}", "-p", "capture/F-1", "-m", "More")
    captured.git("push", "--quiet", "origin", f"{more}:refs/heads/capture/F-1")
    assert _ours(captured)[0].is_pushed

    captured.git("branch", "--force", "capture/F-1", captured.git("commit-tree", "main^{tree}", "-m", "Other"))
    assert not _ours(captured)[0].is_pushed


def test_a_branch_that_only_the_remote_has_is_listed(captured):
    captured.git("push", "--quiet", "origin", "capture/F-1")
    captured.git("branch", "--delete", "--force", "capture/F-1")

    (branch,) = _ours(captured)

    assert (branch.name, branch.is_local) == ("capture/F-1", False)


@pytest.mark.parametrize("way", ["merge", "squash", "rebase", "fast-forward"])
def test_a_branch_is_merged_whichever_way_the_forge_did_it(captured, way):
    captured.git("switch", "--quiet", "--detach", "main")
    captured.write({"other.txt": "other\n"})
    if way != "fast-forward":
        captured.commit("Other")
    if way == "merge":
        captured.git("merge", "--quiet", "--no-edit", "capture/F-1")
    elif way == "squash":
        captured.git("merge", "--quiet", "--squash", "capture/F-1")
        captured.git("commit", "--quiet", "-m", "Capture F-1 (#7)")
    elif way == "rebase":
        captured.git("cherry-pick", "capture/F-1")
    else:
        captured.git("merge", "--quiet", "--ff-only", "capture/F-1")
    captured.git("push", "--quiet", "origin", "HEAD:main")

    (branch,) = _ours(captured)

    assert branch.is_merged
    assert {change.path for change in branch.changes or ()} == {"README.md", "kb.toml", "wiki/new.md"}


def test_where_the_history_is_cut_off_what_is_changed_is_unknown(captured):
    lone = captured.git("commit-tree", "main^{tree}", "-m", "Lone")
    captured.git("branch", "alias/lone", lone)

    branch = next(branch for branch in _ours(captured) if branch.name == "alias/lone")

    assert (branch.changes, branch.is_merged) == (None, False)


def test_names_are_found_in_every_branch_of_here_and_there(world, captured):
    other = world.clone("ben")
    other.git("switch", "--quiet", "--create", "elsewhere")
    other.write({"wiki/systems/café.md": "x\n"})
    other.commit()
    other.git("push", "--quiet", "origin", "elsewhere")
    captured.git("fetch", "--quiet")
    repository = open_repository(captured.runner)

    assert names_on_branches(repository, "wiki") == {"rollback.md", "new.md", "café.md"}
    assert names_on_branches(repository, "no such folder") == frozenset()
    assert {"main", "capture/F-1", "elsewhere"} <= branch_names(repository)


def test_a_commit_against_itself_or_an_older_one_changes_what_its_own_commit_did(captured):
    git = captured.runner

    assert changes_between(git, "capture/F-1", captured.git("rev-parse", "capture/F-1")) == changes_between(
        git, "main", "capture/F-1"
    )
