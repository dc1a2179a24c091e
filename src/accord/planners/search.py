"""An object for one search for a plan: run it, inspect it, raise its limits, continue.

    with accord.Search(accord.load("freecell:11982"), mode="fast", state_limit=100_000) as search:
        planned = search.run()
        while planned.limit == "states":
            planned = search.run(state_limit=2 * search.effort["states"])

Nothing is global: any number of searches may be under way at once, in turn or in threads. One search is for
one thread at a time. What an error broke off may have lost states, so it is never gone on with.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from threading import Lock
from types import TracebackType
from typing import Any

from accord.arguments import Cancel, query_of
from accord.arguments.keywords import after_two, asks
from accord.arguments.plan import PlanArguments
from accord.errors import UsageError
from accord.model import Model
from accord.planners import table
from accord.planners.contract import Asked, Own, Plan, Progress
from accord.planners.planned import Planned
from accord.planners.replay import check_plan
from accord.plans.check import cost
from accord.plans.problem import PlanProblem
from accord.puzzles.puzzle import Puzzle, puzzle_of
from accord.runner.driver import Driver, Spent
from accord.runner.limits import Limits, Stop
from accord.runner.result import common_fields
from accord.versions import version_of
from accord.watchdog import left

DISTRIBUTIONS = {"native": ("numba", "numpy"), "cpsat": ("ortools",), "sat": ("python-sat",)}


class Search:
    """A search for a plan of a puzzle, or of a bare plan problem. Closing it frees its memory."""

    @after_two(PlanArguments)
    def __init__(self, puzzle: Puzzle | PlanProblem, **more: Any) -> None:
        """Prepare; nothing is searched yet.

        Raises:
            UsageError: for arguments that do not fit; RefusedError if the planner refuses the problem.
            MissingBackendError: if the named backend is not installed.
        """
        building: Driver[None] = Driver(Limits())
        wanted = query_of(PlanArguments, more)
        for limit in ("time_limit", "memory_limit"):
            _check(limit, getattr(wanted, limit))
        self._limits = Limits.of(wanted)
        self._limits.guard("the problem was built").do(self._build, puzzle, wanted)
        self._last = Progress({"states": 0})
        self._plan: Plan | None = None
        self._shown: tuple[tuple[str, ...], Own | None] | None = None
        self._cost: int | None = None
        self._closed = False
        self._lock = Lock()  # held while the planner works
        self._telling = Lock()  # no thread sees an answer without its plan
        self._driver: Driver[None] | None = None
        self._before = building.spent  # what was spent before the call that is under way
        self._first: float | None = None

    def _build(self, puzzle: Puzzle | PlanProblem, wanted: PlanArguments) -> None:
        """Make the problem, and the planner for it."""
        bare = puzzle if isinstance(puzzle, PlanProblem) else None
        named = None if isinstance(puzzle, PlanProblem) else puzzle_of(puzzle)
        if isinstance(named, Model):
            raise UsageError("a model has solutions, and no plans; use accord.solutions")
        if named is not None and not named.is_plan:
            _ = named.plan_problem  # raises, and names the right command
        record = named.record if named is not None else None
        mode, backend = table.check(record, wanted.mode, wanted.backend, wanted.engine, wanted.options)
        wanted = replace(wanted, mode=mode, backend=backend, memory_limit=left(wanted.memory_limit))
        self.asked = Asked.of(wanted, named, bare)
        self._planner = table.planner(self.asked)

    def run(
        self,
        *,
        state_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Planned:
        """Search until there is an answer, or a limit, and return the findings.

        `state_limit` counts the states of the whole search and stays until it is changed; `time_limit` is
        of this call. Without them those hold that the search was made with. A search that has its answer
        gives it again.

        Raises:
            UsageError: if the search is closed, under way in another thread, or was ended by an error.
            EngineError: if the engine gives a plan that is none.
        """
        _check("state_limit", state_limit)
        _check("time_limit", time_limit)
        with self._working():
            if self._closed:
                raise UsageError("the search is closed; make a new one")
            if self._driver is not None and self._driver.error is not None:
                raise UsageError("the search was ended by an error, and may have lost states; make a new one")
            if state_limit is not None:
                self._planner.state_limit = state_limit
            limits = replace(self._limits, started=0.0, cancel=cancel or self._limits.cancel)
            if time_limit is not None:
                limits = replace(limits, seconds=None if time_limit == inf else time_limit)
            self._before, self._driver = self._spent, (driver := Driver[None](limits))
            for _ in driver.drive(self._steps(), lambda: self._answered or limits.find_stop()):
                pass
            return self.planned

    def _steps(self) -> Generator[Progress, None, None]:
        for progress in self._planner.steps():
            self._note(progress)
            yield progress

    @property
    def _answered(self) -> Stop | None:
        """How the search ended, if it has its answer."""
        if self._last.answer is None:
            return None
        return Stop("limit" if self._last.limit else "complete", self._last.reason, self._last.limit)

    @property
    def _stop(self) -> Stop:
        """How the search stands; a planner that came to its end without an answer has reached its limit."""
        if self._driver is None:
            return Stop("cancelled", "not begun")
        if self._answered is not None:
            return self._answered
        if self._driver.stop.status != "complete":
            return self._driver.stop
        states = self._last.effort.get("states", 0)
        reason = self._last.reason or f"stopped after {states:,} states"
        return Stop("limit", reason, self._last.limit or "states")

    @property
    def _spent(self) -> Spent:
        """Seconds of all calls, and how many of them loaded engines."""
        seconds, load = self._driver.spent if self._driver is not None else (0.0, 0.0)
        return self._before[0] + seconds, self._before[1] + load

    @contextmanager
    def _working(self) -> Iterator[None]:
        if not self._lock.acquire(blocking=False):
            raise UsageError("the search is under way in another thread; wait for it, or make another search")
        try:
            yield
        finally:
            self._lock.release()

    @property
    def effort(self) -> dict[str, int]:
        """The counters so far."""
        return dict(self._last.effort)

    @property
    def planned(self) -> Planned:
        """The findings so far; any thread may ask."""
        with self._telling:
            return self._make_planned()

    def _make_planned(self) -> Planned:
        last, puzzle, (plan, cards) = self._last, self.asked.puzzle, self._shown or (None, None)
        answer = last.answer or ("solved" if plan is not None else "gave-up")
        names = DISTRIBUTIONS.get(self.asked.backend, ())
        planned = Planned(
            **common_fields(puzzle, self._stop, {name: version_of(name) for name in names}),
            mode=self.asked.mode,
            backend=self.asked.backend,
            engine=self._planner.engine,
            answer=answer,
            moves=None if plan is None else len(plan),
            cost=self._cost,
            plan=plan,
            cards=cards,
            bound=last.bound,
            no_at=last.no_at,
            yes_at=last.yes_at,
            effort=dict(last.effort),
            seconds=round(self._spent[0], 6),
            load=round(self._spent[1], 6),
            first=self._first and round(self._first, 6),
        )
        planned.about(puzzle)
        return planned

    def close(self) -> None:
        """Free what the search holds; its findings stay. Raises UsageError while another thread runs it."""
        with self._working():
            if not self._closed:
                self._closed = True
                self._planner.close()

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _note(self, progress: Progress) -> None:
        shown, cost_of_plan = self._shown, self._cost
        if progress.plan is not None and progress.plan is not self._plan:
            shown = check_plan(self.asked, progress.plan)
            if shown[1] is None and not self.asked.plan_problem.unit_costs:
                cost_of_plan = cost(self.asked.plan_problem, shown[0])
        with self._telling:
            if shown is not self._shown:
                self._plan, self._shown, self._cost = progress.plan, shown, cost_of_plan
                self._first = self._first or self._spent[0]
            self._last = progress


@asks(PlanArguments)
def plan(puzzle: Puzzle | PlanProblem, **more: Any) -> Planned:
    """Search for a plan and return the result; see `Search` for a search that can continue.

    Raises:
        UsageError: for arguments that do not fit together; RefusedError if the planner refuses the problem.
        MissingBackendError: if the named backend is not installed.
        EngineError: if an engine returns a false plan.
    """
    with Search(puzzle, **more) as search:
        return search.run()


def _check(name: str, value: object) -> None:
    if value is None or (isinstance(value, int | float) and value > 0):
        return
    words = name.replace("_", " ")
    raise UsageError(f"{words} {value}; expected more than 0")
