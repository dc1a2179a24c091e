"""One run: a puzzle, a task, and the loop in which every limit acts.

Iterating over a run gives a step for each slice of work; afterwards (or at any time) `outcome` says what is
known. The loop is the same for every backend: between two slices it checks the limits, the time and
`cancel`; it lets solutions pass the sieve, adds to the tally, and writes checkpoints.
"""

from __future__ import annotations

import platform
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from accord.backends.contract import Request, Slice, State, Task
from accord.errors import RefusedError, UsageError
from accord.model import Model
from accord.model.digest import digest, fingerprint, hexadecimal
from accord.runner import checkpoint
from accord.runner.choose import choose
from accord.runner.outcome import Outcome, Seconds, Solution, Status, answer
from accord.runner.search import Steps, one_by_one
from accord.runner.sieve import Sieve
from accord.runner.tally import Tally
from accord.runner.work import in_pieces, plan
from accord.runner.workers import PARTS_PER_WORKER, WorkerDiedError, in_parallel

if TYPE_CHECKING:
    from accord.model.model import Indices
    from accord.puzzles.puzzle import Puzzle

ENOUGH: dict[Task, int | None] = {"first": 1, "unique": 2, "count": None, "all": None}
TASKS: tuple[Task, ...] = tuple(ENOUGH)
PIECES_TO_RESUME = 64  # parts at least, where a backend can only be resumed between two


class Cancel(Protocol):
    """Anything with `is_set`, such as threading.Event: once it is set, the run stops within a slice."""

    def is_set(self) -> bool:
        """Whether to stop."""


@dataclass(frozen=True, slots=True)
class Step:
    """A slice of work as the user of a run sees it."""

    count: int  # so far
    solutions: Indices  # new ones: [number, width], options of the model, padded with -1
    effort: dict[str, int]  # so far
    done: float | None  # which fraction of the work, about; None if nobody knows


