"""Any plan of a FreeCell position, fast: depth-first scans, then best-first searches, in native code.

They try what looks best first, and know states by 64 bits of a hash only. So it ends with a
plan, or without one; it never shows that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from accord.errors import RefusedError
from accord.families.freecell.board import under
from accord.families.freecell.planners.fast_sweep import LIMIT, Sweep
from accord.families.freecell.start import start
from accord.planners.contract import Asked, Progress

ENDLESS = 1 << 62  # states
SLICE = 1 << 15  # states between two yields: some hundredths of a second
PLAN_STEPS = 1 << 13  # room for a plan of single moves; those of FreeCell take some 200
NO_PROOF = "; a search of this kind never shows that there is none"


class Fast:
    """A search for any plan of one position; a planner as in `accord.planners.contract`.

    Without a limit on states it gives up after LIMIT of them; with one it pauses there, and can be taken
    further. A search that was run in parts ends as one that was not.
    """

    engines: ClassVar[tuple[str, ...]] = ("scans",)
    options: ClassVar[tuple[str, ...]] = ()

    def __init__(self, asked: Asked) -> None:
        """Begin. Raises RefusedError for several decks; compiles the kernels at their first use."""
        self.engine = "scans"
        assert asked.puzzle is not None, "a planner of a family takes its puzzles"
        self.state_limit = asked.state_limit
        self._largest = asked.largest
        rules, board = start(asked.puzzle.spec)
        self._sweep: Sweep | None = Sweep(rules, under(rules, board)[None], steps=PLAN_STEPS)
        self._effort = self._sweep.effort
        if asked.memory_limit is not None and asked.memory_limit < self._effort["bytes"]:
            self.close()
            raise RefusedError(
                f"the planner `fast` takes {self._effort['bytes']:,} bytes, more than the memory limit of"
                f" {asked.memory_limit:,}"
            )
        self._last: Progress | None = None

    def steps(self) -> Iterator[Progress]:
        """Go on, slice by slice."""
        while self._last is None and self._sweep is not None:
            limit = LIMIT if self.state_limit is None else self.state_limit
            left = limit - self._effort["states"]
            ended = self._sweep.run(ENDLESS, max(0, min(left, SLICE)))
            self._effort = self._sweep.effort
            if ended:
                self._last = self._ended(self._sweep)
            elif self._effort["states"] >= limit:
                reason = f"no plan within {limit:,} states"
                if self.state_limit is not None:
                    yield Progress(self._effort)
                    return
                self._last = Progress(self._effort, "gave-up", reason=reason + NO_PROOF)
            else:
                yield Progress(self._effort)
        if self._last is not None:
            yield self._last

    def close(self) -> None:
        """Free what is held."""
        self._sweep = None

    def _ended(self, sweep: Sweep) -> Progress:
        moves = sweep.told(0).moves
        if moves is None:
            return Progress(self._effort, "gave-up", reason="every scan has ended" + NO_PROOF)
        if self._largest is not None and len(moves) > self._largest:
            reason = f"the plan found has {len(moves):,} moves, more than {self._largest:,}"
            return Progress(self._effort, "gave-up", reason=reason, limit="moves")
        return Progress(self._effort, "solved", np.array(moves))
