"""The catalogue on a branch: what changes it, what does not, and what keeps its section."""

from __future__ import annotations

import pytest

from kb.store.errors import KbError
from kb.store.maps.build import BRANCH, PAGE, BuildRequest, build_catalogue
from kb.store.pages.base import read_base
from kb.store.pages.check import check_base

DAY = "2026-11-30"
LATER = "2026-12-24"


@pytest.fixture
def compasses(tmp_path):
    """Two code repositories with a compass each."""
    for name, purpose in (("rate-quoter", "Prices parcels."), ("checkout-api", "Sells baskets.")):
        fill(tmp_path / name, purpose)
    return tmp_path


def fill(root, purpose):
    root.mkdir(exist_ok=True)
    (root / "AGENTS.md").write_text(f"# X\n\n## What it is for\n\n{purpose}\n", encoding="utf-8")


def build(person, folder, *names, day=DAY, push=False):
    request = BuildRequest(tuple((name, folder / name) for name in names), day, push)
    return build_catalogue(person.config, person.runner, request)


def page_on(person, name=BRANCH):
    return person.git("show", f"{name}:{PAGE}")


def test_the_catalogue_lands_on_a_branch_is_valid_and_leaves_the_working_tree(world, ana, compasses):
    before = ana.snapshot()

    change = build(ana, compasses, "rate-quoter", "checkout-api", push=True)

    assert (change.paths, change.branch, change.pushed, change.warnings) == ((PAGE,), BRANCH, True, ())
    assert ana.snapshot() == before
    world.remote.merge(BRANCH)
    ana.git("pull", "--quiet")
    base = read_base(ana.config)
    assert [problem for problem in check_base(base, DAY).problems if problem.path == PAGE] == []
    (page,) = (page for page in base.pages if page.path == PAGE)
    assert (page.kind, page.one("owner"), page.updated) == ("wiki", "Ana Ruiz", DAY)
    assert "## rate-quoter\n\n### What it is for\n\nPrices parcels.\n" in page.body


def test_the_same_compasses_are_nothing_new_on_any_day_and_in_any_order(ana, compasses):
    build(ana, compasses, "rate-quoter", "checkout-api")
    ana.git("merge", "--quiet", BRANCH)
    ana.git("push", "--quiet")

    for names in (("checkout-api", "rate-quoter"), ("rate-quoter",)):
        with pytest.raises(KbError) as caught:
            build(ana, compasses, *names, day=LATER)
        assert (caught.value.kind, caught.value.code) == ("refused", "nothing-new")
    assert ana.git("branch", "--list", f"{BRANCH}*").split() == [BRANCH]


@pytest.mark.parametrize("where", ["here", "on the remote"])
def test_what_waits_on_a_branch_is_nothing_new_on_any_day_and_in_any_order(ana, compasses, where):
    build(ana, compasses, "rate-quoter", "checkout-api", push=where == "on the remote")
    if where == "on the remote":
        ana.git("branch", "--quiet", "-D", BRANCH)
    before = ana.git("for-each-ref")

    for day in (DAY, LATER):
        with pytest.raises(KbError, match=f"this waits on {BRANCH} already") as caught:
            build(ana, compasses, "checkout-api", "rate-quoter", day=day)
        assert (caught.value.kind, caught.value.code) == ("refused", "nothing-new")
    assert ana.git("for-each-ref") == before


def test_another_branch_that_is_open_is_named_and_one_that_is_merged_is_not(ana, compasses):
    build(ana, compasses, "rate-quoter")

    second = build(ana, compasses, "checkout-api")

    (warning,) = second.warnings
    assert warning == f"{BRANCH} is open and changes {PAGE} as well: merge one, and build again for the other"
    ana.git("merge", "--quiet", BRANCH)
    ana.git("push", "--quiet")
    ana.git("branch", "--quiet", "-D", f"{BRANCH}-2")
    assert build(ana, compasses, "checkout-api").warnings == ()


def test_a_name_in_another_case_is_the_same_repository(ana, compasses):
    build(ana, compasses, "rate-quoter")
    ana.git("merge", "--quiet", BRANCH)
    ana.git("push", "--quiet")
    fill(compasses / "RATE-quoter", "Prices more.")

    change = build(ana, compasses, "RATE-quoter")

    headings = [line for line in page_on(ana, str(change.branch)).splitlines() if line.startswith("## ")]
    assert headings == ["## rate-quoter"]
    assert "Prices more." in page_on(ana, str(change.branch))


