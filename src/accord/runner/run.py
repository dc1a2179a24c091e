"""`Run`, an object for one question about one puzzle: start it, inspect it, continue it, read the answer.

Iterating over a run gives a step for each slice of work; afterwards (or at any time) `outcome` has the
findings so far. The loop is the same for every backend: between two slices it checks the limits, the time and
`cancel`; it lets solutions pass the sieve, adds to the tally, and writes checkpoints.

A run can be iterated over once. Leaving the loop stops the engine, and an engine that was stopped begins anew
and finds again what was counted; kept open, it would hold memory, threads and processes for a caller who has
gone. So a run that was left stays partial, and refuses another loop. To continue later, keep the iterator, or
count with a checkpoint.

`TimedRun` is a run for some seconds, and then for some more:

    run = TimedRun(model, "unique", limits)
    yield from run.run_for(2.0)         # until it has ended, or so many seconds are over
    run.outcome                         # its findings by then
    yield from run.run_for(8.0)         # it continues where it was
    run.close()
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from accord.arguments import Arguments
from accord.arguments.keywords import after_three
from accord.backends.contract import Slice
from accord.errors import MissingBackendError, RefusedError, StoppedError, WorkerDiedError
from accord.model import Model
from accord.model.model import Indices
from accord.puzzles.puzzle import AnyPuzzle, Puzzle, model_of, puzzle_of, read
from accord.runner.driver import Driver, SingleUse
from accord.runner.findings import Findings, Nothing, Step
from accord.runner.integers import integer_plan, problem_of
from accord.runner.limits import Limits, Show, Stop, unseen
from accord.runner.method import decide
from accord.runner.outcome import Outcome, Solution, unbuilt
from accord.runner.portfolio import Existence
from accord.runner.query import AUTO, RunQuery, ask, given_names
from accord.runner.search import Steps
from accord.runner.start import Start, start_of_model, start_of_problem
from accord.runner.work import SearchPlan, prepare
from accord.symmetry.automorphisms import describe, with_automorphisms
from accord.tasks import WANTED, Task

if TYPE_CHECKING:
    from accord.runner.checkpoint import Checkpoint, Question


GRACE = 0.3  # seconds that a run which is stopped waits for its state: less than a guard over a call gives


class Run:
    """One task on one puzzle; for the arguments see `accord.arguments.Arguments`.

    It can be iterated over once, by one iterator: once it has ended, another gives nothing more; one that is
    begun while it is under way, or after it was left, raises UsageError. Other threads may look at `outcome`.
    """

    @after_three(Arguments)
    def __init__(self, puzzle: AnyPuzzle, task: Task | RunQuery, **more: Any) -> None:
        """Prepare; nothing is searched yet. A query stands for its task and its arguments.

        Raises what `accord.run` raises.
        """
        self._asked = ask(task, more)
        self.limits = self._asked.limits()
        advice = "make a new one (to go on from this one, count with a checkpoint)"
        self._driver: Driver[None] = Driver(
            self.limits, SingleUse("the run", advice), "the search was prepared"
        )
        self.task = self._asked.task
        self.symmetries = ""  # where they were found: how many there are
        self._start: Start | None = None
        self._shown = False  # whether a start that is a solution was given as a step
        source = self.limits.guard("the puzzle was read").do(read, puzzle)
        if isinstance(source, Puzzle | Model):
            self.puzzle = source
        self._known: Findings | Nothing
        try:
            self._known = self.limits.guard("the model was built").do(self._build, source)
        except StoppedError as error:
            stop, spent = self._driver.end_unbegun(error), self._driver.spent
            outcome = unbuilt(source, self.task, stop, spent, distinct=self._asked.distinct)
            outcome = outcome if self._start is None else self._start.in_outcome(outcome, source)
            self._known = Nothing(outcome, error)

    def check_built(self) -> None:
        """Raise StoppedError if a limit ended the run before its search."""
        self._known.check()

    def _build(self, puzzle: AnyPuzzle) -> Findings:
        """Make the model, and decide how it is searched, and by whom."""
        refused, known = "", read(puzzle)
        if self._asked.start is not None and (problem := problem_of(known)) is not None:
            self._begin_from(start_of_problem(problem, self._asked.start))
        try:
            by_integers = integer_plan(known, self._asked, self.limits.deadline)
        except RefusedError as error:
            by_integers, refused = None, str(error)
        if by_integers is not None:
            self.puzzle, plan = by_integers
            self.model = plan.work.parts[0].model
            return self._follow(plan)
        try:
            return self._build_options(puzzle)
        except RefusedError as error:
            words = f"{error}; as integers: {refused}" if refused else str(error)
            raise RefusedError(words + self._taken_by(known)) from None

    def _taken_by(self, puzzle: AnyPuzzle) -> str:
        """Which backend takes a problem that the named one refuses, for a message; empty if none does."""
        unnamed: dict[str, Any] = dict.fromkeys(given_names(self._asked))
        anyone = replace(self._asked, backend=AUTO, **unnamed)
        try:
            found = integer_plan(read(puzzle), anyone, None) if self._asked.named else None
        except (RefusedError, MissingBackendError):
            return ""
        return "" if found is None else f"; backend {found[1].choice.backend.name} takes it"

    def by_options(self) -> None:
        """Lower a problem that would be taken as it is; called before the search. Raises RefusedError."""
        if self.model.integers:
            self._known = self.limits.guard("the model was built").do(self._build_options, self.puzzle)

    def _begin_from(self, start: Start) -> None:
        """Ask engines to begin from a start."""
        self._start = start
        known = start.value if self.task == "best" else None
        self._asked = replace(self._asked, hint=start.options, known=known)

    def _build_options(self, puzzle: AnyPuzzle) -> Findings:
        self.puzzle = puzzle_of(puzzle)
        self.model = model_of(self.puzzle)
        if self._asked.start is not None and self._start is None:
            self._begin_from(start_of_model(self.puzzle, self.model, self._asked.start, self.limits))
        if self._asked.order is not None:
            self._asked = replace(self._asked, ranks=_ranks(self.puzzle, self.model, self._asked.order))
        asked = self._asked
        if asked.symmetries == "found":
            declared, self.model = self.model, with_automorphisms(self.model)
            self.symmetries = describe(self.model, declared)
        asked.refuse_without_objective(self.model)
        return self._follow(self._make_plan())

    def _follow(self, plan: SearchPlan) -> Findings:
        """Prepare the search of a plan; return its findings, of which there are none yet."""
        self._plan = plan
        asked, checkpoint, lazy = self._asked, self._asked_checkpoint(), self.model.lazy is not None
        self._plan = prepare(plan, self.limits, checkpoint, lazy)
        alone = self.task != "count" or asked.named or asked.stats or self.limits.nodes is not None
        alone = alone or self.model.integers
        self._existence = None if alone or lazy else Existence(self.model, self.limits)
        self._findings = Findings(
            asked,
            self.puzzle,
            self.model,
            self._plan,
            existence=self._existence,
            start=self._start,
            symmetries=self.symmetries,
            started=self.limits.started,
            built=self._driver.spent,
        )
        self.counting = self._findings.counting
        return self._findings

    def _make_plan(self) -> SearchPlan:
        """The work, and who does it."""
        return decide(self.model, self._asked, self.limits.deadline)

    def _asked_checkpoint(self) -> Checkpoint | None:
        """The checkpoint that was asked for."""
        if self._asked.checkpoint is None:
            return None
        from accord.runner.checkpoint import Checkpoint  # only now: files, hashes and archives take a while

        return Checkpoint(Path(self._asked.checkpoint), self.question, self._asked.checkpoint_every)

    # -- the loop ----------------------------------------------------------------------------------

    def __iter__(self) -> Generator[Step, None, None]:
        """Search, slice by slice; leaving the loop stops the engine.

        Raises:
            UsageError: if the run is under way, or was left.
            EngineError: if an engine breaks its contract; the run has failed then.
        """
        if self._driver.ended:
            return
        if self.task == "all" and (checkpoint := self._plan.checkpoint) is not None:
            tally = self._plan.tally
            found = checkpoint.found_in({*tally.finished, *tally.under_way})
            if len(found):
                yield self._findings.first_step(found)
        with closing(self._slices()) as slices:
            yield from self._driver.drive(self._walk(slices), self._find_stop)
            self._save_at_the_end(slices)

    def _walk(self, slices: Steps) -> Generator[Step, None, None]:
        if self._start is not None and self._start.row is not None:
            self._shown = True
            yield self._findings.first_step(self._start.row[None])
        for index, found in slices:
            yield self._note(index, found)

    def _note(self, index: int, found: Slice) -> Step:
        """Note a slice of a part, and keep the checkpoint up to date; return what is new."""
        step, plan = self._findings.note(index, found), self._plan
        if plan.checkpoint is not None and self.task == "all":
            plan.checkpoint.keep(index, step.solutions)
        if plan.checkpoint is not None and (found.state or found.complete):
            plan.checkpoint.update(plan.tally, plan.pieces, found.state or {})
        return step

    def _slices(self) -> Steps:
        plan, tally = self._plan, self._plan.tally
        workers = self.limits.workers if plan.in_processes else 1
        nodes = self.limits.allowance(tally.done.effort)
        steps = self.counting.steps(plan.request, nodes, plan.states, workers)
        if self._existence is None:
            return steps
        return self._existence.beside(steps, lambda: not tally.total, self._left)

    def _left(self) -> list[int]:
        """The parts that are not finished."""
        return [part for part in range(len(self._plan.work.parts)) if part not in self._plan.tally.finished]

    def _save_at_the_end(self, slices: Steps) -> None:
        """Ask the engine for its state, and wait until it has come, but not for long."""
        plan = self._plan
        resumed = plan.choice.backend.parallel(plan.request) or self.model.lazy is not None
        if plan.checkpoint is None or self._findings.exhausted or plan.in_processes or not resumed:
            return
        plan.checkpoint.saving, until = True, monotonic() + GRACE
        with suppress(StoppedError, WorkerDiedError):  # why the run ended is known
            for index, found in slices:
                self._note(index, found)
                if found.state or monotonic() > until:
                    return

    def _find_stop(self) -> Stop | None:
        """How the run stops: exhausted, has found enough, cancelled, or beyond a limit; else None."""
        if self._findings.exhausted:
            return Stop("complete")
        tally = self._plan.tally
        stop = self.limits.find_stop(max(tally.total, int(self._shown)), tally.all.effort)
        enough = stop is not None and stop.limit == "solutions"
        return Stop("complete") if enough and self.limits.solutions == WANTED.get(self.task) else stop

    # -- the findings so far -----------------------------------------------------------------------

    @property
    def chosen(self) -> str:
        """The engine that searches now, and why it was chosen, as one line."""
        return self._known.chosen

    @property
    def searcher(self) -> str:
        """The names of the backend and the engine that search now, as `sat/cadical195`."""
        return self._known.searcher

    @property
    def question(self) -> Question:
        """The question that parts and checkpoints belong to. Raises RefusedError if it cannot be shared."""
        plan = self._plan
        return self._asked.question(
            self.model, plan.work, plan.choice.backend.name, digest=plan.request.solutions
        )

    @property
    def method(self) -> str:
        """How distinct solutions are found, and why so, as one line; empty where a method was named."""
        return self._known.method

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings so far; some come before the search begins."""
        return self._known.warnings

    @property
    def count(self) -> int:
        """The count so far: exact once everything was seen, else a lower bound."""
        return self._known.count

    def board(self) -> tuple[int, ...] | None:
        """The options that are placed between two steps, where the engine shows them; None elsewhere."""
        return self._known.board()

    def solution(self, row: Indices, number: int) -> Solution:
        """A row of a step as a solution."""
        return self._findings.solution(row, number)

    @property
    def outcome(self) -> Outcome:
        """The outcome so far; of a run that was left, or is not finished, as if it were cancelled now."""
        return self._known.outcome(self._driver.stop, self._driver.spent)


