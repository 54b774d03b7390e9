"""A month's misses on a branch, and the ticked ones as aliases."""

from __future__ import annotations

import json
import re
import threading
from itertools import permutations

import pytest

from kb.store.errors import KbError
from kb.store.journal.apply import apply_ticks
from kb.store.journal.export import ExportRequest, export_misses
from kb.store.records.review import push_review

MONTH = "2026-11"
PATH = "misses/2026-11.md"
SEARCHES = {
    "ana": [("undo it", 0), ("undo it", 0), ("vanished", 0)],
    "ben": [("Undo It", 0), ("rollback", 1)],
    "eva": [("unship", 0), ("rollback", 1)],
}


def _log(checkout, searches, month=MONTH):
    folder = checkout.base / ".kb" / "queries"
    folder.mkdir(parents=True, exist_ok=True)
    (checkout.base / ".kb" / ".gitignore").write_text("*\n", encoding="utf-8")
    line = {
        "schema": "kb/query/1",
        "filters": {},
        "engine": "fts5",
        "repository": "app",
        "partial": 0,
        "milliseconds": 20,
    }
    minute = 0
    with (folder / f"{month}.jsonl").open("a", encoding="utf-8") as file:
        for wording, full in searches:
            minute += 2 if full else 20  # what is found is the search before it in other words
            time = f"{month}-15T10:{minute:02}:00Z" if minute < 60 else f"{month}-15T11:{minute - 60:02}:00Z"
            found = {"results": ["wiki/rollback.md"] if full else [], "full": full}
            file.write(json.dumps(line | found | {"time": time, "wordings": [wording]}) + "\n")


def _export(checkout, *, push=True):
    return export_misses(checkout.config, checkout.runner, ExportRequest(MONTH, push))


def _apply(checkout, **options):
    return apply_ticks(checkout.config, checkout.runner, PATH, **({"push": False} | options))


def _refused(call):
    with pytest.raises(KbError) as caught:
        call()
    return caught.value


def _page(checkout, ref="origin/misses/2026-11"):
    checkout.git("fetch", "--quiet")
    return checkout.git("show", f"{ref}:{PATH}")


def _without_names(page):
    return [re.sub(r" \(.*", "", line) if " search" in line else line for line in page.splitlines()]


def test_only_the_misses_leave_the_clone(world, ana):
    _log(ana, [("undo it", 0), ("rollback", 1), ("secret plans", 1)])
    before = ana.snapshot()

    change = _export(ana)

    assert (change.branch, change.paths, change.pushed) == ("misses/2026-11", (PATH,), True)
    page = _page(ana)
    assert '## "undo it"\n' in page
    assert "- [ ] [wiki/rollback.md](../wiki/rollback.md): found by other words\n" in page + "\n"
    assert "secret plans" not in page
    assert ana.snapshot()[:-1] == before[:-1]
    assert "merge_request.title=Searches of 2026-11 that missed" in world.remote.options


@pytest.mark.parametrize("order", list(permutations(SEARCHES)), ids=" ".join)
def test_exports_of_several_people_become_one_page_whatever_their_order(world, order):
    people = [world.clone(name) for name in order]
    for name, person in zip(order, people, strict=True):
        _log(person, SEARCHES[name])
        _export(person)

    assert world.remote.branches == ["main", "misses/2026-11"]
    page = _without_names(_page(people[0]))
    assert [line for line in page if line.startswith(("## ", "- ")) or " search" in line[:12]] == [
        '## "Undo It"',
        "3 searches",
        "- [ ] [wiki/rollback.md](../wiki/rollback.md): found by other words",
        '## "unship"',
        "1 search",
        "- [ ] [wiki/rollback.md](../wiki/rollback.md): found by other words",
        '## "vanished"',
        "1 search",
    ]


def test_exports_that_wait_here_are_added_up_when_they_are_pushed(world):
    people = [world.clone(name) for name in SEARCHES]
    for person, searches in zip(people, SEARCHES.values(), strict=True):
        _log(person, searches)
        _export(person, push=False)

    push_review(people[0].config, people[0].runner, "misses/2026-11")
    error = _refused(lambda: push_review(people[1].config, people[1].runner, "misses/2026-11"))
    assert (error.code, error.hint) == ("not-alone", "kb queries --export --push adds your misses to it")
    for person in people[1:]:
        _export(person)

    assert '## "unship"' in _page(people[0])
    assert "3 searches" in _page(people[0])


def test_a_second_export_adds_only_what_is_new_and_keeps_the_ticks(world, ana):
    _log(ana, [("undo it", 0)])
    _export(ana)
    ana.git("switch", "--quiet", "--detach", "origin/misses/2026-11")
    ana.write({PATH: (ana.base / PATH).read_text(encoding="utf-8") + "\n- [x] [r](../wiki/rollback.md)\n"})
    ana.git("add", "--force", PATH)
    ana.git("commit", "--quiet", "--message", "Tick")
    ana.git("push", "--quiet", "origin", "HEAD:misses/2026-11")
    ana.git("switch", "--quiet", "main")

    _log(ana, [("vanished", 0)])
    _export(ana)

    page = _page(ana)
    assert "- [x] [wiki/rollback.md](../wiki/rollback.md): added by hand" in page
    assert '## "vanished"' in page
    assert page.count("1 search ") == 2


