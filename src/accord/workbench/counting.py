"""Count while a page watches: solutions so far, the share of the search, and what samples say of all.

The share of the search says nothing about the number: solutions may be anywhere in it.
"""

from __future__ import annotations

from contextlib import closing, suppress
from time import monotonic
from typing import Any

from accord.errors import StoppedError
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome
from accord.runner.presolve import PresolvedRun
from accord.symmetry.estimate import Forecast, solutions
from accord.workbench.answers import Question

STOPPED = "the count was stopped before the first solution"
SOON = 2.5  # seconds within which most counts end, and no sample is taken
MOST = 1.0  # seconds for the samples, and for the model


def count_with_forecast(question: Question, puzzle: Puzzle, **how: Any) -> tuple[Outcome, str]:
    """Count to the end or a limit; return the outcome, and in words what a page shows as its number."""
    run, sampled = PresolvedRun(puzzle, "count", **how), _Sampled(question, puzzle)
    with closing(iter(run)) as steps:
        for step in steps:
            question.show(f"{step.count:,} so far{sampled.words_later(step.count)}", step.done)
    outcome = run.outcome
    if outcome.exact:
        return outcome, outcome.found
    found = f"{outcome.found}: the count was stopped" if outcome.count else STOPPED
    return outcome, found + sampled.words(outcome.count)


class _Sampled:
    """What samples of the search say about the number of solutions; they are taken once, when it is asked."""

    def __init__(self, question: Question, puzzle: Puzzle) -> None:
        self._question, self._puzzle, self._began = question, puzzle, monotonic()
        self._is_taken = False
        self._forecast: Forecast | None = None

    def words_later(self, found: int) -> str:
        """Return what `words` does, after a while: most counts end before, and need no samples."""
        return self.words(found) if monotonic() - self._began >= SOON else ""

    def words(self, found: int) -> str:
        """Return what they say, beyond the solutions that were found; nothing if they say no more."""
        if not self._is_taken and not self._question.ask.distinct:
            self._is_taken = True
            limits = Limits(seconds=MOST, cancel=self._question.cancel)
            with suppress(StoppedError), limits.guard("the number of solutions was estimated"):
                self._forecast = solutions(self._puzzle.model.reduced[0])
        return "" if self._forecast is None else forecast_words(self._forecast, found)


def forecast_words(forecast: Forecast, found: int) -> str:
    """Return a forecast in words, where it says more than that so many solutions were found."""
    if forecast.about is not None and forecast.about > found:
        return f", about {_round(forecast.about):,} in all"
    if _round_down(forecast.least) > found:
        return f", probably more than {_round_down(forecast.least):,} in all"
    return ""


def _round(about: int) -> int:
    """Return a number with two digits that count: an estimate has no more."""
    return int(float(f"{about:.1e}"))


def _round_down(least: int) -> int:
    """Return the number with two digits that count and zeros behind them."""
    unit = 10 ** max(0, len(str(least)) - 2)
    return least // unit * unit
