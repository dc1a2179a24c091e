"""A solver that is asked in slices, and a model's clauses in it: what `solving` and `best` share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from accord.backends.contract import Search, Slice
from accord.backends.sat.sliced import Sliced
from accord.backends.waiting import told
from accord.cnf import lowering
from accord.model.model_cache import MOST, cache_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from accord.backends.sat.engines import Engine
    from accord.backends.sat.thread import Pulse
    from accord.cnf import Formula
    from accord.model import Model
    from accord.model.model import Indices


class Oracle(Sliced):
    """A solver that is asked in slices of a search."""

    def __init__(self, engine: Engine, pulse: Pulse) -> None:
        super().__init__(engine.make(), pulse.quantum)
        self.engine = engine
        self.pulse = pulse

    @property
    def effort(self) -> dict[str, int]:
        """The conflicts so far."""
        return {"conflicts": self.conflicts}

    def answer(self, assumptions: Sequence[int] = ()) -> Generator[Slice, None, bool]:
        """Slices, and at last whether the clauses can be satisfied under the assumptions."""
        return told(self.solve(assumptions), lambda: Slice(effort=self.effort, bound=self.pulse.bound))

    def model(self, options: int) -> list[int]:
        """The options of the solution that was found last."""
        return [literal - 1 for literal in self.solver.get_model() if 0 < literal <= options]

    def prefer(self, options: int, chosen: Iterable[int]) -> None:
        """Try these options chosen and all others closed first, if the solver can be told."""
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
    yield from add(oracle.solver, formula, oracle.pulse)
    return formula


def lowered_in_slices(
    model: Model, native: bool, encoding: str | None, pulse: Pulse
) -> Generator[Slice, None, Formula]:
    """Slices, and at last the formula, which is kept with the model."""
    known, key = cache_of(model), (lowering, native, encoding)
    if key in known:
        return cast("Formula", known[key])
    steps = lowering(model, native=native, encoding=encoding)
    formula = yield from told(steps, lambda: Slice(bound=pulse.bound) if pulse.due() else None)
    if len(formula.literal) <= MOST:
        known[key] = formula
    return formula


def add(solver: Any, formula: Formula, pulse: Pulse) -> Search:
    """Write a formula into a solver, in slices."""
    clause = solver.add_clause
    for number, literals in enumerate(formula.clauses()):
        clause(literals)
        if not number & 255 and pulse.due():
            yield Slice()
    for constraint in formula.at_most:
        solver.add_atmost(list(constraint.literals), constraint.bound)
        if pulse.due():
            yield Slice()


def contradiction(formula: Formula) -> bool:
    """Whether there is an empty clause; not every solver takes one."""
    return bool((np.diff(formula.start) == 0).any())


def row(options: Sequence[int]) -> Indices:
    """One solution as a batch."""
    return np.array([options], np.int32).reshape(1, len(options))


def covered(model: Model) -> bool:
    """Whether no solution contains another: every option adds to an item that wants an exact sum."""
    exact = model.low == model.high
    positive = np.ones(model.items, np.bool_)
    positive[model.item[model.amount < 0]] = False
    covered = np.zeros(model.options, np.bool_)
    covered[model.option_of_entry[(exact & positive)[model.item]]] = True
    return bool(covered.all())
