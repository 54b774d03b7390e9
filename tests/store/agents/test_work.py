"""Whether a turn did infrastructure work."""

from __future__ import annotations

import json

import pytest

from kb.store.agents.work import Work, work_in_message, work_of


def _claude(**given):
    block = {"type": "tool_use", "name": "Bash", "input": given}
    return {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "x"}, block]}}


def _codex(**payload):
    return {"type": "response_item", "payload": payload}


ASKED = {"type": "user", "message": {"role": "user", "content": "why is it slow?"}}
ANSWER_OF_A_TOOL = {"type": "user", "message": {"content": [{"type": "tool_result", "content": "kubectl"}]}}


def _work(*lines):
    return work_of([line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines])


@pytest.mark.parametrize(
    ("command", "tools"),
    [
        ("kubectl get pods", ("kubectl",)),
        ("cd /srv && /usr/local/bin/terraform apply", ("terraform",)),
        ("sudo -u postgres psql -c 'select 1'", ("psql",)),
        ("sudo -n systemctl restart api", ("systemctl",)),
        ("AWS_PROFILE=prod aws s3 ls | head", ("aws",)),
        ("timeout 30 ssh host uptime; docker ps", ("ssh", "docker")),
        ("bash -lc 'helm upgrade api .'", ("helm",)),
        ("x=$(gcloud config list)", ("gcloud",)),
        ("grep -r kubectl docs", ()),
        ("echo docker", ()),
        ("git log --grep terraform", ()),
        ("kubectl-notes.sh", ()),
        ("", ()),
        ("= - 1 ''", ()),
    ],
)
def test_a_tool_counts_where_it_is_run(command, tools):
    assert _work(ASKED, _claude(command=command)).tools == tools


@pytest.mark.parametrize(
    "line",
    [
        _codex(type="function_call", name="shell", arguments=json.dumps({"command": ["bash", "-lc", "helm ls"]})),
        _codex(type="function_call", name="shell", arguments=json.dumps({"command": ["helm", "ls"]})),
        _codex(type="function_call", name="exec_command", arguments=json.dumps({"cmd": "helm ls"})),
        _codex(type="local_shell_call", action={"type": "exec", "command": ["helm", "ls"]}),
        {"type": "function_call", "name": "shell", "arguments": json.dumps({"command": "helm ls"})},
    ],
    ids=["script", "words", "command", "local", "bare"],
)
def test_the_calls_of_the_other_host_count_too(line):
    assert _work(_codex(type="message", role="user", content=[]), line).tools == ("helm",)


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("/r/Dockerfile", True),
        ("Dockerfile.test", True),
        ("infra/main.tf", True),
        ("deploy/api/values.yaml", True),
        ("C:\\r\\k8s\\api.yml", True),
        (".github/workflows/ci.yml", True),
        ("compose.yaml", True),
        ("api.service", True),
        ("docs/deploy.md", False),
        ("config/app.yaml", False),
        ("src/dockerfile_parser.py", False),
        ("deploy/README.md", False),
    ],
)
@pytest.mark.parametrize(
    "call",
    [
        lambda path: _claude(file_path=path, old_string="a", new_string="b"),
        lambda path: _claude(file_path=path, content="b"),
        lambda path: _codex(type="custom_tool_call", name="apply_patch", input=f"*** Update File: {path}\n@@\n+b"),
    ],
    ids=["edit", "write", "patch"],
)
def test_a_changed_file_of_the_infrastructure_counts(path, counts, call):
    assert _work(ASKED, call(path)).files is counts


def test_a_file_that_was_only_read_does_not_count():
    assert not _work(ASKED, _claude(file_path="Dockerfile")).is_infrastructure


@pytest.mark.parametrize(
    "asked",
    [
        ASKED,
        {"type": "user", "message": {"content": [{"type": "text", "text": "more"}]}},
        _codex(type="message", role="user", content=[]),
    ],
)
def test_only_the_last_turn_counts(asked):
    assert _work(_claude(command="helm ls"), asked, _claude(command="ls")) == Work()


@pytest.mark.parametrize(
    "line", [ANSWER_OF_A_TOOL, ASKED | {"isMeta": True}, ASKED | {"isSidechain": True}, {"type": "summary"}]
)
def test_what_the_user_did_not_say_begins_no_turn(line):
    assert _work(ASKED, _claude(command="helm ls"), line).tools == ("helm",)


@pytest.mark.parametrize("command", ["kb capture F-1 --push", "cd kb && kb new finding x", "kb note x"])
def test_a_turn_that_wrote_it_down_needs_no_suggestion(command):
    assert not _work(ASKED, _claude(command="helm ls"), _claude(command=command)).is_infrastructure


def test_a_search_in_the_base_is_no_capture():
    assert _work(ASKED, _claude(command="helm ls; kb search helm")).is_infrastructure


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff",
        b"7",
        b"[]",
        b"null",
        b"[" * 9_000,
        b'{"message": 7, "payload": []}',
        b'{"type": "user"}',
        {"type": "assistant", "message": {"content": [7, {"type": "tool_use", "input": 7}]}},
        _claude(command=7, file_path=7, content=7),
        _claude(command=[7], input=[]),
        _codex(type="function_call", arguments="{"),
        _codex(type="function_call", arguments=7),
        _codex(type="local_shell_call", action=None),
    ],
)
def test_a_line_that_is_none_of_a_transcript_is_passed_over(line):
    assert _work(ASKED, line, _claude(command="helm ls")).tools == ("helm",)
    assert _work(line) == Work()


@pytest.mark.parametrize(
    ("message", "tools"),
    [
        ("I ran `kubectl get pods` and it was fine.", ("kubectl",)),
        ("Run this:\n```sh\nterraform apply\n```\n", ("terraform",)),
        ("kubectl is a tool. `docker-notes.md` says so.", ()),
    ],
)
def test_an_answer_counts_by_the_code_in_it(message, tools):
    assert work_in_message(message).tools == tools
