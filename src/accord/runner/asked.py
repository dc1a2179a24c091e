"""What is asked of a run: the arguments that may be given, what they add up to, and what cannot be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from accord.backends.contract import Request, Task
from accord.errors import RefusedError, UsageError
from accord.model.digest import fingerprint
from accord.names import unknown
from accord.runner import names
from accord.runner.limits import Cancel, Limits
from accord.symmetry import METHODS

if TYPE_CHECKING:
    from accord.model import Model
    from accord.runner.checkpoint import Question
    from accord.runner.work import Work

ENOUGH: dict[Task, int | None] = {"first": 1, "unique": 2, "count": None, "all": None, "best": None}
TASKS: tuple[Task, ...] = tuple(ENOUGH)


class Arguments(TypedDict, total=False):
    """What can be asked of a run, beside the puzzle and the task."""

    distinct: bool  # solutions up to the model's symmetry group
    method: str | None  # how: split, filter or burnside
    backend: str  # auto, native, cpsat, sat, or one that an entry point adds
    engine: str | None  # one of the backend's engines
    root: str | None  # the item to be placed first, by name
    reduce: bool  # drop options that no solution has before the search; default True
    limit: int | None  # stop after so many solutions
    time_limit: float | None  # stop after so many seconds, building the model included
    node_limit: int | None  # stop after so many nodes, or hardly more: see docs/native-engines.md
    memory_limit: int | None  # bytes that engines which trade memory for time may take
    seed: int  # for engines that draw random numbers
    workers: int | None  # threads, or processes (then guard a script by its `__name__`); None: what is best
    encoding: str | None  # how demands are written as clauses, for SAT solvers
    branch: str | None  # how an engine chooses what it tries next: see the engine
    propagate: str | None  # how far it reasons before it tries
    hint: Sequence[int]  # options that a solution may well have: a guess, for `first` and `best`
    with_digest: bool  # walk to every solution and take the digest
    checkpoint: str | Path | None  # a file to write to, and to go on from if it exists
    checkpoint_every: float  # seconds
    cancel: Cancel | None  # once its is_set() is true, the run stops within a slice


def ask(task: Task, arguments: Mapping[str, Any]) -> Asked:
    """What is asked, before there is a puzzle.

    Raises:
        UsageError: for an argument, a task, a method, a backend or an engine that there is not, and for what
            is no limit.
        MissingBackendError: if the named backend is not installed.
    """
    for name in arguments:
        if name not in Arguments.__annotations__:
            raise unknown("argument", name, Arguments.__annotations__)
    asked = Asked(task=task, **arguments)
    asked.limits()
    return asked


@dataclass(frozen=True, kw_only=True, eq=False)
class Asked:
    """A task and its arguments; see `Arguments`, and `ask`, which makes one."""

    task: Task
    distinct: bool = False
    method: str | None = None
    backend: str = "auto"
    engine: str | None = None
    root: str | None = None
    reduce: bool = True
    limit: int | None = None
    time_limit: float | None = None
    node_limit: int | None = None
    memory_limit: int | None = None
    seed: int = 0
    workers: int | None = None
    encoding: str | None = None
    branch: str | None = None
    propagate: str | None = None
    hint: Sequence[int] = ()
    with_digest: bool = False
    checkpoint: str | Path | None = None
    checkpoint_every: float = 5.0
    cancel: Cancel | None = None

    def __post_init__(self) -> None:
        if self.task not in ENOUGH:
            raise unknown("task", self.task, TASKS)
        if self.method is not None and self.method not in METHODS:
            raise unknown("method", self.method, METHODS)
        names.check(self.backend, names.wanted(self))

    @property
    def enough(self) -> int | None:
        """The number of solutions after which the run may stop."""
        return min((n for n in (self.limit, ENOUGH[self.task]) if n is not None), default=None)

    def limits(self) -> Limits:
        """The limits of a run that begins now. Raises UsageError."""
        return Limits(
            solutions=self.enough,
            seconds=self.time_limit,
            nodes=self.node_limit,
            memory=self.memory_limit,
            workers=1 if self.workers is None else self.workers,
            cancel=self.cancel,
        )

    def request(self, work: Work, deadline: float | None) -> Request:
        """What an engine is asked for each part of the work."""
        return Request(
            # where solutions still have to pass a filter, the first ones an engine finds may not be enough
            task="all" if work.walks and self.task != "count" else self.task,
            solutions=self.walks(work),
            limit=None if work.walks else self.enough,
            engine=self.engine,
            seed=self.seed,
            deadline=deadline,
            memory_limit=self.memory_limit,
            workers=self.workers,
            encoding=self.encoding,
            branch=self.branch,
            propagate=self.propagate,
            hint=tuple(self.hint),
        )

    def walks(self, work: Work) -> bool:
        """Whether every solution has to be walked to."""
        return self.task != "count" or self.with_digest or work.walks or work.lazy

    def question(self, model: Model, work: Work, backend: str) -> Question:
        """What a checkpoint belongs to. Raises RefusedError if this can have none."""
        if self.task != "count" or self.enough is not None or model.hidden.any():
            raise RefusedError("a checkpoint is for counting, without a limit and hidden options")
        return {
            "model": fingerprint(model), "task": self.task, "distinct": self.distinct, "method": work.method,
            "digest": self.walks(work), "root": self.root, "reduce": self.reduce, "backend": backend,
            "engine": self.engine, "seed": self.seed, "encoding": self.encoding, "branch": self.branch,
            "propagate": self.propagate,
        }  # fmt: skip

    def refuse_more_than_the_best(self, model: Model) -> None:
        """Raise UsageError if the best is asked for together with what only many solutions have."""
        if self.task != "best":
            return
        if self.distinct or self.limit is not None or self.with_digest:
            raise UsageError("best is one solution: it takes no distinct, no limit and no digest")
        if not len(model.objective):
            raise RefusedError("this puzzle has no objective, so no solution is better than another")

    def refuse_solutions_of_burnside(self, work: Work) -> None:
        """Raise RefusedError if solutions are wanted of work that only counts."""
        if work.only_counts and (self.task != "count" or self.with_digest or self.limit is not None):
            raise RefusedError(
                "burnside only counts: no solutions, no digest, no limit; use --method split or filter"
            )
