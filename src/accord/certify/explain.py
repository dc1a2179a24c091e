"""Why a model has no solution: a few items whose demands cannot all be met, none of which can be spared.

Every clause of an item gets the negation of the item's selector, so that a solver may assume any set of
items. A core of an unsatisfiable set comes from the solver; it is made irreducible by deletion: each item in
turn is left out. If the rest is still unsatisfiable, its core takes the set's place; if not, the solver's
model meets all others and breaks only this item, which is checked by plain arithmetic (Marques-Silva, Minimal
Unsatisfiability, 2010). In the end another engine is asked whether the set itself has a solution.
"""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec
import numpy as np

from accord.cnf import lowering
from accord.errors import EngineError, MissingBackendError, RefusedError
from accord.model import Model
from accord.model.verify import valid
from accord.runner.limits import Cancel, Limits

if TYPE_CHECKING:
    from accord.cnf import Formula
    from accord.puzzles.puzzle import Puzzle
    from accord.runner.limits import Stop

Answer: TypeAlias = Literal["impossible", "solvable", "undecided"]
Status: TypeAlias = Literal["complete", "time", "cancelled"]

SCHEMA = 1
SOLVER = "Cadical153"
TICK = 0.05
CONFLICTS = 500  # in the first slice of a call
REFINEMENTS = 8  # cores of cores, before items are left out one by one
ORDERS = 10  # tried for a small set
CONFIRMING = 20.0  # seconds for the second engine, where there is no limit
SECOND_ENGINES = ("cpsat", "native")


