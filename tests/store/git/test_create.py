"""A repository's first steps."""

from __future__ import annotations

import os
import subprocess

import pytest

from kb.store.errors import KbError
from kb.store.git.create import commit_all, make_repository
from kb.store.git.runner import Git


def _git(root, *words):
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=True, text=True).stdout.strip()


def _commit(root):
    return commit_all(
        Git(root, os.environ), "A message", name="Ana", email="ana@example.org", date="2026-01-31T09:00:00+00:00"
    )


def test_a_new_repository_has_the_branch_main_and_no_commit(tmp_path):
    make_repository(Git(tmp_path, os.environ))

    assert _git(tmp_path, "symbolic-ref", "HEAD") == "refs/heads/main"
    assert _git(tmp_path, "for-each-ref") == ""


def test_a_folder_inside_a_repository_gets_none_of_its_own(tmp_path):
    make_repository(Git(tmp_path, os.environ))
    (tmp_path / "below").mkdir()

    make_repository(Git(tmp_path / "below", os.environ))

    assert not (tmp_path / "below" / ".git").exists()


def test_a_commit_has_all_files_the_ignored_ones_too_and_the_person_and_date_that_are_given(tmp_path):
    for name in ("a.md", "b/c.md", "b/ignored.md", ".gitignore"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("ignored.md\n", encoding="utf-8")

    commit = _commit(tmp_path)

    assert _git(tmp_path, "ls-files").split() == [".gitignore", "a.md", "b/c.md", "b/ignored.md"]
    assert _git(tmp_path, "log", "--format=%H|%an <%ae>|%cn|%aI|%s") == (
        f"{commit}|Ana <ana@example.org>|Ana|2026-01-31T09:00:00+00:00|A message"
    )


def test_what_git_says_is_the_reason_in_one_line(tmp_path):
    (tmp_path / ".git").write_text("gitdir: nowhere\n", encoding="utf-8")

    with pytest.raises(KbError) as caught:
        _commit(tmp_path)

    assert (caught.value.kind, caught.value.code) == ("outside", "git-failed")
    assert "\n" not in caught.value.message