def test_an_export_with_nothing_new_is_refused_and_one_that_only_waits_is_pushed(ana):
    _log(ana, [("undo it", 0)])
    first = _export(ana, push=False)

    assert _export(ana).commit == first.commit
    assert _export(ana).pushed
    assert _refused(lambda: export_misses(ana.config, ana.runner, ExportRequest("2026-10"))).code == "nothing-new"
    assert _refused(lambda: export_misses(ana.config, ana.runner, ExportRequest("last"))).code == "bad-month"


def _merge(world, ana, way):
    """Merge the page as a forge does, and keep its branch or not."""
    ana.git("fetch", "--quiet")
    ana.git("switch", "--quiet", "--detach", "origin/main")
    if way.startswith("squash"):
        ana.git("merge", "--quiet", "--squash", "origin/misses/2026-11")
        ana.git("commit", "--quiet", "--message", "Misses (#7)")
    else:
        ana.git("merge", "--quiet", "--no-ff", "--no-edit", "origin/misses/2026-11")
    ana.git("push", "--quiet", "origin", "HEAD:main")
    if not way.endswith("kept"):
        ana.git("push", "--quiet", "origin", "--delete", "misses/2026-11")
    ana.git("switch", "--quiet", "main")


@pytest.mark.parametrize("way", ["merge", "merge, branch kept", "squash", "squash, branch kept"])
def test_after_the_merge_a_later_export_goes_on_and_merges_without_a_conflict(world, ana, way):
    _log(ana, [("undo it", 0)])
    _export(ana)
    _merge(world, ana, way)
    _log(ana, [("vanished", 0)])

    _export(ana)

    page = _page(ana)
    assert '## "undo it"' in page
    assert '## "vanished"' in page
    ana.git("merge-tree", "--write-tree", "origin/main", "origin/misses/2026-11")  # fails on a conflict


def _edit_remote(ana, change):
    """Edit the page on the remote's branch, as the reviewer does."""
    ana.git("fetch", "--quiet")
    ana.git("switch", "--quiet", "--detach", "origin/misses/2026-11")
    ana.write({PATH: change((ana.base / PATH).read_text(encoding="utf-8"))})
    ana.git("commit", "--quiet", "--all", "--message", "Review")
    ana.git("push", "--quiet", "origin", "HEAD:misses/2026-11")
    ana.git("switch", "--quiet", "main")


def test_what_the_reviewer_has_unticked_or_taken_out_does_not_come_back(ana):
    _log(ana, [("undo it", 0), ("rollback", 1), ("private plans", 0)])
    _export(ana)
    _edit_remote(ana, lambda text: text.replace("- [ ]", "- [x]"))
    _log(ana, [("vanished", 0)])
    _export(ana)
    _edit_remote(ana, lambda text: text.replace("- [x]", "- [ ]"))
    _edit_remote(ana, lambda text: re.sub(r'## "private plans"\n\n.*\n\n?', "", text))
    _log(ana, [("more", 0)])

    _export(ana)

    page = _page(ana)
    assert "- [x]" not in page
    assert "private plans" not in page
    assert '## "more"' in page


def test_what_somebody_has_put_on_the_branch_beside_the_page_stays(world, ana):
    _log(ana, [("undo it", 0)])
    _export(ana)
    ana.git("switch", "--quiet", "misses/2026-11")
    ana.write({"wiki/new.md": "new\n"})
    ana.commit()
    ana.git("switch", "--quiet", "main")
    ben = world.clone("ben")
    _log(ben, [("vanished", 0)])
    _export(ben)
    _log(ana, [("more", 0)])

    _export(ana)

    assert _page(ana).count("## ") == 3
    assert ana.git("show", "origin/misses/2026-11:wiki/new.md") == "new"


def test_only_pages_that_the_team_has_are_suggested(ana):
    _log(ana, [("undo it", 0), ("rollback", 1)])
    path = ana.base / ".kb/queries/2026-11.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("wiki/rollback.md", "wiki/layoffs.md"), encoding="utf-8")

    _export(ana)

    assert "layoffs" not in _page(ana)


def test_exports_at_the_very_same_time_all_end_well(ana):
    _log(ana, [("undo it", 0)])
    ended = []

    def work():
        try:
            ended.append(_export(ana).pushed)
        except KbError as error:
            ended.append(error.code)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert set(ended) <= {True, "nothing-new"}
    assert _page(ana).count("## ") == 1


