"""The branches that wait for review."""

from __future__ import annotations

import time

import pytest

from kb.store.errors import KbError
from kb.store.records.capture import CaptureRequest, capture
from kb.store.records.review import list_reviews, prune_reviews, push_review, show_review

DAY = "2026-11-30"


@pytest.fixture
def captured(ana):
    """A clone with a captured finding."""
    capture(ana.config, ana.runner, CaptureRequest(DAY, (ana.draft(),)))
    return ana


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


BRANCH = "capture/F-2026-11-30-001"


def test_a_branch_is_listed_with_its_age_and_its_pages(captured):
    (review,) = list_reviews(captured.runner, int(time.time()) + 3 * 86_400).open

    assert (review.branch.name, review.days) == (BRANCH, 3)
    assert review.paths == ("memory/findings/F-2026-11-30-001.md",)


@pytest.mark.parametrize("name", [BRANCH, "F-2026-11-30-001"])
def test_a_branch_is_shown_by_its_name_or_the_part_behind_the_slash(captured, name):
    shown = show_review(captured.config, captured.runner, name, int(time.time()))

    assert shown.base == "origin/main"
    assert "+summary: Retries double the load\n" in shown.patch


def test_a_branch_that_is_not_there_or_not_one_is_named_with_those_that_are(captured):
    captured.git("branch", "update/F-2026-11-30-001", "main~0")

    missing = _refused(lambda: show_review(captured.config, captured.runner, "x", 0))
    ambiguous = _refused(lambda: show_review(captured.config, captured.runner, "F-2026-11-30-001", 0))

    assert (missing.kind, missing.code) == ("missing", "no-such-branch")
    assert BRANCH in missing.candidates
    assert (ambiguous.code, len(ambiguous.candidates)) == ("ambiguous", 2)


def test_a_push_sends_the_branch_and_opens_its_review(world, captured):
    change = push_review(captured.config, captured.runner, "F-2026-11-30-001")

    assert (change.pushed, change.branch, change.id) == (True, BRANCH, "F-2026-11-30-001")
    assert world.remote.branches == [BRANCH, "main"]
    assert "merge_request.title=Capture F-2026-11-30-001: Retries double the load" in world.remote.options


def test_a_branch_that_only_the_remote_has_needs_no_push(world, captured):
    push_review(captured.config, captured.runner, BRANCH)
    captured.git("branch", "--delete", "--force", BRANCH)

    assert _refused(lambda: push_review(captured.config, captured.runner, BRANCH)).code == "no-such-branch"


def test_a_branch_that_the_reviewer_has_gone_on_with_is_not_made_again(world, captured):
    push_review(captured.config, captured.runner, BRANCH)
    other = world.clone("ben")
    other.git("switch", "--quiet", BRANCH)
    other.write({"wiki/more.md": "more\n"})
    other.commit()
    other.git("push", "--quiet")

    error = _refused(lambda: push_review(captured.config, captured.runner, BRANCH))

    assert (error.kind, error.code) == ("refused", "nothing-new")
    assert world.remote.branches == [BRANCH, "main"]
    assert captured.git("rev-parse", "--verify", BRANCH)


def test_a_signature_is_seen_whether_or_not_its_key_is_known(world, captured, tmp_path):
    lines = captured.git("cat-file", "commit", BRANCH).split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("committer")) + 1
    lines[place:place] = ["gpgsig -----BEGIN SSH SIGNATURE-----", " abc", " -----END SSH SIGNATURE-----"]
    (tmp_path / "commit").write_text("\n".join(lines) + "\n", encoding="utf-8")
    commit = captured.git("hash-object", "-w", "-t", "commit", str(tmp_path / "commit"))
    captured.git("update-ref", f"refs/heads/{BRANCH}", commit)

    assert push_review(captured.config, captured.runner, BRANCH).signed


def test_what_somebody_else_made_is_never_pruned(captured):
    captured.git("branch", "update/my-work", "main")

    assert ("update/my-work", "not made by kb") in prune_reviews(captured.runner).kept


def test_where_the_log_of_a_branch_is_gone_its_commit_tells(world, captured):
    push_review(captured.config, captured.runner, BRANCH)
    world.remote.merge(BRANCH)
    captured.git("fetch", "--quiet", "--prune")
    captured.git("reflog", "delete", "--rewrite", f"{BRANCH}@{{0}}")

    assert prune_reviews(captured.runner).deleted == (BRANCH,)


def test_only_what_is_merged_is_pruned(world, captured):
    capture(captured.config, captured.runner, CaptureRequest(DAY, (captured.draft("002", "Other"),)))
    captured.git("branch", "work", BRANCH)
    push_review(captured.config, captured.runner, BRANCH)
    world.remote.merge(BRANCH)
    captured.git("fetch", "--quiet", "--prune")

    pruned = prune_reviews(captured.runner)

    assert pruned.deleted == (BRANCH,)
    assert pruned.kept == (("capture/F-2026-11-30-002", "not in origin/main"),)
    assert captured.git("branch", "--format=%(refname:short)").split() == ["capture/F-2026-11-30-002", "main", "work"]


def test_a_branch_that_is_checked_out_is_not_pruned(captured):
    captured.git("push", "--quiet", "origin", f"{BRANCH}:main")
    captured.git("worktree", "add", "--quiet", str(captured.root.parent / "linked"), BRANCH)

    assert prune_reviews(captured.runner).kept == ((BRANCH, "checked out"),)
