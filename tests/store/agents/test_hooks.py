"""The hook in a host's settings file."""

from __future__ import annotations

import os
import stat
import sys

import pytest

from kb.store.agents.hooks import HookRequest, agent_named, install_hook, uninstall_hook
from kb.store.errors import KbError

COMMAND = "kb hook stop"
SETTINGS = '{\n  // mine\n  "model": "x",\n  "hooks": {"Stop": [{"hooks": []}]}\n}\n'


NOT_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")


@pytest.fixture
def path(tmp_path):
    """Where the settings of a host are."""
    return tmp_path / "settings.json"


def _request(path, **options):
    return HookRequest("claude-code", path, COMMAND, **options)


@pytest.mark.parametrize("data", [SETTINGS.encode(), b"\xef\xbb\xbf{}", SETTINGS.replace("\n", "\r\n").encode()])
def test_after_taking_it_out_the_file_is_what_it_was(path, data):
    path.write_bytes(data)

    put_in = install_hook(_request(path))
    between = path.read_bytes()
    taken_out = uninstall_hook(_request(path))

    assert (put_in.what, taken_out.what) == ("installed", "removed")
    assert COMMAND.encode() in between
    assert path.read_bytes() == data


def test_a_file_that_was_not_there_is_made_and_is_gone_again(path):
    assert install_hook(_request(path)).what == "installed"
    assert path.is_file()
    assert uninstall_hook(_request(path)).what == "removed"
    assert not path.exists()


def test_a_second_time_nothing_is_done(path):
    path.write_text(SETTINGS, encoding="utf-8")
    assert uninstall_hook(_request(path)).what == "absent"
    install_hook(_request(path))
    before = path.read_bytes()

    again = install_hook(_request(path))

    assert (again.what, again.command, again.diff) == ("there", COMMAND, ())
    assert path.read_bytes() == before


@pytest.mark.parametrize("before", [None, SETTINGS])
def test_a_hook_for_another_base_is_replaced_and_that_is_said(path, before):
    if before is not None:
        path.write_text(before, encoding="utf-8")
    for base in ("base7", "base8"):
        change = install_hook(_request(path)._replace(command=f"{COMMAND} --kb {base}"))

    text = path.read_text(encoding="utf-8")
    assert (change.what, change.replaced) == ("installed", (f"{COMMAND} --kb base7",))
    assert (text.count(COMMAND), text.count("base8")) == (1, 1)
    uninstall_hook(_request(path))
    assert (path.read_text(encoding="utf-8") if path.exists() else None) == before


@pytest.mark.parametrize("command", [COMMAND, f"/usr/bin/{COMMAND}", f"uv run {COMMAND} || true"])
def test_a_hook_that_somebody_else_wrote_counts_and_stays_to_the_byte(path, command):
    data = f'{{"hooks": {{"Stop": [{{"hooks": [{{"type": "command", "command": "{command}"}}]}}]}}}}'.encode()
    path.write_bytes(data)

    assert install_hook(_request(path)).what == "there"
    taken_out = uninstall_hook(_request(path))

    assert (taken_out.what, taken_out.kept) == ("absent", (command,))
    assert path.read_bytes() == data


def test_a_hook_for_another_base_that_somebody_else_wrote_is_refused(path):
    data = b'{"hooks": {"Stop": [{"hooks": [{"command": "kb hook stop --kb base7"}]}]}}'
    path.write_bytes(data)

    with pytest.raises(KbError) as caught:
        install_hook(_request(path)._replace(command=f"{COMMAND} --kb base8"))

    assert (caught.value.kind, caught.value.code) == ("refused", "another-hook")
    assert path.read_bytes() == data


def test_a_dry_run_shows_the_change_and_writes_nothing(path):
    path.write_text(SETTINGS, encoding="utf-8")

    shown = install_hook(_request(path, dry_run=True))

    assert (shown.what, shown.dry_run) == ("installed", True)
    assert [line for line in shown.diff if line.startswith("+ ") and COMMAND in line]
    assert path.read_text(encoding="utf-8") == SETTINGS
    install_hook(_request(path))
    before = path.read_bytes()
    assert uninstall_hook(_request(path, dry_run=True)).what == "removed"
    assert path.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes there")
