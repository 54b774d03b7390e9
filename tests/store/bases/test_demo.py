"""The main job on the example."""

from __future__ import annotations

import os

from kb.store.bases.demo import run_demo


def test_each_step_finds_the_page_that_answers(tmp_path):
    demo = run_demo(tmp_path / "harbor", os.environ)

    assert demo.root == tmp_path / "harbor"
    assert [step.result.hits[0].page.path for step in demo.steps] == ["wiki/rollback.md"] * 3
    assert [len(step.result.wordings) for step in demo.steps] == [1, 2, 1]
    assert [step.as_json for step in demo.steps] == [False, False, True]
