"""Any plan of a FreeCell position, fast: depth-first scans, then best-first searches, in native code.

They try what looks best first, and know states by 64 bits of a hash only. So it ends with a
plan, or without one; it never shows that there is none.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from accord.families.freecell.board import Board, under
from accord.families.freecell.planners.base import ENDLESS, CardPlanner
from accord.families.freecell.planners.fast_sweep import LIMIT, Sweep
from accord.families.freecell.spec import Rules
from accord.planners.contract import Asked, Progress

SLICE = 1 << 15  # states between two yields: some hundredths of a second
PLAN_STEPS = 1 << 13  # room for a plan of single moves; those of FreeCell take some 200
NO_PROOF = "; a search of this kind never shows that there is none"


class Fast(CardPlanner):
    """A search for any plan of one position."""

    engines: ClassVar[tuple[str, ...]] = ("scans",)
    usual = LIMIT
    unproved = NO_PROOF

    def _begin(self, asked: Asked, rules: Rules, board: Board) -> None:  # noqa: ARG002
        self._held = Sweep(rules, under(rules, board)[None], steps=PLAN_STEPS)
        self._refuse(self._counted()["bytes"], self._name)

    def _go_on(self, states: int) -> Progress | None:
        if not self._held.run(ENDLESS, min(states, SLICE)):
            return None
        moves = self._held.told(0).moves
        return self._gave_up("every scan has ended") if moves is None else self._found(np.array(moves))

    def _counted(self) -> dict[str, int]:
        effort: dict[str, int] = self._held.effort
        return effort
