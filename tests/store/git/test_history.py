"""What the history of a repository says of paths and commits."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.git.history import read_history
from kb.store.git.runner import Git

NONE = frozenset()
COMMITS = (
    ("2026-05-01", {"ci/probe.yaml": "1", "ci/old.yaml": "1", "src/发布 x.py": "1"}),
    ("2026-06-10", {"ci/probe.yaml": "2"}),
    ("2026-07-02", {"ci/old.yaml": None, "README.md": "1"}),
)


def _read(checkout, *paths, commits=()):
    return read_history(checkout.runner, frozenset(paths), frozenset(commits))


def _clone(checkout, depth):
    checkout.git("clone", "--quiet", "--depth", str(depth), f"file://{checkout.root}", f"{checkout.root}-cut")
    return checkout.__class__(checkout.root.with_name(f"{checkout.root.name}-cut"))


def test_a_path_has_the_day_of_the_last_commit_that_touched_it_also_when_that_removed_it(make_history):
    asked = ("ci/probe.yaml", "ci/old.yaml", "src/发布 x.py", "ci", "none.yaml", "--all", ":(top)README.md")

    history = _read(make_history("app", *COMMITS), *asked)

    assert history.changed == {
        "ci/probe.yaml": "2026-06-10",
        "ci/old.yaml": "2026-07-02",
        "src/发布 x.py": "2026-05-01",
    }
    assert history.files == {"ci/probe.yaml", "src/发布 x.py"}
    assert history.unclear == {"ci"}
    assert not history.is_cut


def test_what_is_asked_in_a_folder_is_below_that_folder(make_history):
    app = make_history("app", *COMMITS)

    history = read_history(
        app.runner.at(app.root / "ci"), frozenset({"probe.yaml", "README.md", "ci/probe.yaml"}), NONE
    )

    assert (history.files, history.changed) == ({"probe.yaml"}, {"probe.yaml": "2026-06-10"})


@pytest.mark.parametrize(
    "setting",
    ["log.showRoot=false", "log.showSignature=true", "log.follow=true", "diff.renames=copies", "color.ui=always"],
)
def test_the_settings_of_the_log_change_nothing(make_history, setting):
    app = make_history("app", *COMMITS)
    app.git("config", *setting.split("="))

    assert _read(app, "src/发布 x.py").changed == {"src/发布 x.py": "2026-05-01"}


def test_a_change_that_only_a_merge_makes_counts_and_one_that_it_drops_does_not_take_the_file_away(make_history):
    app = make_history("app", *COMMITS)
    app.git("switch", "--quiet", "--create", "side", "HEAD~1")
    app.write({"ci/probe.yaml": "3"})
    app.commit("Side")
    app.git("switch", "--quiet", "main")
    app.git("merge", "--quiet", "--no-ff", "--no-commit", "side")
    app.write({"README.md": "written by the merge"})
    app.commit("Merge")

    history = _read(app, "README.md", "ci/probe.yaml", "ci/old.yaml")

    assert history.changed["README.md"] == history.changed["ci/probe.yaml"] != "2026-07-02"
    assert history.changed["ci/old.yaml"] == "2026-07-02"
    assert history.files == {"README.md", "ci/probe.yaml"}


def test_where_history_is_cut_off_the_days_before_the_cut_are_unknown(make_history):
    history = _read(_clone(make_history("app", *COMMITS), 2), "ci/probe.yaml", "ci/old.yaml", "src/发布 x.py")

    assert history.is_cut
    assert history.changed == {"ci/probe.yaml": None, "ci/old.yaml": "2026-07-02", "src/发布 x.py": None}


def test_a_commit_counts_while_a_branch_or_tag_has_it_and_not_as_what_is_left_over(make_history):
    app = make_history("app", *COMMITS)
    gone, tagged = app.git("rev-parse", "HEAD"), app.git("rev-parse", "HEAD~1")
    app.git("tag", "v1", tagged)
    app.git("reset", "--quiet", "--hard", "HEAD~2")
    head = app.git("rev-parse", "HEAD")

    history = _read(app, commits=(gone, gone[:9], tagged[:7], head, "0" * 7 + "a"))

    assert history.commits == {tagged[:7], head}
    assert history.head == head


def test_what_lies_in_a_submodule_is_unclear(make_history):
    app, library = make_history("app", *COMMITS), make_history("library", ("2026-05-01", {"a/b.c": "1"}))
    app.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.root), "vendor/library")
    app.commit("A submodule")

    assert _read(app, "vendor/library/a/b.c", "vendor/x.c").unclear == {"vendor/library/a/b.c"}


@pytest.mark.parametrize(("where", "code"), [("none", "no-folder"), ("plain", "no-repository"), ("empty", "no-commit")])
def test_what_is_no_repository_with_a_commit_is_one_sentence(ana, where, code):
    for name in ("plain", "empty"):
        (ana.root.parent / name).mkdir()
    ana.git("init", "--quiet", "../empty")
    git = Git(ana.root.parent / where, ana.runner.environ)

    with pytest.raises(KbError) as caught:
        read_history(git, NONE, NONE)

    assert caught.value.code == code
