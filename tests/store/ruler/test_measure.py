"""Questions asked and scored."""

from __future__ import annotations

import pytest

from kb.store.ruler.measure import measure, score
from kb.store.ruler.questions import Judged
from kb.store.search.filters import NO_FILTERS, Filters
from kb.store.search.result import make_request
from kb.store.search.search import search

PAGES = {
    "wiki/a.md": "---\nsystems: [edge]\n---\n# A stuck rollout\n\nIt is stuck.\n",
    "wiki/b.md": "# A rollout\n\nNothing is stuck here, the rollout went well.\n",
    "findings/c.md": "---\nstatus: open\nrepos: [app]\n---\n# Rollouts get stuck\n",
    "wiki/d.md": "# 部署\n\n今天讨论了部署方案\n",
}


def _judged(*wordings, filters=NO_FILTERS, relevant=("wiki/a.md",)):
    return Judged(" | ".join(wordings), wordings, filters, frozenset(relevant), 1)


@pytest.mark.parametrize("engine", ["fts5", "like"])
def test_a_question_is_ranked_exactly_as_a_search_ranks_it(make_base, engine):
    base = make_base(PAGES)
    questions = [
        _judged("stuck rollout"),
        _judged("how do rollouts get stuck", "stuck"),
        _judged("rollout", filters=Filters(types=("finding",))),
        _judged("stuck", filters=Filters(repos=("app",), statuses=("open",))),
        _judged("stuck", filters=Filters(systems=("edge",))),
        _judged("部署"),
        _judged("nowhere to be found"),
    ]

    measured = measure(base, questions, engine=engine)

    for answer in measured.answers:
        question = answer.question
        result = search(base, make_request(question.wordings, question.filters, engine=engine))
        assert answer.found == tuple(hit.page.path for hit in result.hits)
        assert answer.full == result.full
    assert measured.engine == engine


@pytest.mark.parametrize(
    ("found", "relevant", "scores"),
    [
        # 1 / log2(2) of an ideal 1 / log2(2) + 1 / log2(3)
        pytest.param("axx", "ab", (0.6131, 1, 1, 1, 1, 0.5), id="the-first-of-two"),
        pytest.param("xxa", "a", (0.5, 1, 0, 1, 1 / 3, 1), id="the-third"),
        pytest.param("xxxa", "a", (0.4307, 1, 0, 0, 0.25, 1), id="the-fourth"),
        pytest.param("ab", "ab", (1, 1, 1, 1, 1, 1), id="all"),
        pytest.param("xyz", "a", (0, 0, 0, 0, 0, 0), id="none"),
        pytest.param("x" * 10 + "a", "a", (0, 0, 0, 0, 0, 0), id="behind-the-tenth"),
        pytest.param("", "a", (0, 0, 0, 0, 0, 0), id="nothing"),
    ],
)
def test_a_question_is_scored_by_the_ranks_of_what_answers_it(found, relevant, scores):
    assert tuple(score(tuple(found), frozenset(relevant))) == pytest.approx(scores, abs=1e-4)


def test_the_first_answer_has_its_place_with_and_without_filters(make_base):
    filters = Filters(types=("finding",))

    measured = measure(make_base(PAGES), [_judged("edge", filters=filters), _judged("rollout", relevant=())])

    answer = measured.answers[0]
    assert (answer.rank, answer.rank_without_filters, answer.found) == (None, 1, ())
    assert measured.missed == (answer,)
    assert (measured.scores.hit_at_10, measured.without_filters.hit_at_10) == (0, 1)


def test_questions_without_an_answer_are_asked_and_not_scored(make_base):
    measured = measure(make_base(PAGES), [_judged("rollout", relevant=()), _judged("部署", relevant=("wiki/d.md",))])

    assert [answer.rank for answer in measured.answers] == [None, 1]
    assert (len(measured.judged), measured.missed, measured.scores.first) == (1, (), 1)
    assert measured.without_filters is None
    assert measure(make_base(PAGES), [_judged("rollout", relevant=())]).scores is None


def test_each_question_is_told_when_it_is_answered(make_base):
    told = []

    measure(make_base(PAGES), [_judged("a"), _judged("b")], each=lambda: told.append(1))

    assert told == [1, 1]
