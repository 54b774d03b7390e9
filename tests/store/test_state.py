"""The folder that may be deleted."""

from __future__ import annotations

import stat
import sys

import pytest

from kb.store.state import state_folder

windows = sys.platform == "win32"


@pytest.mark.skipif(windows, reason="there are no such modes there")
def test_it_is_for_its_user_alone_and_invisible_to_git(tmp_path):
    folder = state_folder(tmp_path, "queries")

    assert folder == tmp_path / ".kb" / "queries"
    assert (tmp_path / ".kb" / ".gitignore").read_bytes() == b"*\n"
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / ".kb", folder)] == [0o700, 0o700]


def test_what_is_there_is_left(tmp_path):
    (tmp_path / ".kb").mkdir()
    (tmp_path / ".kb" / ".gitignore").write_bytes(b"mine\n")

    state_folder(tmp_path)

    assert (tmp_path / ".kb" / ".gitignore").read_bytes() == b"mine\n"


@pytest.mark.parametrize("left", [None, b""])
def test_what_a_killed_or_full_start_has_left_is_made_whole(tmp_path, left):
    (tmp_path / ".kb").mkdir()
    if left is not None:
        (tmp_path / ".kb" / ".gitignore").write_bytes(left)

    state_folder(tmp_path)

    assert [path.name for path in (tmp_path / ".kb").iterdir()] == [".gitignore"]
    assert (tmp_path / ".kb" / ".gitignore").read_bytes() == b"*\n"


@pytest.mark.skipif(windows, reason="links need rights there")
@pytest.mark.parametrize("name", [".kb", ".kb/queries"])
def test_a_link_that_came_with_a_clone_leads_nowhere(tmp_path, name):
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "base" / name
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OSError, match="is a link"):
        state_folder(tmp_path / "base", "queries")
    assert list((tmp_path / "elsewhere").iterdir()) == []
