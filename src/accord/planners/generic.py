"""The planner that takes every small plan problem: explicit search, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from accord.errors import RefusedError, unknown
from accord.planners.contract import Answer, Asked, Progress
from accord.planners.table import GENERIC
from accord.plans.explicit import BOUNDS, AStar, BreadthFirst, Explicit, bound_of

STATE_BYTES = 600  # about what a state takes, beside 8 bytes a variable


class Generic:
    """A* for `optimal`, breadth-first search for `impossible`; `engine` asks for one of them."""

    engines: ClassVar[tuple[str, ...]] = GENERIC
    options: ClassVar[tuple[str, ...]] = ("bound",)

    def __init__(self, asked: Asked) -> None:
        """Raises UsageError for a bound that there is not, and RefusedError."""
        self.engine = asked.engine or GENERIC[asked.mode == "impossible"]
        self.state_limit = asked.state_limit
        self._problem, self._largest = asked.plan_problem, asked.largest
        size = STATE_BYTES + 8 * len(self._problem.variables)
        self._room = None if asked.memory_limit is None else asked.memory_limit // size
        if self.engine == "breadth-first":
            if not self._problem.unit_costs:
                raise RefusedError(
                    "breadth-first search counts steps, and here they cost more or less than 1"
                )
            self._search: Explicit = BreadthFirst(self._problem)
            return
        name = asked.options.get("bound")
        if name is not None and name not in BOUNDS:
            raise unknown("bound", name, BOUNDS)
        if name == "family" and self._problem.bound is None:
            raise RefusedError("the family has no bound of its own; there are h_max and blind")
        self._search = AStar(self._problem, bound_of(self._problem, name))

    def steps(self) -> Iterator[Progress]:
        """Continue the search, slice by slice."""
        limits = [limit for limit in (self.state_limit, self._room) if limit is not None]
        for _ in self._search.steps(min(limits, default=None)):
            yield (progress := self._progress())
            if progress.answer is not None:
                return
        last = self._progress()
        if last.answer is None and self._room is not None and last.effort["states"] >= self._room:
            last = replace(last, reason="stopped at the memory limit", limit="memory")
        yield last

    def close(self) -> None:
        """Forget all states."""
        self._search.close()

    def _progress(self) -> Progress:
        search, largest = self._search, self._largest
        answer: Answer | None = search.answer or None
        if largest is not None and answer != "impossible" and search.bound > largest:
            reason = f"no plan up to {largest} moves"
            return Progress(search.effort, "gave-up", bound=search.bound, reason=reason, limit="moves")
        plan = None
        if search.plan is not None:
            plan = tuple(self._problem.operators[o].name for o in search.plan)
        return Progress(search.effort, answer, plan, search.bound if answer != "impossible" else None)
