"""Try to refute a model by sums while a run searches it; the run ends there if that succeeds.

    run = PresolvedRun(puzzle, "count")  # as `Run`
    run.chosen                           # "arithmetic/colouring: coloured like a chessboard, ..."

Only where no engine and no method was named: a named engine does search, so that engines can be compared.
The outcome has the answer as it has any engine's answer.

Most puzzles have a solution, which is found sooner than sums are done. So of a small model the search begins,
and sums are looked for only if it has found no solution within some milliseconds, even if it has ended by
then. So the findings do not depend on the time: of a model with a solution there is no argument. What the
search has found until then is kept, or dropped where sums are the answer.
"""

from __future__ import annotations

from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from accord import kernels
from accord.backends.contract import Backend, Request, Search, Slice
from accord.errors import AccordError, MissingBackendError, RefusedError
from accord.model import Model
from accord.model.model_cache import cache_of
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, model_of
from accord.runner.choose import EngineChoice
from accord.runner.findings import Findings
from accord.runner.run import Run
from accord.runner.search import Steps
from accord.runner.work import SearchPlan, Work
from accord.symmetry.parts import whole
from accord.tasks import WANTED

if TYPE_CHECKING:
    from accord.refute.imbalance import Reason

PLACE = "refuted"  # in the notes of a model
SMALL = 1 << 15  # options and entries of a model whose search is prepared as soon as sums are done
SOON = 0.06  # seconds of search before sums are looked for: about what they take themselves
FAR = 1.0  # seconds until a limit that is not near


class PresolvedRun(Run):
    """A run that asks as well whether sums show that there is no solution."""

    def _build(self, puzzle: AnyPuzzle) -> Findings:
        self._begun: Steps | None = None
        self._held: list[tuple[int, Slice]] = []  # the steps of a search that has begun
        self._doubted = False  # whether sums are still to be looked for
        findings = super()._build(puzzle)
        return self._search_soon() or findings if self._doubted else findings

    def _make_plan(self) -> SearchPlan:
        if not self._asks_sums():
            return super()._make_plan()
        if not self._begins_soon():
            return self._refutation() or super()._make_plan()
        try:
            plan = super()._make_plan()
        except (RefusedError, MissingBackendError):
            refuted = self._refutation()
            if refuted is None:
                raise
            return refuted
        self._doubted = True
        return plan

    def _asks_sums(self) -> bool:
        asked = self._asked
        if asked.named or asked.method or asked.root or asked.stats or asked.checkpoint is not None:
            return False
        return asked.task not in WANTED or _has_board(self.puzzle)  # most are solved before sums are done

    def _begins_soon(self) -> bool:
        """Whether the search can be asked first: the model is small, and no limit is near."""
        model, limits = self.model, self.limits
        if model.options + len(model.item) > SMALL or model.lazy is not None:
            return False
        far = limits.rest is None or limits.rest > FAR
        return far and limits.workers == 1 and limits.nodes is None and limits.memory is None

    def _refutation(self) -> SearchPlan | None:
        """The plan of a run that sums answer; None if they say nothing."""
        reason = reason_of(self.puzzle)
        if reason is None:
            return None
        work = Work([whole(self.model)], [1])
        backend, request = _Arithmetic(), self._asked.request(work, self.limits.deadline)
        return SearchPlan(work, EngineChoice(backend, reason.engine, reason.sentence(), request))

    def _search_soon(self) -> Findings | None:
        """Begin the search; return the findings of sums, if they end it."""
        begun, solved = super()._slices(), False
        until = monotonic() - kernels.seconds() + SOON  # loading is no search
        try:
            for index, step in begun:
                self._held.append((index, step))
                solved = step.count > 0
                if solved or monotonic() - kernels.seconds() > until:
                    break
        except AccordError:  # it begins anew in the loop, where errors are noted
            self._held.clear()
        else:
            self._begun = begun
        refuted = None if solved else self._refutation()
        if refuted is None:
            return None
        begun.close()
        self._begun = None
        return self._follow(refuted)

    def _slices(self) -> Steps:
        begun, self._begun = self._begun, None
        return super()._slices() if begun is None else self._continue(begun)

    def _continue(self, begun: Steps) -> Steps:
        """The steps of a search that has begun, from the first one on."""
        with closing(begun):
            yield from self._held
            self._held.clear()
            yield from begun


def _has_board(puzzle: Puzzle | Model) -> bool:
    """Whether there is a board whose colourings may say more than any model does."""
    return isinstance(puzzle, Puzzle) and puzzle.record.made.coloured is not None


def reason_of(puzzle: Puzzle | Model) -> Reason | None:
    """Why a puzzle has no solution, if that is easily seen. It is looked for once."""
    from accord.refute.quick import quick_argument  # only now: most puzzles are solved before

    known = cache_of(model_of(puzzle))
    place = (PLACE, isinstance(puzzle, Puzzle))
    if place not in known:
        known[place] = puzzle.refutation() if isinstance(puzzle, Puzzle) else quick_argument(puzzle)
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
