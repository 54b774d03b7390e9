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
        ("bash -lc \"cd /srv && sudo sh -c 'docker ps'\"", ("docker",)),
        ('pods="$(kubectl get pods)"', ("kubectl",)),
        ("if ! helm status api; then docker ps; fi", ("helm", "docker")),
        ("cat <<EOF | kubectl apply -f -\nkind: Pod\nEOF\nhelm ls", ("kubectl", "helm")),
        ("> out.txt kubectl get pods 2>&1", ("kubectl",)),
        ("echo hi # kubectl", ()),
        ("# a\n#; kubectl get pods\nls", ()),
        ('git commit -m "x; kubectl y"', ()),
        ("git commit -m 'x\nkubectl y\n'", ()),
        ("echo '$(kubectl get pods)'", ()),
        ("cat > n.md <<EOF\nkubectl get pods\nEOF", ()),
        ("cat > n.md <<-'END OF IT'\n\tkubectl get pods\n\tEND OF IT\nls", ()),
        ("cat <<A <<B\nhelm ls\nA\nkubectl x\nB\n", ()),
        ("cat <<EOF\nkubectl get pods", ()),
        ('git commit -m "$(cat <<\'EOF\'\nsay "hi"; kubectl y (1)\nEOF\n)"; helm ls', ("helm",)),
        ("cat <<EOF\nit's so\nEOF\nhelm ls", ("helm",)),
        ("command -v kubectl", ()),
        ("echo x > kubectl", ()),
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
        ("deploy/" * 600 + "x.yaml", False),
        ("docker-compose.prod.yml", True),
        (".tf", False),
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


@pytest.mark.parametrize(
    "command",
    [
        "kb capture F-1 --push",
        "cd kb && kb new finding x",
        "kb note x",
        "uv run kb capture F-1",
        "uv run --frozen kb capture F-1",
        "uv run --with x kb capture F-1",
        "uv tool run kb capture F-1",
        "uvx kb capture F-1",
        "uvx --from kb kb capture F-1",
        "pipx run kb capture F-1",
        "python -m kb capture F-1",
        "uv run python3.12 -m kb capture F-1",
        "/opt/venv/bin/kb capture F-1",
    ],
)
def test_a_turn_that_wrote_it_down_needs_no_suggestion(command):
    assert not _work(ASKED, _claude(command="helm ls"), _claude(command=command)).is_infrastructure


@pytest.mark.parametrize("command", ["kb search helm", "echo kb capture F-1", "echo x # kb capture", "kb show capture"])
def test_what_writes_nothing_down_is_no_capture(command):
    assert _work(ASKED, _claude(command=f"helm ls; {command}")).is_infrastructure


PATCH = "*** Begin Patch\n*** Update File: {}\n@@\n kubectl get pods\n+helm ls\n*** End Patch"


@pytest.mark.parametrize("path", ["n.md", "Dockerfile"])
@pytest.mark.parametrize(
    "call",
    [
        lambda patch: _codex(type="custom_tool_call", name="apply_patch", input=patch),
        lambda patch: _codex(type="function_call", arguments=json.dumps({"command": ["apply_patch", patch]})),
        lambda patch: _codex(type="function_call", arguments=json.dumps({"cmd": f"apply_patch <<'EOF'\n{patch}\nEOF"})),
    ],
    ids=["tool", "words", "document"],
)
def test_the_lines_of_a_patch_are_no_commands(path, call):
    assert _work(ASKED, call(PATCH.format(path))) == Work(files=path == "Dockerfile")


def test_the_name_of_a_patched_file_in_a_text_is_no_change():
    assert _work(ASKED, _claude(command=f"cat > n.md <<'EOF'\n{PATCH.format('Dockerfile')}\nEOF")) == Work()


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
        ("```yaml\ncommand: x; kubectl y\n```\n", ()),
        ("```sh\nterraform apply\n", ()),
        ("kubectl is a tool. `docker-notes.md` says so.", ()),
    ],
)
def test_an_answer_counts_by_the_code_in_it(message, tools):
    assert work_in_message(message).tools == tools
