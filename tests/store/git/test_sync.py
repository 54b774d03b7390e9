"""Getting what the remote has, without ever merging."""

from __future__ import annotations

import threading
import time

import pytest

from kb.store.errors import KbError
from kb.store.git.repository import open_repository
from kb.store.git.sync import clone, synchronize, wait_for_lock


def _sync(checkout):
    return synchronize(open_repository(checkout.runner))


def _publish(world, files, name="ben"):
    other = world.clone(name)
    other.write(files)
    commit = other.commit()
    other.git("push", "--quiet")
    return commit


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


def test_the_default_branch_moves_forward_and_what_is_new_is_told(world, ana):
    commit = _publish(world, {"wiki/new.md": "new\n"})

    synced = _sync(ana)

    assert (synced.moved, synced.branch, synced.start.commit) == (True, "main", commit)
    assert [change.path for change in synced.changes or ()] == ["wiki/new.md"]
    assert (ana.base / "wiki/new.md").read_text(encoding="utf-8") == "new\n"


def test_with_nothing_new_nothing_moves(ana):
    before = ana.snapshot()

    synced = _sync(ana)

    assert (synced.moved, synced.changes) == (False, ())
    assert ana.snapshot() == before


def test_changes_that_are_not_in_the_way_stay(world, ana):
    _publish(world, {"wiki/new.md": "new\n"})
    ana.write({"README.md": "# Mine\n", "inbox/mine.md": "mine\n"})

    assert _sync(ana).moved
    assert ana.git("status", "--porcelain", "-uall").split() == ["M", "README.md", "??", "inbox/mine.md"]


@pytest.mark.parametrize("files", [{"README.md": "# Mine\n"}, {"wiki/new.md": "mine\n"}], ids=["changed", "untracked"])
def test_a_file_that_is_in_the_way_is_refused_and_left(world, ana, files):
    _publish(world, {"README.md": "# Theirs\n", "wiki/new.md": "theirs\n"})
    ana.write(files)
    before = ana.snapshot()

    error = _refused(lambda: _sync(ana))

    assert (error.kind, error.code) == ("refused", "in-the-way")
    assert ana.snapshot().files == before.files


def test_commits_of_ones_own_are_not_merged(world, ana):
    _publish(world, {"wiki/new.md": "new\n"})
    ana.write({"wiki/mine.md": "mine\n"})
    own = ana.commit()

    error = _refused(lambda: _sync(ana))

    assert (error.kind, error.code) == ("refused", "diverged")
    assert error.hint == "push them, or: git rebase origin/main"
    assert ana.git("rev-parse", "HEAD") == own


def test_commits_that_the_remote_only_lacks_are_no_trouble(ana):
    ana.write({"wiki/mine.md": "mine\n"})
    ana.commit()

    synced = _sync(ana)

    assert (synced.moved, synced.changes) == (False, ())


@pytest.mark.parametrize("where", ["work", None])
def test_on_another_branch_or_none_the_working_tree_stays(world, ana, where):
    ana.git("switch", "--quiet", *(["--create", where] if where else ["--detach", "main"]))
    _publish(world, {"wiki/new.md": "new\n"})
    before = ana.snapshot()

    synced = _sync(ana)

    assert (synced.moved, synced.branch) == (False, where)
    assert [change.path for change in synced.changes or ()] == ["wiki/new.md"]
    assert ana.snapshot() == before


def test_nothing_is_stashed_whatever_the_settings_say(world, ana):
    ana.git("config", "merge.autoStash", "true")
    _publish(world, {"README.md": "# Theirs\n"})
    ana.write({"README.md": "# Mine\n"})

    error = _refused(lambda: _sync(ana))

    assert (error.code, ana.git("stash", "list")) == ("in-the-way", "")
    assert (ana.base / "README.md").read_text(encoding="utf-8") == "# Mine\n"
    assert "README.md" in error.message


def test_a_clone_of_one_branch_learns_what_others_have_captured(world, ana):
    ana.git("push", "--quiet", "origin", "main:capture/F-1", "main:work")
    ana.git("clone", "--quiet", "--depth=1", f"file://{world.remote.root}", str(world.folder / "single"))
    single = type(ana)(world.folder / "single")

    _sync(single)

    assert (
        single.git("for-each-ref", "--format=%(refname:short)", "refs/remotes/origin/capture") == "origin/capture/F-1"
    )
    assert "origin/work" not in single.git("branch", "--remotes")


def test_the_remotes_default_branch_is_asked_for_where_it_is_not_known(world, ana):
    ana.git("push", "--quiet", "origin", "main:master")
    ana.git("remote", "set-head", "origin", "--delete")

    assert _sync(ana).start.name == "origin/main"


def test_a_merge_that_is_under_way_is_ended_first(world, ana):
    ana.git("switch", "--quiet", "--create", "side")
    ana.write({"README.md": "# Side\n"})
    ana.commit()
    ana.git("switch", "--quiet", "main")
    ana.git("merge", "--no-commit", "--no-ff", "side")
    _publish(world, {"wiki/new.md": "new\n"})

    error = _refused(lambda: _sync(ana))

    assert (error.code, error.message) == ("under-way", f"a merge is under way in {ana.root}")


def test_without_a_remote_there_is_nothing_to_get(ana):
    ana.git("remote", "remove", "origin")

    assert _refused(lambda: _sync(ana)).code == "no-remote"


def test_branches_that_are_gone_on_the_remote_are_forgotten(world, ana):
    ana.git("push", "--quiet", "origin", "main:capture/F-1")
    world.remote.merge("capture/F-1")

    _sync(ana)

    assert "capture/F-1" not in ana.git("branch", "--remotes")


def test_a_lock_gets_a_short_wait_and_is_never_deleted(tmp_path, monkeypatch):
    lock = tmp_path / "index.lock"
    lock.touch()
    monkeypatch.setattr("kb.store.git.sync.LOCK_LIMIT", 0.05)

    error = _refused(lambda: wait_for_lock(lock))

    assert (error.kind, error.code) == ("refused", "locked")
    assert lock.exists()


def test_a_lock_that_goes_away_is_no_trouble(tmp_path):
    lock = tmp_path / "index.lock"
    lock.touch()
    threading.Timer(0.2, lock.unlink).start()
    start = time.monotonic()

    wait_for_lock(lock)

    assert time.monotonic() - start < 2


def test_a_clone_of_what_is_no_repository_fails_in_one_sentence(ana, tmp_path):
    error = _refused(lambda: clone(ana.runner.at(tmp_path), str(tmp_path / "gone"), tmp_path / "new"))

    assert (error.kind, error.code) == ("outside", "git-failed")
    assert not (tmp_path / "new").exists()
