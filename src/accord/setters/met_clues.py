"""Find which of the possible clues of a puzzle a solution meets, whether or not the puzzle states them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable

import numpy as np

from accord.backends.contract import Slice
from accord.model.arrays import totals
from accord.puzzles.clues import PossibleClues
from accord.setters.guarded import Guarded


class MetClues:
    """The possible clues, and the solver that holds them under guards."""

    def __init__(self, possible: PossibleClues, solver: Guarded) -> None:
        self._possible, self._solver = possible, solver
        self._of_item = np.asarray(possible.of_item, np.int64)
        self._decides = frozenset(possible.decides)
        model = possible.model
        decides = np.zeros(model.options, np.bool_)
        decides[list(possible.decides)] = True
        clues = self._of_item[model.item[~decides[model.option_of_entry]]]
        self._with_options = frozenset(clues[clues >= 0].tolist())  # of their own

    def which(self, solution: list[int], some: Collection[int]) -> Generator[Slice, None, set[int]]:
        """Return which of some clues a solution meets: by arithmetic, else by asking."""
        model = self._possible.model
        chosen = np.zeros(model.options, np.bool_)
        chosen[solution] = True
        given = totals(model.item, model.amount * chosen[model.option_of_entry], model.items)
        broken = {*self._of_item[(given < model.low) | (given > model.high)].tolist()}
        asked = {number for number in some if number in self._with_options}
        met = {*some} - asked - broken
        return met | (yield from self._ask(solution, asked)) if asked else met

    def _ask(self, solution: list[int], some: set[int]) -> Generator[Slice, None, set[int]]:
        """Return which clues a solution meets: ask for one that is not known yet, until there is none."""
        solver = self._solver.solver
        fixed = [-literal for literal in self.contrary(solution)]
        unknown, met = set(some), set[int]()
        solver.oracle.solver.set_phases([solver.guards[number] for number in some])  # many at once
        while unknown:
            one = solver.any_of([solver.guards[number] for number in sorted(unknown)])
            if (yield from self._solver.ask((), [*fixed, one])) is None:
                break
            found = self._solver.chosen_groups() & unknown
            met |= found
            unknown -= found
        return met

    def contrary(self, solution: Iterable[int]) -> list[int]:
        """Return the literals of which another solution has one."""
        chosen = {*solution}
        return [-option - 1 if option in chosen else option + 1 for option in self._possible.decides]

    def deciding(self, solution: Iterable[int]) -> list[int]:
        """Return the options of a solution that tell it from others."""
        return sorted(self._decides.intersection(solution))
