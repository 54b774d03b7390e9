"""`kb hook stop`: what a host hears, whatever it writes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time

import pytest

RAN = {"type": "assistant", "message": {"content": [{"type": "tool_use", "input": {"command": "kubectl get pods"}}]}}
# What a host waits at the end of a turn, in seconds.
MOST = 0.2


@pytest.fixture
def base(make_folder):
    """A base."""
    return make_folder({"kb.toml": "format = 1\n", "wiki/a.md": "x\n"})


@pytest.fixture
def payload(tmp_path):
    """What a host writes after a turn that did infrastructure work."""
    path = tmp_path / "transcript.jsonl"
    path.write_text(json.dumps(RAN) + "\n", encoding="utf-8")
    said = {"session_id": "s", "transcript_path": str(path), "hook_event_name": "Stop", "stop_hook_active": False}
    return json.dumps(said).encode()


@pytest.fixture
def hear(run_kb, monkeypatch):
    """Run the hook in this process, with time enough, on what a host writes."""
    monkeypatch.setattr("kb.cli.hook.LIMIT", 20.0)
    monkeypatch.setattr("kb.cli.hook.NOTE_LIMIT", 20.0)

    def run(data, *words):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return run_kb("hook", "stop", *words)

    return run


def _start(base, *, words=("stop",), data=b"", **options):
    environment = {**os.environ, "KB_HOME": str(base)}
    command = [sys.executable, "-m", "kb", "hook", *words]
    return subprocess.run(command, input=data, env=environment, capture_output=True, check=False, timeout=60, **options)


def test_the_host_gets_one_document_once_a_session_that_decides_nothing(base, payload, hear):
    first, second = hear(payload, "--kb", base), hear(payload, "--kb", base)

    assert (first.code, second) == (0, (0, "", ""))
    assert list(first.document) == ["systemMessage"]
    assert "kb capture" in first.document["systemMessage"]


@pytest.mark.parametrize("words", [("--json",), ("--no-color",)])
def test_the_form_is_the_hosts_whatever_is_asked_for(base, payload, hear, words):
    assert list(hear(payload, "--kb", base, *words).document) == ["systemMessage"]


def test_a_person_at_a_terminal_reads_a_sentence(base, payload, hear, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    assert hear(payload, "--kb", base, "--no-color").out.startswith("This turn ran kubectl.")


def test_a_folder_that_is_no_base_gets_no_notes(make_folder, payload, hear, monkeypatch):
    root = make_folder({"README.md": "x\n"})
    monkeypatch.chdir(root)

    assert hear(payload) == (0, "", "")
    assert [path.name for path in root.iterdir()] == ["README.md"]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no JSON",
        b'{"session_id": "s"',
        b"\x00\xff" * 1_000,
        b"[" * 200_000,
        b'{"session_id": "s", "image": "' + b"A" * 50_000_000 + b'"}',
    ],
    ids=["empty", "text", "cut", "bytes", "deep", "50-megabytes"],
)
def test_a_payload_that_says_nothing_ends_with_0_and_no_word(base, data):
    ran = _start(base, data=data)

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "words",
    [(), ("stop", "--nonsense"), ("start",), ("stop", "--kb", "gone"), ("stop", "--json", "--nonsense"), ("--json",)],
    ids=" ".join,
)
def test_wrong_words_end_with_0_and_say_nothing_to_the_host(base, words):
    ran = _start(base, words=words)

    assert (ran.returncode, ran.stdout) == (0, b"")


def test_wrong_settings_of_the_base_end_with_0(base, payload):
    (base / "kb.toml").write_text("format = [", encoding="utf-8")

    ran = _start(base, data=payload)

    assert (ran.returncode, ran.stdout) == (0, b"")


def test_a_bug_ends_with_0(base, payload, hear, monkeypatch):
    def fail(*_arguments):
        raise ZeroDivisionError

    monkeypatch.setattr("kb.cli.hook.suggest", fail)

    assert hear(payload, "--kb", base) == (0, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of its own closes differently there")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_end_with_0(base, closed):
    command = f'"{sys.executable}" -m kb hook stop --kb "{base}" {closed}'

    assert subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, check=False, timeout=60).returncode == 0


def test_a_reader_that_is_gone_ends_it_with_0(base, payload):
    read, write = os.pipe()
    os.close(read)

    command = [sys.executable, "-m", "kb", "hook", "stop", "--kb", str(base)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        _, err = process.communicate(payload, 60)

    assert (process.returncode, err) == (0, b"")


def test_what_could_not_be_written_is_not_noted_as_said(base, payload, hear, monkeypatch):
    def fail(_outcome):
        raise BrokenPipeError

    with monkeypatch.context() as patch:
        patch.setattr("kb.cli.hook.show", fail)
        assert hear(payload, "--kb", base) == (0, "", "")

    assert "kb capture" in hear(payload, "--kb", base).out


def _seconds(action):
    """Return the shortest of five runs: what the program takes when the machine does nothing else."""
    times: list[float] = []
    for _ in range(5):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.skipif(sys.platform != "linux", reason="measured there; a process starts slower elsewhere")
def test_it_ends_in_time_also_while_the_host_keeps_the_pipe_open(base, payload):
    def wait():
        command = [sys.executable, "-m", "kb", "hook", "stop", "--kb", str(base)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.wait(60) == 0

    hostile = json.dumps({"session_id": "x1", "last_assistant_message": "`" * 32_768}).encode()
    assert _seconds(lambda: _start(base, data=payload)) < MOST
    assert _seconds(lambda: _start(base, data=hostile)) < MOST
    assert _seconds(wait) < MOST


@pytest.mark.parametrize("delay", [0.0, 0.03, 0.06, 0.09, 0.12])
def test_a_kill_leaves_a_whole_document_or_nothing(base, payload, delay):
    command = [sys.executable, "-m", "kb", "hook", "stop", "--kb", str(base)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin
        process.stdin.write(payload)
        process.stdin.flush()
        time.sleep(delay)
        process.kill()
        out, _ = process.communicate(timeout=60)

    assert not out or list(json.loads(out)) == ["systemMessage"]
    notes = base / ".kb" / "sessions"
    assert not notes.exists() or [path.stat().st_size for path in notes.iterdir()] in ([], [0])


def test_it_is_light_to_import(base, payload):
    script = (
        "import sys\n"
        "from kb.cli.app import run\n"
        f"code = run(['hook', 'stop', '--kb', {str(base)!r}])\n"
        "heavy = {'rich', 'jsonschema', 'yaml', 'yaml12', 'pathspec', 'sqlite3', 'importlib.resources'}\n"
        "print(code, sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )

    ran = subprocess.run([sys.executable, "-c", script], input=payload, capture_output=True, check=True, timeout=60)

    assert ran.stderr.splitlines() == [b"0 []"]
