"""Which files of a folder are pages."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from kb.store.pages.walk import Walk, walk

ON_WINDOWS = sys.platform == "win32"


def link(place, target):
    """Make a link, where the system lets this user make one."""
    try:
        place.symlink_to(target, target_is_directory=target.is_dir())
    except OSError:
        pytest.skip("links cannot be made here")


@pytest.fixture
def too_deep(make_folder):
    """A base with one page at its root and folders nested until their path is too long for the system."""
    root = make_folder({"good.md": "good"})
    here = os.open(root, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("d" * 250, dir_fd=here)
        below = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    yield root
    shutil.rmtree(root / ("d" * 250))


def test_every_markdown_file_below_the_root_is_found_in_the_order_of_its_path(make_folder):
    root = make_folder({"b.md": "", "a/z.md": "", "a.md": "", "B.md": "", "a/b/c.md": "", "a-b.md": ""})
    assert walk(root) == Walk(("B.md", "a-b.md", "a.md", "a/b/c.md", "a/z.md", "b.md"), ())


@pytest.mark.parametrize("name", ["a.txt", "a.markdown", "a.md.bak", "amd", "a.md~", "md"])
def test_a_file_with_another_ending_is_no_page(make_folder, name):
    assert walk(make_folder({"page.md": "", name: ""})).paths == ("page.md",)


def test_an_ending_in_capitals_makes_a_page(make_folder):
    assert walk(make_folder({"README.MD": ""})).paths == ("README.MD",)


def test_every_other_file_is_found_on_demand_where_pages_are(make_folder):
    files = ("a.md", "a.png", "b/c", ".d", ".git/e", "node_modules/f", "old/g", "h.log", "templates/i", "kb.toml")
    root = make_folder(dict.fromkeys(files, "") | {".gitignore": "*.log\n"})
    assert walk(root, ("old/",), every=True) == Walk(("a.md", "a.png", "b/c", "kb.toml"), ())


def test_a_folder_with_the_ending_of_a_page_is_a_folder(make_folder):
    assert walk(make_folder({"notes.md/a.md": ""})).paths == ("notes.md/a.md",)


@pytest.mark.parametrize("files", [{"kb.toml": ""}, {"AGENTS.md": "", "memory/a.md": "", "wiki/b.md": ""}])
def test_the_templates_of_a_base_are_no_pages(make_folder, files):
    pages = dict.fromkeys(("templates/finding.md", "misses/2026-11.md", "wiki/templates/c.md", "template/d.md"), "")
    found = walk(make_folder(files | pages)).paths
    assert not {"templates/finding.md", "misses/2026-11.md"} & set(found)
    assert {"wiki/templates/c.md", "template/d.md"} <= set(found)


@pytest.mark.parametrize("files", [{"kb.toml": ""}, {"AGENTS.md": "", "memory/a.md": "", "wiki/b.md": ""}])
def test_what_a_base_says_to_agents_are_files_and_no_pages(make_folder, files):
    guides = {"AGENTS.md", "CLAUDE.md", "skills/capture/SKILL.md", "skills/README.md"}
    pages = {"wiki/AGENTS.md", "wiki/skills/c.md", "skill.md"}
    root = make_folder(files | dict.fromkeys(guides | pages, ""))
    assert set(walk(root).paths) & (guides | pages) == pages
    assert set(walk(root, every=True).paths) >= guides | pages


def test_in_any_other_folder_they_are_pages(make_folder):
    files = ("AGENTS.md", "CLAUDE.md", "skills/a.md", "wiki/b.md")
    assert walk(make_folder(dict.fromkeys(files, ""))).paths == files


@pytest.mark.parametrize("files", [{}, {"AGENTS.md": "", "wiki/b.md": ""}, {"a/kb.toml": ""}])
def test_a_folder_of_that_name_in_any_other_folder_has_pages(make_folder, files):
    assert "templates/a.md" in walk(make_folder(files | {"templates/a.md": ""})).paths


def test_an_empty_folder_has_no_pages(make_folder):
    assert walk(make_folder({})) == Walk((), ())


@pytest.mark.parametrize(
    "path",
    [
        ".git/a.md",
        ".obsidian/a.md",
        ".kb/a.md",
        "node_modules/a.md",
        "sub/node_modules/a.md",
        "sub/.trash/deep/a.md",
        ".hidden.md",
        ".md",
        "sub/.a.md",
    ],
)
def test_dot_names_and_package_folders_are_left_out(make_folder, path):
    assert walk(make_folder({"page.md": "", path: ""})) == Walk(("page.md",), ())


def test_a_base_inside_a_dot_folder_is_walked(make_folder):
    root = make_folder({".vault/a.md": "", ".vault/sub/b.md": "", ".vault/.obsidian/c.md": ""})
    assert walk(root / ".vault").paths == ("a.md", "sub/b.md")


class TestLinks:
    def test_a_link_to_the_parent_is_not_followed(self, make_folder):
        root = make_folder({"sub/a.md": ""})
        link(root / "sub" / "up", root)
        assert walk(root) == Walk(("sub/a.md",), ())

    def test_links_to_each_other_are_not_followed(self, make_folder):
        root = make_folder({"a.md": ""})
        link(root / "one.md", root / "two.md")
        link(root / "two.md", root / "one.md")
        link(root / "three", root / "four")
        link(root / "four", root / "three")
        assert walk(root) == Walk(("a.md",), ())

    def test_a_dangling_link_is_no_page(self, make_folder):
        root = make_folder({"a.md": ""})
        link(root / "gone.md", root / "nowhere.md")
        assert walk(root) == Walk(("a.md",), ())

    def test_nothing_outside_the_base_is_read_through_a_link(self, make_folder):
        root = make_folder({"in/a.md": "", "out/secret.md": "", "out/deep/b.md": ""})
        link(root / "in" / "secret.md", root / "out" / "secret.md")
        link(root / "in" / "out", root / "out")
        assert walk(root / "in") == Walk(("a.md",), ())

    def test_a_page_with_a_second_name_inside_the_base_is_found_once(self, make_folder):
        root = make_folder({"real/a.md": ""})
        link(root / "alias.md", root / "real" / "a.md")
        link(root / "other", root / "real")
        assert walk(root).paths == ("real/a.md",)

    def test_a_base_reached_through_a_link_is_walked(self, make_folder):
        root = make_folder({"real/a.md": ""})
        link(root / "base", root / "real")
        assert walk(root / "base").paths == ("a.md",)


class TestExclude:
    FILES = ("a.md", "d/a.md", "d/b.md", "d/e/a.md", "private/s.md", "x y.md")

    @pytest.mark.parametrize(
        ("pattern", "left"),
        [
            pytest.param("private/", ("a.md", "d/a.md", "d/b.md", "d/e/a.md", "x y.md"), id="a folder"),
            pytest.param("private", ("a.md", "d/a.md", "d/b.md", "d/e/a.md", "x y.md"), id="a name"),
            pytest.param("/a.md", ("d/a.md", "d/b.md", "d/e/a.md", "private/s.md", "x y.md"), id="at the root"),
            pytest.param("a.md", ("d/b.md", "private/s.md", "x y.md"), id="at every depth"),
            pytest.param("d/*", ("a.md", "private/s.md", "x y.md"), id="what is in a folder"),
            pytest.param("d/**/a.md", ("a.md", "d/b.md", "private/s.md", "x y.md"), id="below a folder"),
            pytest.param("x y.md", ("a.md", "d/a.md", "d/b.md", "d/e/a.md", "private/s.md"), id="a space"),
            pytest.param("*.txt", FILES, id="nothing here"),
            pytest.param("a.md/", FILES, id="a folder with the name of a file"),
        ],
    )
    def test_a_pattern_leaves_out_what_it_leaves_out_in_a_gitignore(self, make_folder, pattern, left):
        root = make_folder(dict.fromkeys(self.FILES, ""))
        assert walk(root, (pattern,)).paths == left
        (root / ".gitignore").write_bytes(pattern.encode() + b"\n")
        assert walk(root).paths == left

    def test_a_later_pattern_takes_a_page_back_in(self, make_folder):
        root = make_folder(dict.fromkeys(self.FILES, ""))
        assert walk(root, ("d/*", "!d/b.md")).paths == ("a.md", "d/b.md", "private/s.md", "x y.md")

    def test_what_is_excluded_stays_out_whatever_a_gitignore_says(self, make_folder):
        root = make_folder({"a.md": "", "b.md": "", ".gitignore": "!a.md\n"})
        assert walk(root, ("a.md",)).paths == ("b.md",)


class TestGitignore:
    @pytest.mark.parametrize(
        ("text", "left"),
        [
            pytest.param(b"# a.md\n\n   \nb.md\n", ("a.md", "d/a.md"), id="comments and blank lines"),
            pytest.param(b"d/\r\nb.md\r\n", ("a.md",), id="lines of Windows"),
            pytest.param(b"d/", ("a.md", "b.md"), id="no end of line"),
            pytest.param(b"d/ \n", ("a.md", "b.md"), id="blanks at the end"),
            pytest.param(b"\xfc\nd/\n", ("a.md", "b.md"), id="not UTF-8"),
            pytest.param(b"\xef\xbb\xbfd/\n", ("a.md", "b.md"), id="byte-order mark"),
            pytest.param(b"*\n!/a.md\n", ("a.md",), id="all but one"),
            pytest.param(b"*\n!*/\n!*.md\n", ("a.md", "b.md", "d/a.md"), id="Markdown alone"),
            pytest.param(b"", ("a.md", "b.md", "d/a.md"), id="empty"),
        ],
    )
    def test_its_lines_are_read_as_git_reads_them(self, make_folder, text, left):
        assert walk(make_folder({"a.md": "", "b.md": "", "d/a.md": "", ".gitignore": text})).paths == left

    @pytest.mark.parametrize("line", ["!", "\\", "a.md\\", "[z-a]", "[", "/"])
    def test_a_line_that_is_no_pattern_names_nothing_and_the_others_count(self, make_folder, line):
        root = make_folder({"a.md": "", "b.md": "", ".gitignore": f"{line}\nb.md\n"})
        assert walk(root) == Walk(("a.md",), ())

    def test_a_bracket_inside_a_set_is_one_of_its_letters(self, make_folder):
        root = make_folder({"a.md": "", "x.md": "", ".gitignore": "[[x].md\n"})
        assert walk(root).paths == ("a.md",)

    def test_it_counts_from_its_own_folder_down(self, make_folder):
        root = make_folder({"a.md": "", "d/a.md": "", "d/e/a.md": "", "f/a.md": "", "d/.gitignore": "/a.md\n"})
        assert walk(root).paths == ("a.md", "d/e/a.md", "f/a.md")

    def test_one_in_a_folder_adds_to_the_one_above_it(self, make_folder):
        files = {"a.md": "", "b.md": "", "d/a.md": "", "d/b.md": "", "d/c.md": ""}
        root = make_folder(files | {".gitignore": "a.md\n", "d/.gitignore": "b.md\n"})
        assert walk(root).paths == ("b.md", "d/c.md")

    def test_one_in_a_folder_may_take_back_what_the_one_above_it_ignores(self, make_folder):
        root = make_folder({"a.md": "", "d/a.md": "", ".gitignore": "*.md\n", "d/.gitignore": "!a.md\n"})
        assert walk(root).paths == ("d/a.md",)

    def test_one_inside_an_ignored_folder_takes_nothing_back(self, make_folder):
        root = make_folder({"a.md": "", "d/a.md": "", ".gitignore": "d/\n", "d/.gitignore": "!a.md\n"})
        assert walk(root).paths == ("a.md",)

    def test_one_above_the_root_does_not_count(self, make_folder):
        root = make_folder({"base/a.md": "", ".gitignore": "a.md\n"})
        assert walk(root / "base").paths == ("a.md",)

    def test_a_folder_of_that_name_ignores_nothing(self, make_folder):
        assert walk(make_folder({"a.md": "", ".gitignore/b.md": ""})) == Walk(("a.md",), ())


class TestTrouble:
    def test_a_folder_that_is_not_there_is_named(self, tmp_path):
        found = walk(tmp_path / "gone")
        assert found.paths == ()
        assert [item.path for item in found.skipped] == ["."]

    def test_a_file_is_no_base(self, make_folder):
        root = make_folder({"a.md": ""})
        assert walk(root / "a.md").paths == ()
        assert [item.path for item in walk(root / "a.md").skipped] == ["."]

    @pytest.mark.skipif(ON_WINDOWS, reason="needs folders opened by number")
    def test_a_folder_that_cannot_be_listed_is_named_and_the_rest_is_found(self, too_deep):
        found = walk(too_deep)
        assert found.paths == ("good.md",)
        assert [item.reason for item in found.skipped] == ["file name too long"]
        assert found.skipped[0].path.endswith("/" + "d" * 250)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
    def test_a_pipe_named_like_a_page_is_none(self, make_folder):
        root = make_folder({"a.md": ""})
        os.mkfifo(root / "pipe.md")
        assert walk(root) == Walk(("a.md",), ())


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("a b.md", "a-b.md"), id="space and hyphen"),
        pytest.param(("#a.md", "a#b.md"), id="hash"),
        pytest.param(("[a].md", "a[b.md"), id="bracket"),
        pytest.param(("it's.md",), id="quote"),
        pytest.param(("README.md", "readme.md"), id="capitals"),
        pytest.param(("cafe\u0301.md", "caf\u00e9.md"), id="accents in both forms"),
        pytest.param(("\u90e8\u7f72.md",), id="Chinese"),
        pytest.param(("!a.md", "$x.md", "%20.md"), id="signs"),
        pytest.param(
            ('a"b.md', "a\nb.md", "a*b.md", "a:b.md", "a\\b.md", "a|b.md"),
            id="what Windows forbids",
            marks=pytest.mark.skipif(ON_WINDOWS, reason="no names there"),
        ),
    ],
)
def test_a_name_comes_back_as_it_is(make_folder, names):
    root = make_folder(dict.fromkeys(names, ""))
    if len(list(root.iterdir())) < len(names):
        pytest.skip("this file system takes two of the names for one")
    assert walk(root).paths == tuple(sorted(names))


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_name_that_is_no_utf_8_comes_back_as_it_is(make_folder):
    root = make_folder({})
    (root / os.fsdecode(b"f\xfcr.md")).write_bytes(b"")
    assert [os.fsencode(path) for path in walk(root).paths] == [b"f\xfcr.md"]
