"""Forges: told from a remote's address, and how each opens a review."""

from __future__ import annotations

import os
import sys

import pytest

from kb.store.git.forge import Review, new_review_url, open_by_gh, open_review_url, push_options, read_forge
from kb.store.git.runner import Git

REVIEW = Review("A title\nin two lines", ("First.", "Second\nline."), "main")

ADDRESSES = (
    ("git@gitlab.com:group/sub/base.git", "gitlab", "https://gitlab.com/group/sub/base"),
    ("https://gitlab.harbor.example:8443/ops/base.git", "gitlab", "https://gitlab.harbor.example:8443/ops/base"),
    ("https://gitlab-ci-token:s3cr3t@gitlab.com/ops/base.git", "gitlab", "https://gitlab.com/ops/base"),
    ("ssh://git@gitlab.harbor.example:2222/ops/base.git", "gitlab", "https://gitlab.harbor.example/ops/base"),
    ("https://github.com/harbor/base", "github", "https://github.com/harbor/base"),
    ("git@github.com:harbor/base.git", "github", "https://github.com/harbor/base"),
    ("git@bitbucket.org:harbor/base.git", "bitbucket", "https://bitbucket.org/harbor/base"),
    ("https://codeberg.org/harbor/base.git", "gitea", "https://codeberg.org/harbor/base"),
    ("https://gitea.harbor.example/ops/base", "gitea", "https://gitea.harbor.example/ops/base"),
    ("https://me@dev.azure.com/harbor/ops/_git/base", "azure", "https://dev.azure.com/harbor/ops/_git/base"),
    ("git@ssh.dev.azure.com:v3/harbor/ops/base", "azure", "https://dev.azure.com/harbor/ops/_git/base"),
    ("git@[::1]:x/base.git", None, None),
    ("https://git.harbor.example/ops/base.git", None, None),
    ("https://notgithub.example/ops/base.git", None, None),
    ("/srv/git/base.git", None, None),
    ("C:\\git\\base.git", None, None),
    ("file:///srv/git/gitlab/base.git", None, None),
    ("https://[broken/ops", None, None),
    ("", None, None),
)


@pytest.mark.parametrize(("url", "name", "web"), ADDRESSES)
def test_the_forge_is_told_from_the_host_and_passwords_go_nowhere(url, name, web):
    forge = read_forge(url)

    assert (forge and tuple(forge)) == (name and (name, web))


def test_a_host_that_does_not_tell_takes_what_the_base_says():
    assert read_forge("git@git.harbor.example:ops/base.git", "gitlab").web == "https://git.harbor.example/ops/base"
    assert read_forge("/srv/git/base.git", "gitlab") == ("gitlab", "")


PAGES = (
    (
        "git@gitlab.com:ops/base.git",
        (
            "https://gitlab.com/ops/base/-/merge_requests/new?merge_request%5Bsource_branch%5D=capture%2FF-1"
            "&merge_request%5Btarget_branch%5D=main"
        ),
    ),
    ("git@github.com:ops/base.git", "https://github.com/ops/base/compare/main...capture/F-1?expand=1"),
    (
        "git@bitbucket.org:ops/base.git",
        "https://bitbucket.org/ops/base/pull-requests/new?source=capture%2FF-1&dest=main",
    ),
    ("https://codeberg.org/ops/base", "https://codeberg.org/ops/base/compare/main...capture/F-1"),
    (
        "https://dev.azure.com/a/b/_git/c",
        "https://dev.azure.com/a/b/_git/c/pullrequestcreate?sourceRef=capture%2FF-1&targetRef=main",
    ),
)


def _forge(url, known=None):
    forge = read_forge(url, known)
    assert forge is not None
    return forge


@pytest.mark.parametrize(("url", "page"), PAGES)
def test_each_forge_has_its_page_for_a_new_review(url, page):
    assert new_review_url(_forge(url), "capture/F-1", "main") == page


def test_a_forge_without_an_address_on_the_web_has_no_pages():
    forge = _forge("/srv/git/base.git", "gitlab")

    assert (new_review_url(forge, "x", "main"), open_review_url(forge, "x")) == ("", "")


def test_gitlab_is_told_by_push_options_on_one_line_each_and_others_by_none():
    assert push_options(read_forge("git@gitlab.com:ops/base.git"), REVIEW) == (
        "merge_request.create",
        "merge_request.target=main",
        "merge_request.title=A title in two lines",
        "merge_request.description=First.<br>Second line.",
        "merge_request.remove_source_branch",
    )
    assert push_options(read_forge("git@github.com:ops/base.git"), REVIEW) == ()
    assert push_options(None, REVIEW) == ()


def _program(folder, name, script):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
@pytest.mark.parametrize(
    ("script", "address"),
    [
        (
            'echo "$@" > said; echo Creating >&2; echo https://github.com/ops/base/pull/7',
            "https://github.com/ops/base/pull/7",
        ),
        ("echo sign in first >&2; exit 4", ""),
        ("sleep 60", ""),
        ("echo something else", ""),
    ],
)
def test_githubs_own_program_opens_the_review_or_it_is_left_to_a_person(tmp_path, monkeypatch, script, address):
    _program(tmp_path, "gh", script)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    git = Git(tmp_path, os.environ, limit=0.5 if "sleep" in script else 20)

    assert open_by_gh(git, "capture/F-1", REVIEW) == address
    if "said" in script:
        said = (tmp_path / "said").read_text(encoding="utf-8")
        assert said.startswith("pr create --head capture/F-1 --base main --title A title in two lines --body First.")


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
def test_githubs_program_is_not_led_to_a_callers_repository(tmp_path, monkeypatch):
    _program(tmp_path, "gh", "env > variables")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("GIT_DIR", "/elsewhere")

    open_by_gh(Git(tmp_path, os.environ), "capture/F-1", REVIEW)

    assert "GIT_DIR=" not in (tmp_path / "variables").read_text(encoding="utf-8")


def test_without_githubs_program_nothing_is_opened(tmp_path):
    assert open_by_gh(Git(tmp_path, {"PATH": str(tmp_path)}), "capture/F-1", REVIEW) == ""
