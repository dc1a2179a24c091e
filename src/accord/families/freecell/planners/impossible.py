"""Whether a position of FreeCell or a relative can be solved at all: an exhaustive search, in native code.

It tries every legal move in every position that can be reached, and tells positions apart by exact keys. So
it ends with a plan, or with the proof that there is none.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from accord.families.freecell.planners.kept import Kept, Moves
from accord.planners.contract import Progress
from accord_native.freecell.optimal import layout


class Impossible(Kept):
    """A search for any plan, or for the end of all positions."""

    engines: ClassVar[tuple[str, ...]] = ("exhaustive",)
    kernel = "accord_native.freecell.optimal.exhaust"

    def _set_up(self) -> tuple[Any, ...]:
        heads = np.zeros(layout.BUCKETS, np.uint32)
        heads[0] = 1
        return (heads,)

    def _ended(self, plan: Moves | None) -> Progress:
        return Progress(self._effort, "impossible") if plan is None else self._found(plan)
