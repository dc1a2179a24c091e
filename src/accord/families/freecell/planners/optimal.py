"""Shortest plans of FreeCell and its relatives, proved: A* over exact positions, in native code.

A plan's length is the number of its moves of one card, those home included; where sequences are unlimited, a
run that moves as one is one move. While it has not ended, the search knows a bound: no plan is shorter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from accord.families.freecell.board import AT_HOME
from accord.families.freecell.planners.kept import Kept
from accord.planners.contract import Plan, Progress
from accord_native.freecell.optimal import layout


class Optimal(Kept):
    """A search for a shortest plan; a planner as in `accord.planners.contract`."""

    engine = "deadlocks"
    engines = ("deadlocks",)
    kernel = "accord_native.freecell.optimal.search"

    def _set_up(self) -> None:
        self._longest = (
            layout.LONGEST - 1 if self._largest is None else min(self._largest, layout.LONGEST - 1)
        )
        self._heads = np.zeros((layout.LONGEST, layout.LONGEST), np.uint32)
        self._deepest = np.zeros(layout.LONGEST, np.uint64)
        made = len(self._forced)
        at_least = int(np.count_nonzero(self._begin != AT_HOME))
        self._heads[at_least, made], self._deepest[at_least] = 1, made
        self._state[layout.LEAST] = at_least
        self._state[layout.TOO_LONG] = at_least > self._longest

    def _set_free(self) -> None:
        self._heads = self._heads[:0]

    @property
    def _own_bytes(self) -> int:
        return self._heads.nbytes + self._deepest.nbytes

    def _search(self, budget: np.uint64) -> np.uint64:
        return self._kernel(
            self._places,
            self._codes,
            self._onto,
            self._takes,
            self._higher,
            self._knobs,
            self._rows,
            self._table,
            self._heads,
            self._deepest,
            self._work,
            self._state,
            np.uint64(self._longest),
            budget,
        )

    @property
    def _least(self) -> int:
        return int(self._state[layout.LEAST])

    def _progress(self, **more: Any) -> Progress:
        return Progress(self._effort, bound=self._least, **more)

    def _ended(self, plan: Plan | None) -> Progress:
        if plan is not None:
            assert len(plan) == self._least, "a plan that is not as long as its proof says"
            return Progress(self._effort, "shortest", plan, bound=len(plan))
        if not self._state[layout.TOO_LONG]:
            return Progress(self._effort, "impossible")
        reason = f"there is no plan of at most {self._longest:,} moves"
        return Progress(self._effort, "gave-up", bound=self._longest + 1, reason=reason, limit="moves")
