"""Files written whole or not at all, and where a folder is in its repository."""

from __future__ import annotations

import errno
import os
import stat
import sys
import threading

import pytest

from kb.store.files import path_in_repository, write_new


@pytest.mark.parametrize(
    "data", [b"", b"text\n", b"\r\n\0\xff", b"x" * 1_000_000], ids=["empty", "text", "bytes", "long"]
)
def test_a_new_file_holds_the_bytes_as_they_are(tmp_path, data):
    write_new(tmp_path / "a.md", data)
    assert (tmp_path / "a.md").read_bytes() == data


def test_the_folders_above_it_are_made(tmp_path):
    write_new(tmp_path / "a" / "b" / "c.md", b"x")
    assert (tmp_path / "a" / "b" / "c.md").read_bytes() == b"x"


def test_nothing_else_is_left_in_the_folder(tmp_path):
    write_new(tmp_path / "a.md", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes there")
def test_a_new_file_is_readable_by_others_and_writable_by_its_owner(tmp_path):
    write_new(tmp_path / "a.md", b"x")
    assert stat.S_IMODE((tmp_path / "a.md").stat().st_mode) == 0o644


class TestRefusals:
    def test_a_file_that_is_there_is_left_as_it_is(self, tmp_path):
        (tmp_path / "a.md").write_bytes(b"old")
        with pytest.raises(FileExistsError):
            write_new(tmp_path / "a.md", b"new")
        assert (tmp_path / "a.md").read_bytes() == b"old"
        assert [path.name for path in tmp_path.iterdir()] == ["a.md"]

    def test_a_folder_that_is_there_is_left_as_it_is(self, tmp_path):
        (tmp_path / "a.md").mkdir()
        with pytest.raises(FileExistsError):
            write_new(tmp_path / "a.md", b"new")
        assert [path.name for path in tmp_path.iterdir()] == ["a.md"]

    def test_a_link_to_nothing_is_left_as_it_is(self, tmp_path):
        try:
            (tmp_path / "a.md").symlink_to(tmp_path / "nowhere.md")
        except OSError:
            pytest.skip("links cannot be made here")
        with pytest.raises(FileExistsError):
            write_new(tmp_path / "a.md", b"new")
        assert (tmp_path / "a.md").is_symlink()
        assert [path.name for path in tmp_path.iterdir()] == ["a.md"]

    def test_a_file_where_a_folder_should_be_is_left_as_it_is(self, tmp_path):
        (tmp_path / "a").write_bytes(b"old")
        with pytest.raises((NotADirectoryError, FileExistsError)):
            write_new(tmp_path / "a" / "b.md", b"new")
        assert (tmp_path / "a").read_bytes() == b"old"

    def test_a_name_that_the_system_refuses_leaves_nothing(self, tmp_path):
        with pytest.raises(OSError, match=r"x{300}"):
            write_new(tmp_path / ("x" * 300), b"new")
        assert list(tmp_path.iterdir()) == []


def test_of_several_writers_at_once_one_writes_the_file_and_the_others_are_told(tmp_path):
    for round_ in range(10):
        path = tmp_path / f"{round_}.md"
        start = threading.Barrier(6)
        winners = []

        def write(data, path=path, start=start, winners=winners):
            start.wait()
            try:
                write_new(path, data)
            except FileExistsError:
                return
            winners.append(data)

        threads = [threading.Thread(target=write, args=(b"%d" % number * 1_000,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert winners == [path.read_bytes()]
    assert len(list(tmp_path.iterdir())) == 10


class TestWithoutLinks:
    @pytest.fixture(autouse=True)
    def file_system_without_links(self, monkeypatch):
        def refuse(_source, _target):
            raise OSError(errno.EPERM, "operation not permitted")

        monkeypatch.setattr(os, "link", refuse)

    def test_a_new_file_is_written(self, tmp_path):
        write_new(tmp_path / "a.md", b"new")
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.md": b"new"}

    def test_a_file_that_is_there_is_left_as_it_is(self, tmp_path):
        (tmp_path / "a.md").write_bytes(b"old")
        with pytest.raises(FileExistsError):
            write_new(tmp_path / "a.md", b"new")
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a.md": b"old"}


@pytest.mark.parametrize(
    ("files", "folder", "path"),
    [
        ({".git/HEAD": ""}, ".", ""),
        ({".git/HEAD": "", "docs/kb/a.md": ""}, "docs/kb", "docs/kb/"),
        ({".git": "gitdir: elsewhere\n", "kb/a.md": ""}, "kb", "kb/"),
        ({".git/HEAD": "", "a/.git": "gitdir: elsewhere\n", "a/b/c.md": ""}, "a/b", "b/"),
    ],
)
def test_the_path_of_a_folder_begins_at_the_nearest_repository_around_it(make_folder, files, folder, path):
    assert path_in_repository(make_folder(files) / folder) == path


def test_outside_any_repository_the_path_is_empty(make_folder):
    assert path_in_repository(make_folder({"a/b.md": ""}) / "a") == ""
