"""Find a solution of least weight: core-guided search from below (RC2), and a bound that falls from above.

RC2 (Ignatiev, Morgado, Marques-Silva 2019) starts from the weights that cannot all be saved, and relaxes one
core of them after the other. It takes no formula without weights. For the search down see `solving`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from accord.backends.contract import Search, Slice
from accord.backends.sat.cdcl import Oracle, Sliced, contradiction, lowered_in_slices, row, write
from accord.backends.sat.engines import Engine
from accord.backends.sat.thread import Pulse, StoppingError
from accord.backends.waiting import finish
from accord.cnf import Formula
from accord.model import Model
from accord.model.model import Ints


def weights(model: Model) -> Ints:
    """The weight of each option; 0 where the model has no objective."""
    return model.objective if len(model.objective) else np.zeros(model.options, np.int64)


def below(weight: Ints, value: int) -> Model:
    """A model of the same options whose only demand is an objective of less than a value."""
    weighty = np.flatnonzero(weight)
    start = np.zeros(len(weight) + 1, np.int64)
    np.cumsum(weight != 0, out=start[1:])
    low = int(np.minimum(weight, 0).sum())
    return Model.from_arrays(
        ["objective"],
        start,
        np.zeros(len(weighty), np.int32),
        low=low,
        high=value - 1,
        amount=weight[weighty],
    )


def lower_after(
    model: Model, taken: int, encoding: str | None, pulse: Pulse
) -> Generator[Slice, None, Formula]:
    """Yield slices; return a formula whose auxiliary variables come after the ones that are taken."""
    formula = yield from lowered_in_slices(model, False, encoding, pulse)
    shift = taken - formula.options
    auxiliary = np.abs(formula.literal) > formula.options
    literal = formula.literal + np.where(auxiliary, np.sign(formula.literal) * shift, 0).astype(np.int32)
    return Formula(
        formula.options, formula.variables + shift, formula.start, literal, formula.owner, formula.at_most
    )


def up(model: Model, engine: Engine, pulse: Pulse, *, encoding: str | None) -> Search:
    """The least solution, after a rising bound."""
    weight = weights(model)
    oracle = Oracle(engine, pulse)  # for the first solution; RC2 has a solver of its own
    formula = yield from write(model, oracle, False, encoding)
    if contradiction(formula) or not (yield from oracle.answer()):
        yield Slice(effort=oracle.effort, complete=True)
        return
    constant = int(np.minimum(weight, 0).sum())
    least: int | None = None

    def note(literals: Sequence[int]) -> None:
        nonlocal least
        chosen = [literal - 1 for literal in literals if 0 < literal <= model.options]
        value = int(weight[chosen].sum())
        if least is None or value < least:
            least = value
            pulse.better.append(Slice(1, row(chosen), {"conflicts": pulse.conflicts}, bound=pulse.bound))

    note(oracle.solver.get_model())
    with core_guided(engine, formula, weight, constant, pulse, note) as search:
        literals = search.compute()
        if literals is not None:
            note(literals)
            pulse.bound = least
        yield Slice(effort={"conflicts": pulse.conflicts}, bound=pulse.bound, complete=True)


def core_guided(
    engine: Engine,
    formula: Formula,
    weight: Ints,
    constant: int,
    pulse: Pulse,
    note: Callable[[Sequence[int]], None],
) -> Any:
    """RC2 over a formula, with calls of the solver that end after some conflicts to look around.

    Whatever satisfies the formula on the way, with the heavy weights first, is noted.
    """
    from pysat.examples.rc2 import RC2Stratified
    from pysat.formula import WCNF

    class Interruptible(RC2Stratified):  # type: ignore[misc]
        sliced: Sliced | None = None

        def _call_oracle(self, assumptions: list[int] = [], expect_interrupt: bool = False) -> bool:  # noqa: ARG002, B006
            if self.sliced is None:
                self.sliced = Sliced(self.oracle, pulse.quantum)
            self._looked_around()
            answer = finish(self.sliced.solve(assumptions), self._looked_around)
            pulse.conflicts = self.sliced.conflicts
            if answer:
                note(self.oracle.get_model())
            return answer

        def _looked_around(self) -> None:
            pulse.bound = constant + self.cost
            if pulse.stopping.is_set():
                raise StoppingError
            if self.sliced is not None and self.sliced.conflicts > pulse.conflicts:
                pulse.conflicts = self.sliced.conflicts
                if pulse.nodes is not None:  # conflicts are not counted before a call has ended, but now
                    pulse.better.append(Slice(effort={"conflicts": pulse.conflicts}, bound=pulse.bound))

    soft = [o for o in range(formula.options) if weight[o]]
    problem = WCNF()
    problem.nv = formula.variables
    problem.hard = list(formula.clauses())
    problem.soft = [[-o - 1] if weight[o] > 0 else [o + 1] for o in soft]
    problem.wght = [abs(int(weight[o])) for o in soft]
    problem.topw = sum(problem.wght) + 1
    return Interruptible(
        problem, solver=engine.solver.lower(), adapt=True, exhaust=False, incr=False, minz=False
    )
