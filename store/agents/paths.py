"""Which files describe infrastructure, by their paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# fmt: off
_NAMES = frozenset((
    ".gitlab-ci.yml", "chart.yaml", "compose.yaml", "compose.yml", "containerfile", "dockerfile", "jenkinsfile",
    "vagrantfile",
))
_FOLDERS = frozenset((
    "ansible", "charts", "deploy", "deployment", "deployments", "helm", "infra", "infrastructure", "k8s", "kubernetes",
    "manifests", "playbooks", "roles", "workflows",
))
_ENDINGS = frozenset(("dockerfile", "hcl", "nomad", "service", "tf", "tfvars", "timer"))
_ENDINGS_IN_FOLDERS = frozenset(("j2", "json", "toml", "tpl", "yaml", "yml"))
# fmt: on
_LONGEST = 4_096
_PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")


def is_of_infrastructure(path: str) -> bool:
    """Tell whether a file describes infrastructure; a path that no system takes is none."""
    if len(path) > _LONGEST:
        return False
    *folders, name = path.strip().replace("\\", "/").lower().split("/")
    stem, dot, ending = name.rpartition(".")
    if name in _NAMES or name.startswith("dockerfile."):
        return True
    if name.startswith("docker-compose.") and ending in {"yaml", "yml"}:
        return True
    if not (stem and dot):
        return False
    return ending in _ENDINGS or (ending in _ENDINGS_IN_FOLDERS and not _FOLDERS.isdisjoint(folders))


def patched_paths(patch: str) -> Iterator[str]:
    """Yield the paths of the files that a patch changes."""
    for line in patch.split("\n"):
        for begin in _PATCHED:
            if line.startswith(begin):
                yield line.removeprefix(begin)
