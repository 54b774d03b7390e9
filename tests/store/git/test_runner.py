"""git as kb runs it: no caller's repository, no prompt, no foreign language, no endless wait."""

from __future__ import annotations

import http.server
import os
import socket
import sys
import threading
import time

import pytest

from kb.store.errors import KbError
from kb.store.git.runner import Git


@pytest.fixture
def git(tmp_path):
    return Git(tmp_path, os.environ, limit=20)


@pytest.fixture
def silent():
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


class _Asking(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="kb"')
        self.end_headers()

    def log_message(self, format, *args):  # noqa: A002 - the library's name
        pass


@pytest.fixture
def asking():
    """A server that asks for a password."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Asking) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_an_answer_is_text_or_parts_and_names_that_are_no_utf8_keep_their_bytes(git):
    git.run("init", "--quiet")
    blob = git.run("hash-object", "-w", "--stdin", data=b"a\0b\0").text

    assert git.run("cat-file", "blob", blob).parts == ["a", "b"]
    odd = git.run("hash-object", "-w", "--stdin", data=b"caf\xe9\n").text
    assert git.text("cat-file", "blob", odd).encode("utf-8", "surrogateescape") == b"caf\xe9"


def test_a_failure_is_one_sentence_with_what_git_said(git):
    with pytest.raises(KbError) as caught:
        git.run("cat-file", "blob", "HEAD")

    assert (caught.value.kind, caught.value.code) == ("outside", "git-failed")
    assert caught.value.message.startswith(f"git cat-file failed in {git.folder}: not a git repository")
    assert "\n" not in caught.value.message


def test_a_code_that_the_caller_knows_is_no_failure(git):
    git.run("init", "--quiet")

    assert git.run("config", "--get", "no.such", wrong=(1,)).code == 1


def test_what_ties_git_to_another_repository_is_left_out_and_what_asks_is_off(git):
    environ = dict(os.environ) | {
        "GIT_DIR": "/elsewhere",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "user.name",
        "GIT_CONFIG_VALUE_0": "Other",
        "LC_ALL": "de_DE.UTF-8",
        "LANGUAGE": "de",
        "GIT_ASKPASS": "/bin/ask",
        "MINE": "kept",
    }

    said = git._replace(environ=environ).text("-c", "alias.show-all=!env", "show-all").splitlines()

    assert {"LC_ALL=C", "GIT_ASKPASS=", "GIT_TERMINAL_PROMPT=0", "SSH_ASKPASS_REQUIRE=never", "MINE=kept"} <= set(said)
    assert not [line for line in said if line.startswith(("GIT_DIR=/elsewhere", "GIT_CONFIG_COUNT"))]


def test_without_git_there_is_one_sentence(git, tmp_path):
    with pytest.raises(KbError) as caught:
        git._replace(environ={"PATH": str(tmp_path)}).run("version")

    assert (caught.value.kind, caught.value.code, caught.value.hint) == (
        "outside",
        "no-git",
        "install git, and try again",
    )


def test_a_folder_that_is_gone_is_not_taken_for_a_missing_git(git, tmp_path):
    with pytest.raises(KbError) as caught:
        git.at(tmp_path / "gone").run("version")

    assert (caught.value.kind, caught.value.code) == ("missing", "no-folder")


def test_a_file_is_no_folder_to_run_git_in(git, tmp_path):
    (tmp_path / "file").write_text("x", encoding="utf-8")

    with pytest.raises(KbError) as caught:
        git.at(tmp_path / "file").run("version")

    assert (caught.value.kind, caught.value.code) == ("missing", "no-folder")


@pytest.mark.parametrize(
    ("is_open", "told"), [(False, ("refused", "no-access")), (True, ("outside", "git-not-started"))]
)
def test_what_the_system_refuses_is_told_as_such(git, monkeypatch, is_open, told):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("subprocess.Popen", refuse)
    monkeypatch.setattr("os.access", lambda *_: is_open)

    with pytest.raises(KbError) as caught:
        git.run("version")

    assert (caught.value.kind, caught.value.code) == told


@pytest.mark.parametrize("address", ["git://127.0.0.1:{}/x", "http://127.0.0.1:{}/x"])
def test_a_remote_that_does_not_answer_is_left_after_a_time_with_all_that_git_has_started(git, silent, address):
    start = time.monotonic()

    with pytest.raises(KbError) as caught:
        git._replace(limit=0.5).call_remote("ls-remote", address.format(silent))

    assert (caught.value.kind, caught.value.code) == ("outside", "timeout")
    assert caught.value.message == "git ls-remote did not end within 0.5 seconds"
    assert time.monotonic() - start < 10


def test_what_git_says_names_no_password(git):
    with pytest.raises(KbError) as caught:
        git.call_remote("ls-remote", "https://ana:hunter2x@127.0.0.1:1/x")

    assert "hunter2x" not in caught.value.message
    assert "127.0.0.1" in caught.value.message


def test_in_a_repository_that_fetches_contents_on_demand_every_call_has_a_limit(git, silent):
    partial = git._replace(is_partial=True, limit=0.5)

    with pytest.raises(KbError) as caught:
        partial.run("ls-remote", f"git://127.0.0.1:{silent}/x")

    assert caught.value.code == "timeout"


def test_a_remote_that_asks_for_a_password_fails_at_once(git, asking):
    with pytest.raises(KbError) as caught:
        git.call_remote("ls-remote", f"http://127.0.0.1:{asking}/x")

    assert caught.value.code == "git-failed"
    assert "terminal prompts disabled" in caught.value.message


@pytest.mark.skipif(sys.platform == "win32", reason="there are no sessions there")
def test_a_call_to_a_remote_has_no_terminal_and_others_keep_it(git):
    command = ("-c", "alias.session=!ps -o sid= -p $$", "session")

    here = git.text(*command).strip()
    remote = git.call_remote(*command).text.strip()

    assert here == str(os.getsid(0))
    assert remote != here
