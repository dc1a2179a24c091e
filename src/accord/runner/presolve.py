"""Try to refute a model by sums before a run searches it; the run ends there if that succeeds.

    run = PresolvedRun(puzzle, "count")  # as `Run`
    run.chosen                           # "arithmetic/colouring: coloured like a chessboard, ..."

Only where no engine and no method was named: a named engine does search, so that engines can be compared.
The outcome has the answer as it has any engine's answer.
"""

from __future__ import annotations

from typing import ClassVar

from accord.backends.contract import Backend, Request, Search, Slice
from accord.model import Model
from accord.model.model_cache import cache_of
from accord.puzzles.puzzle import Puzzle, model_of
from accord.refute.imbalance import Reason
from accord.refute.quick import quick_argument
from accord.runner.choose import EngineChoice
from accord.runner.run import Run
from accord.runner.work import SearchPlan, Work
from accord.symmetry.parts import whole
from accord.tasks import WANTED

PLACE = "refuted"  # in the notes of a model


class PresolvedRun(Run):
    """A run that asks first whether sums show that there is no solution."""

    def _make_plan(self) -> SearchPlan:
        asked = self._asked
        if asked.named or asked.method or asked.root:
            return super()._make_plan()
        if asked.stats or asked.checkpoint is not None:
            return super()._make_plan()
        if asked.task in WANTED and not _has_board(self.puzzle):  # most are solved before sums are done
            return super()._make_plan()
        reason = reason_of(self.puzzle)
        if reason is None:
            return super()._make_plan()
        work = Work([whole(self.model)], [1])
        backend, request = _Arithmetic(), asked.request(work, self.limits.deadline)
        return SearchPlan(work, EngineChoice(backend, reason.engine, reason.sentence(), request))


def _has_board(puzzle: Puzzle | Model) -> bool:
    """Whether there is a board whose colourings may say more than any model does."""
    return isinstance(puzzle, Puzzle) and puzzle.record.made.coloured is not None


def reason_of(puzzle: Puzzle | Model) -> Reason | None:
    """Why a puzzle has no solution, if that is easily seen. It is looked for once."""
    known = cache_of(model_of(puzzle))
    place = (PLACE, isinstance(puzzle, Puzzle))
    if place not in known:
        known[place] = puzzle.refuted() if isinstance(puzzle, Puzzle) else quick_argument(puzzle)
    found: Reason | None = known[place]
    return found


class _Arithmetic(Backend):
    """The backend that answers where an argument was found: no solution. It has no row in the table."""

    name: ClassVar[str] = "arithmetic"
    engines: ClassVar[tuple[str, ...]] = ("unmet", "colouring", "modulo")
    lazy = "knows"

    def refusal(self, model: Model, request: Request) -> str | None:
        """None: the argument is about this model."""

    def parallel(self, request: Request) -> bool:  # noqa: ARG002 (the contract's signature)
        """There is nothing to be cut."""
        return True

    def search(self, model: Model, request: Request) -> Search:  # noqa: ARG002 (the contract's signature)
        """No solution, and the end."""
        yield Slice(complete=True)
