"""Count while a page watches: solutions so far, the share of the search, and about how many in all."""

from __future__ import annotations

from contextlib import closing, suppress
from time import monotonic
from typing import Any

from accord.errors import StoppedError
from accord.puzzles.puzzle import Puzzle
from accord.runner.limits import Limits
from accord.runner.outcome import Outcome
from accord.runner.presolve import PresolvedRun
from accord.symmetry.estimate import solutions
from accord.workbench.answers import Question

STOPPED = "the count was stopped before the first solution"
SOON = 2.5  # seconds within which most counts end, and no sample is taken
MOST = 1.0  # seconds for a sample, and for its model
SHARE = 0.05  # of the search: from there on it says more of the number of solutions than a sample


def count_with_forecast(question: Question, puzzle: Puzzle, **how: Any) -> tuple[Outcome, str]:
    """Count to the end or a limit; return the outcome, and in words what a page shows as its number."""
    run, forecast = PresolvedRun(puzzle, "count", **how), _Forecast(question, puzzle)
    with closing(iter(run)) as steps:
        for step in steps:
            question.show(f"{step.count:,} so far{forecast.words(step.count, step.done)}", step.done)
    outcome = run.outcome
    if outcome.exact:
        return outcome, outcome.found
    found = f"{outcome.found}: the count was stopped" if outcome.count else STOPPED
    return outcome, found + (forecast.last or forecast.by_sample(outcome.count))


class _Forecast:
    """About how many solutions there are in all: by the share that is done, or by a sample of the search."""

    def __init__(self, question: Question, puzzle: Puzzle) -> None:
        self._question, self._puzzle, self._began = question, puzzle, monotonic()
        self._sampled = False
        self._sample: float | None = None
        self.last = ""

    def words(self, found: int, done: float | None) -> str:
        """Return the number in words; none if nothing says it."""
        if found and done is not None and done >= SHARE:
            self.last = _words(found / min(done, 1.0), found)
        elif monotonic() - self._began >= SOON:
            self.last = self.by_sample(found)
        return self.last

    def by_sample(self, found: int) -> str:
        """Return the number that a sample says, which is taken once."""
        if not self._sampled and not self._question.ask.distinct:
            self._sampled = True
            limits = Limits(seconds=MOST, cancel=self._question.cancel)
            with suppress(StoppedError), limits.guard("the number of solutions was estimated"):
                self._sample = solutions(self._puzzle.model.reduced[0])
        return "" if self._sample is None else _words(self._sample, found)


def _words(about: float, found: int) -> str:
    return f", about {_round(about):,} in all" if about > found else ""


def _round(about: float) -> int:
    """Return a number with two digits that count: an estimate has no more."""
    return int(float(f"{about:.1e}"))
