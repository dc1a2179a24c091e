"""The backend for OR-Tools CP-SAT.

The lowering is a list of small passes over one CpModel: a Boolean for each option, a constraint for each
item, and for counting a search strategy. Variable o of the CpModel is option o; variables beyond those are
auxiliary and determined by the options, so that enumeration counts each solution once:

    demand [1, 1], amounts 1      exactly one
    demand [0, 1], amounts 1      at most one
    any other demand or amounts   low <= sum <= high
    a coloured item               a Boolean for each colour, true iff an option of that colour is chosen; the
                                  colours and the uncoloured options are then as the item's options above

Counting walks the options cell by cell along the model's order and tries each as chosen first, with one
worker: with several, CP-SAT enumerates wrongly and still says OPTIMAL. OPTIMAL means that the search space
was exhausted only while enumerating; a search for one solution says OPTIMAL when it has found it.
"""

from __future__ import annotations

import queue
import threading
from importlib.metadata import version
from time import monotonic, sleep
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from ortools.sat.python import cp_model

from accord.backends.contract import Request, Search, Slice
from accord.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from accord.model import Model
    from accord.model.model import Indices, Ints

TICK = 0.05  # seconds between slices
MOST_WAITING = 1 << 25  # characters of solutions not yet consumed, before the solver has to wait
MOST_SOLUTIONS = {"first": 1, "unique": 2}


class CpSat:
    """CP-SAT: takes every model; counts by enumeration with one worker."""

    name: ClassVar[str] = "cpsat"
    engines: ClassVar[tuple[str, ...]] = ("cp-sat",)
    workers: ClassVar[int] = 1  # more than one silently gives wrong counts: the only place that could say so

    def parallel(self, request: Request) -> bool:  # noqa: ARG002
        """Parts run in processes."""
        return False

    def refusal(self, model: Model, request: Request) -> str | None:  # noqa: ARG002
        """CP-SAT takes every model."""
        return "cpsat does not look for the least yet" if request.task == "best" else None

    def choice(self, model: Model, request: Request) -> tuple[str, str]:
        """CP-SAT, with the search it will use."""
        if request.task == "first":
            return "cp-sat", "one worker, CP-SAT's own search"
        if len(model.order):
            return "cp-sat", "one worker, fixed search along the model's order"
        return "cp-sat", "one worker, CP-SAT's own search, for the model has no order"

    def versions(self) -> dict[str, str]:
        """The version of OR-Tools."""
        return {"ortools": version("ortools")}

    def search(self, model: Model, request: Request) -> Search:
        """Build and solve in a thread, and hand on what it finds; see the contract."""
        solving = Solving(model, request, self.workers)
        thread = threading.Thread(target=solving.run, name="accord-cpsat", daemon=True)
        thread.start()
        try:
            while not solving.finished.wait(TICK):
                yield solving.news()
            while solving.waiting:
                yield solving.news()
            yield from solving.end()
        finally:
            while thread.is_alive():  # a stop that comes before the solver has begun is lost: so repeat it
                solving.stop()
                thread.join(0.01)


