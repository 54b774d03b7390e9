"""Which base a command works on."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from kb.cli.options import today


@pytest.fixture
def bases(tmp_path):
    for name in ("named", "home", "above", "default"):
        (tmp_path / name / "deep" / "down").mkdir(parents=True)
        (tmp_path / name / "kb.toml").write_text("format = 1\n", encoding="utf-8")
        (tmp_path / name / f"{name}.md").write_text("rollout\n", encoding="utf-8")
    (tmp_path / "outside").mkdir()
    return tmp_path


@pytest.fixture
def found(run_kb, bases, monkeypatch):
    """Search from a folder and return the one page found, which has the name of its base."""

    def find(folder, *words, home=None, default=None):
        if home:
            monkeypatch.setenv("KB_HOME", str(home))
        if default:
            settings = bases / "config" / "kb"
            settings.mkdir(parents=True)
            (settings / "config.toml").write_text(f"base = '{default}'\n", encoding="utf-8")
            monkeypatch.setenv("XDG_CONFIG_HOME", str(bases / "config"))
            monkeypatch.setenv("APPDATA", str(bases / "config"))
        monkeypatch.chdir(folder)
        ran = run_kb("search", "rollout", "--json", *words)
        if ran.code:
            return ran.document["code"]
        return [result["path"] for result in ran.document["results"]]

    return find


def test_the_option_is_stronger_than_all(found, bases):
    assert found(bases / "above", "--kb", bases / "named", home=bases / "home", default=bases / "default") == [
        "named.md"
    ]


def test_the_default_of_the_user_is_used_last(found, bases):
    assert found(bases / "outside", default=bases / "default") == ["default.md"]


@pytest.mark.parametrize("way", ["option", "home", "default"])
def test_a_named_base_that_is_not_there_is_never_replaced_by_another(found, bases, way):
    gone = bases / "gone"

    if way == "option":
        result = found(bases / "above", "--kb", gone, home=bases / "home")
    elif way == "home":
        result = found(bases / "above", home=gone, default=bases / "default")
    else:
        result = found(bases / "outside", default=gone)

    assert result == "no-such-base"


def test_a_file_is_no_base(found, bases):
    assert found(bases / "above", "--kb", bases / "named" / "named.md") == "no-such-base"


def test_an_empty_path_is_no_base(found, bases):
    assert found(bases / "above", "--kb", "") == "empty-path"


@pytest.mark.parametrize("name", ["deep/..", "~/above", "./"])
def test_a_path_counts_from_the_working_directory_or_from_home(found, bases, monkeypatch, name):
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(bases))
    assert found(bases / "above", "--kb", name) == ["above.md"]


def test_today_is_a_day_in_iso_form():
    assert date.fromisoformat(today()) - date.today() <= timedelta(days=1)  # noqa: DTZ011 - the day of this machine
