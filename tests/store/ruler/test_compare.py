"""Two runs compared."""

from __future__ import annotations

import json

import pytest

from kb.store.errors import KbError
from kb.store.ruler.compare import Move, compare, read_run
from kb.store.ruler.measure import Answer, Measured
from kb.store.ruler.questions import Judged
from kb.store.search.filters import NO_FILTERS


def _measured(**ranks):
    answers = tuple(
        Answer(Judged(name, (name,), NO_FILTERS, frozenset({"a.md"}), 1), rank, (), 0, rank)
        for name, rank in ranks.items()
    )
    return Measured("fts5", answers, None, None)


def test_exactly_the_questions_that_moved_are_listed():
    before = {"same": 3, "up": 4, "down": 1, "lost": 2, "found": None, "still-lost": None, "gone": 1}

    comparison = compare(_measured(same=3, up=1, down=9, lost=None, found=10, **{"still-lost": None, "new": 1}), before)

    assert comparison.moved == (Move("up", 4, 1), Move("down", 1, 9), Move("lost", 2, None), Move("found", None, 10))
    assert comparison.lost == (Move("lost", 2, None),)
    assert (comparison.added, comparison.removed) == (1, 1)


def test_a_saved_run_gives_its_places(tmp_path):
    question = {"name": "a", "relevant": ["a.md"], "rank": 3}
    document = {"schema": "kb/ruler/1", "questions": [question, question | {"name": "b", "relevant": []}]}
    (tmp_path / "run.json").write_text(json.dumps(document), encoding="utf-8")

    assert read_run(tmp_path / "run.json") == {"a": 3}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"schema": "kb/ruler/2", "questions": []}', '{"schema": "kb/ruler/1"}']
)
def test_what_is_no_saved_run_is_one_sentence(tmp_path, text):
    (tmp_path / "run.json").write_text(text, encoding="utf-8")

    with pytest.raises(KbError) as caught:
        read_run(tmp_path / "run.json")

    assert (caught.value.kind, caught.value.code) == ("usage", "bad-run")


def test_a_run_that_is_not_there_is_missing(tmp_path):
    with pytest.raises(KbError) as caught:
        read_run(tmp_path / "none.json")

    assert (caught.value.kind, caught.value.code) == ("missing", "no-such-file")
