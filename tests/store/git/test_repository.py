"""What is known of a repository: its place, its remote, its default branch, its user."""

from __future__ import annotations

import os
import sys

import pytest

from kb.store.errors import KbError
from kb.store.git.repository import current_branch, find_start, identity, open_repository
from kb.store.git.runner import Git


def _open(checkout):
    return open_repository(checkout.runner)


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


def test_a_base_that_is_the_whole_repository_has_no_prefix(ana):
    found = _open(ana)

    assert (found.top, found.prefix, found.remote) == (ana.root, "", "origin")


def test_a_base_that_is_a_folder_of_one_has_its_path_as_prefix(make_world):
    checkout = make_world("docs/the base").clone("ana", "docs/the base")

    assert _open(checkout).prefix == "docs/the base/"


def test_a_linked_working_tree_and_a_submodule_are_repositories(world, ana):
    ana.git("worktree", "add", "--quiet", "-b", "linked", str(ana.root.parent / "linked"))
    ana.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(world.remote.root), "inner")

    for root in (ana.root.parent / "linked", ana.root / "inner"):
        found = open_repository(Git(root, os.environ))
        assert (found.top, (root / ".git").is_file()) == (root, True)


def test_a_folder_outside_of_any_repository_is_refused_with_how_to_make_one(tmp_path):
    error = _refused(lambda: open_repository(Git(tmp_path, os.environ)))

    assert (error.kind, error.code) == ("refused", "no-repository")
    assert error.hint == f"make one: git init {tmp_path}"


def test_a_repository_without_a_working_tree_is_refused(world):
    assert _refused(lambda: open_repository(Git(world.remote.root, os.environ))).code == "bare-repository"


def test_a_repository_that_git_does_not_open_is_not_taken_for_none(ana):
    (ana.root / ".git" / "HEAD").unlink()

    error = _refused(lambda: _open(ana))

    assert (error.kind, error.code) == ("refused", "broken-repository")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_repository_of_another_user_is_named_as_such(ana):
    for path in (ana.root, ana.root / ".git"):
        os.chown(path, 4321, 4321)

    error = _refused(lambda: _open(ana))

    assert (error.kind, error.code) == ("refused", "foreign-repository")
    assert error.hint == f"if you trust it: git config --global --add safe.directory {ana.root}"


def test_a_clone_that_fetches_contents_on_demand_is_known_as_such(world, ana):
    world.remote.git("config", "uploadpack.allowFilter", "true")
    address = f"file://{world.remote.root}"
    ana.git("clone", "--quiet", "--filter=blob:none", address, str(world.folder / "partial"))

    assert _open(type(ana)(world.folder / "partial")).git.is_partial
    assert not _open(ana).git.is_partial


def test_of_several_remotes_it_is_the_chosen_one_then_origin(ana):
    ana.git("remote", "add", "other", "https://git.example.org/x.git")
    assert _open(ana).remote == "origin"

    ana.git("config", "checkout.defaultRemote", "other")
    assert _open(ana).remote == "other"

    ana.git("config", "--unset", "checkout.defaultRemote")
    ana.git("remote", "rename", "origin", "first")
    assert _refused(lambda: _open(ana)).code == "many-remotes"


def test_new_branches_start_from_the_remotes_default_branch(ana):
    start = find_start(_open(ana))

    assert (start.branch, start.name, start.is_remote) == ("main", "origin/main", True)
    assert start.commit == ana.git("rev-parse", "origin/main")


def test_where_the_remotes_default_is_not_known_the_usual_names_are_tried(ana):
    ana.git("remote", "set-head", "origin", "--delete")
    assert find_start(_open(ana)).name == "origin/main"

    ana.git("update-ref", "refs/remotes/origin/odd", "origin/main")
    ana.git("update-ref", "-d", "refs/remotes/origin/main")
    error = _refused(lambda: find_start(_open(ana)))

    assert (error.code, error.hint) == ("no-default-branch", "ask it: git remote set-head origin --auto")


def test_where_several_branches_may_be_the_default_none_is_guessed(ana):
    ana.git("remote", "set-head", "origin", "--delete")
    ana.git("update-ref", "refs/remotes/origin/master", "origin/main")

    assert _refused(lambda: find_start(_open(ana))).code == "no-default-branch"


def test_a_remote_that_has_only_captures_is_like_none(ana):
    ana.git("remote", "set-head", "origin", "--delete")
    ana.git("update-ref", "refs/remotes/origin/capture/F-1", "origin/main")
    ana.git("update-ref", "-d", "refs/remotes/origin/main")

    assert find_start(_open(ana)).name == "main"


def test_who_only_reads_needs_no_choice_among_remotes(ana):
    ana.git("remote", "rename", "origin", "first")
    ana.git("remote", "add", "second", "https://git.example.org/x.git")

    assert open_repository(ana.runner, for_reading=True).remote is None


@pytest.mark.parametrize("branch", ["main", "master", "odd"])
def test_without_a_remote_it_is_the_local_default_or_the_branch_one_is_on(ana, branch):
    ana.git("remote", "remove", "origin")
    ana.git("branch", "--move", "main", branch)

    assert find_start(_open(ana))[:2] == (branch, branch)


def test_on_a_detached_head_without_branches_it_is_that_commit(ana):
    ana.git("remote", "remove", "origin")
    ana.git("checkout", "--quiet", "--detach")
    ana.git("branch", "--delete", "--force", "main")

    assert (find_start(_open(ana)).name, current_branch(ana.runner)) == ("HEAD", None)


def test_a_repository_without_a_commit_is_refused_and_a_clone_of_a_full_one_is_not(ana):
    ana.git("update-ref", "-d", "HEAD")
    assert find_start(_open(ana)).name == "origin/main"

    ana.git("remote", "remove", "origin")
    assert _refused(lambda: find_start(_open(ana))).code == "no-commit"


def test_the_user_is_known_by_settings_or_variables_and_never_guessed(ana, monkeypatch):
    assert identity(ana.runner) == "Ana Ruiz"

    monkeypatch.setenv("GIT_AUTHOR_NAME", "Ben <b> Ito")
    assert identity(ana.runner) == "Ben b Ito"
    monkeypatch.delenv("GIT_AUTHOR_NAME")

    ana.git("config", "--global", "--unset", "user.email")
    assert _refused(lambda: identity(ana.runner)).code == "no-identity"