def test_the_file_keeps_its_mode(path):
    path.write_text(SETTINGS, encoding="utf-8")
    path.chmod(0o600)

    install_hook(_request(path))

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "foreign-settings"),
        (b"{", "foreign-settings"),
        (b"[]", "foreign-settings"),
        (b"model = 1\n", "foreign-settings"),
        (b'{"hooks": []}', "foreign-settings"),
        (b'{"hooks": {"Stop": "x"}}', "foreign-settings"),
        (b'{"a": "\xff"}', "foreign-settings"),
        (b'{"hooks": {}, "hooks": {}}', "foreign-settings"),
    ],
)
@pytest.mark.parametrize("change", [install_hook, uninstall_hook])
def test_a_foreign_file_is_refused_untouched(path, data, code, change):
    path.write_bytes(data)

    with pytest.raises(KbError) as caught:
        change(_request(path))

    assert (caught.value.kind, caught.value.code) == ("refused", code)
    assert path.read_bytes() == data
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.mkdir(),
        pytest.param(lambda path: os.mkfifo(path, 0o600), marks=NOT_WINDOWS, id="pipe"),
        pytest.param(lambda path: path.symlink_to(path), marks=NOT_WINDOWS, id="loop"),
        pytest.param(lambda path: path.symlink_to("/dev/zero"), marks=NOT_WINDOWS, id="device"),
    ],
)
@pytest.mark.parametrize("change", [install_hook, uninstall_hook])
def test_what_is_no_file_is_refused_without_waiting(path, make, change):
    make(path)

    with pytest.raises(KbError) as caught:
        change(_request(path))

    assert (caught.value.kind, caught.value.code) == ("refused", "unreadable-settings")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="no file is closed to this user")
@pytest.mark.parametrize(("mode", "code"), [(0o000, "unreadable-settings"), (0o400, "not-writable")])
def test_a_closed_file_is_refused_untouched(path, mode, code):
    path.write_text(SETTINGS, encoding="utf-8")
    path.chmod(mode)

    with pytest.raises(KbError) as caught:
        install_hook(_request(path))

    assert (caught.value.kind, caught.value.code) == ("refused", code)
    path.chmod(0o600)
    assert path.read_text(encoding="utf-8") == SETTINGS


def test_a_file_that_may_not_be_written_is_refused_untouched(path, monkeypatch):
    path.write_text(SETTINGS, encoding="utf-8")
    monkeypatch.setattr("kb.store.agents.hooks.os.access", lambda *_: False)

    with pytest.raises(KbError) as caught:
        install_hook(_request(path))

    assert (caught.value.kind, caught.value.code) == ("refused", "not-writable")
    assert path.read_text(encoding="utf-8") == SETTINGS


def test_a_file_that_the_host_has_just_changed_is_left(path, monkeypatch):
    path.write_text(SETTINGS, encoding="utf-8")

    def change_too(text, command):
        path.write_text("{}", encoding="utf-8")
        return text + command

    monkeypatch.setattr("kb.store.agents.hooks.insert", change_too)

    with pytest.raises(KbError) as caught:
        install_hook(_request(path))

    assert (caught.value.kind, caught.value.code) == ("refused", "settings-changed")
    assert path.read_text(encoding="utf-8") == "{}"


def test_without_the_folder_of_the_host_nothing_is_made(tmp_path):
    with pytest.raises(KbError) as caught:
        install_hook(_request(tmp_path / ".claude" / "settings.json"))

    assert (caught.value.kind, caught.value.code) == ("missing", "no-agent")
    assert list(tmp_path.iterdir()) == []
    assert uninstall_hook(_request(tmp_path / ".claude" / "settings.json")).what == "absent"


def test_an_unknown_host_is_a_usage_error_that_names_the_known_ones():
    with pytest.raises(KbError) as caught:
        agent_named("cursor")

    assert (caught.value.kind, caught.value.candidates) == ("usage", ("claude-code", "codex"))
