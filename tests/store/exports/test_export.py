"""An export is whole, the same for the same pages, and never in the place of anything else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from stat import S_IMODE

import pytest

from kb.store.bases.create import create_example
from kb.store.config import read_config
from kb.store.errors import KbError
from kb.store.exports.export import ExportRequest, export_base

FORMATS = ("jsonl", "llms-txt", "site", "bulk")
FILES = {"wiki/a.md": "---\nsystems: [x]\n---\n# A\n\n[[b]]\n", "wiki/b.md": "# B\n\nText.\n"}
SCRIPT = """
import sys
from pathlib import Path
from kb.store.config import read_config
from kb.store.exports.export import ExportRequest, export_base
for wanted in sys.argv[3:]:
    export_base(read_config(Path(sys.argv[1])), ExportRequest(Path(sys.argv[2]) / wanted, wanted))
"""

ENDED = """
import os, signal, sys
from pathlib import Path
from kb.cli.app import run
rename = Path.rename
def end(path, target):
    rename(path, target)
    if target.name.startswith(".kb-export-"):
        os.kill(os.getpid(), signal.SIGTERM)
Path.rename = end
sys.exit(run(sys.argv[1:]))
"""


def _snapshot(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_pages_give_the_same_bytes_whatever_the_hash_seed(tmp_path):
    root = create_example(tmp_path / "harbor", os.environ).root
    for seed in ("1", "2"):
        command = [sys.executable, "-c", SCRIPT, str(root), str(tmp_path / seed), *FORMATS]
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)

    first = _snapshot(tmp_path / "1")
    assert first == _snapshot(tmp_path / "2")
    assert {name.partition("/")[0] for name in first} == set(FORMATS)


@pytest.mark.parametrize("wanted", FORMATS)
def test_an_earlier_export_is_replaced_by_the_pages_as_they_are_now(export, tmp_path, wanted):
    export(FILES, wanted)
    (tmp_path / "base/wiki/b.md").unlink()

    again = export({"wiki/c.md": "# C\n"}, wanted)

    assert again.result.replaced
    assert again.files == export({}, wanted, "fresh").files
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base", "fresh", "out"]


def test_another_format_takes_the_place_of_an_earlier_export(export):
    export(FILES, "site")

    assert set(export(FILES, "jsonl").files) == {".kb-export", "pages.jsonl", "passages.jsonl"}


def _file(folder):
    folder.write_text("mine", encoding="utf-8")


def _foreign(folder):
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", encoding="utf-8")


def _link(folder):
    (folder.parent / "elsewhere").mkdir()
    folder.symlink_to(folder.parent / "elsewhere")


def _false_marker(folder):
    folder.mkdir()
    (folder / ".kb-export").write_text("{}", encoding="utf-8")


@pytest.mark.parametrize("make", [_file, _foreign, _link, _false_marker], ids=lambda make: make.__name__)
def test_what_is_no_export_is_refused_and_stays_as_it_is(export, tmp_path, make):
    make(tmp_path / "out")
    before = _snapshot(tmp_path)

    with pytest.raises(KbError) as caught:
        export(FILES, "jsonl")

    assert (caught.value.kind, caught.value.code) == ("refused", "foreign-folder")
    assert {name: data for name, data in _snapshot(tmp_path).items() if not name.startswith("base/")} == before


def test_an_earlier_export_that_somebody_added_to_is_refused(export, tmp_path):
    export(FILES, "site")
    (tmp_path / "out/pages/notes.txt").write_text("mine", encoding="utf-8")

    with pytest.raises(KbError, match=r"pages/notes\.txt"):
        export(FILES, "site")

    assert (tmp_path / "out/pages/notes.txt").exists()
    assert (tmp_path / "out/index.html").exists()


def test_an_empty_folder_is_filled(export, tmp_path):
    (tmp_path / "out").mkdir()

    assert not export(FILES, "jsonl").result.replaced


def test_nothing_is_left_behind_when_the_disk_refuses(export, tmp_path, monkeypatch):
    export(FILES, "jsonl")
    before = _snapshot(tmp_path / "out")

    def refuse(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(KbError, match="no space left") as caught:
        export_base(read_config(tmp_path / "base"), ExportRequest(tmp_path / "out", "site"))

    assert caught.value.kind == "refused"
    assert _snapshot(tmp_path / "out") == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base", "out"]


@pytest.mark.parametrize("files", [{"kb.toml": "format = 1\n"}, {"inbox/a.md": "# A\n"}], ids=["no page", "only inbox"])
def test_a_base_with_nothing_to_export_is_said_and_nothing_is_written(export, tmp_path, files):
    with pytest.raises(KbError, match="no pages to export") as caught:
        export(files, "jsonl")

    assert caught.value.kind == "missing"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("folder", ["base/out", "base/a/out"])
def test_markdown_is_not_written_into_the_base_where_it_would_become_pages(export, folder):
    with pytest.raises(KbError) as caught:
        export(FILES, "llms-txt", folder)

    assert caught.value.code == "in-the-base"


@pytest.mark.parametrize(("wanted", "folder"), [("llms-txt", "base/.out"), ("site", "base/public")])
def test_an_export_within_the_base_changes_no_later_one(export, wanted, folder):
    first = export(FILES, wanted, folder)

    assert export(FILES, wanted, folder).files == first.files


UNREADABLE = {
    "not UTF-8 (byte 0xfc at offset 2)": b"# \xfcber\n",
    "UTF-16, not UTF-8": "# x\n".encode("utf-16"),
    "holds NUL bytes, so it is no text": b"# \0\n",
}


@pytest.mark.parametrize(("reason", "data"), UNREADABLE.items())
@pytest.mark.parametrize("wanted", FORMATS)
def test_an_unreadable_page_takes_nothing_else_down_and_is_named(export, wanted, reason, data):
    made = export(FILES | {"wiki/broken.md": data}, wanted)

    assert made.result.pages == 2
    assert made.result.skipped == (("wiki/broken.md", reason),)
    assert json.loads(made.files[".kb-export"])["complete"] is False


@pytest.mark.parametrize(("wanted", "name"), [("site", "index.html"), ("llms-txt", "llms.txt")])
def test_readers_are_told_that_what_is_missing_need_not_be_gone(export, wanted, name):
    whole = export(FILES, wanted, "whole").text(name)
    broken = export(FILES | {"broken.md": b"\xff"}, wanted, "broken").text(name)

    assert ("need not be gone" in whole, "need not be gone" in broken) == (False, True)


@pytest.mark.parametrize("trouble", ["bytes", "a folder", "speaks of private"])
def test_a_page_that_became_unreadable_is_not_taken_for_deleted(export, tmp_path, monkeypatch, trouble):
    before = export(FILES, "site").files
    if trouble == "bytes":
        (tmp_path / "base/wiki/b.md").write_bytes(b"\xff")
    elif trouble == "speaks of private":
        (tmp_path / "base/wiki/b.md").write_text("---\nprivate: a: b\n---\n", encoding="utf-8")
    else:
        scan = os.scandir

        def refuse(path):
            if path == tmp_path / "base/wiki/":
                raise PermissionError(13, "Permission denied")
            return scan(path)

        monkeypatch.setattr("kb.store.pages.walk.os.scandir", refuse)

    with pytest.raises(KbError) as caught:
        export_base(read_config(tmp_path / "base"), ExportRequest(tmp_path / "out", "site"))

    assert (caught.value.kind, caught.value.code) == ("refused", "would-lose-pages")
    monkeypatch.undo()
    assert _snapshot(tmp_path / "out") == before


def test_an_unreadable_note_in_the_inbox_is_not_named(export):
    assert export(FILES | {"inbox/broken.md": b"\xff"}, "jsonl").result.skipped == ()


def test_an_export_keeps_who_may_read_its_folder(export, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out").chmod(0o700)
    before = os.umask(0o027)
    try:
        export(FILES, "site")
        export(FILES, "site")
        export(FILES, "site", "new")
    finally:
        os.umask(before)

    assert S_IMODE((tmp_path / "out").stat().st_mode) == 0o700
    assert S_IMODE((tmp_path / "new").stat().st_mode) == 0o750
    assert {S_IMODE(path.stat().st_mode) for path in (tmp_path / "out").rglob("*.html")} == {0o640}


def test_a_link_that_leads_into_the_base_is_within_it(export, tmp_path, make_folder):
    make_folder(FILES)
    (tmp_path / "link").symlink_to(tmp_path / "base" / "wiki")

    with pytest.raises(KbError) as caught:
        export(FILES, "llms-txt", "link/out")

    assert caught.value.code == "in-the-base"


def test_what_cut_off_exports_to_the_same_folder_left_is_taken_away_once_it_is_old(export, tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("kb.store.exports.folder.shutil.rmtree", lambda *_, **__: None)
        patched.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
        for folder in ("out", "out", "other"):
            with pytest.raises(KbError):
                export(FILES, "jsonl", folder)
    left = sorted(path for path in tmp_path.iterdir() if path.name.startswith(".kb-export-"))
    assert len(left) == 3

    export(FILES, "jsonl")
    assert all(path.exists() for path in left)
    for path in left:
        os.utime(path, (0, 0))
    (tmp_path / ".kb-export-mine").mkdir()
    export(FILES, "jsonl")

    assert sum(path.exists() for path in left) == 1
    assert (tmp_path / ".kb-export-mine").exists()


def test_an_export_that_is_told_to_end_leaves_what_was_there(export, tmp_path):
    export(FILES, "jsonl")
    before = _snapshot(tmp_path / "out")
    ran = subprocess.run(
        [sys.executable, "-c", ENDED, "export", tmp_path / "out", "--format", "site", "--kb", tmp_path / "base"],
        check=False,
        capture_output=True,
    )

    assert ran.returncode == -signal.SIGTERM
    assert sorted(path.name for path in tmp_path.iterdir()) == ["base", "out"]
    assert _snapshot(tmp_path / "out") == before
