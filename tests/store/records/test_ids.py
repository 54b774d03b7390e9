"""Ids that are free."""

from __future__ import annotations

from itertools import islice

from kb.store.git.repository import open_repository
from kb.store.pages.kinds import read_contracts
from kb.store.records.ids import free_ids, taken_ids


def test_the_next_number_is_behind_the_highest_of_the_day_and_never_fills_a_gap():
    taken = frozenset({"F-2026-11-30-001", "F-2026-11-30-007", "F-2026-11-29-009", "D-2026-11-30-012", "rollback"})

    assert list(islice(free_ids("F", "2026-11-30", taken), 2)) == ["F-2026-11-30-008", "F-2026-11-30-009"]
    assert next(free_ids("I", "2026-11-30", taken)) == "I-2026-11-30-001"


def test_behind_999_numbers_grow():
    assert next(free_ids("F", "2026-11-30", frozenset({"F-2026-11-30-999"}))) == "F-2026-11-30-1000"


def test_a_name_is_taken_by_a_file_here_in_any_commit_or_by_a_branch(ana):
    contract = read_contracts(ana.config)["finding"]
    ana.draft("002")
    ana.git("branch", "capture/F-2026-11-30-003")

    alone = taken_ids(ana.config, contract, None)
    whole = taken_ids(ana.config, contract, open_repository(ana.runner))

    assert {"F-2026-06-09-001", "F-2026-11-30-002"} <= alone
    assert "F-2026-11-30-003" in whole - alone
