"""Run CP-SAT in a thread of its own, and yield what it finds as slices in the caller's thread.

    count, all       one search that enumerates; OPTIMAL says that it has seen everything
    first, unique    searches for one solution each; what was found is forbidden in the next
    best             one search that gives ever better solutions; OPTIMAL says that the last is the best

OPTIMAL of a search for one solution says only that it was found; so there INFEASIBLE alone is complete.

An `Oracle` answers many questions about one model: is there a solution with these options? They are assumed.
The model is lowered once. Each question is small, and CP-SAT starts anew for each: all that it does before a
search would cost more than the search.
"""

from __future__ import annotations

import math
import queue
import threading
from collections.abc import Callable, Generator, Sequence
from time import monotonic, sleep
from typing import TypeAlias

import numpy as np
from ortools.sat.python import cp_model

from accord.backends.contract import Request, Search, Slice, node_counter
from accord.backends.cpsat.integer_lowering import LoweredProblem, integer_lowering
from accord.backends.cpsat.lowering import Lowered, lowering
from accord.backends.cpsat.parameters import ALONG_ORDER, ASKED, Settings, set_parameters
from accord.backends.waiting import finish
from accord.errors import EngineError, SpentError
from accord.model import Model
from accord.model.model import Indices
from accord.model.model_cache import cache_of
from accord.problem.integer_model import IntegerModel
from accord.tasks import ENUMERATES, WANTED

NEARLY = 1.0  # seconds before the end of the time, in which that is what has ended a search
VERIFIED_AT_ONCE = 500  # solutions of a problem, whose rules are checked one by one
TICK = 0.05  # seconds between slices
MOST_KEPT = 1 << 16  # entries of a model of which what it was lowered to is kept: some megabytes
MOST_WAITING = 1 << 25  # characters of solutions not yet consumed, before the solver has to wait
ROUNDING = 2.0**-50  # bounds come as floats, computed from the sum of all weights: some of its last bits
KNOWN = (cp_model.OPTIMAL, cp_model.INFEASIBLE, cp_model.FEASIBLE, cp_model.UNKNOWN)
CONCLUSIVE = (cp_model.OPTIMAL, cp_model.INFEASIBLE)


AnyLowered: TypeAlias = Lowered | LoweredProblem


def steps_of(model: Model, *, fixed: bool, objective: bool) -> Generator[None, None, AnyLowered]:
    """A model lowered, or a problem that is taken as it is."""
    if isinstance(model, IntegerModel):
        return (yield from integer_lowering(model, fixed=fixed, objective=objective))
    return (yield from lowering(model, fixed=fixed, objective=objective))


def lower_now(
    model: Model, *, objective: bool, fixed: bool = False, stops: Callable[[], bool] = lambda: False
) -> AnyLowered | None:
    """The model lowered, which is kept with it; None if it was stopped meanwhile. Raises RefusedError."""
    known, key = cache_of(model), (lowering, fixed, objective)
    lowered: AnyLowered | None = known.get(key)
    steps = steps_of(model, fixed=fixed, objective=objective)
    while lowered is None:
        if stops():
            return None
        try:
            next(steps)
        except StopIteration as end:
            lowered = end.value
            if len(model.item) <= MOST_KEPT:
                known[key] = lowered
    return lowered


