"""Upgrades of the record format."""

from __future__ import annotations

import pytest

from kb.migrations.formats import UPGRADES
from kb.store.config import FORMAT, read_config
from kb.store.errors import KbError
from kb.store.records.migrate import plan_upgrade, upgrade


@pytest.fixture
def bare(world):
    """A clone of a base in the bare layout, without kb.toml."""
    seed = world.clone("seed-of-old")
    (seed.base / "kb.toml").unlink()
    seed.write(
        {
            "AGENTS.md": "# Agents\n",
            "memory/decisions/D-2026-01-01-001.md": "---\r\nid: D-2026-01-01-001\r\naliases: [x]\r\n---\r\n",
            "memory/decisions/D-2026-01-02-001.md": "---\r\nid: D-2026-01-02-001\r\ntype: decision\r\n---\r\nBody",
            "memory/decisions/D-2026-01-03-001.md": "---\nid: [D\n---\n",
            "memory/decisions/D-2026-01-04-001.md": "---\nid: D-2026-01-04-001\ntype: decision\ntype: decision\n---\n",
            "memory/decisions/D-2026-01-06-001.md": b"---\nid: D-2026-01-06-001\n---\n\xe9\n",
        }
    )
    seed.commit()
    seed.git("push", "--quiet")
    return world.clone("bare")


def test_the_upgrades_are_numbered_without_a_gap_up_to_the_format_that_is_read():
    assert [each.version for each in UPGRADES] == list(range(1, FORMAT + 1))


def test_the_plan_says_what_would_be_written_and_writes_nothing(bare):
    before, references = bare.snapshot(), bare.git("for-each-ref")

    plan = plan_upgrade(bare.config, bare.runner)

    assert (plan.version, plan.to, plan.base) == (0, 1, "origin/main")
    assert [edit.path for edit in plan.edits] == [
        "kb.toml",
        "memory/decisions/D-2026-01-02-001.md",
        "memory/findings/F-2026-06-09-001.md",
    ]
    assert plan.edits[0].after.endswith("\nformat = 1\n")
    assert plan.edits[1].after == "---\r\nid: D-2026-01-02-001\r\ntype: decision\r\naliases: []\r\n---\r\nBody"
    assert "+aliases: []" in plan.edits[2].diff
    assert [path for path, _ in plan.skipped] == [
        "memory/decisions/D-2026-01-04-001.md",
        "memory/decisions/D-2026-01-06-001.md",
    ]
    assert (bare.snapshot(), bare.git("for-each-ref")) == (before, references)


def test_the_upgrade_waits_on_its_branch_and_after_the_merge_nothing_is_to_do(world, bare):
    before = bare.snapshot()

    change = upgrade(bare.config, bare.runner, push=True)

    assert (change.branch, change.pushed, len(change.paths)) == ("migrate/1", True, 3)
    assert bare.snapshot().files == before.files
    with pytest.raises(KbError) as caught:
        upgrade(bare.config, bare.runner, push=False)
    assert (caught.value.code, caught.value.hint) == ("nothing-new", "look at it: kb review show migrate/1")

    world.remote.merge("migrate/1")
    bare.git("pull", "--quiet")
    assert plan_upgrade(bare.config, bare.runner).edits == ()
    assert read_config(bare.base).root == bare.base


def test_an_upgrade_of_a_base_that_has_grown_meanwhile_takes_a_branch_of_its_own(bare):
    upgrade(bare.config, bare.runner, push=False)
    bare.write({"memory/decisions/D-2026-01-05-001.md": "---\nid: D-2026-01-05-001\ntype: decision\n---\n"})
    bare.commit()
    bare.git("push", "--quiet")

    assert upgrade(bare.config, bare.runner, push=False).branch == "migrate/1-2"


@pytest.mark.parametrize(
    ("settings", "after"),
    [
        ("name = 'Old'\n", "format = 1\nname = 'Old'\n"),
        ("\ufeffname = 'Old'\r\n", "\ufeffformat = 1\r\nname = 'Old'\r\n"),
        ("# mine\n", "format = 1\n# mine\n"),
        ('name = """\nformat = 3\n"""\n', 'format = 1\nname = """\nformat = 3\n"""\n'),
    ],
)
def test_settings_that_say_no_format_get_their_line_and_keep_the_rest(ana, settings, after):
    ana.write({"kb.toml": settings})
    ana.commit()
    ana.git("push", "--quiet")

    assert plan_upgrade(ana.config, ana.runner).edits[0].after == after


def test_settings_that_no_reader_takes_are_a_usage_error(ana):
    config = ana.config
    ana.write({"kb.toml": "format = [\n"})
    ana.commit()
    ana.git("push", "--quiet")

    with pytest.raises(KbError) as caught:
        plan_upgrade(config, ana.runner)

    assert (caught.value.kind, caught.value.code) == ("usage", "bad-config")
