"""What the history of a repository says of paths and commits."""

from __future__ import annotations

from typing import ClassVar

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

    history = _read(app, commits=(gone, gone[:9], tagged[:7], tagged[:8].upper(), head, "0" * 7 + "a"))

    assert history.commits == {tagged[:7], tagged[:8].upper(), head}
    assert history.head == head


class _Watched(Git):
    """git that remembers what it was asked."""

    calls: ClassVar[list[tuple[tuple[str, ...], bytes | None]]] = []

    def run(self, *arguments, data=None, wrong=()):
        """Run git as ever."""
        self.calls.append((arguments, data))
        return super().run(*arguments, data=data, wrong=wrong)


def test_git_is_asked_the_same_however_many_paths_are_meant(make_history):
    app, asked = make_history("app", *COMMITS), []
    for count in (1, 1000):
        _Watched.calls.clear()
        paths = frozenset({"ci/probe.yaml", *(f"ci/{number}.yaml" for number in range(count))})
        history = read_history(_Watched(app.root, app.runner.environ), paths, NONE)
        asked.append([call for call in _Watched.calls if call[0][0] in {"log", "ls-tree"}])

        assert history.changed == {"ci/probe.yaml": "2026-06-10"}
    assert asked[0] == asked[1]
    assert len(asked[0]) == len(("log", "ls-tree"))


def test_the_top_folders_that_are_or_were_there_are_known(make_history):
    app = make_history("app", *COMMITS, ("2026-08-01", {"src/发布 x.py": None, "a/b/c.py": "1"}))

    assert _read(app, "x").tops == {"ci", "src", "a"}
    assert read_history(app.runner.at(app.root / "a"), frozenset({"x"}), NONE).tops == {"b"}


def _partial(checkout, kind, *options):
    """Return a partial clone whose remote would give what it lacks, if it were asked."""
    checkout.git("config", "uploadpack.allowFilter", "true")
    checkout.git("config", "uploadpack.allowAnySHA1InWant", "true")
    clone = checkout.root.with_name("partial")
    checkout.git("clone", "--quiet", *options, f"--filter={kind}", f"file://{checkout.root}", str(clone))
    return checkout.__class__(clone)


def _objects(clone):
    return clone.git("rev-list", "--objects", "--all", "--missing=print")


@pytest.mark.parametrize(
    ("kind", "changed", "is_lacking"),
    [
        ("blob:none", {"ci/probe.yaml": "2026-06-10", "README.md": "2026-07-02"}, False),
        ("tree:0", {}, True),
    ],
)
def test_a_partial_clone_gets_nothing_and_what_it_lacks_is_not_known(make_history, kind, changed, is_lacking):
    app = make_history("app", ("2026-04-01", {"ci/probe.yaml": "0"}), *COMMITS)
    clone = _partial(app, kind)
    before = _objects(clone)
    commit = app.git("rev-parse", "HEAD~2")

    history = _read(clone, "ci/probe.yaml", "README.md", commits=(commit,))

    assert _objects(clone) == before
    assert "\n?" in before
    assert (history.changed, history.is_lacking) == (changed, is_lacking)
    assert (history.files, history.commits) == ({"ci/probe.yaml", "README.md"}, {commit})


def test_a_partial_clone_without_the_files_of_its_commit_leaves_all_paths_unclear(make_history):
    app = make_history("app", *COMMITS)
    clone = _partial(app, "tree:0", "--no-checkout")

    history = _read(clone, "ci/probe.yaml")

    assert (history.files, history.unclear, history.is_lacking) == (NONE, {"ci/probe.yaml"}, True)


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
