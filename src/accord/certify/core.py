"""Cores: items whose demands cannot all be met, none of which can be spared.

Every clause of an item gets the negation of the item's selector, so that a solver may assume any set of
items. A core of an unsatisfiable set comes from the solver; it is made irreducible by deletion: each item in
turn is left out. If the rest is still unsatisfiable, its core takes the set's place; if not, the solver's
model meets all others and breaks only this item, which is checked by plain arithmetic (Marques-Silva, Minimal
Unsatisfiability, 2010).
"""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.errors import EngineError

if TYPE_CHECKING:
    from accord.cnf import Formula
    from accord.model import Model

SOLVER = "Cadical153"
TICK = 0.05  # seconds a slice aims at
CONFLICTS = 500  # in the first slice of a call
REFINEMENTS = 8  # cores of cores, before items are left out one by one


class _StopError(Exception):
    """The work was told to stop."""


@dataclass
class Known:
    """What is known of a set; all of it holds at any time."""

    core: list[int] | None = None
    needed: dict[int, list[int]] = field(default_factory=dict)  # item -> options that break only that item
    solution: list[int] | None = None

    @property
    def irreducible(self) -> bool:
        """Whether every item of the core is known to be needed."""
        return self.core is not None and all(item in self.needed for item in self.core)


class Finder:
    """The search for a core, in a thread of its own; see `accord.certify.solver` for why.

    `best` is what is known so far, and `stopping` ends the search within a slice.
    """

    def __init__(self, model: Model, formula: Formula, seed: int, orders: int) -> None:
        self.model, self.formula, self.orders = model, formula, orders
        self.random = random.Random(seed)
        self.best = Known()
        self.current = self.best
        self.calls = self.conflicts = 0
        self.stopping = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """What the thread does; `fault` holds an exception that ended it."""
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
            known = Known(list(core)) if order else self.best
            self.current = known
            self._make_irreducible(solver, known)
            if (
                known.core is not None
                and self.best.core is not None
                and len(known.core) < len(self.best.core)
            ):
                self.best = known

    def _make_irreducible(self, solver: Any, known: Known) -> None:
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

    def _core(self, solver: Any, items: list[int], known: Known) -> list[int] | None:
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