class Solving(cp_model.CpSolverSolutionCallback):
    """The search of one model for one request; as a callback, it gets every solution."""

    def __init__(
        self,
        model: Model,
        request: Request,
        attempts: Sequence[Settings],
        set_parameters: Callable[[Settings, cp_model.SatParameters], None],
    ) -> None:
        super().__init__()
        self._model = model
        self._request = request
        self._attempts = attempts
        self._set_parameters = set_parameters
        self._most = WANTED.get(request.task, request.limit)
        self._solver = cp_model.CpSolver()
        self._stopping = threading.Event()
        self._awake = threading.Event()  # there is something to tell that should not wait for the next tick
        self._finished = False
        self._complete = False
        self._lowered: AnyLowered | None = None
        numbers = self._numbers(model)  # in the text of a solution, at least
        self._found: queue.Queue[str] = queue.Queue(1 + MOST_WAITING // (1 + 3 * numbers))
        self._count = 0
        self._reported = 0
        self._spent = {"branches": 0, "conflicts": 0}  # by earlier searches of this run
        self._effort = self._spent
        self._bound: int | None = None
        self._rounded = 1e-6 + ROUNDING * sum(map(abs, model.objective.tolist()))  # a bound, by this at most
        self._value: int | None = None  # of the last solution, where an objective is minimised
        self._fault: BaseException | None = None

    @staticmethod
    def _numbers(model: Model) -> int:
        return 5 * len(model.problem.variables) if isinstance(model, IntegerModel) else model.options

    def slices(self) -> Search:
        """Build and solve in a thread, and hand on what it finds; see the contract."""
        thread = threading.Thread(target=self._run, name="accord-cpsat", daemon=True)
        thread.start()
        try:
            while not self._finished:
                left = self._model.integers and self._found.qsize() > VERIFIED_AT_ONCE
                if self._awake.wait(0 if left else TICK):
                    self._awake.clear()
                if not self._finished:  # else what is new comes with the end
                    yield self._news()
            while self._count > self._reported:
                yield self._news()
            if self._is_spent:
                yield Slice(effort=self._effort, bound=self._bound)
                number, what = node_counter(self._effort)
                raise SpentError(f"stopped after {number:,} {what}")
            yield self._end()
        finally:
            while thread.is_alive():  # a stop that comes before the solver has begun is lost: so repeat it
                self._stopping.set()
                self._solver.stop_search()
                thread.join(0.01)

    # -- in the solver's thread --------------------------------------------------------------------

    def _run(self) -> None:
        """Build and solve. A fault is kept for the generator to raise."""
        try:
            lowered = self._lowered = self._lower()
            if lowered is not None:
                if self._request.task in WANTED:
                    self._solve_one_by_one(lowered)
                else:
                    self._complete = self._solve(lowered) in CONCLUSIVE
        except BaseException as fault:
            self._fault = fault
        finally:
            self._finished = True
            self._awake.set()

    def _lower(self) -> AnyLowered | None:
        """The model lowered, which is kept with it; None if the search was stopped meanwhile."""
        fixed = ALONG_ORDER in self._attempts[0]
        objective = self._request.task == "best" and len(self._model.objective) > 0
        lowered = lower_now(self._model, fixed=fixed, objective=objective, stops=self._stopping.is_set)
        if lowered is None:
            return None
        lowered = lowered.copy()  # what is found will be forbidden in it
        if self._request.task not in ENUMERATES:
            lowered.hint(self._request.hint, whole=self._request.known is not None)
        return lowered

    def _solve(self, lowered: AnyLowered) -> cp_model.CpSolverStatus:
        """Search, in the attempts that were planned, until one is conclusive."""
        status = cp_model.UNKNOWN
        for settings in self._attempts:
            if status in CONCLUSIVE or self._stopping.is_set() or self._time_left == 0:
                break
            status = self._attempt(lowered, settings)
            self._spent = self._effort
        return status

    def _attempt(self, lowered: AnyLowered, settings: Settings) -> cp_model.CpSolverStatus:
        """Search once. Raises EngineError for a status that says nothing."""
        self._solver.parameters = type(self._solver.parameters)()
        self._set_parameters(settings, self._solver.parameters)
        if self._time_left is not None:
            self._solver.parameters.max_time_in_seconds = self._time_left
        if self._request.nodes is not None:  # CP-SAT has no limit of branches
            spent = node_counter(self._spent)[0]
            self._solver.parameters.max_number_of_conflicts = max(1, self._request.nodes.left(spent))
        if self._request.task == "best":
            self._solver.best_bound_callback = self._note_bound
        status = self._solver.solve(lowered.model, None if self._request.task in WANTED else self)
        if status not in KNOWN:
            raise EngineError(f"CP-SAT ended with status {status.name} on {self._model!r}")
        self._effort = self._and_spent(self._solver.num_branches, self._solver.num_conflicts)
        return status

    def _solve_one_by_one(self, lowered: AnyLowered) -> None:
        while self._count < (self._most or 0) and not self._stopping.is_set():
            status = self._solve(lowered)
            if status == cp_model.INFEASIBLE:
                self._complete = True
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                return
            printed = str(self._solver.response_proto.solution)
            self._hand_over(printed)
            if self._count < (self._most or 0):
                lowered.forbid([option for option in lowered.rows([printed])[0].tolist() if option >= 0])

    def on_solution_callback(self) -> None:
        """Note a solution, as text; called by the solver, never by two threads at once."""
        if self._most is not None and self._count >= self._most:
            return
        self._effort = self._and_spent(self.num_branches, self.num_conflicts)
        if self._request.solutions:
            self._hand_over(str(self.response_proto.solution))
        else:
            self._count += 1
        nodes = self._request.nodes
        used_up = nodes is not None and nodes.left(node_counter(self._effort)[0]) < 1
        if self._stopping.is_set() or self._count == self._most or used_up:
            self.stop_search()

    def _hand_over(self, printed: str) -> None:
        while not self._stopping.is_set():
            try:
                self._found.put(printed, timeout=TICK)
            except queue.Full:
                continue
            self._count += 1
            if self._count == 1 or self._request.task == "best":
                self._awake.set()
            return

    def _note_bound(self, bound: float) -> None:
        if math.isfinite(bound) and self._rounded < 1:
            self._bound = math.ceil(bound - self._rounded)

    def _and_spent(self, branches: int, conflicts: int) -> dict[str, int]:
        spent = self._spent
        return {"branches": spent["branches"] + branches, "conflicts": spent["conflicts"] + conflicts}

    @property
    def _time_left(self) -> float | None:
        deadline = self._request.deadline
        return None if deadline is None else max(0.0, deadline - monotonic())

    # -- in the caller's thread --------------------------------------------------------------------

    def _news(self) -> Slice:
        """The findings since the last slice."""
        if self._request.task in ENUMERATES and not self._request.solutions:
            count = self._count - self._reported
            self._reported += count
            return Slice(count, effort=self._effort)
        waiting = self._found.qsize()
        some = min(waiting, VERIFIED_AT_ONCE) if self._model.integers else waiting
        printed = [self._found.get_nowait() for _ in range(some)]
        self._reported += len(printed)
        if not printed:
            return Slice(effort=self._effort, bound=self._bound)
        assert self._lowered is not None
        solutions = self._improving(self._lowered.rows(printed))
        return Slice(len(solutions), solutions, self._effort, bound=self._bound)

    def _improving(self, solutions: Indices) -> Indices:
        """The solutions better than all before, where an objective is minimised: workers may tie."""
        if self._request.task != "best" or not len(self._model.objective):
            return solutions
        keep = np.zeros(len(solutions), np.bool_)
        for row, value in enumerate(self._model.values(solutions).tolist()):
            if self._value is None or value < self._value:
                self._value, keep[row] = value, True
        return solutions[keep]

    @property
    def _is_spent(self) -> bool:
        """Whether the search has ended, not at its end, because of the limit of nodes."""
        ended = self._fault is not None or self._complete or self._count == self._most
        late = self._time_left is not None and self._time_left < NEARLY
        return self._request.nodes is not None and not ended and not late

    def _end(self) -> Slice:
        """The last slice, once the solver has finished and all its news is out."""
        if self._fault is not None:
            raise self._fault
        if not self._complete and self._count != self._most:
            sleep(self._time_left or 0.0)  # its clock may run a little ahead of the one that ends the run
        bound = self._value if self._complete and self._value is not None else self._bound
        return Slice(effort=self._effort, complete=self._complete, bound=bound)


class Oracle:
    """Answers whether a model has a solution with some options."""

    def __init__(self, model: Model) -> None:
        self._lower = finish(lowering(model))

    def __call__(self, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution that contains these options, ascending; None if there is none. Raises EngineError."""
        model, variables = self._lower.model, self._lower.options
        solver = cp_model.CpSolver()
        set_parameters(ASKED, solver.parameters)
        model.clear_assumptions()
        model.add_assumptions([variables[option] for option in options])
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise EngineError(f"CP-SAT ended with status {solver.status_name(status)} on a question")
        values = solver.response_proto.solution
        return tuple(option for option in range(len(variables)) if values[option])
