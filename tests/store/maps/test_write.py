"""The index at the root of a base: seen by no search and not by git, and never in the place of another file."""

from __future__ import annotations

import os

import pytest

from kb.store.config import read_config
from kb.store.errors import KbError
from kb.store.git.runner import Git
from kb.store.maps.write import write_index
from kb.store.pages.base import MAP_MARK, MAPS, read_base


def write(checkout):
    return write_index(checkout.config, checkout.runner)


@pytest.mark.parametrize("base", ["", "knowledge", "odd [name] *"])
def test_git_does_not_see_the_index_and_no_tracked_file_changes(make_world, base):
    ana = make_world(base).clone("ana", base)
    before = ana.snapshot()

    assert write(ana).warnings == ()
    exclude = (ana.root / ".git/info/exclude").read_bytes()
    assert not any(file.changed for file in write(ana).files)

    after = ana.snapshot()
    assert after[:-1] == before[:-1]
    assert after.files.keys() - before.files.keys() == {f"{base}/{name}".lstrip("/") for name in MAPS}
    assert (ana.root / ".git/info/exclude").read_bytes() == exclude


def test_a_linked_working_tree_hides_it_as_well_and_a_line_without_end_stays_whole(ana):
    (ana.root / ".git/info").mkdir(exist_ok=True)
    (ana.root / ".git/info/exclude").write_bytes(b"*.swp")
    ana.git("worktree", "add", "--quiet", "-b", "other", "../linked")
    linked = ana.root.parent / "linked"

    write_index(ana.config._replace(root=linked), Git(linked, os.environ))

    assert (ana.root / ".git/info/exclude").read_bytes() == b"*.swp\n/index.md\n/index-full.md\n"
    assert Git(linked, os.environ).text("status", "--porcelain") == ""


def test_the_index_is_no_page_and_one_of_the_users_own_is(ana):
    pages = read_base(ana.config).pages
    write(ana)
    assert read_base(ana.config).pages == pages

    ana.write({"index.md": "# Our own index\n", "wiki/index.md": f"{MAP_MARK}\n"})
    assert {"index.md", "wiki/index.md"} <= {page.path for page in read_base(ana.config).pages}


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("there", ["a file", "an empty file", "a folder", "a link", "a dead link"])
def test_what_kb_has_not_written_is_never_overwritten_and_nothing_else_is_written(ana, name, there):
    path = ana.base / name
    if there == "a folder":
        path.mkdir()
    elif "link" in there:
        target = ana.base / "wiki/other.md"
        if there == "a link":
            target.write_text(f"{MAP_MARK}\n", encoding="utf-8")
        try:
            path.symlink_to(target)
        except OSError:
            pytest.skip("links cannot be made here")
    else:
        path.write_bytes(b"# Ours\n" if there == "a file" else b"")
    before = ana.snapshot()

    with pytest.raises(KbError) as caught:
        write(ana)

    assert (caught.value.kind, caught.value.code) == ("refused", "foreign-index")
    assert ana.snapshot() == before
    assert not [other for other in MAPS if other != name and (ana.base / other).exists()]


def test_a_tracked_index_of_kb_is_written_again_and_said(ana):
    ana.write({"index.md": f"{MAP_MARK}\nold\n"})
    ana.commit()

    written = write(ana)

    assert written.warnings == ("index.md is tracked by git, which it need not be: git rm --cached index.md",)
    assert "old" not in (ana.base / "index.md").read_text(encoding="utf-8")


def test_a_base_outside_any_repository_is_indexed_and_what_cannot_be_read_is_a_warning(make_folder):
    root = make_folder({"a.md": "# A\n", "b.md": b"\xfc"})

    written = write_index(read_config(root), Git(root, os.environ))

    assert (written.pages, [skipped.path for skipped in written.skipped]) == (1, ["b.md"])
    assert written.warnings == ("b.md could not be read: not UTF-8 (byte 0xfc at offset 0); the index says so",)


@pytest.mark.parametrize("name", MAPS)
def test_a_former_map_that_was_damaged_is_written_again_and_not_listed(ana, name):
    write(ana)
    whole = {each: (ana.base / each).read_bytes() for each in MAPS}
    (ana.base / name).write_bytes(MAP_MARK.encode() + b"\n\xfc\n")

    written = write(ana)

    assert (written.skipped, written.warnings) == ((), ())
    assert {each: (ana.base / each).read_bytes() for each in MAPS} == whole


@pytest.mark.parametrize("there", ["a folder in its place", "a file in the place of its folder"])
def test_an_exclude_file_that_cannot_be_used_is_a_warning(ana, there):
    info = ana.root / ".git/info"
    info.mkdir(exist_ok=True)
    (info / "exclude").unlink(missing_ok=True)
    if there == "a folder in its place":
        (info / "exclude").mkdir()
    else:
        info.rmdir()
        info.write_bytes(b"")

    (warning,) = write(ana).warnings

    assert "the index as new files: " in warning
    assert (ana.base / "index.md").exists()


def test_two_clones_that_merge_the_same_pages_have_the_same_index(world, ana):
    ben = world.clone("ben")
    for person, number in ((ana, "001"), (ben, "002")):
        person.git("checkout", "--quiet", "-b", f"add-{number}")
        person.draft(number)
        person.commit()
        write(person)
        person.git("push", "--quiet", "origin", f"add-{number}")
    assert (ana.base / "index.md").read_bytes() == (ben.base / "index.md").read_bytes()  # the counts are the same
    assert (ana.base / "index-full.md").read_bytes() != (ben.base / "index-full.md").read_bytes()
    for branch in ("add-001", "add-002"):
        world.remote.merge(branch)

    for person in (ana, ben):
        person.git("pull", "--quiet", "origin", "main")
        write(person)
        assert person.git("status", "--porcelain") == ""

    for name in MAPS:
        assert (ana.base / name).read_bytes() == (ben.base / name).read_bytes()
