"""A CDCL solver that holds a model's clauses and is called in slices; `solving` and `best` use it.

Slices have some conflicts each. Between two slices the caller may look at the clock, report its findings, and
stop. A solver that is called again begins with another restart, so the end of a slice decides which solution
it finds. Slices are sized by work, never by the clock: the same call has the same slices on any machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import compress, islice
from typing import Any, cast

import numpy as np

from accord.backends.contract import Search, Slice
from accord.backends.sat.engines import Engine
from accord.backends.sat.thread import Pulse
from accord.backends.waiting import in_slices
from accord.cnf import Formula, lowering
from accord.model import Model
from accord.model.model import Indices
from accord.model.model_cache import MOST, cache_of

FIRST = 200  # conflicts in the first slice
CLAUSES = 256  # written between two looks at the clock
WORK = 50_000  # propagations that later ones aim at: some hundredths of a second to some tenths
SHARE = 20  # of a long search, a slice is so small a part: a solver loses some time where it is called again
MOST_WORK = 1_000_000  # propagations of a slice: some tenths of a second


class Sliced:
    """A solver of python-sat that is asked in slices."""

    def __init__(self, solver: Any, quantum: Callable[[int, int], int] | None = None) -> None:
        """`quantum` says how many of some conflicts a slice may have, after so many; None: all of them."""
        self.solver = solver
        self._quantum = quantum
        self._conflicts = FIRST

    @property
    def conflicts(self) -> int:
        """The conflicts so far."""
        counted: int = self.solver.accum_stats()["conflicts"]
        return counted

    @property
    def work(self) -> int:
        """The propagations so far; of solvers that count none about as many as their conflicts take."""
        counted = self.solver.accum_stats()
        return counted["propagations"] or counted["conflicts"] * (20 + self.solver.nof_vars() // 20)

    def solve(self, assumptions: Sequence[int] = ()) -> Generator[None, None, bool]:
        """Yields after each slice, and returns whether the clauses can be satisfied under the assumptions."""
        while True:
            before = self.work
            conflicts = self._conflicts
            if self._quantum is not None:
                conflicts = self._quantum(conflicts, self.conflicts)
            self.solver.conf_budget(conflicts)
            satisfiable = self.solver.solve_limited(assumptions=list(assumptions))
            if satisfiable is not None:
                return bool(satisfiable)
            aim = min(MOST_WORK, max(WORK, self.work // SHARE))
            smaller = aim / max(1, self.work - before)
            self._conflicts = max(1, int(conflicts * min(1.5, smaller)))
            yield


class Oracle(Sliced):
    """A solver that is asked in slices of a search."""

    def __init__(self, engine: Engine, pulse: Pulse) -> None:
        super().__init__(engine.make(), pulse.quantum)
        self.engine = engine
        self.add_clause = engine.adder(self.solver)
        self.pulse = pulse

    @property
    def effort(self) -> dict[str, int]:
        """The conflicts so far."""
        return {"conflicts": self.conflicts}

    def answer(self, assumptions: Sequence[int] = ()) -> Generator[Slice, None, bool]:
        """Slices, and at last whether the clauses can be satisfied under the assumptions."""
        return in_slices(self.solve(assumptions), lambda: Slice(effort=self.effort, bound=self.pulse.bound))

    def model(self, options: int) -> list[int]:
        """The options of the solution that was found last."""
        return true_variables(self.solver.get_model(), options)

    def prefer(self, options: int, chosen: Iterable[int]) -> None:
        """Try these options chosen and all others closed first, if the solver takes phases."""
        if self.engine.phases:
            wanted = set(chosen)
            self.solver.set_phases([o + 1 if o in wanted else -o - 1 for o in range(options)])


def write(
    model: Model, oracle: Oracle, native: bool, encoding: str | None
) -> Generator[Slice, None, Formula]:
    """Slices, and at last the formula, which then is in the solver."""
    formula = yield from lowered_in_slices(model, native, encoding, oracle.pulse)
    last = max(1, formula.options)
    oracle.solver.add_clause([last, -last])  # maplesat dies where there is no variable
    yield from add(oracle, formula)
    return formula


def lowered_in_slices(
    model: Model, native: bool, encoding: str | None, pulse: Pulse, *, shared: bool = True
) -> Generator[Slice, None, Formula]:
    """Slices, and at last the formula, which is kept with the model."""
    known, key = cache_of(model), (lowering, native, encoding, shared)
    if key in known:
        return cast("Formula", known[key])
    steps = lowering(model, native=native, encoding=encoding, shared=shared)
    formula = yield from in_slices(steps, lambda: Slice(bound=pulse.bound) if pulse.due() else None)
    if len(formula.literal) <= MOST:
        known[key] = formula
    return formula


def add(oracle: Oracle, formula: Formula) -> Search:
    """Write a formula into a solver, in slices."""
    yield from add_clauses(oracle, formula.clauses(), len(formula))
    for constraint in formula.at_most:
        oracle.solver.add_atmost(list(constraint.literals), constraint.bound)
        if oracle.pulse.due():
            yield Slice()


def add_clauses(oracle: Oracle, clauses: Iterable[list[int]], number: int) -> Search:
    """Write so many clauses into a solver, in slices, without a step of Python for each."""
    rest = iter(clauses)
    for _ in range(0, number, CLAUSES):
        deque(map(oracle.add_clause, islice(rest, CLAUSES)), maxlen=0)
        if oracle.pulse.due():
            yield Slice()


def true_variables(literals: Sequence[int], options: int) -> list[int]:
    """Return the options that are true, ascending, of the literals 1, -2, ... of all variables."""
    return [*compress(range(options), map((0).__lt__, literals))]


def contradiction(formula: Formula) -> bool:
    """Whether there is an empty clause; not every solver takes one."""
    return bool((np.diff(formula.start) == 0).any())


def row(options: Sequence[int]) -> Indices:
    """One solution as a batch."""
    return np.array([options], np.int32).reshape(1, len(options))


def is_covered(model: Model) -> bool:
    """Whether no solution contains another: every option adds to an item that wants an exact sum."""
    exact = model.low == model.high
    positive = np.ones(model.items, np.bool_)
    positive[model.item[model.amount < 0]] = False
    covered = np.zeros(model.options, np.bool_)
    covered[model.option_of_entry[(exact & positive)[model.item]]] = True
    return bool(covered.all())
