"""Captures: on a branch of their own, and nothing of the user's touched."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kb.store.errors import KbError
from kb.store.records.capture import CaptureRequest, capture
from kb.store.records.change_page import EditRequest, add_aliases, set_fields
from kb.store.records.draft import DraftRequest
from kb.store.records.migrate import upgrade
from kb.store.records.review import prune_reviews, push_review

DAY = "2026-11-30"
WHOLE = (
    ("severity", "low"),
    ("repos", "a"),
    ("systems", "b"),
    ("symptom", "s"),
    ("root_cause", "r"),
    ("evidence", "e"),
)
windows = sys.platform == "win32"


def _capture(checkout, *targets, **options):
    return capture(checkout.config, checkout.runner, CaptureRequest(DAY, targets, **options))


def _capture_new(checkout, summary="Queues fill up", **options):
    draft = DraftRequest("finding", summary, DAY, WHOLE)
    return capture(checkout.config, checkout.runner, CaptureRequest(DAY, draft=draft, **options))


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


def test_a_draft_is_committed_on_its_branch_and_leaves_the_working_tree(ana):
    before = ana.snapshot()
    name = ana.draft()

    change = _capture(ana, name)

    path = f"memory/findings/{name}.md"
    assert (change.paths, change.id, change.branch, change.base) == ((path,), name, f"capture/{name}", "origin/main")
    assert (change.signed, change.pushed, change.review_url, change.warnings) == (False, False, None, ())
    assert ana.git("rev-parse", change.branch) == change.commit
    assert ana.git("rev-parse", f"{change.branch}~1") == ana.git("rev-parse", "origin/main")
    assert ana.git("diff", "--name-status", "origin/main", change.branch) == f"A\t{path}"
    assert ana.git("log", "-1", "--format=%an <%ae>|%s", change.branch) == (
        f"Ana Ruiz <ana@harbor.example>|Capture {name}: Retries double the load"
    )
    assert ana.snapshot() == before


def test_a_draft_can_be_named_by_path_and_kept(ana):
    name = ana.draft()
    before = ana.snapshot()

    change = _capture(ana, f"memory/findings/{name}.md", keep=True)

    assert change.branch == f"capture/{name}"
    assert ana.snapshot() == before


def test_several_pages_go_onto_one_branch(ana):
    ana.draft("001", "One")
    ana.draft("002", "Two")
    ana.write({"wiki/new.md": "---\ntype: wiki\nsummary: New.\nowner: me\nupdated: 2026-11-30\n---\n"})

    change = _capture(ana, "F-2026-11-30-001", "F-2026-11-30-002", "wiki/new.md")

    assert change.branch == "capture/F-2026-11-30-001"
    assert ana.git("diff", "--name-only", "main", change.branch).splitlines() == sorted(change.paths)
    assert ana.git("status", "--porcelain") == ""


def test_a_new_page_can_be_captured_without_ever_lying_in_the_working_tree(ana):
    before = ana.snapshot()

    change = _capture_new(ana)

    assert (change.id, change.branch) == ("F-2026-11-30-001", "capture/F-2026-11-30-001")
    assert "summary: Queues fill up\n" in ana.git("show", f"{change.branch}:{change.paths[0]}")
    assert ana.snapshot() == before


def test_the_branch_starts_from_the_remote_and_not_from_where_one_is(ana):
    ana.git("switch", "--quiet", "--create", "work")
    ana.write({"wiki/half.md": "half\n"})
    ana.commit()
    ana.draft()

    change = _capture(ana, "F-2026-11-30-001")

    assert ana.git("rev-parse", f"{change.branch}~1") == ana.git("rev-parse", "origin/main")


def test_without_a_remote_the_branch_starts_from_the_local_default(ana):
    ana.git("remote", "remove", "origin")
    ana.draft()

    assert _capture(ana, "F-2026-11-30-001").base == "main"


# What a change to a page of the team does to a file that git tracks here.


def test_an_edit_of_a_tracked_page_is_captured_and_the_page_is_as_committed_again(ana):
    before = ana.snapshot()
    page = ana.base / "wiki/rollback.md"
    page.chmod(0o640)
    page.write_bytes(page.read_bytes() + b"\nMore.\n")

    change = _capture(ana, "wiki/rollback.md")

    assert change.branch == "capture/rollback"
    assert ana.git("show", f"{change.branch}:wiki/rollback.md").endswith("More.")
    assert ana.snapshot() == before
    assert windows or stat.S_IMODE(page.stat().st_mode) == 0o640


def test_a_staged_draft_is_captured_and_stays_because_the_index_is_the_users(ana):
    name = ana.draft()
    ana.git("add", "--all")
    before = ana.snapshot()

    change = _capture(ana, name)

    assert change.warnings == (f"memory/findings/{name}.md stays in your working tree, because it is staged",)
    assert ana.snapshot() == before


def test_a_page_that_says_nothing_new_is_refused(ana):
    error = _refused(lambda: _capture(ana, "wiki/rollback.md"))

    assert (error.kind, error.code) == ("refused", "nothing-new")
    assert "capture/rollback" not in ana.git("branch")


def test_the_line_ends_that_the_attributes_ask_for_are_those_of_the_commit(ana):
    ana.write({".gitattributes": "*.md text eol=crlf\n"})
    ana.commit()
    name = ana.draft()
    path = ana.base / f"memory/findings/{name}.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    change = _capture(ana, name)

    blob = subprocess.run(
        ["git", "show", f"{change.branch}:{change.paths[0]}"], cwd=ana.root, check=False, capture_output=True
    )
    assert b"\r" not in blob.stdout


# Names that are taken.


@pytest.mark.parametrize(
    "where", ["a branch here", "the remote's main", "a branch of the remote", "a file in a commit"]
)
def test_an_id_that_is_taken_anywhere_takes_the_next_number(world, ana, where):
    other = world.clone("ben")
    other.draft("001", "Another")
    if where == "a branch here":
        ana.git("branch", "capture/F-2026-11-30-001", "main")
    elif where == "the remote's main":
        other.commit()
        other.git("push", "--quiet")
    elif where == "a branch of the remote":
        _capture(other, "F-2026-11-30-001", push=True)
    else:
        other.git("switch", "--quiet", "--create", "elsewhere")
        other.commit()
        other.git("push", "--quiet", "origin", "elsewhere")
    ana.git("fetch", "--quiet")
    ana.draft()

    change = _capture(ana, "F-2026-11-30-001")

    assert (change.id, change.branch) == ("F-2026-11-30-002", "capture/F-2026-11-30-002")
    assert change.paths == ("memory/findings/F-2026-11-30-002.md",)
    assert "id: F-2026-11-30-002\n" in ana.git("show", f"{change.branch}:{change.paths[0]}")
    assert ana.git("status", "--porcelain") == ""


def test_a_draft_that_mentions_itself_does_so_by_its_new_number(ana):
    name = ana.draft()
    path = ana.base / f"memory/findings/{name}.md"
    path.write_text(path.read_text(encoding="utf-8") + f"See [[{name}]], not {name}0.\n", encoding="utf-8")
    ana.git("branch", f"capture/{name}", "main")

    change = _capture(ana, name)

    said = ana.git("show", f"{change.branch}:{change.paths[0]}").splitlines()[-1]
    assert said == "See [[F-2026-11-30-002]], not F-2026-11-30-0010."


def test_drafts_that_name_one_another_still_do_when_both_get_another_number(ana):
    one, two = ana.draft("001", "One"), ana.draft("002", "Two")
    for name, other in ((one, two), (two, one)):
        path = ana.base / f"memory/findings/{name}.md"
        path.write_text(path.read_text(encoding="utf-8") + f"See [[{other}]].\n", encoding="utf-8")
    ana.git("branch", f"capture/{one}", "main")

    change = _capture(ana, one, two)

    assert change.paths == ("memory/findings/F-2026-11-30-003.md", "memory/findings/F-2026-11-30-002.md")
    said = [ana.git("show", f"{change.branch}:{path}").splitlines()[-1] for path in change.paths]
    assert said == ["See [[F-2026-11-30-002]].", "See [[F-2026-11-30-003]]."]


def test_a_lock_on_the_index_does_not_stand_in_the_way(ana):
    name = ana.draft()
    (ana.root / ".git" / "index.lock").touch()

    assert _capture(ana, name).branch == f"capture/{name}"
    assert (ana.root / ".git" / "index.lock").exists()


def test_a_draft_that_is_on_its_branch_already_is_refused(ana):
    name = ana.draft()
    _capture(ana, name, keep=True)

    error = _refused(lambda: _capture(ana, name))

    assert (error.kind, error.code) == ("refused", "already-captured")
    assert error.hint == f"push it: kb review push capture/{name}"


@pytest.mark.parametrize("is_here", [True, False], ids=["edited here", "new here"])
def test_what_the_team_has_changed_meanwhile_is_not_undone(world, ana, is_here):
    other = world.clone("ben")
    other.write({"wiki/rollback.md" if is_here else "wiki/new.md": OTHER})
    other.commit()
    other.git("push", "--quiet")
    ana.git("fetch", "--quiet")
    path = "wiki/rollback.md" if is_here else "wiki/new.md"
    ana.write({path: OTHER.replace("Other", "Mine")})
    before = ana.snapshot()

    error = _refused(lambda: _capture(ana, path))

    assert (error.kind, error.code) == ("refused", "changed-meanwhile")
    assert ana.snapshot() == before


def test_an_edit_that_is_committed_on_a_branch_of_ones_own_is_captured(ana):
    ana.git("switch", "--quiet", "--create", "work")
    ana.write({"wiki/rollback.md": OTHER})
    ana.commit()

    change = _capture(ana, "wiki/rollback.md")

    assert ana.git("diff", "--name-only", "main", change.branch) == "wiki/rollback.md"
    assert (ana.base / "wiki/rollback.md").read_text(encoding="utf-8") == OTHER


def test_a_second_edit_of_a_page_takes_a_branch_of_its_own_and_no_foreign_one(ana):
    ana.git("branch", "capture/rollback", "main")
    ana.write({"wiki/rollback.md": (ana.base / "wiki/rollback.md").read_bytes() + b"More.\n"})

    assert _capture(ana, "wiki/rollback.md").branch == "capture/rollback-2"
    assert ana.git("rev-parse", "capture/rollback") == ana.git("rev-parse", "main")


def test_captures_at_once_in_one_clone_all_land(ana):
    changes = []

    def work(number):
        changes.append(_capture_new(ana, f"Number {number}"))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(change.id for change in changes) == [f"F-2026-11-30-00{number}" for number in (1, 2, 3, 4)]
    for change in changes:
        assert ana.git("diff", "--name-only", "main", change.branch) == change.paths[0]


def test_captures_of_two_clones_on_one_day_both_land_with_different_ids(world, ana):
    ben = world.clone("ben")

    first = _capture_new(ana, "Ana's", push=True)
    second = _capture_new(ben, "Ben's", push=True)

    assert (first.id, second.id) == ("F-2026-11-30-001", "F-2026-11-30-002")
    assert world.remote.branches == [first.branch, second.branch, "main"]


def test_captures_of_several_clones_at_the_very_same_time_all_land(world):
    clones = [world.clone(f"clone-{number}") for number in range(3)]
    changes, errors = [], []

    def work(clone):
        try:
            changes.append(_capture_new(clone, f"Of {clone.root.name}", push=True))
        except KbError as error:
            errors.append(error.message)

    threads = [threading.Thread(target=work, args=(clone,)) for clone in clones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert errors == []
    assert sorted(change.branch for change in changes) == [branch for branch in world.remote.branches if "/" in branch]
    assert len({change.id for change in changes}) == 3


def test_an_edit_of_a_record_stays_one_when_its_branch_is_taken_on_the_remote(world, ana):
    path = "memory/findings/F-2026-06-09-001.md"
    ana.write({path: (ana.base / path).read_text(encoding="utf-8") + "More.\n"})
    change = _capture(ana, "F-2026-06-09-001")
    other = ana.git("commit-tree", "main^{tree}", "-m", "Other")
    ana.git("push", "--quiet", "origin", f"{other}:refs/heads/{change.branch}")

    again = push_review(ana.config, ana.runner, str(change.branch))

    assert (again.branch, again.paths) == ("capture/F-2026-06-09-001-2", (path,))


def test_a_page_that_the_team_has_deleted_is_not_brought_back(world, ana):
    other = world.clone("ben")
    (other.base / "wiki/rollback.md").unlink()
    other.commit()
    other.git("push", "--quiet")
    ana.git("fetch", "--quiet")
    ana.write({"wiki/rollback.md": OTHER})

    assert _refused(lambda: _capture(ana, "wiki/rollback.md")).code == "changed-meanwhile"


def test_a_record_that_is_committed_and_pushed_on_a_branch_of_ones_own_keeps_its_id(ana):
    ana.git("switch", "--quiet", "--create", "work")
    name = ana.draft()
    ana.commit()
    ana.git("push", "--quiet", "origin", "work")
    ana.git("commit", "--quiet", "--allow-empty", "--message", "More")

    assert _capture(ana, name).branch == f"capture/{name}"


def test_a_draft_that_has_changed_since_it_was_captured_and_kept_is_not_made_a_second_record(ana):
    name = ana.draft()
    _capture(ana, name, keep=True)
    ana.draft(summary="Corrected")

    error = _refused(lambda: _capture(ana, name))

    assert (error.code, error.hint) == ("already-captured", f"to capture it anew: git branch -D capture/{name}")


def test_a_branch_whose_name_the_remote_still_has_is_not_gone_on_with(world, ana):
    request = EditRequest("wiki/rollback.md", DAY, push=True)
    first = set_fields(ana.config, ana.runner, request, (("owner", "A"),))
    ana.git("push", "--quiet", "origin", f"{first.branch}:main")
    ana.git("pull", "--quiet")
    prune_reviews(ana.runner)

    assert set_fields(ana.config, ana.runner, request, (("owner", "B"),)).branch == "update/rollback-2"


@pytest.mark.skipif(windows, reason="links need rights there")
def test_a_folder_that_is_a_link_in_the_repository_is_not_made_one(ana):
    (ana.base / "docs").mkdir()
    (ana.base / "wiki").rename(ana.base / "docs" / "wiki")
    (ana.base / "wiki").symlink_to("docs/wiki")
    ana.commit()
    ana.git("push", "--quiet")
    draft = DraftRequest("wiki", "New", DAY, (("owner", "me"),))

    error = _refused(lambda: capture(ana.config, ana.runner, CaptureRequest(DAY, draft=draft)))

    assert (error.kind, error.code) == ("refused", "not-a-folder")


def test_what_git_ignores_is_not_for_the_repository(ana):
    ana.write({".gitignore": "wiki/private-*\n", "wiki/private-plan.md": OTHER})
    (ana.base / ".gitignore").rename(ana.root / ".git" / "info" / "exclude")

    error = _refused(lambda: _capture(ana, "wiki/private-plan.md"))

    assert (error.kind, error.code) == ("refused", "ignored")


def test_a_push_that_leaves_the_branch_out_is_no_success(world, ana):
    ana.git("config", "push.recurseSubmodules", "only")

    change = _capture(ana, ana.draft(), push=True)

    assert change.branch in world.remote.branches


def test_when_another_pushes_first_the_refused_branch_takes_the_next_number(world, ana):
    ben = world.clone("ben")
    first = _capture_new(ana, "Ana's")
    second = _capture_new(ben, "Ben's")
    assert first.branch == second.branch

    push_review(ana.config, ana.runner, str(first.branch))
    change = push_review(ben.config, ben.runner, str(second.branch))

    assert (change.id, change.branch, change.pushed) == ("F-2026-11-30-002", "capture/F-2026-11-30-002", True)
    assert change.warnings == ("the remote has another capture/F-2026-11-30-001, so this is capture/F-2026-11-30-002",)
    assert ben.git("branch", "--list", "capture/*").split() == [change.branch]
    assert "Ana's" in ben.git("show", f"origin/{first.branch}")


def test_an_edit_whose_branch_the_remote_has_otherwise_takes_another_name_and_undoes_nothing(world, ana):
    ben = world.clone("ben")
    first = add_aliases(ana.config, ana.runner, EditRequest("wiki/rollback.md", DAY), ("one",))
    second = add_aliases(ben.config, ben.runner, EditRequest("wiki/rollback.md", DAY), ("two",))
    push_review(ana.config, ana.runner, str(first.branch))

    change = push_review(ben.config, ben.runner, str(second.branch))

    assert (change.branch, change.pushed) == ("alias/rollback-2", True)
    assert ben.git("rev-parse", f"{change.branch}~1") == ben.git("rev-parse", "origin/main")
    assert ben.git("branch", "--list", "alias/*").split() == ["alias/rollback-2"]


# Pushing.


def test_a_push_opens_the_review_by_push_options_and_names_what_is_checked(world, ana):
    name = ana.draft()

    change = _capture(ana, name, push=True)

    assert change.pushed
    assert world.remote.branches == [f"capture/{name}", "main"]
    assert world.remote.options == [
        "merge_request.create",
        "merge_request.target=main",
        f"merge_request.title=Capture {name}: Retries double the load",
        (
            f"merge_request.description=finding {name}: Retries double the load"
            "<br>To check: can one act on the summary alone?"
            "<br>Is there evidence, and does it show what is claimed?"
            "<br>Is the confidence honest?"
            "<br>Is there no secret in it?"
        ),
        "merge_request.remove_source_branch",
    ]


def test_a_refused_push_keeps_the_branch_and_says_how_to_retry(world, ana):
    name = ana.draft()
    world.remote.refuse("no captures on Sundays")

    error = _refused(lambda: _capture(ana, name, push=True))

    assert (error.kind, error.code) == ("outside", "push-refused")
    assert error.message == f"origin refused capture/{name}: pre-receive hook declined (no captures on Sundays)"
    assert error.hint == f"the branch capture/{name} is kept here; try again: kb review push capture/{name}"
    assert ana.git("diff", "--name-only", "main", f"capture/{name}") == f"memory/findings/{name}.md"
    assert ana.git("status", "--porcelain") == ""

    (world.remote.root / "refuse").unlink()
    assert push_review(ana.config, ana.runner, f"capture/{name}").pushed


def test_an_unreachable_remote_keeps_the_branch(ana):
    name = ana.draft()
    ana.git("remote", "set-url", "origin", str(ana.root / "gone.git"))

    error = _refused(lambda: _capture(ana, name, push=True))

    assert error.kind == "outside"
    assert f"kb review push capture/{name}" in error.hint
    assert ana.git("rev-parse", "--verify", f"capture/{name}")


def test_a_remote_without_push_options_gets_the_branch_all_the_same(world, ana):
    world.remote.root.joinpath("config").write_text("[core]\nbare = true\n", encoding="utf-8")
    name = ana.draft()

    change = _capture(ana, name, push=True)

    assert (change.pushed, change.warnings) == (
        True,
        ("the remote takes no push options, so the review is still to be opened",),
    )


def test_without_a_remote_a_push_is_refused_before_anything_is_done(ana):
    ana.git("remote", "remove", "origin")
    name = ana.draft()
    before = ana.snapshot()

    error = _refused(lambda: _capture(ana, name, push=True))

    assert (error.kind, error.code) == ("refused", "no-remote")
    assert ana.snapshot() == before
    assert ana.git("branch", "--list", "capture/*") == ""


# What is not captured.


def test_a_draft_that_is_not_valid_is_refused_with_its_line(ana):
    ana.write({"memory/findings/F-2026-11-30-001.md": "---\nid: F-2026-11-30-001\ntype: finding\nstatus: done\n---\n"})
    before = ana.snapshot()

    error = _refused(lambda: _capture(ana, "F-2026-11-30-001"))

    assert (error.kind, error.code) == ("refused", "not-valid")
    assert error.message.startswith("memory/findings/F-2026-11-30-001.md:")
    assert ana.snapshot() == before


def test_what_looks_like_a_secret_is_refused_with_its_line_and_taken_after_a_look(ana):
    name = ana.draft()
    path = ana.base / f"memory/findings/{name}.md"
    token = "gl" + "pat-" + "a1B2c3D4" * 3
    path.write_text(path.read_text(encoding="utf-8") + f"\nUse {token}\n", encoding="utf-8")
    before = ana.snapshot()

    error = _refused(lambda: _capture(ana, name))

    assert (error.kind, error.code) == ("refused", "secret")
    assert f"{name}.md:21 holds what looks like a secret" in error.message
    assert token not in error.message + error.hint
    assert ana.snapshot() == before
    assert _capture(ana, name, allow_secret=True).branch == f"capture/{name}"


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda ana: ana.git("update-ref", "-d", "HEAD"), "no-commit"),
        (lambda ana: (ana.root / ".git").rename(ana.root / "git"), "no-repository"),
    ],
    ids=["no commit", "no repository"],
)
def test_a_state_that_does_not_allow_it_is_one_sentence(ana, spoil, code):
    ana.git("remote", "remove", "origin")
    spoil(ana)
    name = ana.draft()

    error = _refused(lambda: _capture(ana, name))

    assert (error.kind, error.code) == ("refused", code)
    assert error.hint
    assert (ana.base / f"memory/findings/{name}.md").exists()


# Whatever the state of the repository, nothing of the user's changes: not on success, not on failure.


def _dirty(ana):
    """Leave a merge with a conflict, staged, unstaged and untracked changes, and a stash."""
    ana.write({"wiki/stashed.md": "stashed\n"})
    ana.git("stash", "push", "--include-untracked", "--quiet")
    ana.git("switch", "--quiet", "--create", "side")
    ana.write({"README.md": "# Side\n"})
    ana.commit("Side")
    ana.git("switch", "--quiet", "main")
    ana.write({"README.md": "# Main\n"})
    ana.commit("Main")
    ana.git("merge", "side", check=False)
    ana.write({"wiki/staged.md": "staged\n"})
    ana.git("add", "wiki/staged.md")
    ana.write({"kb.toml": (ana.base / "kb.toml").read_bytes() + b"# unstaged\n", "wiki/untracked.md": "untracked\n"})
    return ana


def _rebasing(ana):
    ana.git("switch", "--quiet", "--create", "side")
    ana.write({"README.md": "# Side\n"})
    ana.commit("Side")
    ana.git("switch", "--quiet", "main")
    ana.write({"README.md": "# Main\n"})
    ana.commit("Main")
    ana.git("rebase", "side", check=False)
    return ana


def _detached(ana):
    ana.git("checkout", "--quiet", "--detach", "main")
    return ana


def _worktree(ana):
    ana.git("worktree", "add", "--quiet", "-b", "linked", str(ana.root.parent / "linked"), "main")
    return type(ana)(ana.root.parent / "linked")


def _shallow(ana):
    ana.git(
        "clone", "--quiet", "--depth=1", f"file://{ana.root.parent / 'remote.git'}", str(ana.root.parent / "shallow")
    )
    return type(ana)(ana.root.parent / "shallow")


STATES = {"dirty": _dirty, "rebasing": _rebasing, "detached": _detached, "worktree": _worktree, "shallow": _shallow}

VERBS = {
    "capture": lambda own: _capture(own, "wiki/other.md", keep=True),
    "capture of a new page": _capture_new,
    "alias": lambda own: add_aliases(own.config, own.runner, EditRequest("wiki/rollback.md", DAY), ("go back",)),
    "set": lambda own: set_fields(own.config, own.runner, EditRequest("wiki/rollback.md", DAY), (("owner", "B"),)),
    "migrate": lambda own: upgrade(own.config, own.runner, push=False),
    "prune": lambda own: prune_reviews(own.runner),
    "push": lambda own: push_review(own.config, own.runner, "capture/F-2026-01-01-001"),
}
OTHER = "---\ntype: wiki\nsummary: Other.\nowner: me\nupdated: 2026-11-30\n---\n"


@pytest.fixture
def old(make_world):
    """Make a clone whose base still has format 0, so that there is something to migrate."""

    def make(base=""):
        world = make_world(base)
        seed = world.clone("old", base)
        seed.write({"kb.toml": "name = 'Old'\n"})
        seed.commit("Old")
        seed.git("push", "--quiet")
        own = world.clone("own", base)
        _capture_branch(own)
        return own

    return make


def _capture_branch(own):
    blob = own.git("hash-object", "-w", "--no-filters", str(own.base / "wiki/rollback.md"))
    listed = own.git("ls-tree", "HEAD")
    tree = subprocess.run(
        ["git", "mktree"],
        cwd=own.root,
        input=f"{listed}\n100644 blob {blob}\tx.md\n",
        check=True,
        text=True,
        capture_output=True,
    ).stdout.strip()
    commit = own.git("commit-tree", tree, "-p", "HEAD", "-m", "Capture")
    own.git("branch", "capture/F-2026-01-01-001", commit)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("state", STATES)
def test_nothing_of_the_users_changes(old, state, verb):
    own = STATES[state](old())
    if state == "shallow":
        _capture_branch(own)
    own.write({"wiki/other.md": OTHER})
    before = own.snapshot()

    VERBS[verb](own)

    assert own.snapshot() == before


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_changes_in_a_base_that_is_a_folder_of_a_larger_repository(old, verb):
    own = old("docs/knowledge")
    own.write({"wiki/other.md": OTHER})
    before = own.snapshot()

    change = VERBS[verb](own)

    assert own.snapshot() == before
    if verb.startswith("capture"):
        assert own.git("diff", "--name-only", "main", change.branch) == f"docs/knowledge/{change.paths[0]}"


@pytest.mark.parametrize("verb", VERBS)
def test_the_variables_of_a_caller_lead_nowhere_else(old, verb, tmp_path, monkeypatch):
    own = old()
    own.write({"wiki/other.md": OTHER})
    before = own.snapshot()
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'user.name=Somebody else'")
    monkeypatch.setenv("GIT_PREFIX", "wiki/")
    monkeypatch.setenv("GIT_NAMESPACE", "other")

    VERBS[verb](own)

    assert own.snapshot() == before
    assert not (tmp_path / "elsewhere").exists()


def _no_identity(own):
    Path(os.environ["GIT_CONFIG_GLOBAL"]).write_text("[user]\nuseConfigOnly = true\n", encoding="utf-8")


def _broken_signer(own):
    own.git("config", "commit.gpgSign", "true")
    own.git("config", "gpg.program", "/bin/false")


def _locked(own):
    for name in ("capture", "alias", "update", "migrate"):
        folder = own.root / ".git" / "refs" / "heads" / name
        folder.mkdir(parents=True, exist_ok=True)
        for rest in ("other", "F-2026-11-30-001", "rollback", "1"):
            (folder / f"{rest}.lock").write_text("", encoding="utf-8")


def _failing(command):
    """Return what puts a git before the real one that fails, as on a full disk, at one command."""

    def spoil(own):
        folder = own.root.parent / "bin"
        folder.mkdir()
        real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True).stdout.strip()
        script = folder / "git"
        script.write_text(
            f'#!/bin/sh\ncase " $* " in *" {command} "*) echo "fatal: No space left on device" >&2; exit 128;; esac\n'
            f'exec "{real}" "$@"\n',
            encoding="utf-8",
        )
        script.chmod(0o755)
        return str(folder)

    return spoil


FAULTS = {
    "no identity": (_no_identity, "no-identity"),
    "a broken signer": (_broken_signer, "signing-failed"),
    "a locked branch": (_locked, "branch-refused"),
    "a full disk at the blob": (_failing("hash-object"), "git-failed"),
    "a full disk at the tree": (_failing("mktree"), "git-failed"),
    "a full disk at the commit": (_failing("commit-tree"), "git-failed"),
}


# For a locked branch git waits a second: one capture and one edit show it.
HALFWAY = [
    (fault, verb)
    for fault in FAULTS
    for verb in ("capture", "alias", "capture of a new page", "set", "migrate")
    if fault != "a locked branch" or verb in {"capture", "alias"}
]


@pytest.mark.skipif(windows, reason="the faults are made with shell scripts")
@pytest.mark.parametrize(("fault", "verb"), HALFWAY)
def test_a_failure_halfway_changes_nothing_and_makes_no_branch(old, verb, fault, monkeypatch):
    own = old()
    own.write({"wiki/other.md": OTHER})
    spoil, code = FAULTS[fault]
    before = own.snapshot()
    branches = own.git("for-each-ref")
    if folder := spoil(own):
        monkeypatch.setenv("PATH", folder, prepend=os.pathsep)

    error = _refused(lambda: VERBS[verb](own))

    assert error.code == code
    assert error.hint
    monkeypatch.undo()
    assert own.snapshot() == before
    assert own.git("for-each-ref") == branches


# Each verb that writes through a branch, as a process of its own, and the commands of git at which it is killed.
KILLED = {
    "capture": (("capture", "wiki/other.md"), ("hash-object", "mktree", "commit-tree", "update-ref")),
    "capture of a new page": (("capture", "wiki", "Queues", "--set", "owner=me"), ("mktree", "update-ref")),
    "alias": (("alias", "add", "wiki/rollback.md", "go back"), ("hash-object", "update-ref")),
    "set": (("set", "wiki/rollback.md", "owner=B"), ("mktree", "update-ref")),
    "migrate": (("migrate", "--apply"), ("hash-object", "update-ref")),
    "prune": (("review", "prune"), ("update-ref",)),
    "push": (("review", "push", "capture/F-2026-01-01-001"), ("push",)),
}


@pytest.mark.skipif(windows, reason="processes are killed otherwise there")
@pytest.mark.parametrize(
    ("verb", "command"), [(verb, command) for verb, (_, commands) in KILLED.items() for command in commands]
)
def test_a_verb_that_is_killed_halfway_changes_nothing_and_can_be_run_again(old, verb, command):
    own = old()
    own.write({"wiki/other.md": OTHER})
    if verb == "prune":
        _merge_capture(own)
    before, branches = own.snapshot(), own.git("for-each-ref", "refs/heads")
    words, _ = KILLED[verb]
    environ = dict(os.environ) | {"PATH": f"{_killing(own, command)}{os.pathsep}{os.environ['PATH']}"}
    run = [sys.executable, "-m", "kb", *words, "--kb", str(own.base)]

    killed = subprocess.run(run, env=environ, check=False, capture_output=True)

    assert killed.returncode == -9
    assert own.snapshot() == before
    assert own.git("for-each-ref", "refs/heads") == branches
    again = subprocess.run(run, check=False, capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (0, "")


def _killing(own, command):
    """Return the folder of a git that kills its caller at one command."""
    folder = own.root.parent / "bin"
    folder.mkdir()
    real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True).stdout.strip()
    script = folder / "git"
    script.write_text(
        f'#!/bin/sh\ncase " $* " in *" {command} "*) kill -9 $PPID; exit 1;; esac\nexec "{real}" "$@"\n',
        encoding="utf-8",
    )
    script.chmod(0o755)
    return folder


def _merge_capture(own):
    """Make a branch of kb's whose change is in the remote's default branch."""
    change = _capture_new(own)
    own.git("push", "--quiet", "origin", f"{change.branch}:main")


def test_a_signature_that_the_settings_ask_for_is_made(ana, tmp_path):
    key = tmp_path / "key"
    made = subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip("there is no ssh-keygen")
    ana.git("config", "gpg.format", "ssh")
    ana.git("config", "user.signingKey", str(key))
    ana.git("config", "commit.gpgSign", "true")

    change = _capture(ana, ana.draft())

    assert change.signed
    assert "\ngpgsig -----BEGIN SSH SIGNATURE-----" in ana.git("cat-file", "commit", change.branch)


def test_commit_hooks_do_not_run_because_no_working_tree_is_committed(ana):
    hook = ana.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)

    assert _capture(ana, ana.draft()).branch == "capture/F-2026-11-30-001"


# The naming part of B19: whatever a page is called, its file and its branch are safe and its own.

TITLES = ("部署", "发布", "🚀", "🎉", "CON", "a: b/c", "..", "-rf", "x" * 300, "x" * 301, "a.lock", "@{", "Ünïcode")


def test_every_title_gives_a_file_and_a_branch_of_its_own(ana):
    changes = []
    for title in TITLES:
        draft = DraftRequest("wiki", f"{title}"[:240], DAY, (("owner", "me"),))
        changes.append(capture(ana.config, ana.runner, CaptureRequest(DAY, draft=draft)))

    paths = [change.paths[0] for change in changes]
    assert len({path.casefold() for path in paths}) == len(TITLES)
    assert all(path.startswith("wiki/") and "/" not in path[5:] and len(path.encode()) < 200 for path in paths)
    assert len({change.branch for change in changes}) == len(TITLES)
    assert ana.git("status", "--porcelain") == ""
