"""One run: a puzzle, a task, and the loop in which every limit acts.

Iterating over a run gives a step for each slice of work; afterwards (or at any time) `outcome` says what is
known. The loop is the same for every backend: between two slices it checks the limits, the time and
`cancel`; it lets solutions pass the sieve, adds to the tally, and writes checkpoints.

A run can be iterated over once. Leaving the loop stops the engine, and an engine that was stopped begins anew
and finds again what was counted; kept open, it would hold memory, threads and processes for a caller who has
gone. So a run that was left stays partial, and refuses another loop. To go on later, keep the iterator, or
count with a checkpoint.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import TYPE_CHECKING, Any

from accord.arguments import Arguments
from accord.arguments.keywords import after_three
from accord.backends import table
from accord.backends.contract import Board, Slice
from accord.backends.statistics import Statistics
from accord.errors import StoppedError, WorkerDiedError
from accord.model import Model
from accord.model.digest import hexadecimal
from accord.puzzles.puzzle import Puzzle, model_of, puzzle_of, read
from accord.runner.best import Best
from accord.runner.counting import Counting
from accord.runner.driver import Driver, SingleUse
from accord.runner.limits import Stop
from accord.runner.method import Decision, decide
from accord.runner.outcome import Outcome, Seconds, Solution, answer, unbuilt, who
from accord.runner.portfolio import Existence
from accord.runner.prepared import prepared
from accord.runner.query import RunQuery, ask
from accord.runner.result import ended
from accord.runner.search import Steps
from accord.symmetry.found import told, with_found
from accord.tasks import ENUMERATES, WANTED, Task

if TYPE_CHECKING:
    from accord.model.model import Indices
    from accord.puzzles.puzzle import AnyPuzzle
    from accord.runner.checkpoint import Checkpoint, Question

GRACE = 0.6  # seconds that a run which is stopped may take to save its state


@dataclass(frozen=True, slots=True)
class Step:
    """A slice of work as the user of a run sees it."""

    count: int  # so far
    solutions: Indices  # new ones: [number, width], options of the model, padded with -1
    effort: dict[str, int]  # so far
    done: float | None  # which fraction of the work, about; None if nobody knows


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
        self._unbuilt: Outcome | None = None  # of a run that a limit ended before its search
        self.symmetries = ""  # where they were found: how many there are
        source = self.limits.guard("the puzzle was read").do(read, puzzle)
        if isinstance(source, Puzzle | Model):
            self.puzzle = source
        try:
            self.limits.guard("the model was built").do(self._build, source)
        except StoppedError as error:
            distinct, self._error = self._asked.distinct, error
            self._unbuilt = unbuilt(source, self.task, Stop.of(error), self._driver.spent, distinct=distinct)

    def check_built(self) -> None:
        """Raise StoppedError if a limit ended the run before its search."""
        if self._unbuilt is not None:
            raise self._error

    def _build(self, puzzle: AnyPuzzle) -> None:
        """Make the model, and decide how it is searched, and by whom."""
        asked, task = self._asked, self.task
        self.puzzle = puzzle_of(puzzle)
        self.model = model_of(self.puzzle)
        if asked.symmetries == "found":
            declared, self.model = self.model, with_found(self.model)
            self.symmetries = told(self.model, declared)
        asked.refuse_without_objective(self.model)
        self._decision = self._decided()
        self._work, self._choice = self._decision.work, self._decision.choice
        self._best = None if task != "best" else Best(self.model, strict=self._choice.request.task == "best")
        self._request = self._choice.request
        self._backend = self._choice.backend
        self._engine, self._why = self._choice.engine, self._choice.why

        start = prepared(self._decision, self.limits, self._asked_checkpoint(), self.model.lazy is not None)
        self._work, self._request, self._tally = start.work, start.request, start.tally
        self._checkpoint, self._start = start.checkpoint, start

        # of all solutions; of one or two it would tell nothing that they do not
        digests = task in ENUMERATES and self._request.solutions and not self._work.only_counts
        self.counting = Counting(self.model, self._work, self._choice, self._tally, digests)
        alone = task != "count" or asked.named or asked.stats or self.limits.nodes is not None
        self._existence = None if alone or self.model.lazy else Existence(self.model, self.limits)
        self._cut = False  # solutions beyond the limit were dropped
        self._board: tuple[int, Board] | None = None  # the part that is searched, and where its search stands
        self._warned: dict[int, list[str]] = {}  # by part, what engines warned of; only the first one is told
        self._lock = RLock()  # nobody sees half of a slice: counted, but not yet known to be the last
        self._witnesses: list[Solution] = []
        self._first: float | None = None
        self._built = self._driver.spent

    def _decided(self) -> Decision:
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
        if self._unbuilt is not None or self._driver.ended:
            return
        with closing(self._slices()) as slices:
            yield from self._driver.drive(self._walk(slices), self._reached)
            self._save_at_the_end(slices)

    def _walk(self, slices: Steps) -> Generator[Step, None, None]:
        for index, step in slices:
            with self._lock:
                solutions = self._noted(index, step)
            yield Step(self.count, solutions, dict(self._tally.all.effort), self._tally.progress)

    def _slices(self) -> Steps:
        workers = self.limits.workers if self._start.in_processes else 1
        nodes = self.limits.allowance(self._tally.done.effort)
        steps = self.counting.steps(self._request, nodes, self._start.states, workers)
        if self._existence is None:
            return steps
        return self._existence.beside(steps, lambda: not self._tally.total, self._left)

    def _left(self) -> list[int]:
        """The parts that are not finished."""
        return [part for part in range(len(self._work.parts)) if part not in self._tally.finished]

    def _noted(self, index: int, step: Slice) -> Indices:
        """Add a slice to the tally: what is new in it, after the sieve and within the limit."""
        self._board = None if step.board is None else (index, step.board)
        if step.warning:
            self._warned.setdefault(index, []).append(step.warning)
        if step.engine:
            self._engine, self._why = step.engine, step.why
            self._backend = table.backend(step.backend) if step.backend else self._choice.backend
        count, solutions = self.counting.passed(index, step)
        if self._best is not None:
            solutions = self._best.improved(index, solutions, step.bound)
            count = len(solutions)
        limit = self.limits.solutions
        if limit is not None and self._tally.total + count > limit:
            self._cut = True
            count = limit - self._tally.total
            solutions = solutions[:count]
        if count and self._first is None:
            self._first = monotonic() - self.limits.started
        if self.task not in ENUMERATES:
            known = self._tally.total
            self._witnesses += [self.solution(row, known + i + 1) for i, row in enumerate(solutions)]
        if self._best is not None:
            self._witnesses = self._witnesses[-1:]
        self.counting.add(index, count, solutions)
        if step.complete:
            self._tally.finish(index)
        if self._checkpoint is not None and (step.state or step.complete):
            self._checkpoint.update(self._tally, self._start.pieces, step.state or {})
        return solutions

    def _save_at_the_end(self, slices: Steps) -> None:
        """Ask the engine for its state, and go on until it has come, but not for long."""
        resumed = self._choice.backend.parallel(self._request) or self.model.lazy is not None
        if self._checkpoint is None or self._exhausted or self._start.in_processes or not resumed:
            return
        self._checkpoint.saving, until = True, monotonic() + GRACE
        with suppress(StoppedError, WorkerDiedError):  # why the run ended is known
            for index, step in slices:
                with self._lock:
                    self._noted(index, step)
                if step.state or monotonic() > until:
                    return

    def _reached(self) -> Stop | None:
        """What ends the run here: it is exhausted, has found enough, is cancelled, or beyond a limit."""
        if self._exhausted:
            return Stop("complete")
        stop = self.limits.reached(self._tally.total, self._tally.all.effort)
        enough = stop is not None and stop.limit == "solutions"
        return Stop("complete") if enough and self.limits.solutions == WANTED.get(self.task) else stop

    # -- what is known -----------------------------------------------------------------------------

    @property
    def _exhausted(self) -> bool:
        return self._tally.exhausted and not self._cut

    @property
    def chosen(self) -> str:
        """Who searches now, and why, as one line."""
        if self._unbuilt is not None:
            return self._unbuilt.who
        return who(self._backend.name, self._engine, self._why)

    @property
    def question(self) -> Question:
        """What is counted, of which model, by which backend. Raises RefusedError if that cannot be shared."""
        name, walks = self._choice.backend.name, self._request.solutions
        return self._asked.question(self.model, self._work, name, digest=walks)

    @property
    def method(self) -> str:
        """How distinct solutions are found, and why so, as one line; empty where a method was named."""
        why = self._decision.why if self._unbuilt is None else ""
        return f"distinct by {self._work.method}: {why}" if why else ""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is wrong beside the count, so far as it is known; some is before the search begins."""
        if self._unbuilt is not None:
            return ()
        faults = self._checkpoint.faults if self._checkpoint else ()
        told = next(iter(self._warned.values()), ())
        return (*self._decision.warnings, *faults, *told)

    @property
    def count(self) -> int:
        """What is known of the count: exact once everything was seen, else a lower bound."""
        if self._unbuilt is not None:
            return 0
        with self._lock:
            shown = self._existence is not None and self._existence.shown
            return max(self._work.count(self._tally.total, self._exhausted), int(shown))

    def board(self) -> tuple[int, ...] | None:
        """The options that are placed now, where the engine can tell; None elsewhere.

        For whoever iterates, between two steps.
        """
        if self._unbuilt is not None or self._board is None or self._work.only_counts:
            return None
        index, placed = self._board
        return tuple(int(self._work.parts[index].options[option]) for option in placed())

    def solution(self, row: Indices, number: int) -> Solution:
        """A row of a step as a solution."""
        return Solution.of(self.model, row, number, self._tally.all.effort, self.puzzle)

    def _told(self, value: int | None) -> int | None:
        """A value of the objective with its own sign: of a model that maximizes it is negated within."""
        return None if value is None else self.model.told(value)

    @property
    def _statistics(self) -> tuple[dict[str, Statistics] | None, tuple[str, ...]]:
        """Those that were asked for, if they are of all that was searched; else None, and why."""
        sums, backend = self._tally.all, self._backend
        if not self._asked.stats:
            return None, ()
        if (sums.stats or self._engine in backend.tells) and sums.told:
            return dict(sums.stats), ()
        others = f"; {', '.join(backend.tells[:-1])} and {backend.tells[-1]} do" if backend.tells else ""
        return None, (f"{backend.name}/{self._engine} keeps no statistics of its search{others}",)

    @property
    def outcome(self) -> Outcome:
        """What is known now; of a run that is not finished, or was left, as if it had been cancelled here."""
        if self._unbuilt is not None:
            return self._unbuilt
        with self._lock:
            return self._outcome(Stop("complete") if self._exhausted else self._driver.stop)

    def _outcome(self, stop: Stop) -> Outcome:
        stats, without = self._statistics
        several = self._witnesses if len(self._witnesses) == 2 else ()
        pair = [set(self.model.visible(witness.options)) for witness in several]
        best, sums = self._best, self._tally.all
        return Outcome(
            **ended(self.puzzle, stop, self._backend.versions()),
            task=self.task,
            distinct=self._asked.distinct,
            method=self._work.method or "",
            method_why=self._decision.why,
            symmetries=self.symmetries,
            backend=self._backend.name,
            engine=self._engine,
            chosen=self._why,
            warnings=(*self.warnings, *without),
            answer=answer(self.task, self.count, self._exhausted),
            count=self.count,
            value=self._told(best.value) if best else None,
            bound=self._told(best.bound(len(self._work.parts), self._exhausted)) if best else None,
            exact=self._exhausted and not (self._best and self.count),
            effort=dict(sums.effort),
            estimate=dict(sums.estimate),
            stats=stats,
            seconds=Seconds.of(self._built, self._first, self._driver.spent),
            digest=hexadecimal(sums.digest) if self.counting.digests and self._exhausted else None,
            solutions=tuple(self._witnesses),
            difference=tuple(sorted(pair[0] ^ pair[1])) if pair else (),
        )
