"""A run of the ruler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ...store.ruler.compare import Comparison, Move
    from ...store.ruler.measure import Answer, Measured, Scores
    from .screen import Screen

DIGITS = 4
MOST_SHOWN = 20
MOST_OF_A_QUESTION = 60
NAMES = {
    "ndcg_at_10": "nDCG@10",
    "hit_at_10": "found in the first ten",
    "first": "first right",
    "top_3": "in the first three",
    "mrr_at_10": "MRR@10",
    "recall_at_10": "recall@10",
}


class Run(NamedTuple):
    """What was measured, on which file, in how many seconds; and what has changed, when it was compared."""

    file: str
    measured: Measured
    seconds: float
    comparison: Comparison | None = None


def document(run: Run) -> dict[str, Any]:
    """Return it as `kb/ruler/1`."""
    measured = run.measured
    return {
        "schema": "kb/ruler/1",
        "file": run.file,
        "engine": measured.engine,
        "asked": len(measured.answers),
        "judged": len(measured.judged),
        "missed": len(measured.missed),
        "scores": _scores(measured.scores),
        "without_filters": _scores(measured.without_filters),
        "seconds": round(run.seconds, 2),
        "questions": [_answer(answer) for answer in measured.answers],
        "comparison": None if run.comparison is None else _comparison(run.comparison),
    }


def _scores(scores: Scores | None) -> dict[str, float] | None:
    return scores and {name: round(value, DIGITS) for name, value in scores._asdict().items()}


def _answer(answer: Answer) -> dict[str, Any]:
    return {
        "name": answer.question.name,
        "line": answer.question.line,
        "wordings": list(answer.question.wordings),
        "relevant": sorted(answer.question.relevant),
        "rank": answer.rank,
        "rank_without_filters": answer.rank_without_filters,
        "full": answer.full,
        "found": list(answer.found),
    }


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "moved": [move._asdict() for move in comparison.moved],
        "lost": [move.name for move in comparison.lost],
        "added": comparison.added,
        "removed": comparison.removed,
    }


def text(run: Run, screen: Screen) -> None:
    """Show it to a person."""
    measured = run.measured
    screen.line(
        (f"{len(measured.answers)} questions", "bold"), f" of {run.file}, {run.seconds:.1f} s, {measured.engine}"
    )
    if measured.scores:
        columns = f"{'without filters':>17}" if measured.without_filters else ""
        if columns:
            screen.line(f"{'':32}{columns}")
        for name, label in NAMES.items():
            other = f"{getattr(measured.without_filters, name):>17.4f}" if measured.without_filters else ""
            screen.line(f"{label:24}{getattr(measured.scores, name):>8.4f}{other}")
    _show_missed(measured, screen)
    _show_unanswered(measured, screen)
    if run.comparison:
        _show_comparison(run.comparison, screen)


def _show_missed(measured: Measured, screen: Screen) -> None:
    screen.line((f"{len(measured.missed)} missed", "bold"), f" of {len(measured.judged)}")
    for answer in measured.missed[:MOST_SHOWN]:
        instead = f"instead: {answer.found[0]}" if answer.found else "nothing came"
        asked = screen.cut(answer.question.wordings[0], MOST_OF_A_QUESTION)
        screen.line(f"  line {answer.question.line}: {asked}", (f"  {instead}", "dim"))
    if len(measured.missed) > MOST_SHOWN:
        screen.line((f"  and {len(measured.missed) - MOST_SHOWN} more; --json names them all", "dim"))


def _show_unanswered(measured: Measured, screen: Screen) -> None:
    unanswered = [answer for answer in measured.answers if not answer.question.relevant]
    if unanswered:
        claimed = sum(bool(answer.full) for answer in unanswered)
        screen.line(f"{len(unanswered)} known to have no answer; {claimed} of them found a full match all the same")


def _show_comparison(comparison: Comparison, screen: Screen) -> None:
    screen.line((f"{len(comparison.moved)} moved", "bold"), f", {len(comparison.lost)} of them lost")
    for move in comparison.moved:
        style = "red" if move.now is None else ""
        screen.line((f"  {_place(move)}  {move.name}", style))
    if comparison.added or comparison.removed:
        screen.line(f"  {comparison.added} questions are new, {comparison.removed} are gone")


def _place(move: Move) -> str:
    return f"{move.before or 'missed':>6} -> {move.now or 'missed':<6}"
