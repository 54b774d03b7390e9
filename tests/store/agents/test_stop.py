"""What the stop hook suggests."""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from kb.store.agents.stop import MOST_OF_A_FILE, MOST_OF_A_PAYLOAD, claim, read_turn, release, suggest, tidy
from kb.store.config import read_config

NOW = 1_796_000_000.0  # 2026-11-30
DAY = 86_400
# What the hook may take of the processor, in seconds.
MOST = 0.15
RAN = {"type": "assistant", "message": {"content": [{"type": "tool_use", "input": {"command": "kubectl get pods"}}]}}
CAPTURE = (
    'This turn ran kubectl. Did the team learn something? Draft it: kb new finding "SUMMARY"; '
    "put it up for review: kb capture ID --push."
)
SHARE = "Searches of 2026-10 missed. Share them: kb queries --export --month 2026-10 --push."


@pytest.fixture
def base(make_folder):
    """A base."""
    return make_folder({"kb.toml": "format = 1\n"})


@pytest.fixture
def transcript(tmp_path):
    """A transcript whose last turn did infrastructure work."""
    path = tmp_path / "transcript.jsonl"
    path.write_text(json.dumps(RAN) + "\n", encoding="utf-8")
    return path


def _payload(transcript, **fields):
    said = {"session_id": "s", "transcript_path": str(transcript), "hook_event_name": "Stop", "stop_hook_active": False}
    return json.dumps(said | fields).encode()


def _suggest(base, payload, now=NOW):
    said = [one.sentence for one in suggest(read_config(base), payload, now) if claim(base, one.mark)]
    tidy(base, now)
    return " ".join(said)


def _log(base, month, full):
    entry = {
        "schema": "kb/query/1",
        "time": f"{month}-05T10:00:00Z",
        "wordings": ['say "full":0,'],
        "filters": {"type": [], "status": [], "repo": [], "system": [], "tag": [], "path": [], "since": None},
        "unit": "page",
        "full": full,
        "partial": 1,
        "engine": "fts5",
        "results": [],
        "repository": None,
        "milliseconds": 5,
    }
    folder = base / ".kb" / "queries"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{month}.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")


def test_a_capture_is_suggested_once_a_session(base, transcript):
    said = [_suggest(base, _payload(transcript, session_id=name)) for name in ("a", "a", "b", "a", "b")]

    assert said == [CAPTURE, "", CAPTURE, "", ""]


def test_a_turn_that_only_talked_spends_nothing(base, transcript, tmp_path):
    (tmp_path / "talk.jsonl").write_text("{}\n", encoding="utf-8")

    assert _suggest(base, _payload(tmp_path / "talk.jsonl")) == ""
    assert not (base / ".kb").exists()
    assert _suggest(base, _payload(transcript)) == CAPTURE


def test_nothing_of_the_transcript_or_the_session_is_kept_or_said(base, tmp_path):
    line = {"type": "assistant", "message": {"content": [{"type": "tool_use", "input": {"command": "ssh hunter2"}}]}}
    (tmp_path / "t").write_text(json.dumps(line), encoding="utf-8")

    said = _suggest(base, _payload(tmp_path / "t", session_id="../hunter2"))

    assert "hunter2" not in said
    assert [path.stat().st_size for path in (base / ".kb" / "sessions").iterdir()] == [0]
    assert "hunter2" not in "".join(path.name for path in base.rglob("*"))


def test_what_cannot_be_noted_is_not_said(base, transcript):
    (base / ".kb").write_text("in the way", encoding="utf-8")

    assert _suggest(base, _payload(transcript)) == ""


def test_what_was_not_said_is_suggested_again(base, transcript):
    said: list[str] = []
    for _ in range(2):
        (suggestion,) = suggest(read_config(base), _payload(transcript), NOW)
        assert claim(base, suggestion.mark)
        release(base, suggestion.mark)
        said.append(suggestion.sentence)

    assert said == [CAPTURE, CAPTURE]


def test_of_several_hooks_at_once_one_says_it(base, transcript):
    (suggestion,) = suggest(read_config(base), _payload(transcript), NOW)
    (other,) = suggest(read_config(base), _payload(transcript), NOW)

    with ThreadPoolExecutor(8) as pool:
        claimed = list(pool.map(lambda mark: claim(base, mark), [suggestion.mark, other.mark] * 8))

    assert claimed.count(True) == 1


