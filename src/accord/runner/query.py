"""The query of a run: a task and its arguments, what they add up to, and what cannot be asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.arguments import Arguments, EngineArguments, query_of, refuse_unknown, values
from accord.backends.contract import Request
from accord.errors import RefusedError, UsageError
from accord.model.digest import fingerprint
from accord.names import unknown
from accord.runner import names
from accord.runner.limits import Limits
from accord.tasks import TASKS, Task
from accord.watchdog import left

if TYPE_CHECKING:
    from accord.model import Model
    from accord.runner.checkpoint import Question
    from accord.runner.work import Work


def ask(task: Task | RunQuery, arguments: Mapping[str, Any]) -> RunQuery:
    """Return the query of a run, before there is a puzzle; one that is made already, with these arguments.

    Raises:
        UsageError: for an argument, a task, a method, a backend or an engine that there is not, for arguments
            that exclude each other, and for what is no limit.
        MissingBackendError: if the named backend is not installed.
    """
    if isinstance(task, RunQuery):
        return query_of(RunQuery, arguments, task)
    refuse_unknown(Arguments, arguments)
    return RunQuery(task=task, **arguments)


@dataclass(frozen=True, kw_only=True, eq=False)
class RunQuery(Arguments):
    """A task and its arguments; `ask` makes one."""

    task: Task

    def __post_init__(self) -> None:
        """Check names, combinations and limits."""
        if self.task not in TASKS:
            raise unknown("task", self.task, TASKS)
        super().__post_init__()
        names.check(self.backend, names.wanted(self))
        if self.stats and (self.workers or 1) > 1:
            raise UsageError("`stats` are of one search in one thread; leave `workers` out")
        if self.task == "best" and (self.distinct or self.limit is not None or self.with_digest):
            raise UsageError("best is one solution: it takes no distinct, no limit and no digest")
        object.__setattr__(self, "hint", tuple(self.hint))
        self.limits()

    @property
    def named(self) -> bool:
        """Whether it is said who is to search."""
        return self.backend != names.AUTO or bool(names.wanted(self))

    @property
    def enough(self) -> int | None:
        """The number of solutions after which the run may stop."""
        return min((n for n in (self.limit, TASKS[self.task].enough) if n is not None), default=None)

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
            deadline=deadline,
            **values(self, EngineArguments) | {"memory_limit": left(self.memory_limit)},
        )

    def walks(self, work: Work) -> bool:
        """Whether every solution has to be walked to, whoever searches; see also `choose`."""
        return self.task != "count" or self.with_digest or work.walks

    def question(self, model: Model, work: Work, backend: str, *, digest: bool) -> Question:
        """What a checkpoint belongs to. Raises RefusedError if this can have none."""
        if self.task != "count" or self.enough is not None:
            raise RefusedError("a checkpoint is for counting, without a limit")
        return self.terms | {  # and what was chosen, where that was left open
            "model": fingerprint(model),
            "task": self.task,
            "method": work.method,
            "digest": digest,
            "backend": backend,
        }

    def refuse_without_objective(self, model: Model) -> None:
        """Raise RefusedError if the best is asked for of a model all of whose solutions are as good."""
        if self.task == "best" and not len(model.objective):
            raise RefusedError("this puzzle has no objective, so no solution is better than another")

    def refuse_solutions_of_burnside(self, work: Work) -> None:
        """Raise RefusedError if solutions are wanted of work that only counts."""
        if work.only_counts and (self.task != "count" or self.with_digest or self.limit is not None):
            raise RefusedError(
                "burnside only counts: no solutions, no digest, no limit; take `method` split or filter"
            )