class Solving(cp_model.CpSolverSolutionCallback):
    """One run of the solver, in a thread of its own; the generator reads `news` from another."""

    def __init__(self, model: Model, request: Request, workers: int) -> None:
        super().__init__()
        self.finished = threading.Event()
        self._model = model
        self._request = request
        self._most = MOST_SOLUTIONS.get(request.task, request.limit)
        self._solver = cp_model.CpSolver()
        self._set_parameters(workers)
        self._stopping = threading.Event()
        self._found: queue.Queue[str] = queue.Queue(1 + MOST_WAITING // (1 + 3 * model.options))
        self._count = 0
        self._reported = 0
        self._effort = {"branches": 0, "conflicts": 0}
        self._status = cp_model.UNKNOWN
        self._fault: BaseException | None = None

    @property
    def _enumerates(self) -> bool:
        return self._request.task != "first"

    @property
    def _fixed(self) -> bool:
        return self._enumerates and len(self._model.order) > 0

    def _set_parameters(self, workers: int) -> None:
        parameters = self._solver.parameters
        parameters.num_workers = workers
        parameters.catch_sigint_signal = False
        parameters.random_seed = self._request.seed % (1 << 31)
        parameters.enumerate_all_solutions = self._enumerates
        if self._fixed:
            parameters.search_branching = cp_model.FIXED_SEARCH
            parameters.linearization_level = 0

    @property
    def _time_left(self) -> float | None:
        deadline = self._request.deadline
        return None if deadline is None else max(0.0, deadline - monotonic())

    # -- in the solver's thread --------------------------------------------------------------------

    def run(self) -> None:
        """Build the CpModel and solve it. A fault is kept for the generator to raise."""
        try:
            lowered = lower(self._model, fixed=self._fixed, stopped=self._stopping.is_set)
            if lowered is not None:
                if self._time_left is not None:
                    self._solver.parameters.max_time_in_seconds = self._time_left
                self._status = self._solver.solve(lowered, self)
                self._effort = {
                    "branches": self._solver.num_branches,
                    "conflicts": self._solver.num_conflicts,
                }
        except BaseException as fault:
            self._fault = fault
        finally:
            self.finished.set()

    def on_solution_callback(self) -> None:
        """Note a solution, as text: the values come out ten times faster printed than one by one."""
        if self._most is not None and self._count >= self._most:
            return
        if self._request.solutions:
            self._hand_over(str(self.response_proto.solution))
        self._effort = {"branches": self.num_branches, "conflicts": self.num_conflicts}
        self._count += 1
        if self._stopping.is_set() or self._count == self._most:
            self.stop_search()

    def _hand_over(self, values: str) -> None:
        while not self._stopping.is_set():
            try:
                return self._found.put(values, timeout=TICK)
            except queue.Full:
                continue
        return None

    # -- in the generator's thread -----------------------------------------------------------------

    def stop(self) -> None:
        """Ask the solver to stop."""
        self._stopping.set()
        self._solver.stop_search()

    @property
    def waiting(self) -> bool:
        """Whether there are solutions that no slice has reported."""
        return self._count > self._reported

    def news(self) -> Slice:
        """What was found since the last slice."""
        if not self._request.solutions:
            count = self._count - self._reported
            self._reported += count
            return Slice(count, None, self._effort)
        texts = [self._found.get_nowait() for _ in range(self._found.qsize())]
        self._reported += len(texts)
        return Slice(len(texts), rows(texts, self._model.options) if texts else None, self._effort)

    def end(self) -> Search:
        """The last slice, once the solver has finished and all its news is told."""
        if self._fault is not None:
            raise self._fault
        known = (cp_model.OPTIMAL, cp_model.INFEASIBLE, cp_model.FEASIBLE, cp_model.UNKNOWN)
        if self._status not in known:
            raise EngineError(f"CP-SAT ended with status {self._status.name} on {self._model!r}")
        exhausted = self._status == cp_model.INFEASIBLE or (
            self._status == cp_model.OPTIMAL and self._enumerates
        )
        if not exhausted and self._count != self._most:
            sleep(self._time_left or 0.0)  # its clock may run a little ahead of the one that ends the run
        yield Slice(effort=self._effort, complete=exhausted)


def rows(texts: Sequence[str], options: int) -> Indices:
    """The batch of solutions that CP-SAT printed as `[0, 1, 0, ...]`, a number for each variable."""
    values = np.fromstring(",".join(text[1:-1] for text in texts), np.int8, sep=",")
    if options == 0:
        return np.zeros((len(texts), 0), np.int32)
    if len(values) % len(texts) or len(values) < options * len(texts):
        raise EngineError(f"CP-SAT gave {len(values)} values in {len(texts)} solutions of {options} options")
    solution, option = np.nonzero(values.reshape(len(texts), -1)[:, :options])
    sizes = np.bincount(solution, minlength=len(texts))
    batch = np.full((len(texts), sizes.max()), -1, np.int32)
    batch[np.arange(batch.shape[1]) < sizes[:, None]] = option
    return batch


# -- lowering --------------------------------------------------------------------------------------


def lower(model: Model, *, fixed: bool, stopped: Callable[[], bool]) -> cp_model.CpModel | None:
    """Model -> CpModel; None if `stopped` became true on the way."""
    lowered = cp_model.CpModel()
    options = [lowered.new_bool_var("") for _ in range(model.options)]
    start, option, entry = model.by_item
    amount, colour = model.amount[entry], model.colour[entry]
    for item in range(model.items):
        if stopped():
            return None
        own = slice(start[item], start[item + 1])
        givers = [options[o] for o in option[own].tolist()]
        amounts, colours = amount[own], colour[own]
        if colours.any():
            _add_colours(lowered, givers, amounts, colours)
        else:
            _add_demand(lowered, givers, amounts, int(model.low[item]), int(model.high[item]))
    if fixed:
        strategy = [options[o] for o in cell_by_cell(model).tolist()]
        lowered.add_decision_strategy(strategy, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    return lowered


def _add_demand(
    lowered: cp_model.CpModel, givers: list[cp_model.IntVar], amounts: Ints, low: int, high: int
) -> None:
    """Demand that what the givers give add up to within [low, high], in the strongest form that says it."""
    plain = bool((amounts == 1).all())
    least, most = int(amounts[amounts < 0].sum()), int(amounts[amounts > 0].sum())
    if plain and (low, high) == (1, 1):
        lowered.add_exactly_one(givers)
    elif max(low, least) > min(high, most):
        lowered.add_bool_or([])
    elif plain and (low, high) == (0, 1):
        lowered.add_at_most_one(givers)
    elif low > least or high < most:
        total = cp_model.LinearExpr.weighted_sum(givers, amounts.tolist())
        lowered.add_linear_constraint(total, max(low, least), min(high, most))


def _add_colours(
    lowered: cp_model.CpModel,
    givers: list[cp_model.IntVar],
    amounts: Ints,
    colours: npt.NDArray[np.int32],
) -> None:
    """One colour at most, and none beside what the uncoloured options give, which is 0 or 1."""
    shown: list[cp_model.IntVar] = []
    for colour in np.unique(colours[colours != 0]):
        same = [givers[k] for k in np.flatnonzero(colours == colour)]
        shown.append(same[0] if len(same) == 1 else lowered.new_bool_var(""))
        if len(same) > 1:
            lowered.add_max_equality(shown[-1], same)
    uncoloured = colours == 0
    plain = [givers[k] for k in np.flatnonzero(uncoloured)]
    ones = np.ones(len(shown), np.int64)
    if (amounts[uncoloured] < 0).any():
        _add_demand(lowered, plain, amounts[uncoloured], 0, 1)
    _add_demand(lowered, plain + shown, np.concatenate([amounts[uncoloured], ones]), 0, 1)


def cell_by_cell(model: Model) -> Indices:
    """The options in the order of their first items along `model.order`; those on none of them last."""
    rank = np.full(model.items, model.items, np.int32)
    rank[model.order] = np.arange(len(model.order), dtype=np.int32)
    first = np.full(model.options, model.items, np.int32)
    np.minimum.at(first, model.option_of_entry, rank[model.item])
    return np.argsort(first, kind="stable").astype(np.int32)