def test_a_branch_that_is_checked_out_is_left(ana):
    _log(ana, [("undo it", 0)])
    _export(ana, push=False)
    ana.git("switch", "--quiet", "misses/2026-11")
    _log(ana, [("vanished", 0)])

    assert _refused(lambda: _export(ana, push=False)).code == "checked-out"


@pytest.mark.parametrize("name", [b"", b"../../x", b"\xff"])
def test_a_damaged_name_of_the_log_is_said_and_not_overwritten(ana, name):
    _log(ana, [("undo it", 0)])
    (ana.base / ".kb/queries/name").write_bytes(name)

    assert _refused(lambda: _export(ana)).code == "damaged-state"
    assert (ana.base / ".kb/queries/name").read_bytes() == name


def _reviewed(world, ana, *ticks):
    """Export, tick by hand, and merge."""
    _log(ana, [("undo it", 0), ("vanished", 0), ("mail ana@x.org", 0)])
    lines = [f'## "{wording}"\n\n1 search (aaaa1111: 1)\n\n- [x] [p](../{path})\n' for wording, path in ticks]
    text = "---\ntype: note\nsummary: x\nupdated: 2026-11-30\n---\n\n" + "\n".join(lines)
    ana.write({PATH: text})
    ana.git("add", "--force", PATH)
    ana.commit("Reviewed")
    ana.git("push", "--quiet")


def test_the_ticked_wordings_become_aliases_on_one_branch(world, ana):
    record = "memory/findings/F-2026-06-09-001.md"
    _reviewed(world, ana, ("undo it", "wiki/rollback.md"), ("go back", "wiki/rollback.md"), ("slow probe", record))
    before = ana.snapshot()

    change = _apply(ana, push=True)

    assert (change.branch, change.pushed) == ("alias/misses-2026-11", True)
    assert change.paths == (record, "wiki/rollback.md")
    diff = ana.git("diff", "-U0", "origin/main", change.branch)
    assert "+aliases: [undo a deploy, go back, undo it]" in diff
    assert "+aliases: [slow probe]" in diff
    assert ana.snapshot() == before


def test_what_cannot_become_an_alias_is_left_out_and_said(world, ana):
    _reviewed(
        world,
        ana,
        ("undo a deploy", "memory/findings/F-2026-06-09-001.md"),
        ("mail [mail address]", "wiki/rollback.md"),
        ("gone", "wiki/gone.md"),
        ("fine", "wiki/rollback.md"),
    )

    change = _apply(ana)

    assert change.paths == ("wiki/rollback.md",)
    assert change.warnings == (
        "'undo a deploy' is left out: it stands for wiki/rollback.md already",
        "wiki/gone.md is no page on origin/main, so it gets no alias",
        "'mail [mail address]' is left out: a part of it was redacted",
    )


@pytest.mark.parametrize("path", ["kb.toml", "./wiki/rollback.md", "wiki/../wiki/rollback.md", "wiki", "wiki/latin.md"])
def test_only_a_page_gets_an_alias_and_nothing_else_in_the_tree(world, ana, path):
    ana.write({"wiki/latin.md": b"---\ntype: wiki\n---\n\xe9\n"})
    _reviewed(world, ana, ("fine", "wiki/rollback.md"), ("odd [WIP] words", path))

    change = _apply(ana)

    assert change.paths == ("wiki/rollback.md",)
    assert change.warnings == (f"{path} is no page on origin/main, so it gets no alias",)


def test_a_name_that_the_team_has_given_meanwhile_is_not_given_again(world, ana):
    _reviewed(world, ana, ("probe", "wiki/rollback.md"))
    other = world.clone("ben")
    path = other.base / "memory/findings/F-2026-06-09-001.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("---\n\n#", "aliases: [probe]\n---\n\n#"), encoding="utf-8"
    )
    other.commit()
    other.git("push", "--quiet")
    ana.git("fetch", "--quiet")

    assert "stands for memory/findings/F-2026-06-09-001.md already" in _refused(lambda: _apply(ana)).message


def test_aliases_that_wait_on_their_branch_are_not_proposed_again(world, ana):
    _reviewed(world, ana, ("undo it", "wiki/rollback.md"))
    change = _apply(ana)

    error = _refused(lambda: _apply(ana))

    assert (error.code, error.hint) == ("nothing-new", f"look at it: kb review show {change.branch}")


def test_applied_again_after_the_merge_nothing_is_to_do(world, ana):
    _reviewed(world, ana, ("undo it", "wiki/rollback.md"))
    change = _apply(ana, push=True)
    world.remote.merge(str(change.branch))
    ana.git("pull", "--quiet")

    assert _refused(lambda: _apply(ana)).code == "nothing-new"


def test_a_page_that_is_not_merged_or_none_of_misses_is_refused(ana):
    assert _refused(lambda: _apply(ana)).code == "not-there-yet"
    error = _refused(lambda: apply_ticks(ana.config, ana.runner, "wiki/rollback.md", push=False))
    assert (error.kind, error.code) == ("usage", "no-misses")
