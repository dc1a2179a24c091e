"""Whether a position of FreeCell or a relative can be solved at all: an exhaustive search, in native code.

It tries every legal move in every position that can be reached, and tells positions apart by exact keys. So
it ends with a plan, or with the proof that there is none.
"""

from __future__ import annotations

import numpy as np

from accord.families.freecell.planners.kept import Kept
from accord.planners.contract import Plan, Progress
from accord_native.freecell.optimal import layout


class Impossible(Kept):
    """A search for any plan, or for the end of all positions; a planner as in `accord.planners.contract`."""

    engine = "exhaustive"
    engines = ("exhaustive",)
    kernel = "accord_native.freecell.optimal.exhaust"

    def _set_up(self) -> None:
        self._heads = np.zeros(layout.BUCKETS, np.uint32)
        self._heads[0] = 1

    def _set_free(self) -> None:
        self._heads = self._heads[:0]

    @property
    def _own_bytes(self) -> int:
        return self._heads.nbytes

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
            self._work,
            self._state,
            budget,
        )

    def _ended(self, plan: Plan | None) -> Progress:
        if plan is None:
            return Progress(self._effort, "impossible")
        if self._largest is not None and len(plan) > self._largest:
            reason = f"the plan found has {len(plan):,} moves, more than {self._largest:,}"
            return Progress(self._effort, "gave-up", reason=reason, limit="moves")
        return Progress(self._effort, "solved", plan)
