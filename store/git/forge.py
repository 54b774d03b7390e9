"""Where a branch is reviewed: what the remote's address tells of the forge, and how each opens a review."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

if TYPE_CHECKING:
    from .runner import Git

# Hosts whose names do not say which forge they run.
_HOSTS: dict[str, str] = {
    "bitbucket.org": "bitbucket",
    "codeberg.org": "gitea",
    "dev.azure.com": "azure",
    "ssh.dev.azure.com": "azure",
}
# git's short form of an address by ssh: [user@]host:path, without a slash before the colon.
_SHORT = re.compile(r"(?:[^/@:]+@)?(\[[^\]]+\]|[^/@:]{2,}):(?!//)(.+)")
# What each forge's page for a new review is called (their documentation, 2026).
_PAGES: dict[str, str] = {
    "gitlab": "{web}/-/merge_requests/new?merge_request%5Bsource_branch%5D={branch}"
    "&merge_request%5Btarget_branch%5D={target}",
    "github": "{web}/compare/{target}...{branch}?expand=1",
    "bitbucket": "{web}/pull-requests/new?source={branch}&dest={target}",
    "gitea": "{web}/compare/{target}...{branch}",
    "azure": "{web}/pullrequestcreate?sourceRef={branch}&targetRef={target}",
}
_OPEN_AT_GITLAB = "{web}/-/merge_requests?source_branch={branch}"


class Forge(NamedTuple):
    """A forge: which one, as in `config.FORGES`, and the repository's address on the web, empty where it has none."""

    name: str
    web: str


class Review(NamedTuple):
    """What is asked of a reviewer: a title, what to look at line by line, and the branch that it is for."""

    title: str
    description: tuple[str, ...]
    target: str


def read_forge(url: str, known: str | None = None) -> Forge | None:
    """Return the forge at a remote's address, or None when nothing tells.

    Args:
        url: the address as git has it; a user and a password in it go nowhere.
        known: which forge it is, for a host whose name does not tell.
    """
    host, path = _host_and_path(url)
    if known is None:
        known = _HOSTS.get(host) or next(
            (name for name in ("gitlab", "github", "gitea") if _is_named(host, name)), None
        )
    if known is None:
        return None
    if known == "azure" and host == "ssh.dev.azure.com":
        host, path = "dev.azure.com", _azure_path(path)
    return Forge(known, f"https://{host}/{quote(path)}" if host and path else "")


def _is_named(host: str, name: str) -> bool:
    return name in host.split(".") or host.startswith(f"{name}-")


def _azure_path(path: str) -> str:
    """Return the path of a repository on the web, which by ssh is `v3/organization/project/repository`."""
    _, *parts = path.split("/")
    return "/".join((*parts[:-1], "_git", parts[-1])) if parts else path


def _host_and_path(url: str) -> tuple[str, str]:
    short = _SHORT.fullmatch(url)
    if short and "://" not in url:
        host, path = short[1], short[2]
    else:
        try:
            parts = urlsplit(url)
            host, path = parts.hostname or "", parts.path
        except ValueError:
            return "", ""
        if parts.scheme not in {"http", "https", "ssh", "git", "git+ssh"}:
            return "", ""
        if parts.port and parts.scheme.startswith("http"):
            host = f"{host}:{parts.port}"
    return host.lower(), path.strip("/").removesuffix(".git")


def new_review_url(forge: Forge, branch: str, target: str) -> str:
    """Return the page on which a review of a branch is opened by hand."""
    if not forge.web:
        return ""
    safe = "" if forge.name in {"gitlab", "bitbucket", "azure"} else "/"
    return _PAGES[forge.name].format(web=forge.web, branch=quote(branch, safe), target=quote(target, safe))


def open_review_url(forge: Forge, branch: str) -> str:
    """Return the page that lists the review which GitLab has opened for a branch."""
    return _OPEN_AT_GITLAB.format(web=forge.web, branch=quote(branch, "")) if forge.web else ""


def push_options(forge: Forge | None, review: Review) -> tuple[str, ...]:
    """Return what a push says to the forge to open a review: options of GitLab, which take no line feed."""
    if forge is None or forge.name != "gitlab":
        return ()
    said = {
        "create": "",
        "target": review.target,
        "title": review.title,
        "description": "<br>".join(review.description),
        "remove_source_branch": "",
    }
    return tuple(
        f"merge_request.{name}={_one_line(value)}" if value else f"merge_request.{name}" for name, value in said.items()
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def open_by_gh(git: Git, branch: str, review: Review) -> str:
    """Open a review by GitHub's own program, and return its address; an empty text when that is not possible here."""
    command = ("gh", "pr", "create", "--head", branch, "--base", review.target, "--title", _one_line(review.title))
    try:
        ran = subprocess.run(  # noqa: S603 - a program of the user's, with arguments of ours
            [*command, "--body", "\n".join(review.description)],
            cwd=git.folder,
            env={**git.variables, "GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=git.limit,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    said = ran.stdout.decode("utf-8", "replace").strip()
    return said.splitlines()[-1] if ran.returncode == 0 and said.startswith("https://") else ""
