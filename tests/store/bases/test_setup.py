"""A machine set up for a team's base."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from kb.store.bases.create import create_base
from kb.store.bases.setup import SetupRequest, Skill, folder_name, set_up
from kb.store.errors import KbError
from kb.store.git.runner import Git


@pytest.fixture
def shared(world):
    """A remote whose base has two skills and something that is none."""
    seed = world.clone("seed-of-skills")
    seed.write({"skills/look-up/SKILL.md": "---\nname: look-up\n---\n", "skills/look-up/more.md": "more\n"})
    seed.write({"skills/capture/SKILL.md": "---\nname: capture\n---\n", "skills/README.md": "# Skills\n"})
    seed.commit()
    seed.git("push", "--quiet")
    return world


@pytest.fixture
def home(tmp_path):
    """A home with two agents."""
    folder = tmp_path / "home"
    for name in (".claude", ".codex"):
        (folder / name).mkdir(parents=True)
    return folder


def _set_up(world, home, **options):
    request = SetupRequest(str(world.remote.root), home / "base", home / "kb" / "config.toml", home, **options)
    return set_up(_git(world), request)


def _git(world):
    return Git(world.folder, os.environ)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_the_base_is_cloned_remembered_and_its_skills_are_linked(shared, home):
    made = _set_up(shared, home)

    assert (made.cloned, made.updated, made.is_default, made.warnings) == (True, False, True, ())
    assert (home / "kb" / "config.toml").read_text(encoding="utf-8") == f'base = "{home / "base"}"\n'
    assert made.skills == tuple(
        Skill(str(home / place / name), "linked")
        for place in (".claude/skills", ".agents/skills")
        for name in ("capture", "look-up")
    )
    assert (home / ".claude/skills/look-up/SKILL.md").read_text(encoding="utf-8") == "---\nname: look-up\n---\n"


@pytest.mark.parametrize(
    "copy", [True, pytest.param(False, marks=pytest.mark.skipif(sys.platform == "win32", reason="as above"))]
)
def test_a_second_time_the_clone_moves_forward_and_nothing_else_is_done(shared, home, copy):
    _set_up(shared, home, copy=copy)
    seed = shared.clone("more")
    seed.write({"wiki/more.md": "more\n"})
    seed.commit()
    seed.git("push", "--quiet")

    made = _set_up(shared, home, copy=copy)

    assert (made.cloned, made.updated, made.is_default, made.warnings) == (False, True, True, ())
    assert {skill.what for skill in made.skills} == {"there"}
    assert (home / "base" / "wiki" / "more.md").exists()


def test_copies_are_files_of_their_own(shared, home):
    made = _set_up(shared, home, copy=True)

    assert {skill.what for skill in made.skills} == {"copied"}
    assert not (home / ".claude/skills/look-up").is_symlink()
    assert (home / ".claude/skills/look-up/more.md").read_text(encoding="utf-8") == "more\n"


def test_a_skill_of_ones_own_and_another_default_base_are_left(shared, home):
    (home / ".claude/skills/look-up").mkdir(parents=True)
    (home / ".claude/skills/look-up/SKILL.md").write_text("mine\n", encoding="utf-8")
    (home / "kb").mkdir()
    (home / "kb" / "config.toml").write_text('base = "/elsewhere"  # mine\n', encoding="utf-8")

    made = _set_up(shared, home, copy=True)

    assert not made.is_default
    assert made.warnings == (
        (
            f"your default base stays /elsewhere; to change it, write into {home / 'kb' / 'config.toml'}: "
            f'base = "{home / "base"}"'
        ),
        f"{home / '.claude/skills/look-up'} is another; it is left as it is",
    )
    assert (home / ".claude/skills/look-up/SKILL.md").read_text(encoding="utf-8") == "mine\n"
    assert (home / "kb" / "config.toml").read_text(encoding="utf-8") == 'base = "/elsewhere"  # mine\n'


def test_settings_without_a_base_get_theirs_and_keep_the_rest(shared, home):
    (home / "kb").mkdir()
    (home / "kb" / "config.toml").write_text("# mine\n", encoding="utf-8")

    _set_up(shared, home, copy=True)

    assert (home / "kb" / "config.toml").read_text(encoding="utf-8") == f'base = "{home / "base"}"\n# mine\n'


def test_without_agents_no_folder_is_made_for_them(shared, home):
    for name in (".claude", ".codex"):
        (home / name).rmdir()

    assert _set_up(shared, home).skills == ()
    assert not (home / ".claude").exists()


def test_a_base_without_skills_gets_none_and_it_is_said_how_to_add_them(world, home):
    made = _set_up(world, home)

    assert made.skills == ()
    assert made.warnings == (f"{made.root} has no skills for agents: kb init {made.root} adds them, for you to commit",)
    assert _git(world).at(made.root).run("status", "--porcelain").text == ""
    assert "skills/knowledge/SKILL.md" in create_base(made.root, os.environ).written


def test_a_folder_with_something_else_is_refused_and_left(shared, home):
    (home / "base").mkdir()
    (home / "base" / "mine.txt").write_text("mine\n", encoding="utf-8")

    with pytest.raises(KbError) as caught:
        _set_up(shared, home)

    assert (caught.value.kind, caught.value.code) == ("refused", "no-repository")
    assert [path.name for path in (home / "base").iterdir()] == ["mine.txt"]


def test_a_clone_that_fails_leaves_nothing_and_can_be_made_again(shared, home):
    gone = SetupRequest(str(home / "gone.git"), home / "base", home / "kb" / "config.toml", home)

    with pytest.raises(KbError) as caught:
        set_up(_git(shared), gone)

    assert caught.value.kind == "outside"
    assert sorted(path.name for path in home.iterdir()) == [".claude", ".codex"]
    assert _set_up(shared, home, copy=True).cloned


def test_a_password_in_the_address_is_not_repeated(shared, home):
    _set_up(shared, home, copy=True)
    request = SetupRequest("https://ana:hunter2x@git.example.org/x", home / "base", home / "kb" / "config.toml", home)

    with pytest.raises(KbError) as caught:
        set_up(_git(shared), request)

    assert "hunter2x" not in caught.value.message + caught.value.hint


def test_an_address_that_the_settings_shorten_is_known_again(shared, home, monkeypatch):
    settings = home / "gitconfig"
    settings.write_text(f'[url "{shared.folder}/"]\ninsteadOf = team:\n', encoding="utf-8")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    request = SetupRequest("team:remote.git", home / "base", home / "kb" / "config.toml", home, copy=True)

    assert set_up(_git(shared), request).cloned
    assert not set_up(_git(shared), request).cloned


def test_what_has_no_page_does_not_become_the_default(world, home):
    run = world.clone("empty")
    for path in run.base.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    run.write({"tool.py": "x = 1\n"})
    run.commit()
    run.git("push", "--quiet")

    made = _set_up(world, home, copy=True)

    assert not made.is_default
    assert "no page" in made.warnings[0]


def test_a_default_that_is_spelled_otherwise_is_the_same(shared, home):
    (home / "kb").mkdir()
    (home / "kb" / "config.toml").write_text('base = "~/base"\n', encoding="utf-8")

    assert _set_up(shared, home, copy=True).is_default


def test_a_clone_of_another_base_is_refused(shared, home):
    _set_up(shared, home, copy=True)
    request = SetupRequest("https://git.example.org/other.git", home / "base", home / "kb" / "config.toml", home)

    with pytest.raises(KbError) as caught:
        set_up(_git(shared), request)

    assert (caught.value.kind, caught.value.code) == ("refused", "not-empty")


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("git@git.example.org:ops/knowledge.git", "knowledge"),
        ("https://git.example.org/ops/knowledge/", "knowledge"),
        ("git@host:knowledge", "knowledge"),
        ("C:\\git\\knowledge.git\\", "knowledge"),
    ],
)
def test_a_clone_is_called_as_git_would_call_it(url, name):
    assert folder_name(url) == name


@pytest.mark.parametrize("url", ["", "/", "..", ".git"])
def test_an_address_without_a_name_is_a_usage_error(url):
    with pytest.raises(KbError) as caught:
        folder_name(url)

    assert caught.value.kind == "usage"
