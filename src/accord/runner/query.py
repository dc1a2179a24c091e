"""Validate and normalise what is asked of a run: the task, its arguments, and their conflicts.

Names in it are checked before a puzzle is read: the backend, and whatever backends list by name. What a
backend has is read off its class, which is imported for that; what it needs, such as a solver, is not. With
the backend `auto` only backends that have every such name are asked to take a model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.arguments import ABOUT, Arguments, EngineArguments, query_of, refuse_unknown, values
from accord.arguments.field import refuse_other_types
from accord.backends import table
from accord.backends.contract import Request
from accord.errors import MissingBackendError, RefusedError, UsageError, did_you_mean, unknown
from accord.model import Model
from accord.model.digest import fingerprint
from accord.runner.limits import Limits
from accord.tasks import TASKS, Task
from accord.watchdog import left

if TYPE_CHECKING:
    from accord.runner.checkpoint import Question
    from accord.runner.work import Work

AUTO = "auto"
# What may be asked for by name, and the attribute in which a backend lists what it has.
WAYS = {name: about.listed for name, about in ABOUT.items() if about.listed}


def given_names(asked: EngineArguments) -> dict[str, str]:
    """The names that were given: {kind: name}, as in {"engine": "window"}."""
    return {what: name for what in WAYS if (name := getattr(asked, what)) is not None}


def names_of(backend: str, what: str) -> tuple[str, ...]:
    """The names of that kind that a backend has; none if its class cannot be imported."""
    entry = table.class_of(backend)
    return getattr(entry, WAYS[what], ())  # one that lists none knows none


def has_all(backend: str, names: Mapping[str, str]) -> bool:
    """Whether a backend has all these names."""
    return all(name in names_of(backend, what) for what, name in names.items())


def check_backend(backend: str) -> None:
    """Raise UsageError if there is no such backend."""
    if backend != AUTO and not table.there_is(backend):
        raise unknown("backend", backend, (AUTO, *table.rows()))


def check_names(backend: str, names: Mapping[str, str]) -> None:
    """Raise UsageError for a name that there is not, or that the backend has not.

    Raises MissingBackendError if the backend, or each that has what is named, is not installed.
    """
    check_backend(backend)
    if backend == AUTO:
        if names:
            _check_any(names)
        return
    entry = table.backend(backend)
    for what, name in names.items():
        there = getattr(entry, WAYS[what], ())
        if name not in there:
            has = f"it has {', '.join(there) or 'none'}"
            elsewhere = next((other for other in _owners({what: name}) if other != backend), None)
            hint = f"; backend {elsewhere} has it" if elsewhere else did_you_mean(name, there)
            raise UsageError(f"backend {backend} has no {what} {name!r}; {has}{hint}")


def _check_any(names: Mapping[str, str]) -> None:
    """Raise the errors of `check_names` where any backend will do."""
    missing = []
    for backend in _owners(names):
        if table.is_installed(backend):
            return
        missing.append(backend)
    if missing:
        what, name = next(iter(names.items()))
        raise MissingBackendError(f"{what} {name!r}: {table.missing_error(missing[0])}")
    for what, name in names.items():
        if next(_owners({what: name}), None) is None:
            if table.there_is(name):
                raise UsageError(f"{name} is a backend, no {what}: ask for it by `backend`")
            known = [each for backend in table.rows() for each in names_of(backend, what)]
            raise unknown(what, name, known, see="accord doctor" if what == "engine" else "")
    owners = [f"{what} {name!r} is of {' and '.join(_owners({what: name}))}" for what, name in names.items()]
    raise UsageError(f"no backend has all that is named: {', '.join(owners)}")


def _owners(names: Mapping[str, str]) -> Iterator[str]:
    """The backends that have all these names, one after the other; ours are looked at first."""
    return (backend for backend in table.names() if has_all(backend, names))


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
    # what is known of the start, once there is a model: see `accord.runner.start`
    hint: tuple[int, ...] = ()  # its options
    ranks: tuple[int, ...] = ()  # of all options, where an `order` was asked for
    known: int | None = None  # its value, if it is a solution and the best is wanted

    def __post_init__(self) -> None:
        """Check names, combinations and limits."""
        refuse_other_types(task=(self.task, str))
        if self.task not in TASKS:
            raise unknown("task", self.task, TASKS)
        super().__post_init__()
        check_names(self.backend, given_names(self))
        if self.stats and (self.workers or 1) > 1:
            raise UsageError("`stats` are of one search in one thread; leave `workers` out")
        if self.task == "best" and (self.distinct or self.limit is not None or self.with_digest):
            raise UsageError("best is one solution: it takes no distinct, no limit and no digest")
        if self.start is not None and self.task not in ("first", "best"):
            raise UsageError(f"`start` is for first and best; found the task {self.task}")
        self.limits()

    @property
    def named(self) -> bool:
        """Whether a backend or an engine was named."""
        return self.backend != AUTO or bool(given_names(self))

    @property
    def enough(self) -> int | None:
        """The number of solutions after which the run may stop."""
        return min((n for n in (self.limit, TASKS[self.task].enough) if n is not None), default=None)

    def limits(self) -> Limits:
        """The limits of a run that begins now. Raises UsageError."""
        return Limits.of(self, solutions=self.enough, workers=1 if self.workers is None else self.workers)

    def request(self, work: Work, deadline: float | None) -> Request:
        """The request to the engine, for each part of the work."""
        return Request(
            # where solutions still have to pass a filter, the first ones an engine finds may not be enough
            task="all" if work.walks and self.task != "count" else self.task,
            solutions=self.walks(work),
            limit=None if work.walks else self.enough,
            deadline=deadline,
            hint=self.hint,
            known=self.known,
            ranks=self.ranks,
            **values(self, EngineArguments) | {"memory_limit": left(self.memory_limit)},
        )

    def walks(self, work: Work) -> bool:
        """Whether every solution has to be walked to, by any engine; see also `choose`."""
        return self.task != "count" or self.with_digest or work.walks

    def question(self, model: Model, work: Work, backend: str, *, digest: bool) -> Question:
        """The question that a checkpoint belongs to. Raises RefusedError if this can have none."""
        if (self.task != "count" and (self.task != "all" or self.distinct)) or self.enough is not None:
            raise RefusedError("a checkpoint is for counting, or for all solutions, without a limit")
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