class Run:
    """One task on one puzzle; for the arguments see `accord.runner.api.Arguments`."""

    def __init__(
        self,
        puzzle: Puzzle | Model,
        task: Task,
        *,
        distinct: bool = False,
        method: str | None = None,
        backend: str = "auto",
        engine: str | None = None,
        root: str | None = None,
        reduce: bool = True,
        limit: int | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        memory_limit: int | None = None,
        seed: int = 0,
        workers: int = 1,
        with_digest: bool = False,
        checkpoint: str | Path | None = None,
        checkpoint_every: float = 5.0,
        cancel: Cancel | None = None,
    ) -> None:
        self._started = monotonic()
        self._deadline = None if time_limit is None else self._started + time_limit
        _check(task, limit, time_limit, node_limit, memory_limit, workers)
        self.puzzle = puzzle
        self.task = task
        self._cancel = cancel
        self._limit = min((n for n in (limit, ENOUGH[task]) if n is not None), default=None)
        self._node_limit = node_limit
        self._distinct = distinct
        self._checkpoint = None if checkpoint is None else Path(checkpoint)

        self.model = puzzle if isinstance(puzzle, Model) else puzzle.model
        self._work = plan(self.model, distinct=distinct, method=method, root=root, reduce=reduce)
        walk = task != "count" or with_digest or self._work.walks
        self._refuse_solutions_of_burnside(with_digest)
        self._request = Request(
            # where solutions still have to pass a filter, the first ones an engine finds may not be enough
            task="all" if self._work.walks and task != "count" else task,
            solutions=walk,
            limit=None if self._work.walks else self._limit,
            engine=engine,
            seed=seed,
            deadline=self._deadline,
            memory_limit=memory_limit,
            save_every=None if checkpoint is None else checkpoint_every,
        )
        self._workers = workers
        self._choice = choose(backend, [part.model for part in self._work.parts], self._request)
        self._question: dict[str, str | int | bool | None] = {
            "task": task, "distinct": distinct, "method": self._work.method, "digest": walk, "root": root,
            "reduce": reduce, "backend": self._choice.backend.name, "engine": engine, "seed": seed,
        }  # fmt: skip
        self._states: dict[int, State] = {}
        self._pieces = workers * PARTS_PER_WORKER if workers > 1 else 1
        self._tally = Tally(0)
        self._prepare_parts()

        self._sieve = Sieve(
            self.model, self._choice.backend.name, walks=walk, only_counts=self._work.only_counts
        )
        self._engine, self._why = self._choice.engine, self._choice.why
        self._cut = False  # solutions beyond the limit were dropped
        self._status: Status = "cancelled"  # until the loop says otherwise
        self._reason = "not finished"
        self._walks = walk
        self._witnesses: list[Solution] = []
        self._first: float | None = None
        self._built = monotonic() - self._started
        self._ended: float | None = None

    def _prepare_parts(self) -> None:
        """Cut the work into parts for several processes, and go on from a checkpoint if there is one."""
        found = None
        if self._checkpoint is not None:
            if self.task != "count" or self._limit is not None or self.model.hidden.any():
                raise RefusedError("a checkpoint is for counting, without a limit and hidden options")
            self._question["model"] = fingerprint(self.model)
            found = checkpoint.read(self._checkpoint, self._question)
            self._pieces = max(self._pieces, PIECES_TO_RESUME) if found is None else found[0].pieces
        if self._choice.backend.parallel:
            self._request = replace(self._request, workers=self._workers)
        elif self._pieces > 1:
            self._work = in_pieces(self._work, self._pieces)
        self._tally = Tally(len(self._work.parts))
        if found is not None:
            header, state = found
            checkpoint.resumed(header, self._tally)
            self._states = dict.fromkeys(header.under_way, state)

    # -- the loop ----------------------------------------------------------------------------------

    def __iter__(self) -> Generator[Step, None, None]:
        with closing(self._steps()) as steps:
            if self._stopped():  # building may have taken all the time there was
                return
            try:
                for index, step in steps:
                    solutions = self._noted(index, step)
                    ended = self._stopped()
                    if ended:
                        self._ended = monotonic()
                    yield Step(self.count, solutions, dict(self._tally.all.effort), self._tally.progress)
                    if ended:
                        return
            except WorkerDiedError as error:
                self._end("failed", str(error))
            finally:
                self._ended = self._ended or monotonic()

    def _steps(self) -> Steps:
        choice, parts, finished = self._choice, self._work.parts, frozenset(self._tally.finished)
        if self._workers > 1 and len(parts) > 1 and not choice.backend.parallel:
            return in_parallel(choice.backend.name, parts, self._request, self._workers, finished)
        return one_by_one(choice.backend, parts, self._request, finished, self._states)

    def _noted(self, index: int, step: Slice) -> Indices:
        """Add a slice to the tally: what is new in it, after the sieve and within the limit."""
        sums = self._tally.part(index)
        if step.effort:
            sums.effort = dict(step.effort)
        if step.estimate:
            sums.estimate = dict(step.estimate)
        if step.done is not None:
            self._tally.fraction[index] = step.done
        if step.engine:
            self._engine, self._why = step.engine, step.why
        count, solutions = self._sieve.passed(self._work.parts[index], step)
        if self._limit is not None and self._tally.total + count > self._limit:
            self._cut = True
            count = self._limit - self._tally.total
            solutions = solutions[:count]
        if count and self._first is None:
            self._first = monotonic() - self._started
        if self._walks and len(solutions):
            sums.digest = sums.digest + digest(self.model, solutions)
        if self.task in ("first", "unique"):
            known = self._tally.total
            self._witnesses += [self.solution(row, known + i + 1) for i, row in enumerate(solutions)]
        sums.total += self._work.weights[index] * count
        if step.complete:
            self._tally.finish(index)
        self._save(step)
        return solutions

    def _save(self, step: Slice) -> None:
        """Write a checkpoint where a slice is one to resume from: within a part, or at its end."""
        if self._checkpoint is None or not (step.state or step.complete):
            return
        checkpoint.write(self._checkpoint, self._tally, self._question, self._pieces, step.state or {})

    def _stopped(self) -> bool:
        """Whether to stop here, and if so, why: exhausted, enough found, cancelled, or out of time."""
        if self._exhausted:
            return self._end("complete")
        if self._limit is not None and self._tally.total >= self._limit:
            if self._limit == ENOUGH[self.task]:
                return self._end("complete")
            return self._end("limit", f"stopped after {self._limit:,} solutions")
        nodes = self._tally.all.effort.get("nodes", 0)
        if self._node_limit is not None and nodes >= self._node_limit:
            return self._end("limit", f"stopped after {nodes:,} nodes")
        if self._cancel is not None and self._cancel.is_set():
            return self._end("cancelled", "cancelled")
        if self._deadline is not None and monotonic() >= self._deadline:
            return self._end("time", f"stopped after {self._deadline - self._started:g} seconds")
        return False

    def _end(self, status: Status, reason: str = "") -> bool:
        self._status, self._reason = status, reason
        return True

    # -- what is known -----------------------------------------------------------------------------

    @property
    def _exhausted(self) -> bool:
        return self._tally.exhausted and not self._cut

    @property
    def count(self) -> int:
        """What is known of the count: exact once everything was seen, else a lower bound."""
        return self._work.count(self._tally.total, self._exhausted)

    def solution(self, row: Indices, number: int) -> Solution:
        """A row of a step as a solution."""
        options = sorted(int(option) for option in row if option >= 0)
        names = tuple(self.model.option_name(option) for option in options)
        return Solution(number, tuple(options), names, dict(self._tally.all.effort))

    @property
    def outcome(self) -> Outcome:
        """What is known now; while the run is not finished, as if it had been cancelled here."""
        named = None if isinstance(self.puzzle, Model) else self.puzzle
        total = (self._ended or monotonic()) - self._started
        pair = [set(witness.names) for witness in self._witnesses]
        sums, by_sum = self._tally.all, self._work.only_counts
        return Outcome(
            puzzle=named.name if named else "",
            variant=(named.variant or "") if named else "",
            task=self.task,
            distinct=self._distinct,
            method=self._work.method or "",
            backend=self._choice.backend.name,
            engine=self._engine,
            chosen=self._why,
            status=self._status,
            reason=self._reason,
            answer=answer(self.task, self.count, self._exhausted),
            count=self.count,
            exact=self._exhausted,
            effort=dict(sums.effort),
            estimate=dict(sums.estimate),
            seconds=Seconds(round(self._built, 6), self._first and round(self._first, 6), round(total, 6)),
            digest=hexadecimal(sums.digest) if self._walks and self._exhausted and not by_sum else None,
            solutions=tuple(self._witnesses),
            difference=tuple(sorted(pair[0] ^ pair[1])) if len(pair) == 2 else (),
            versions={
                "accord": version("accord"),
                "python": platform.python_version(),
                **self._choice.backend.versions(),
            },
        )

    def _refuse_solutions_of_burnside(self, with_digest: bool) -> None:
        if not self._work.only_counts:
            return
        if self.task != "count" or with_digest or self._limit is not None:
            raise RefusedError(
                "burnside only counts: no solutions, no digest, no limit; use --method split or filter"
            )


def _check(
    task: Task,
    limit: int | None,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: int | None,
    workers: int,
) -> None:
    if task not in ENOUGH:
        raise UsageError(f"unknown task {task!r}; there are {', '.join(TASKS)}")
    if limit is not None and limit < 1:
        raise UsageError(f"limit {limit}; expected at least 1")
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"time limit {time_limit}; expected more than 0 seconds")
    if node_limit is not None and node_limit < 1:
        raise UsageError(f"node limit {node_limit}; expected at least 1")
    if memory_limit is not None and memory_limit < 1:
        raise UsageError(f"memory limit {memory_limit}; expected at least 1 byte")
    if workers < 1:
        raise UsageError(f"{workers} workers; expected at least 1")