def test_of_many_old_notes_some_go_each_time(base):
    folder = base / ".kb" / "sessions"
    folder.mkdir(parents=True)
    for number in range(600):
        (folder / f"hook-{number}").write_bytes(b"")
        os.utime(folder / f"hook-{number}", (NOW - 91 * DAY, NOW - 91 * DAY))

    left: list[int] = []
    for second in range(5):
        tidy(base, NOW + second)
        left.append(len(list(folder.iterdir())))

    assert left[0] == 600 - 256
    assert left[-1] == 0


def test_old_notes_go_when_a_new_one_comes(base, transcript):
    folder = base / ".kb" / "sessions"
    folder.mkdir(parents=True)
    for name, age in (("hook-old", 91), ("hook-new", 89), ("session.md", 900)):
        (folder / name).write_bytes(b"")
        os.utime(folder / name, (NOW - age * DAY, NOW - age * DAY))

    _suggest(base, _payload(transcript))

    assert {path.name for path in folder.iterdir()} >= {"hook-new", "session.md"}
    assert not (folder / "hook-old").exists()


def test_the_misses_of_the_month_before_are_suggested_once_a_month(base):
    _log(base, "2026-10", 0)
    _log(base, "2026-11", 0)

    said = [_suggest(base, _payload("", session_id=str(day)), NOW + day * DAY) for day in (0, 0, 3, 4, 40)]

    assert said == [SHARE, "", SHARE.replace("2026-10", "2026-11"), "", ""]


@pytest.mark.parametrize(
    ("now", "month"), [(1_798_761_600.0, "2026-12"), (1_798_761_599.0, "2026-11"), (1_801_440_000.0, "2027-01")]
)
def test_the_month_before_is_that_of_utc(base, now, month):
    for each in ("2026-11", "2026-12", "2027-01"):
        _log(base, each, 0)

    assert f"--month {month} " in _suggest(base, _payload(""), now)


@pytest.mark.parametrize("full", [1, 7])
def test_a_month_in_which_all_was_found_needs_no_sharing(base, full):
    _log(base, "2026-10", full)

    assert _suggest(base, _payload("")) == ""


def test_where_the_log_is_off_nothing_is_shared(base):
    _log(base, "2026-10", 0)
    (base / "kb.toml").write_text("log.enabled = false\n", encoding="utf-8")

    assert _suggest(base, _payload("")) == ""


def test_both_suggestions_are_one_line(base, transcript):
    _log(base, "2026-10", 0)

    assert _suggest(base, _payload(transcript)) == f"{CAPTURE} {SHARE}"


def test_without_a_transcript_the_last_answer_counts(base):
    assert _suggest(base, _payload(None, last_assistant_message="I ran `kubectl get pods`.")) == CAPTURE.replace(
        "ran", "shows", 1
    )


def test_of_a_long_transcript_the_end_counts(base, transcript):
    line = json.dumps(RAN).encode()
    transcript.write_bytes(b'{"x": "' + b"x" * 2 * MOST_OF_A_FILE + b'"}\n' + line + b"\n")
    assert _suggest(base, _payload(transcript)) == CAPTURE
    transcript.write_bytes(line + b'\n{"x": "' + b"x" * 2 * MOST_OF_A_FILE + b'"}\n')
    assert _suggest(base, _payload(transcript, session_id="other")) == ""


@pytest.mark.parametrize("name", ["gone", "", ".", "a\0b", "\ud800"])
def test_a_transcript_that_cannot_be_read_tells_nothing(base, tmp_path, name):
    assert _suggest(base, _payload(name and str(tmp_path / name))) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")
