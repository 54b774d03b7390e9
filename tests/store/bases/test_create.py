"""New bases: empty, adopted, and the example."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest

from kb.store.bases.create import create_base, create_example
from kb.store.config import read_config
from kb.store.errors import KbError
from kb.store.pages.base import read_base
from kb.store.search.result import make_request
from kb.store.search.search import search

GUIDES = (
    "AGENTS.md",
    "skills/capture/SKILL.md",
    "skills/ingest/SKILL.md",
    "skills/knowledge/SKILL.md",
    "skills/lint/SKILL.md",
    "skills/start-task/SKILL.md",
)


def _bytes_below(root):
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def _git(root, *words):
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=True, text=True).stdout


def test_an_empty_base_has_its_settings_its_folders_and_a_repository(tmp_path):
    made = create_base(tmp_path / "deep" / "new", os.environ)

    assert made.written == (
        "kb.toml",
        *GUIDES,
        "inbox/.gitkeep",
        "memory/decisions/.gitkeep",
        "memory/findings/.gitkeep",
        "memory/incidents/.gitkeep",
        "wiki/.gitkeep",
    )
    assert (made.kept, made.pages, made.commit) == ((), 0, None)
    assert (made.root / ".git").is_dir()
    assert read_base(read_config(made.root)).pages == ()


def test_a_folder_with_markdown_is_adopted_without_changing_a_byte(make_folder):
    root = make_folder({"a.md": "---\r\ntags: x\r\n---\r\nno end", ".obsidian/app.json": "{}", "b/c.md": b"\xfc"})
    before = _bytes_below(root)

    made = create_base(root, os.environ)

    after = _bytes_below(root)
    assert (made.written, made.kept, made.pages) == (("kb.toml", *GUIDES), (), 2)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"kb.toml", *GUIDES}


def test_an_adopted_folder_keeps_what_it_says_to_agents_and_gets_the_rest(make_folder):
    own = {"a.md": "x\n", "AGENTS.md": "mine\n", "skills/capture/SKILL.md": "mine\n", "skills/mine/SKILL.md": "mine\n"}
    root = make_folder(own)

    made = create_base(root, os.environ)

    assert made.kept == ("AGENTS.md", "skills/capture/SKILL.md")
    assert {name: (root / name).read_text(encoding="utf-8") for name in own} == own
    assert made.written == ("kb.toml", *(name for name in GUIDES if name not in own))


def test_a_second_time_nothing_is_written_and_what_is_there_is_kept(make_folder):
    root = make_folder({"a.md": "x\n", "kb.toml": "# mine\nname = 'Mine'\n"})
    create_base(root, os.environ)
    before = _bytes_below(root)

    made = create_base(root, os.environ)

    assert (made.written, made.kept) == ((), ("kb.toml", *GUIDES))
    assert _bytes_below(root) == before


def test_a_repository_without_pages_gets_its_folders(make_folder):
    made = create_base(make_folder({".git/HEAD": "ref: refs/heads/main\n", "tool.py": "x = 1\n"}), os.environ)

    assert "wiki/.gitkeep" in made.written
    assert (made.root / "tool.py").read_text(encoding="utf-8") == "x = 1\n"


def test_the_repository_is_made_where_the_base_is_whatever_the_caller_says(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))

    made = create_base(tmp_path / "new", os.environ)

    assert (made.root / ".git" / "HEAD").is_file()
    assert not (tmp_path / "elsewhere").exists()


def test_inside_a_repository_no_further_one_is_made(make_folder):
    root = make_folder({".git/HEAD": "ref: refs/heads/main\n"})

    made = create_base(root / "docs", os.environ)

    assert not (made.root / ".git").exists()


@pytest.mark.parametrize("settings", ["bad = [", "format = 2\n", "colour = 1\n"], ids=["no TOML", "newer", "unknown"])
def test_settings_that_are_wrong_are_refused_before_anything_is_written(make_folder, settings):
    root = make_folder({"a.md": "# A\n", "kb.toml": settings})

    with pytest.raises(KbError) as caught:
        create_base(root, os.environ)

    assert caught.value.kind == "usage"
    assert sorted(path.name for path in root.iterdir()) == ["a.md", "kb.toml"]


@pytest.mark.parametrize("create", [create_base, create_example])
def test_a_file_is_refused_and_left_as_it_is(tmp_path, create):
    (tmp_path / "file").write_text("mine", encoding="utf-8")

    with pytest.raises(KbError) as caught:
        create(tmp_path / "file", os.environ)

    assert (caught.value.kind, caught.value.code) == ("refused", "not-a-folder")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["skills", "skills/lint", "wiki"])
@pytest.mark.parametrize("is_link", [False, True])
def test_what_is_no_folder_where_one_is_needed_is_refused_before_anything_is_written(tmp_path, name, is_link):
    if is_link and sys.platform == "win32":
        pytest.skip("links need rights there")
    (tmp_path / "elsewhere").mkdir()
    path = tmp_path / "base" / name
    path.parent.mkdir(parents=True)
    if is_link:
        path.symlink_to(tmp_path / "elsewhere")
    else:
        path.write_text("mine", encoding="utf-8")
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(KbError) as caught:
        create_base(tmp_path / "base", os.environ)

    assert (caught.value.kind, caught.value.code) == ("refused", "in-the-way")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_skills_behind_a_link_that_has_them_all_are_kept(tmp_path, make_folder):
    root = make_folder({"a.md": "x\n"})
    create_base(root, os.environ)
    (root / "skills").rename(tmp_path / "elsewhere")
    (root / "skills").symlink_to(tmp_path / "elsewhere")

    assert create_base(root, os.environ).written == ()


def test_the_example_is_refused_where_something_is(make_folder):
    root = make_folder({"mine.txt": "mine"})

    with pytest.raises(KbError) as caught:
        create_example(root, os.environ)

    assert (caught.value.kind, caught.value.code) == ("refused", "not-empty")
    assert _bytes_below(root) == {"mine.txt": b"mine"}


@pytest.mark.parametrize("create", [create_base, create_example])
def test_a_folder_below_a_file_is_refused(tmp_path, create):
    (tmp_path / "file").write_text("mine", encoding="utf-8")

    with pytest.raises(KbError) as caught:
        create(tmp_path / "file" / "new", os.environ)

    assert (caught.value.kind, caught.value.code) == ("refused", "not-writable")


def test_the_example_goes_into_an_empty_folder_which_stays_the_same_folder(tmp_path):
    (tmp_path / "empty").mkdir()
    before = (tmp_path / "empty").stat().st_ino

    assert create_example(tmp_path / "empty", os.environ).pages == 41
    assert (tmp_path / "empty").stat().st_ino == before
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]
    assert sorted(path.name for path in (tmp_path / "empty").iterdir()) == [
        ".git",
        "AGENTS.md",
        "README.md",
        "inbox",
        "kb.toml",
        "memory",
        "skills",
        "wiki",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes there")
def test_what_is_written_has_the_modes_that_the_user_wants(tmp_path):
    previous = os.umask(0o077)
    try:
        root = create_example(tmp_path / "x", os.environ).root
    finally:
        os.umask(previous)

    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert stat.S_IMODE((root / "kb.toml").stat().st_mode) == 0o600


def test_the_example_is_the_same_commit_every_time_whatever_surrounds_it(tmp_path, monkeypatch):
    first = create_example(tmp_path / "one", os.environ).commit
    (tmp_path / "hooks").mkdir()
    hook = tmp_path / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    settings = (
        f"[user]\nname = Me\nemail = me@example.org\n[commit]\ngpgsign = true\n[core]\nhooksPath = {hook.parent}\n"
    )
    (tmp_path / "gitconfig").write_text(settings, encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))

    second = create_example(tmp_path / "two", os.environ).commit

    assert first == second
    assert not (tmp_path / "elsewhere").exists()


def test_the_example_is_clean_after_its_commit(tmp_path):
    root = create_example(tmp_path / "x", os.environ).root

    assert _git(root, "status", "--porcelain") == ""
    assert _git(root, "log", "--format=%s").splitlines() == ["The knowledge of Harbor operations"]


def test_the_example_has_every_kind_one_broken_page_and_one_in_chinese(tmp_path):
    base = read_base(read_config(create_example(tmp_path / "x", os.environ).root))

    assert {page.kind for page in base.pages} == {"wiki", "finding", "decision", "incident", "note"}
    assert [page.path for page in base.pages if page.problem] == ["inbox/2026-10-02-broken-frontmatter.md"]
    assert base.skipped == ()
    assert [hit.page.path for hit in search(base, make_request(("部署",))).hits] == ["wiki/zh/发布流程.md"]


def test_the_example_answers_its_question_first_and_fully(tmp_path):
    base = read_base(read_config(create_example(tmp_path / "x", os.environ).root))

    hit = search(base, make_request(("how do we roll back a stuck deployment",))).hits[0]

    assert (hit.page.path, hit.match) == ("wiki/rollback.md", "full")
    assert hit.passage.anchor == "when-a-rollout-is-stuck"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="no folder is closed to this user")
def test_a_closed_folder_is_refused(tmp_path):
    tmp_path.chmod(0o500)

    with pytest.raises(KbError) as caught:
        create_base(tmp_path / "new", os.environ)

    assert (caught.value.kind, caught.value.code) == ("refused", "not-writable")


def test_when_git_fails_the_example_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "gitconfig").write_text("[core\n", encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "broken" / "gitconfig"))

    with pytest.raises(KbError) as caught:
        create_example(tmp_path / "x", os.environ)

    assert (caught.value.kind, caught.value.code) == ("outside", "git-failed")
    assert "bad config line 1" in caught.value.message
    assert [path.name for path in tmp_path.iterdir()] == ["broken"]