def test_links_of_several_compasses_do_not_meet_on_the_page(ana, compasses):
    for name in ("rate-quoter", "checkout-api"):
        text = f"See [docs][1], [more][own] and [[wl]].\n\n[1]: https://x.example/{name}\n[own]: docs/{name}.md"
        fill(compasses / name, text)

    change = build(ana, compasses, "rate-quoter", "checkout-api", push=True)

    page = page_on(ana) + "\n"
    for name in ("rate-quoter", "checkout-api"):
        assert f"See [docs](https://x.example/{name}), more (`docs/{name}.md`) and wl.\n" in page
    assert "]:" not in page
    assert change.warnings == ()


UNUSABLE = {
    "missing": None,
    "empty": b"",
    "not filled in": b"# X\n\n## What it is for\n\n<!-- soon -->\n",
    "not UTF-8": b"## What it is for\n\nCaf\xfc\n",
    "NUL": b"## What it is for\n\n\0\n",
}


@pytest.mark.parametrize("content", UNUSABLE.values(), ids=UNUSABLE)
def test_a_compass_that_cannot_be_used_is_a_warning_and_keeps_its_section(ana, compasses, content):
    build(ana, compasses, "rate-quoter", "checkout-api")
    ana.git("merge", "--quiet", BRANCH)
    ana.git("push", "--quiet")
    path = compasses / "rate-quoter" / "AGENTS.md"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    fill(compasses / "checkout-api", "Sells more.")

    change = build(ana, compasses, "rate-quoter", "checkout-api", "new-one", day=LATER)

    kept, new = change.warnings
    assert kept.startswith("rate-quoter keeps its former section: its AGENTS.md" if content is not None else
                           "rate-quoter keeps its former section: it has no AGENTS.md")  # fmt: skip
    assert new == f"new-one gets no section: {compasses / 'new-one'} is no folder"
    page = page_on(ana, str(change.branch))
    assert "Prices parcels." in page
    assert "Sells more." in page
    assert f"updated: {LATER}" in page
    with pytest.raises(KbError, match="rate-quoter keeps its former section"):
        build(ana, compasses, "rate-quoter")


def test_what_people_wrote_above_the_mark_stays(ana, compasses):
    build(ana, compasses, "rate-quoter")
    ana.git("merge", "--quiet", BRANCH)
    text = (ana.base / PAGE).read_text(encoding="utf-8")
    text = text.replace("owner: Ana Ruiz", "owner: Platform team  # us\naliases: [services]")
    ana.write({PAGE: text.replace("# Repositories\n", "# Our services\n\nAsk #platform.\n")})
    ana.commit()
    ana.git("push", "--quiet")

    build(ana, compasses, "checkout-api", day=LATER)

    page = page_on(ana, f"{BRANCH}-2")
    assert "owner: Platform team  # us\naliases: [services]\n" in page
    assert "# Our services\n\nAsk #platform.\n" in page
    assert "## checkout-api" in page
    assert "## rate-quoter" in page


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("# Ours\n", "foreign-page"),
        (b"caf\xfc\n", "foreign-page"),
        ("\n<!-- Below: written by kb compass build, from the AGENTS.md of each repository. -->\n```\n", "broken-page"),
    ],
)
def test_a_page_that_kb_has_not_written_or_cannot_read_whole_stays(ana, compasses, text, code):
    ana.write({PAGE: text})
    ana.commit()
    ana.git("push", "--quiet")

    with pytest.raises(KbError) as caught:
        build(ana, compasses, "rate-quoter")

    assert (caught.value.kind, caught.value.code) == ("refused", code)
    assert ana.git("branch", "--list", f"{BRANCH}*") == ""


@pytest.mark.parametrize("names", [("a b",), ("",), ("-x",), ("a|b",), ("rate-quoter", "rate-quoter"), ("a", "A")])
def test_a_name_is_one_word_and_given_once(ana, compasses, names):
    with pytest.raises(KbError) as caught:
        build(ana, compasses, *names)

    assert caught.value.kind == "usage"
    assert "PATH=NAME" in caught.value.hint


def test_what_a_check_of_the_base_would_say_of_the_page_is_a_warning(ana, compasses):
    build(ana, compasses, "rate-quoter")
    ana.git("merge", "--quiet", BRANCH)
    text = (ana.base / PAGE).read_text(encoding="utf-8")
    ana.write({PAGE: text.replace("# Repositories\n", "# See [[nowhere]]\n")})
    ana.commit()
    ana.git("push", "--quiet")

    change = build(ana, compasses, "checkout-api")

    assert change.warnings == (f'{PAGE}:9: the link "nowhere" names no page or file',)
