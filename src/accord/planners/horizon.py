"""Find plans with cpsat or sat: solve the problem unrolled to n steps, and add a step after each "no".

    start at a bound that is never too large; no -> one more; yes -> the plan is the shortest
    yes at once -> one less than the plan has is tried as well, and so on down to a "no" that owes
                   nothing to the bound

The option `start` is the first horizon, if the bound is not more: a "no" there refutes all below it at once,
which is cheaper where a plan is not expected.

As an unrolled model holds all plans of *at most* so many steps, the last "no" refutes all that is shorter
than the first "yes". A "no" says nothing of longer plans: this planner never answers `impossible`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import ClassVar

from accord.errors import EngineError, InputError, RefusedError, UsageError
from accord.model import Model
from accord.planners.contract import Answer, Asked, Progress
from accord.plans.explicit import bound_of
from accord.plans.unroll import plan_of, unroll, unrolling
from accord.runner.findings import Step
from accord.runner.outcome import Outcome
from accord.runner.run import Run

LARGEST = 200  # moves, where nothing else is asked for
COUNTS = "gluecard4"  # of sat, where there are capacities: on small decks of FreeCell 3 to 10 times faster


class Horizon:
    """The search by horizons on one backend; `states` are nodes of its engine, else conflicts."""

    engines: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[tuple[str, ...]] = ("start",)

    def __init__(self, asked: Asked) -> None:
        """Raises UsageError for a start that is no number, and RefusedError where operators have costs."""
        start = _start(asked)
        self._asked, self._problem = asked, asked.plan_problem
        if not self._problem.unit_costs:
            raise RefusedError("a search by horizons counts steps, and here they cost more or less than 1")
        self.state_limit = asked.state_limit
        counts = asked.backend == "sat" and bool(self._problem.capacities)
        self._engine = asked.engine or (COUNTS if counts else None)
        self.engine = self._engine or ""
        self._largest = LARGEST if asked.largest is None else asked.largest
        least = bound_of(self._problem)(self._problem.initial)
        # where even the bound finds no way to the goal, one horizon refutes all that is looked for
        self._horizon = self._largest if least is None else max(least, min(start, self._largest))
        self._no_at: int | None = None
        self._yes_at: int | None = None
        self._plan: tuple[str, ...] | None = None
        self._bound = 0 if least is None else least
        self._spent: dict[str, int] = {}
        self._walk: Generator[Step, None, None] | None = None
        self._last: Progress | None = None
        self._unrolling: Iterator[Model | None] | None = None  # under way
        if self._horizon <= self._largest:  # a wrong engine is refused before anything is searched
            self._run_of(unroll(self._problem, min(1, self._horizon)))

    def steps(self) -> Iterator[Progress]:
        """Continue the search, slice by slice."""
        while self._last is None:
            if self._horizon > self._largest:
                self._last = self._progress(self._spent, ended=True)
                break
            if self._walk is None:
                yield from self._begin()
                if self._walk is None:
                    break
            ended = next(self._walk, None) is None
            outcome = self._run.outcome
            self.engine = outcome.engine or self.engine
            effort = _sum(self._spent, outcome.effort)
            if ended:
                self._spent, self._walk = effort, None
                self._note(outcome)
            elif self.state_limit is not None and _states(effort) >= self.state_limit:
                yield self._progress(effort)
                return
            if self._last is None:
                yield self._progress(effort)
        assert self._last is not None, "an end without an answer"
        yield self._last

    def close(self) -> None:
        """Stop the engine."""
        if self._walk is not None:
            self._walk.close()
            self._walk = None

    def _begin(self) -> Iterator[Progress]:
        """Unroll, and begin a run. A model that would be too large ends the search; its findings stay."""
        try:
            self._unrolling = self._unrolling or unrolling(self._problem, self._horizon)
            for model in self._unrolling:
                if model is None:
                    yield self._progress(self._spent)
                else:
                    self._model, self._run = model, self._run_of(model)
                    self._walk = iter(self._run)
        except InputError as error:
            answer: Answer = "gave-up" if self._plan is None else "solved"
            known = self._progress(self._spent)
            self._last = replace(known, answer=answer, reason=str(error), limit="memory")
        self._unrolling = None

    def _run_of(self, model: Model) -> Run:
        asked = self._asked
        return Run(
            model,
            "first",
            backend=asked.backend,
            engine=self._engine,
            seed=asked.seed,
            workers=asked.workers if asked.workers > 1 else None,
            memory_limit=asked.memory_limit,
        )

    def _note(self, outcome: Outcome) -> None:
        """A horizon was met or refuted."""
        at = self._horizon
        if outcome.status != "complete":
            raise EngineError(f"{outcome.backend} ended at horizon {at}: {outcome.reason or outcome.status}")
        if not outcome.count:
            self._no_at, self._bound = at, max(self._bound, at + 1)
            self._horizon = at + 1
        else:
            plan = tuple(plan_of(self._problem, self._model, outcome.solutions[0].options))
            if len(plan) < self._bound:
                raise EngineError(
                    f"{outcome.backend} gave a plan of {len(plan)} moves, and none was to have fewer than"
                    f" {self._bound}"
                )
            self._plan, self._yes_at, self._horizon = plan, len(plan), len(plan) - 1
        if self._yes_at is not None and (self._no_at == self._yes_at - 1 or not self._yes_at):
            self._bound = self._yes_at
            self._last = self._progress(self._spent, ended=True)

    def _progress(self, effort: dict[str, int], ended: bool = False) -> Progress:
        effort = {"states": _states(effort), **effort}
        known = Progress(effort, None, self._plan, bound=self._bound, no_at=self._no_at, yes_at=self._yes_at)
        if not ended:
            return known
        if self._plan is not None:
            return replace(known, answer="shortest")
        reason = f"no plan up to {self._largest} moves"
        return replace(known, answer="gave-up", reason=reason, limit="moves")


def _start(asked: Asked) -> int:
    text = asked.options.get("start", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UsageError(f"found start={text!r}; expected a number of moves")
    return int(text)


def _sum(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def _states(effort: dict[str, int]) -> int:
    return effort.get("nodes", effort.get("conflicts", 0))
