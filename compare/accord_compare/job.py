"""One job of a comparison: a puzzle counted, or planned, by one backend in a process of its own."""

from __future__ import annotations

import os
import pickle
import threading
from contextlib import closing
from typing import Any

import msgspec

from accord import watchdog
from accord.errors import AccordError
from accord.exits import Code
from accord.planners import table
from accord.planners.planned import Planned
from accord.puzzles.family import import_reference
from accord.puzzles.puzzle import Puzzle
from accord.runner.outcome import Outcome
from accord_compare.child import say, task

HORIZON = 40  # moves, up to which plans are refuted where there is none


class Job(msgspec.Struct, frozen=True):
    """A run of one process. Times in seconds of wall clock, memory in MiB."""

    puzzle: str
    backend: str
    engine: str | None = None
    variant: str | None = None
    distinct: bool = False
    best: bool = False  # of a puzzle with an objective: its best value
    seed: int = 0
    repetition: int = 1
    plans: bool = False  # of a plan problem: how many moves its shortest plan has
    expected: int | None = None  # the count that the model file declares
    impossible: bool = False  # of a plan problem: the model file declares that there is no plan
    digest: bool = True  # walk to every solution, so that the sets can be compared
    time_limit: float | None = None
    memory_limit: int | None = None

    @property
    def question(self) -> tuple[str, str | None, bool, bool]:
        """The question: jobs with the same question must give the same answer."""
        return self.puzzle, self.variant, self.distinct, self.best

    @property
    def who(self) -> str:
        """The backend, with the engine if one is named: native/sums."""
        return f"{self.backend}/{self.engine}" if self.engine else self.backend

    @property
    def title(self) -> str:
        """The question in words."""
        variant = f" {self.variant}" if self.variant else ""
        what = "distinct" if self.distinct else "all"
        what = "shortest plan" if self.plans else "best" if self.best else what
        return f"{self.puzzle}{variant}, {what}"


class Order(msgspec.Struct, frozen=True):
    """The input of a process: its job, and the model, pickled, unless it is loaded by its name."""

    job: Job
    model: bytes = b""


class Reply(msgspec.Struct, frozen=True):
    """The reply of a process before it ends: its result, or the sentence of an error and its exit code."""

    outcome: Outcome | None = None
    planned: Planned | None = None
    example: tuple[int, ...] = ()  # the options of the first solution, if solutions were walked to
    maximizes: bool = False  # whether the best value is the greatest
    error: str = ""
    exit_code: int = Code.DONE
    cpu_seconds: float = 0.0


def perform(job: Job, cancel: threading.Event | None = None, model: bytes = b"") -> Reply:
    """Do the job here and now, until `cancel` is set or its time is over, whatever it does meanwhile."""
    guard = watchdog.whole({"time_limit": job.time_limit}, watchdog.COMMAND, cancel=cancel)
    try:
        return guard.do(_perform, job, cancel, model)
    except AccordError as error:
        return Reply(error=str(error), exit_code=error.exit_code, cpu_seconds=_cpu_seconds())


def _perform(job: Job, cancel: threading.Event | None, model: bytes) -> Reply:
    """Do the job. Raises AccordError."""
    from accord.puzzles.loader import load
    from accord.runner.limits import Limits
    from accord.runner.run import Run

    example: tuple[int, ...] = ()
    asked: Any = {"backend": job.backend, "engine": job.engine, "time_limit": job.time_limit}
    asked["seed"] = job.seed
    limits = Limits(seconds=job.time_limit, cancel=cancel)
    puzzle: Any = pickle.loads(model) if model else None
    if puzzle is None:
        puzzle = limits.guard("the puzzle was read").do(load, job.puzzle, job.variant)
    if job.plans:
        from accord.planners.search import plan

        planned = plan(puzzle, mode="optimal", cancel=cancel, **asked, **_horizon(job, puzzle))
        return Reply(planned=planned, cpu_seconds=_cpu_seconds())
    if not job.best:
        asked |= {"distinct": job.distinct, "with_digest": job.digest}
    run = Run(puzzle, "best" if job.best else "count", cancel=cancel, **asked)
    with closing(iter(run)) as steps:
        for step in steps:
            if len(step.solutions) and not example:
                example = run.solution(step.solutions[0], 1).options
    run.check_built()
    maximizes = bool(run.model.maximizes)
    return Reply(outcome=run.outcome, example=example, maximizes=maximizes, cpu_seconds=_cpu_seconds())


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process so far, and of its children that have ended."""
    return sum(os.times()[:4])


def _horizon(job: Job, puzzle: Puzzle) -> dict[str, Any]:
    """For a planner that can only refute a horizon after the other: one is enough where there is no plan."""
    place = table.planners(puzzle.record, job.engine).get(("optimal", job.backend))
    if not job.impossible or place is None or "start" not in import_reference(place).options:
        return {}
    return {"largest": HORIZON, "options": {"start": str(HORIZON)}}


if __name__ == "__main__":
    order, asked_to_stop = task(Order)
    say(perform(order.job, asked_to_stop, order.model))