def _ranks(puzzle: Puzzle | Model, model: Model, order: str) -> tuple[int, ...]:
    """Return the rank of each option in the order in which options are to be tried. Raises RefusedError."""
    orders = {} if isinstance(puzzle, Model) else puzzle.record.made.orders
    if isinstance(puzzle, Model) or order not in orders:
        raise RefusedError(f"the order {order} is of the placements of a packing; expected a packing")
    return tuple(orders[order](puzzle.spec, model))


class TimedRun:
    """A run in several stretches; it finds nothing if no engine takes the model."""

    def __init__(
        self,
        model: Model,
        task: Task,
        limits: Limits,
        *,
        backend: str = "auto",
        show: Show = unseen,
    ) -> None:
        """Nothing is searched yet. `limits` have the time and the cancellation of the whole work."""
        self._show = show
        self._run: Run | None = None
        try:
            self._run = Run(model, task, backend=backend, time_limit=limits.rest, cancel=limits.cancel)
            self._steps = iter(self._run)
        except (RefusedError, MissingBackendError):
            pass

    def run_for(self, seconds: float) -> Generator[None, None, None]:
        """Search for so long; yields after each slice."""
        until = monotonic() + seconds
        while self._run is not None and monotonic() < until and (step := next(self._steps, None)) is not None:
            self._show(f"asking {self._run.searcher}", step.done)
            yield

    def finish_within(self, seconds: float) -> TimedRun:
        """Search until the end, or until so many seconds are over, and stop the engine; return the run."""
        try:
            for _ in self.run_for(seconds):
                pass
        finally:
            self.close()
        return self

    @property
    def outcome(self) -> Outcome | None:
        """The outcome so far; None if no engine takes the model."""
        return None if self._run is None else self._run.outcome

    @property
    def solutions(self) -> list[list[int]]:
        """The solutions that were found, as options."""
        return [] if self.outcome is None else [list(each.options) for each in self.outcome.solutions]

    @property
    def searched(self) -> str:
        """The engine that went through the whole search; empty if none did."""
        known = self.outcome
        whole = known is not None and known.answer in ("impossible", "unique")
        return f"{known.backend}/{known.engine}" if known is not None and whole else ""

    def close(self) -> None:
        """Stop the engine."""
        if self._run is not None:
            self._steps.close()