class Reason(msgspec.Struct, frozen=True):
    """An item of the set: its name, its demand, and options that meet all other items of the set but this."""

    item: str
    low: int
    high: int | None  # None: no bound
    without: tuple[str, ...] | None = None  # None: not known to be needed


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Items whose demands cannot all be met, or a solution. Its JSON form is the public one."""

    schema: int = SCHEMA
    puzzle: str = ""
    variant: str = ""
    answer: Answer
    status: Status
    reason: str = ""  # what stopped it
    statement: str
    items: tuple[Reason, ...] = ()
    irreducible: bool = False  # without any one of the items, the others' demands can be met
    confirmed: str = ""  # the other engine that found the set impossible
    solution: tuple[str, ...] | None = None
    effort: dict[str, int] = {}
    seconds: float = 0.0
    indices: tuple[int, ...] = ()  # the items, as items of the model
    options: tuple[int, ...] = ()  # the solution, as options of the model

    def json(self) -> str:
        """The explanation as one line of JSON."""
        return msgspec.json.encode(self).decode()


@dataclass
class _Known:
    """What is known of a set; all of it holds at any time."""

    core: list[int] | None = None
    needed: dict[int, list[int]] = field(default_factory=dict)  # item -> options that break only that item
    solution: list[int] | None = None

    @property
    def irreducible(self) -> bool:
        return self.core is not None and all(item in self.needed for item in self.core)


class _StopError(Exception):
    """The work was told to stop."""


class _Reducer:
    """The search for a set, in a thread of its own; see `accord.certify.solver` for why."""

    def __init__(self, model: Model, formula: Formula, seed: int, orders: int) -> None:
        self.model, self.formula, self.orders = model, formula, orders
        self.random = random.Random(seed)
        self.best = _Known()
        self.current = self.best
        self.calls = self.conflicts = 0
        self.stopping = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        from pysat import solvers

        try:
            solver = getattr(solvers, SOLVER)()
            try:
                self._reduce(solver)
            finally:
                solver.delete()
        except _StopError:
            pass
        except BaseException as fault:
            self.fault = fault

    def _reduce(self, solver: Any) -> None:
        first = self.formula.variables + 1  # the selector of item 0
        for number, (clause, owner) in enumerate(
            zip(self.formula.clauses(), self.formula.owner.tolist(), strict=True)
        ):
            solver.add_clause([*clause, -(first + owner)])
            if number % 5_000 == 0 and self.stopping.is_set():
                raise _StopError
        spoken_for = np.unique(self.formula.owner).tolist()
        core = self._core(solver, spoken_for, self.best)
        if core is None:
            return
        self.best.core = core
        for _ in range(REFINEMENTS):
            smaller = self._core(solver, core, self.best)
            assert smaller is not None, "a core has a solution"
            if len(smaller) == len(core):
                break
            core = self.best.core = smaller
        for order in range(self.orders):
            known = _Known(list(core)) if order else self.best
            self.current = known
            self._make_irreducible(solver, known)
            if (
                known.core is not None
                and self.best.core is not None
                and len(known.core) < len(self.best.core)
            ):
                self.best = known

    def _make_irreducible(self, solver: Any, known: _Known) -> None:
        """Leave out one item after the other, in a random order."""
        assert known.core is not None
        for item in self.random.sample(known.core, len(known.core)):
            if item not in known.core:
                continue
            rest = [other for other in known.core if other != item]
            smaller = self._core(solver, rest, known)
            if smaller is not None:
                known.core = smaller
                continue
            assert known.solution is not None
            chosen, known.solution = known.solution, None
            broken = violated(self.model, chosen, known.core)
            if broken != [item]:
                raise EngineError(f"{SOLVER} should break only item {item}, but broke {broken}")
            known.needed[item] = chosen

    def _core(self, solver: Any, items: list[int], known: _Known) -> list[int] | None:
        """A subset whose demands cannot all be met; None if they can, and then `known.solution` shows how."""
        first = self.formula.variables + 1
        assumed = [first + item for item in self.random.sample(items, len(items))]
        conflicts = CONFLICTS
        self.calls += 1
        while not self.stopping.is_set():
            began = monotonic()
            solver.conf_budget(conflicts)
            satisfiable = solver.solve_limited(assumptions=assumed)
            if satisfiable is None:
                conflicts = max(1, int(conflicts * min(1.5, TICK / max(1e-6, monotonic() - began))))
                continue
            if not satisfiable:
                return sorted(literal - first for literal in solver.get_core() or [])
            options = self.formula.options
            known.solution = [literal - 1 for literal in solver.get_model() if 0 < literal <= options]
            return None
        raise _StopError


def explain(
    puzzle: Puzzle | Model,
    *,
    seed: int = 0,
    smaller: bool = False,
    time_limit: float | None = None,
    cancel: Cancel | None = None,
) -> Explanation:
    """Find items of a puzzle without solutions whose demands cannot all be met, none of which can be spared.

    Args:
        puzzle: a puzzle from `accord.load`, or a bare model.
        seed: of the order in which items are left out. Another one may lead to another set.
        smaller: try several orders and keep the smallest set; it need not be the smallest there is.
        time_limit: seconds, for all of it.
        cancel: once its is_set() is true, the work stops within a slice.

    Raises:
        RefusedError: if the formula would be too large.
        EngineError: if an engine is wrong, or two engines disagree.
    """
    limits = Limits(seconds=time_limit, cancel=cancel)
    model = puzzle if isinstance(puzzle, Model) else puzzle.model
    formula: Formula | None = None
    stop: Stop | None = None
    with closing(lowering(model, shared=False)) as steps:
        while stop is None and formula is None:
            try:
                next(steps)
                stop = limits.reached()
            except StopIteration as end:
                formula = end.value
    reducer = None
    if formula is not None:
        reducer = _Reducer(model, formula, seed, ORDERS if smaller else 1)
        stop = _run(reducer, limits)
    known = reducer.best if reducer else _Known()
    confirmed = ""
    if known.core is not None and stop is None:
        confirmed, stop = _confirmed(model, known.core, limits)
    return _explanation(puzzle, model, known, stop, confirmed, reducer, monotonic() - limits.started)


def _run(reducer: _Reducer, limits: Limits) -> Stop | None:
    """Let the reducer work until it ends, or a limit is reached."""
    thread = threading.Thread(target=reducer.run, name="accord-explain", daemon=True)
    thread.start()
    stop = None
    try:
        while thread.is_alive() and stop is None:
            thread.join(TICK)
            stop = limits.reached()
    finally:
        if thread.is_alive():
            reducer.stopping.set()
            thread.join()
        else:
            stop = None
    if reducer.fault is not None:
        raise reducer.fault
    return stop


def violated(model: Model, chosen: list[int], items: list[int]) -> list[int]:
    """Which of the items do not get what they demand from these options: plain arithmetic."""
    total: dict[int, int] = defaultdict(int)
    colours: dict[int, set[int]] = defaultdict(set)
    for option in chosen:
        for entry in range(model.start[option], model.start[option + 1]):
            item, colour = int(model.item[entry]), int(model.colour[entry])
            if colour:
                colours[item].add(colour)
            else:
                total[item] += int(model.amount[entry])
    return [
        item
        for item in items
        if not model.low[item] <= total[item] <= model.high[item]
        or len(colours[item]) + (total[item] != 0) > 1
    ]


def only(model: Model, items: list[int]) -> Model:
    """The model with these items alone, for the question whether it has a solution.

    Options that give them nothing are dropped; so is one that gives the same as another, where an item takes
    only one of the two.
    """
    place = np.full(model.items, -1, np.int64)
    place[items] = np.arange(len(items))
    negative = np.zeros(model.items, np.bool_)
    negative[model.item[(model.amount < 0) | (model.colour != 0)]] = True
    rows: list[tuple[tuple[int, int, int], ...]] = []
    seen = set()
    for option in range(model.options):
        row = []
        single = False
        for entry in range(model.start[option], model.start[option + 1]):
            item = int(model.item[entry])
            if place[item] >= 0:
                row.append((int(place[item]), int(model.amount[entry]), int(model.colour[entry])))
                single |= not negative[item] and 2 * int(model.amount[entry]) > int(model.high[item])
        key = tuple(row)
        if not key or (single and key in seen):
            continue
        seen.add(key)
        rows.append(key)
    return Model.from_arrays(
        [model.item_names[item] for item in items],
        np.cumsum([0, *map(len, rows)]),
        [item for row in rows for item, _, _ in row],
        low=model.low[items],
        high=model.high[items],
        amount=[amount for row in rows for _, amount, _ in row],
        colour=[colour for row in rows for _, _, colour in row],
        colours=model.colours,
    )


def _confirmed(model: Model, core: list[int], limits: Limits) -> tuple[str, Stop | None]:
    """Ask an engine of another kind whether these items alone can be met; raise EngineError if they can."""
    from accord.runner.api import run

    alone = only(model, core)
    for backend in SECOND_ENGINES:
        try:
            outcome = run(
                alone,
                "first",
                backend=backend,
                time_limit=limits.rest or CONFIRMING,
                cancel=limits.cancel,
            )
        except (RefusedError, MissingBackendError):
            continue
        if outcome.answer == "solved":
            raise EngineError(
                f"{SOLVER} says that {len(core)} items cannot all be met, {backend} has a solution"
            )
        if outcome.answer == "impossible":
            return f"{outcome.backend}/{outcome.engine}", None
        return "", limits.reached()
    return "", None


def _explanation(
    puzzle: Puzzle | Model,
    model: Model,
    known: _Known,
    stop: Stop | None,
    confirmed: str,
    reducer: _Reducer | None,
    seconds: float,
) -> Explanation:
    solution = known.solution if known.core is None else None
    if solution is not None and not valid(model, np.array([solution], np.int32).reshape(1, -1)).all():
        raise EngineError(f"{SOLVER} gave a false solution of {model!r}")
    core = known.core or []
    answer: Answer = (
        "impossible" if known.core is not None else "undecided" if solution is None else "solvable"
    )
    status: Status = "complete" if stop is None else "time" if stop.status == "time" else "cancelled"
    return Explanation(
        puzzle=getattr(puzzle, "name", ""),
        variant=getattr(puzzle, "variant", None) or "",
        answer=answer,
        status=status,
        reason=stop.reason if stop else "",
        statement=_statement(answer, len(core), known.irreducible),
        items=tuple(_reason(model, item, core, known.needed.get(item)) for item in core),
        irreducible=known.irreducible,
        confirmed=confirmed,
        solution=None if solution is None else tuple(map(model.option_name, solution)),
        effort={"calls": reducer.calls} if reducer else {},
        seconds=round(seconds, 3),
        indices=tuple(core),
        options=tuple(solution or ()),
    )


def _reason(model: Model, item: int, core: list[int], without: list[int] | None) -> Reason:
    entries = model.by_item[2][model.by_item[0][item] : model.by_item[0][item + 1]]
    most = int(np.maximum(np.where(model.colour[entries] == 0, model.amount[entries], 1), 0).sum())
    high = int(model.high[item])
    coloured = bool(model.colour[entries].any())
    names = None
    if without is not None:  # options that give these items nothing say nothing
        ours = np.isin(model.item, core)
        telling = set(model.option_of_entry[ours].tolist())
        names = tuple(model.option_name(option) for option in without if option in telling)
    unbounded = high >= most and not coloured and int(model.low[item]) > 0
    return Reason(model.item_names[item], int(model.low[item]), None if unbounded else high, names)


def _statement(answer: Answer, size: int, irreducible: bool) -> str:
    if answer == "solvable":
        return "there is a solution, so there is nothing to explain"
    if answer == "undecided":
        return "not known: whether there is a solution is open"
    if size == 1:
        return "the demand of this item cannot be met"
    these = f"the demands of these {size:,} items cannot all be met"
    if irreducible:
        return f"{these}; without any one of them the others can"
    return f"{these}; not known to be irreducible"