def test_a_pipe_in_place_of_a_transcript_is_not_waited_for(base, tmp_path):
    os.mkfifo(tmp_path / "pipe")

    assert _suggest(base, _payload(tmp_path / "pipe")) == ""


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\n",
        b"no JSON",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'"Stop"',
        b"{}",
        b'{"session_id": ""}',
        b'{"session_id": 7}',
        b'{"session_id": "s", "hook_event_name": "PreToolUse"}',
        b'{"session_id": "s", "stop_hook_active": true}',
        b'{"session_id": "s"} {"session_id": "s"}',
        b"[" * 100_000,
        b'{"session_id": "s", "image": "' + b"A" * MOST_OF_A_PAYLOAD + b'"}',
    ],
    ids=lambda payload: payload[:30].decode("latin-1"),
)
def test_a_payload_that_tells_of_no_turn_is_passed_over(payload):
    assert read_turn(payload) is None


def test_a_session_may_have_any_name(base, transcript):
    for name in ("\ud800", "a/b", "é" * 5_000, "\0"):
        assert _suggest(base, _payload(transcript, session_id=name)) == CAPTURE


def _line(**given):
    return json.dumps({"type": "assistant", "message": {"content": [{"type": "tool_use", "input": given}]}}).encode()


HOSTILE_TEXTS = {
    "backticks": "`" * 32_768,
    "codes": "`a" * 16_384,
    "fences": "```\n" * 8_192,
    "double-quotes": '"' * 32_767,
    "both-quotes": "\"'" * 16_384,
    "documents": "cat <<a\n" * 4_096,
    "marks": "<<'" * 10_922,
    "runs-in-quotes": '"$(a' * 8_192,
    "runs": "$(" * 16_384,
    "shells": "bash -c '" * 3_640,
    "backslashes": "\\" * 32_768,
    "blanks": "<< " * 10_922,
    "options": "-c " * 10_922,
    "semicolons": "a;" * 16_384,
    "long-word": "a" * 250_000,
    "deep-folders": "deploy/" * 35_000 + "x",
    "patches": "*** Add File: a\n" * 8_192,
    "nulls": "\0" * 40_000,
}
HOSTILE_LINES = {
    "empty": b"\n" * MOST_OF_A_FILE,
    "objects": b"{}\n" * (MOST_OF_A_FILE // 3),
    "calls": (_line(command="") + b"\n") * 3_000,
    "commands": (_line(command="a;" * 60) + b"\n") * 1_200,
    "blocks": b'{"message":{"content":[' + b"{}," * 80_000 + b"{}]}}",
    "lists": b'{"message":{"content":[' + b"[]," * 80_000 + b"[]]}}",
    "words": b'{"message":{"content":[{"type":"tool_use","input":{"command":[' + b'"a",' * 60_000 + b'"a"]}}]}}',
    "deep": b"[" * 250_000,
}


def _least_time(action):
    """Return the shortest of three runs, in seconds of the processor."""
    times: list[float] = []
    for _ in range(3):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("name", HOSTILE_TEXTS)
@pytest.mark.parametrize("field", ["last_assistant_message", "session_id", "fenced", "command", "file_path", "patch"])
def test_a_hostile_text_takes_no_time(base, tmp_path, name, field):
    text = HOSTILE_TEXTS[name]
    payload = _payload(tmp_path / "t")
    if field in {"command", "file_path"}:
        (tmp_path / "t").write_bytes(_line(**{"content": "x", field: text}))
    elif field == "patch":
        call = {"type": "custom_tool_call", "name": "apply_patch", "input": text}
        (tmp_path / "t").write_text(json.dumps(call), encoding="utf-8")
    elif field == "fenced":
        payload = _payload("", last_assistant_message=f"```sh\n{text}\n```")
    else:
        payload = _payload("", **{field: text})

    assert _least_time(lambda: suggest(read_config(base), payload, NOW)) < MOST


@pytest.mark.parametrize("name", HOSTILE_LINES)
def test_a_hostile_transcript_takes_no_time(base, tmp_path, name):
    (tmp_path / "t").write_bytes(HOSTILE_LINES[name])

    assert _least_time(lambda: suggest(read_config(base), _payload(tmp_path / "t"), NOW)) < MOST


@pytest.mark.parametrize("part", [b"{},", b"[],", b'{"a":[]},', b"0,"])
def test_a_hostile_payload_takes_no_time(base, part):
    payload = b'{"session_id":"s","a":[' + part * ((MOST_OF_A_PAYLOAD - 100) // len(part)) + b"0]}"

    assert _least_time(lambda: suggest(read_config(base), payload, NOW)) < MOST
