"""Which programs a shell script runs, as far as its text tells, in time that grows with its length alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# fmt: off
TOOLS = frozenset((
    "ansible", "ansible-playbook", "argocd", "aws", "az", "consul", "crontab", "docker", "docker-compose", "flux",
    "gcloud", "gsutil", "helm", "helmfile", "iptables", "istioctl", "journalctl", "kubectl", "kustomize", "mongosh",
    "mysql", "nft", "nomad", "oc", "packer", "pg_dump", "pg_restore", "podman", "psql", "pulumi", "redis-cli", "rsync",
    "scp", "ssh", "systemctl", "terraform", "terragrunt", "tofu", "vault",
))
_SHELLS = frozenset(("bash", "dash", "sh", "zsh"))
# What stands before the command that is run.
_WRAPPERS = _SHELLS | frozenset((
    "!", "$", "command", "do", "doas", "elif", "else", "env", "exec", "if", "nohup", "sudo", "then", "time", "timeout",
    "until", "uvx", "watch", "while", "xargs", "{",
))
_RUNNERS = frozenset(("pdm", "pipx", "poetry", "uv"))
# fmt: on
# No alternative is tried twice over the same text: what is not closed reaches to the end.
_TOKEN = re.compile(
    r"""(?P<space>(?:[ \t\r]|\\\n)++)
    |(?P<comment>\#[^\n]*+)
    |(?P<document><<(?!<)(?P<dash>-?)[ \t]*+\\?(?P<mark>'[^'\n]*+'|"[^"\n]*+"|[A-Za-z_][\w.-]*+))
    |(?P<redirect>&>>?|<<<|<<-?|>[>&|]?|<[>&]?)
    |(?P<sign>[;&|\n()`])
    |(?P<word>(?:[^\s;&|()`<>'"\\]++|\\.?|'[^']*+'?|"(?:[^"\\]++|\\.?)*+"?)++)
    |(?P<rest>.)""",
    re.VERBOSE | re.DOTALL,
)
_DOCUMENT = re.compile(r"""<<(?!<)-?[ \t]*+\\?('[^'\n]*+'|"[^"\n]*+"|[A-Za-z_][\w.-]*+)""")
_PIECE = re.compile(r"""\\(.?)|'([^']*+)'?|"((?:[^"\\]++|\\.?)*+)"?""", re.DOTALL)
_SCRIPT_OPTION = re.compile(r"-[a-z]*c")
_MOST_WORDS = 12
_DEEPEST = 3


def programs(script: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the programs that a script runs, each with the word behind it; what is only text runs nothing.

    Args:
        script: what a shell is given.
        depth: how many scripts it is in.
    """
    if depth > _DEEPEST:
        return
    words: list[str] = []
    for kind, text in _tokens(_without_documents(script) if "<<" in script else script):
        if kind == "word":
            words.append(_unquoted(text))
            for inner in _inner_scripts(text):
                yield from programs(inner, depth + 1)
        else:
            yield from _run(words, depth)
            words = []
    yield from _run(words, depth)


def as_script(words: Sequence[str]) -> str:
    """Return words as a shell takes them apart again."""
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)


def _without_documents(script: str) -> str:
    """Return a script without what is in its documents: a quote in one would be taken for one of the script's."""
    lines = script.split("\n")
    last = {line.strip(): number for number, line in enumerate(lines)}
    kept: list[str] = []
    number = 0
    while number < len(lines):
        line = lines[number]
        kept.append(line)
        number += 1
        for found in _DOCUMENT.finditer(line):
            mark = found[1].strip("'\"")
            if last.get(mark, -1) < number:
                continue
            while lines[number].strip() != mark:
                number += 1
            kept.append(lines[number])
            number += 1
    return "\n".join(kept)


def _tokens(script: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a script, and the signs between its commands."""
    place = 0
    marks: list[tuple[str, bool]] = []
    is_target = False
    while found := _TOKEN.match(script, place):
        place = found.end()
        match kind := found.lastgroup or "":
            case "document":
                marks.append((found["mark"].strip("'\""), bool(found["dash"])))
            case "redirect":
                is_target = True
            case "word":
                if not is_target:
                    yield kind, found[0]
                is_target = False
            case "sign":
                is_target = False
                yield kind, found[0]
                if found[0] == "\n":
                    place = _behind(script, place, marks)
                    marks.clear()
            case _:
                pass


def _behind(script: str, place: int, marks: Sequence[tuple[str, bool]]) -> int:
    """Return where a script goes on behind the documents that its last line has announced."""
    for mark, is_indented in marks:
        while place < len(script):
            end = script.find("\n", place)
            end = len(script) if end < 0 else end
            line, place = script[place:end], end + 1
            if (line.lstrip("\t") if is_indented else line) == mark:
                break
    return place


def _unquoted(word: str) -> str:
    if word.isalnum():
        return word
    return _PIECE.sub(lambda found: found[1] or found[2] or found[3] or "", word)


def _inner_scripts(word: str) -> Iterator[str]:
    """Yield what a word runs within double quotes."""
    if "$(" not in word:
        return
    for found in _PIECE.finditer(word):
        for piece in (found[3] or "").split("$(")[1:]:
            yield piece.partition(")")[0]


def _run(words: Sequence[str], depth: int) -> Iterator[tuple[str, str]]:
    """Yield the program that a command runs, behind what stands before it, with the word behind it."""
    before = shell = ""
    for number, word in enumerate(words[:_MOST_WORDS]):
        name = word.rpartition("/")[2]
        behind = words[number + 1] if number + 1 < len(words) else ""
        if shell and _SCRIPT_OPTION.fullmatch(before):
            yield from programs(word, depth + 1)
            return
        if name == "command" and behind in {"-v", "-V"}:
            return
        if name in _SHELLS:
            shell = name
        if not _is_passed_over(word, name, before, behind):
            yield name, behind
            return
        before = word


def _is_passed_over(word: str, name: str, before: str, behind: str) -> bool:
    """Tell whether a word only stands before the program that is run."""
    if not name or name in _WRAPPERS or "=" in word or word.startswith("-") or word[0].isdigit():
        return True
    if name.startswith("python") or (name in _RUNNERS and behind in {"run", "tool"}):
        return True
    if before.rpartition("/")[2] in {*_RUNNERS, "tool"} and name in {"run", "tool"}:
        return True
    if name == "kb":
        return behind == "kb"  # a package first, then its program
    return before.startswith("-") and before != "-m" and name not in TOOLS
