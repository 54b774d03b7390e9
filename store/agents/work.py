"""Whether a turn of an agent did infrastructure work, from the commands it ran and the files it changed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# fmt: off
TOOLS = frozenset((
    "ansible", "ansible-playbook", "argocd", "aws", "az", "consul", "crontab", "docker", "docker-compose", "flux",
    "gcloud", "gsutil", "helm", "helmfile", "iptables", "istioctl", "journalctl", "kubectl", "kustomize", "mongosh",
    "mysql", "nft", "nomad", "oc", "packer", "pg_dump", "pg_restore", "podman", "psql", "pulumi", "redis-cli", "rsync",
    "scp", "ssh", "systemctl", "terraform", "terragrunt", "tofu", "vault",
))
# What stands before the command that is run.
_WRAPPERS = frozenset((
    "bash", "command", "doas", "env", "exec", "nohup", "sh", "sudo", "time", "timeout", "watch", "xargs", "zsh",
))
# fmt: on
_PARTS = re.compile(r"[;&|\n(){}`]+")
_MOST_WORDS = 12
_CAPTURED = frozenset(("capture", "new", "note"))
_CODE = re.compile(r"```[^\n]*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
_MOST_OF_A_MESSAGE = 32_768

_FILES = re.compile(
    r"(?:^|/)(?:dockerfile|containerfile|jenkinsfile|vagrantfile|chart\.yaml|\.gitlab-ci\.yml|(?:docker-)?compose\.ya?ml"
    r"|docker-compose\.[\w.-]*ya?ml|dockerfile\.[\w.-]+|[^/]+\.(?:tf|tfvars|hcl|nomad|service|timer|dockerfile)"
    r"|(?:deploy|deployments?|k8s|kubernetes|helm|charts|manifests|ansible|playbooks|roles|infra|infrastructure"
    r"|workflows)/(?:[^/]+/)*[^/]+\.(?:ya?ml|json|toml|tpl|j2))$",
    re.IGNORECASE,
)
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.MULTILINE)


class Work(NamedTuple):
    """What a turn did: the tools of infrastructure it ran, whether it changed files of it, whether it captured."""

    tools: tuple[str, ...] = ()
    files: bool = False
    captured: bool = False

    @property
    def is_infrastructure(self) -> bool:
        """Whether there may be something to write down that nobody has written down yet."""
        return bool(self.tools or self.files) and not self.captured


def work_of(lines: Iterable[bytes]) -> Work:
    """Return what the last turn in a transcript did.

    Args:
        lines: lines of the transcript of either host, oldest first; what is no line of one is passed over.
    """
    work = Work()
    for line in lines:
        try:
            said: Any = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if _is_question(_object(said)):
            work = Work()
        for given in _calls(_object(said)):
            work = _added(work, given)
    return work


def work_in_message(message: str) -> Work:
    """Return what an answer shows as code that was run, where there is no transcript."""
    work = Work()
    for found in _CODE.finditer(message[-_MOST_OF_A_MESSAGE:]):
        work = _added(work, found[1] or found[2] or "")
    return work


def _added(work: Work, given: str | tuple[str]) -> Work:
    """Return work with a command, or with the path of a file as a tuple of its own."""
    if isinstance(given, tuple):
        return work._replace(files=work.files or _is_of_infrastructure(given[0]))
    ran = list(_ran(given))
    tools = dict.fromkeys((*work.tools, *(name for name, _ in ran if name in TOOLS)))
    captured = any(name == "kb" and word in _CAPTURED for name, word in ran)
    patched = any(_is_of_infrastructure(path) for path in _PATCHED.findall(given))
    return Work(tuple(tools), work.files or patched, work.captured or captured)


def _is_of_infrastructure(path: str) -> bool:
    return bool(_FILES.search(path.strip().replace("\\", "/")))


def _ran(command: str) -> Iterator[tuple[str, str]]:
    """Yield the programs that a command line runs, each with the word behind it."""
    for part in _PARTS.split(command):
        before = ""
        words = part.split(maxsplit=_MOST_WORDS)
        for number, word in enumerate(words):
            name = word.strip("\"'").rpartition("/")[2]
            is_passed_over = name in _WRAPPERS or "=" in word or word.startswith("-") or word[0].isdigit()
            if not is_passed_over and not (before.startswith("-") and name not in TOOLS):
                yield name, words[number + 1] if number + 1 < len(words) else ""
                break
            before = word


def _is_question(said: dict[str, Any]) -> bool:
    """Tell whether a line is what the user said, so that a turn begins."""
    inner = _object(said.get("payload", said))
    if inner.get("type") == "message":
        return bool(inner.get("role") == "user")
    content: Any = _object(said.get("message")).get("content")
    if said.get("type") != "user" or said.get("isMeta") or said.get("isSidechain"):
        return False
    return isinstance(content, str) or not any(block.get("type") == "tool_result" for block in _objects(content))


def _calls(said: dict[str, Any]) -> Iterator[str | tuple[str]]:
    """Yield the commands and the files of the calls of tools in a line."""
    for block in _objects(_object(said.get("message")).get("content")):
        if block.get("type") == "tool_use":
            yield from _given(_object(block.get("input")))
    call = _object(said.get("payload", said))
    match call.get("type"):
        case "function_call":
            yield from _given(_loaded(call.get("arguments")))
        case "local_shell_call":
            yield from _given(_object(call.get("action")))
        case "custom_tool_call":
            yield from _given(call)
        case _:
            pass


def _given(values: dict[str, Any]) -> Iterator[str | tuple[str]]:
    for key in ("command", "cmd", "input"):
        value: Any = values.get(key)
        if isinstance(value, list):  # as the system takes it: a shell's script is its last word
            words = [word for word in cast("list[Any]", value) if isinstance(word, str)]
            value = "\n".join((" ".join(words), words[-1])) if words else ""
        if isinstance(value, str):
            yield value
    for key in ("file_path", "notebook_path"):
        path: Any = values.get(key)
        # A file that was only read has no new text.
        if isinstance(path, str) and not values.keys().isdisjoint(("content", "new_string", "edits", "new_source")):
            yield (path,)


def _loaded(text: Any) -> dict[str, Any]:  # noqa: ANN401 - what a host wrote
    try:
        return _object(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        return {}


def _object(value: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _objects(content: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as above
    blocks = cast("list[Any]", content) if isinstance(content, list) else []
    return [cast("dict[str, Any]", block) for block in blocks if isinstance(block, dict)]
