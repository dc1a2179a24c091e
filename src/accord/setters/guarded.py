"""A model in a solver whose groups of items can be left out; minimal sets of groups that have no solution."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from random import Random

import numpy as np

from accord.backends.contract import Search, Slice
from accord.backends.sat.engines import ENGINES
from accord.backends.sat.incremental import Incremental
from accord.backends.sat.thread import Pulse
from accord.certify.core import violated_items
from accord.errors import EngineError
from accord.model import Model
from accord.model.arrays import totals
from accord.puzzles.cell_values import Shown

SOLVER = "cadical153"  # whose cores are small
REFINEMENTS = 4  # cores of cores, before groups are left out one by one


def literal_of(solver: Incremental, shown: Shown) -> int:
    """Return a literal that asks for a value."""
    if shown.rest:
        return solver.all_of([-option - 1 for option in shown.options])
    return solver.any_of([option + 1 for option in shown.options])


class Guarded:
    """The solver; `core` and `needed` hold at any time."""

    def __init__(self, model: Model, group_of: Sequence[int], groups: int, pulse: Pulse) -> None:
        """`group_of` has for each item its group, or a negative number if it always holds."""
        self.model, self.group_of, self.groups = model, group_of, groups
        self._group_of = np.array(group_of, np.int64)
        self._always = {*self._group_of[self._group_of < 0].tolist()}
        self.solver = Incremental(model, ENGINES[SOLVER], pulse)
        self.calls = 0
        self.core: set[int] | None = None  # groups that have no solution together
        self.needed: set[int] = set()  # groups of the core without which the others have one
        self.led: set[int] = set()  # groups that led to the last answer `no solution`

    def write(self) -> Search:
        """Write the model, in slices."""
        yield from self.solver.write_guarded(self.group_of, self.groups)

    def ask(self, groups: Iterable[int], more: Sequence[int]) -> Generator[Slice, None, list[int] | None]:
        """Return a solution of these groups under more assumptions; None if there is none."""
        self.calls += 1
        found = yield from self.solver.find([*(self.solver.guards[group] for group in groups), *more])
        if found is None:
            core = {*self.solver.core}
            self.led = {group for group, guard in enumerate(self.solver.guards) if guard in core}
        return found

    def chosen_groups(self) -> frozenset[int]:
        """Return the groups whose guards are true in the last answer."""
        literals = self.solver.oracle.solver.get_model()
        return frozenset(n for n, guard in enumerate(self.solver.guards) if literals[guard - 1] > 0)

    def minimise(self, more: Sequence[int], most: int | None = None) -> Search:
        """Make the groups of the last answer, `no solution`, a minimal set under these assumptions.

        A set of more than `most` is of no interest: it stays as it is where more are seen to be needed.
        """
        self.core = {*self.led}
        for _ in range(REFINEMENTS):
            yield from self.ask(sorted(self.core), more)
            if len(self.led) == len(self.core):
                break
            self.core = {*self.led}
        for group in Random(0).sample(sorted(self.core), len(self.core)):
            if group not in self.core:
                continue
            rest = self.core - {group}
            found = yield from self.ask(sorted(rest), more)
            if found is None:
                self.core = {*self.led}
            else:
                self._check(found, rest)
                self.needed.add(group)
                if most is not None and len(self.needed) > most:
                    return
            yield Slice()

    def _check(self, solution: list[int], groups: Collection[int]) -> None:
        """Raise EngineError for a solution that does not meet the items of these groups: plain arithmetic."""
        there = np.isin(self._group_of, [*groups, *self._always])
        model = self.model
        if model.colour.any():
            broken = violated_items(model, solution, np.flatnonzero(there).tolist())
        else:
            chosen = np.zeros(model.options, np.bool_)
            chosen[solution] = True
            given = totals(model.item, model.amount * chosen[model.option_of_entry], model.items)
            broken = np.flatnonzero(there & ((given < model.low) | (given > model.high))).tolist()
        if broken:
            raise EngineError(f"{SOLVER} gave a solution that breaks {model.item_names[broken[0]]!r}")
