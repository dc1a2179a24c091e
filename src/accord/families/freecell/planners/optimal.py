"""Shortest plans of FreeCell and its relatives, proved: A* over exact positions, in native code.

A plan's length is the number of its moves of one card, those home included; where sequences are unlimited, a
run that moves as one is one move. While it has not ended, the search knows a bound: no plan is shorter.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from accord.families.freecell.board import AT_HOME
from accord.families.freecell.planners.kept import Kept, Moves
from accord.planners.contract import Progress
from accord_native.freecell.optimal import layout


class Optimal(Kept):
    """A search for a shortest plan."""

    engines: ClassVar[tuple[str, ...]] = ("deadlocks",)
    kernel = "accord_native.freecell.optimal.search"

    def _set_up(self) -> tuple[Any, ...]:
        most = layout.LONGEST - 1
        self._longest = most if self._largest is None else min(self._largest, most)
        heads = np.zeros((layout.LONGEST, layout.LONGEST), np.uint32)
        deepest = np.zeros(layout.LONGEST, np.uint64)
        made = len(self._forced)
        at_least = int(np.count_nonzero(self._start != AT_HOME))
        heads[at_least, made], deepest[at_least] = 1, made
        self._state[layout.LEAST] = at_least
        self._state[layout.TOO_LONG] = at_least > self._longest
        return heads, deepest

    def _asked(self) -> tuple[Any, ...]:
        return (np.uint64(self._longest),)

    @property
    def _least(self) -> int:
        return int(self._state[layout.LEAST])

    def _progress(self, **more: Any) -> Progress:
        return Progress(self._effort, bound=self._least, **more)

    def _ended(self, plan: Moves | None) -> Progress:
        if plan is not None:
            assert len(plan) == self._least, "a plan that is not as long as its proof says"
            return Progress(self._effort, "shortest", plan, bound=len(plan))
        if not self._state[layout.TOO_LONG]:
            return Progress(self._effort, "impossible")
        reason = f"there is no plan of at most {self._longest:,} moves"
        return Progress(self._effort, "gave-up", bound=self._longest + 1, reason=reason, limit="moves")
