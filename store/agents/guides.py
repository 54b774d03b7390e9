"""What a base says to agents: `AGENTS.md`, and the skills."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from .. import agents

if TYPE_CHECKING:
    from collections.abc import Mapping

GUIDE = "AGENTS.md"
SKILLS = ("capture", "ingest", "knowledge", "lint", "start-task")


def agent_files() -> Mapping[str, bytes]:
    """Return the files that a base has for agents, as path below its root -> content."""
    source = files(agents)
    names = (GUIDE, *(f"skills/{name}/SKILL.md" for name in SKILLS))
    return {name: source.joinpath(*name.split("/")).read_bytes() for name in names}
