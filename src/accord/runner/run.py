"""One run: a puzzle, a task, and the loop in which every limit acts.

Iterating over a run gives a step for each slice of work; afterwards (or at any time) `outcome` says what is
known. The loop is the same for every backend: between two slices it checks the limit, the time and
`cancel`; it verifies each solution against the model, lets filters pass, and adds to the digest.
"""

from __future__ import annotations

import platform
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from time import monotonic
from typing import TYPE_CHECKING, Protocol

import numpy as np

from accord.backends.contract import Request, Task
from accord.errors import EngineError, RefusedError, UsageError
from accord.model import Model
from accord.model.digest import digest, hexadecimal
from accord.model.verify import verify
from accord.runner.choose import choose
from accord.runner.outcome import Outcome, Seconds, Solution, Status, answer
from accord.runner.search import Steps, one_by_one
from accord.runner.work import plan
from accord.runner.workers import PARTS_PER_WORKER, WorkerDiedError, in_parallel
from accord.symmetry.parts import Part, least_of_images

if TYPE_CHECKING:
    from accord.model.model import Indices
    from accord.puzzles.puzzle import Puzzle

ENOUGH: dict[Task, int | None] = {"first": 1, "unique": 2, "count": None, "all": None}
TASKS: tuple[Task, ...] = tuple(ENOUGH)


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
        limit: int | None = None,
        time_limit: float | None = None,
        seed: int = 0,
        workers: int = 1,
        with_digest: bool = False,
        cancel: Cancel | None = None,
    ) -> None:
        self._started = monotonic()
        self._deadline = None if time_limit is None else self._started + time_limit
        _check(task, limit, time_limit, workers)
        self.puzzle = puzzle
        self.task = task
        self._cancel = cancel
        self._limit = min((n for n in (limit, ENOUGH[task]) if n is not None), default=None)
        self._distinct = distinct

        self.model = puzzle if isinstance(puzzle, Model) else puzzle.model
        pieces = workers * PARTS_PER_WORKER if workers > 1 else 1
        self._work = plan(self.model, distinct=distinct, method=method, root=root, pieces=pieces)
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
        )
        self._workers = workers
        self._choice = choose(backend, [part.model for part in self._work.parts], self._request)

        self._total = 0  # weighted sum of what the parts found
        self._parts_left = len(self._work.parts)
        self._cut = False  # solutions beyond the limit were dropped
        self._seen: set[bytes] = set()  # visible solutions, where some options are hidden
        self._status: Status = "cancelled"  # until the loop says otherwise
        self._reason = "not finished"
        self._effort: dict[str, int] = {}
        self._digest = np.zeros(2, np.uint64) if walk else None
        self._witnesses: list[Solution] = []
        self._first: float | None = None
        self._built = monotonic() - self._started
        self._ended: float | None = None

    # -- the loop ----------------------------------------------------------------------------------

    def __iter__(self) -> Generator[Step, None, None]:
        with closing(self._steps()) as steps:
            if self._stopped():  # building may have taken all the time there was
                return
            try:
                for index, step in steps:
                    part, weight = self._work.parts[index], self._work.weights[index]
                    self._effort = dict(step.effort)
                    self._parts_left -= step.complete
                    count, solutions = self._passed(part, step.count, step.solutions)
                    count, solutions = self._within_limit(count, solutions)
                    self._total += weight * count
                    self._note(count, solutions)
                    ended = self._stopped()
                    if ended:
                        self._ended = monotonic()
                    yield Step(self.count, solutions, self._effort)
                    if ended:
                        return
            except WorkerDiedError as error:
                self._end("failed", str(error))
            finally:
                self._ended = self._ended or monotonic()

    def _steps(self) -> Steps:
        choice, parts = self._choice, self._work.parts
        if self._workers > 1 and len(parts) > 1:
            return in_parallel(choice.backend.name, parts, self._request, self._workers)
        return one_by_one(choice.backend, parts, self._request)

    def _passed(self, part: Part, count: int, solutions: Indices | None) -> tuple[int, Indices]:
        """What is left of a slice: verified, led back to the whole model, and filtered."""
        if self._request.solutions and count != (0 if solutions is None else len(solutions)):
            raise EngineError(
                f"backend {self._choice.backend.name} counted {count} solutions but gave others"
            )
        if solutions is None:
            return count, np.zeros((0, 0), np.int32)
        if self._work.only_counts:
            return count, solutions[:0]
        solutions = part.of_whole(solutions)
        verify(self.model, solutions)
        self._refuse_repeats(solutions)
        if part.filter is not None:
            solutions = solutions[least_of_images(part.filter, solutions)]
        return len(solutions), solutions

    def _refuse_repeats(self, solutions: Indices) -> None:
        """Hidden options are determined by the visible ones, so no visible solution may come twice."""
        if not self.model.hidden.any():
            return
        for row in np.sort(np.where(self.model.hidden[solutions], np.int32(-1), solutions), axis=1):
            visible = row[row >= 0].tobytes()
            if visible in self._seen:
                raise EngineError("one visible solution came twice: hidden options are not determined")
            self._seen.add(visible)

    def _within_limit(self, count: int, solutions: Indices) -> tuple[int, Indices]:
        if self._limit is None or self._total + count <= self._limit:
            return count, solutions
        self._cut = True
        return self._limit - self._total, solutions[: self._limit - self._total]

    def _note(self, count: int, solutions: Indices) -> None:
        if count and self._first is None:
            self._first = monotonic() - self._started
        if self._digest is not None and len(solutions):
            self._digest = self._digest + digest(self.model, solutions)
        if self.task in ("first", "unique"):
            known = len(self._witnesses)
            self._witnesses += [self.solution(row, known + i + 1) for i, row in enumerate(solutions)]

    def _stopped(self) -> bool:
        """Whether to stop here, and if so, why: exhausted, enough found, cancelled, or out of time."""
        if self._exhausted:
            return self._end("complete")
        if self._limit is not None and self._total >= self._limit:
            if self._limit == ENOUGH[self.task]:
                return self._end("complete")
            return self._end("limit", f"stopped after {self._limit:,} solutions")
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
        return self._parts_left == 0 and not self._cut

    @property
    def count(self) -> int:
        """What is known of the count: exact once everything was seen, else a lower bound."""
        return self._work.count(self._total, self._exhausted)

    def solution(self, row: Indices, number: int) -> Solution:
        """A row of a step as a solution."""
        options = sorted(int(option) for option in row if option >= 0)
        names = tuple(self.model.option_name(option) for option in options)
        return Solution(number, tuple(options), names, self._effort)

    @property
    def outcome(self) -> Outcome:
        """What is known now; while the run is not finished, as if it had been cancelled here."""
        named = None if isinstance(self.puzzle, Model) else self.puzzle
        total = (self._ended or monotonic()) - self._started
        pair = [set(witness.names) for witness in self._witnesses]
        return Outcome(
            puzzle=named.name if named else "",
            variant=(named.variant or "") if named else "",
            task=self.task,
            distinct=self._distinct,
            method=self._work.method or "",
            backend=self._choice.backend.name,
            engine=self._choice.engine,
            chosen=self._choice.why,
            status=self._status,
            reason=self._reason,
            answer=answer(self.task, self.count, self._exhausted),
            count=self.count,
            exact=self._exhausted,
            effort=self._effort,
            seconds=Seconds(round(self._built, 6), self._first and round(self._first, 6), round(total, 6)),
            digest=hexadecimal(self._digest) if self._digest is not None and self._exhausted else None,
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


def _check(task: Task, limit: int | None, time_limit: float | None, workers: int) -> None:
    if task not in ENOUGH:
        raise UsageError(f"unknown task {task!r}; there are {', '.join(TASKS)}")
    if limit is not None and limit < 1:
        raise UsageError(f"limit {limit}; expected at least 1")
    if time_limit is not None and not time_limit > 0:
        raise UsageError(f"time limit {time_limit}; expected more than 0 seconds")
    if workers < 1:
        raise UsageError(f"{workers} workers; expected at least 1")
