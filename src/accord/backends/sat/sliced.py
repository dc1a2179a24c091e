"""A call of a SAT solver in slices of some conflicts each: the one place where a solver is called so.

Between two slices whoever asks may look at the clock, tell what is known, and stop by asking no more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from time import monotonic
from typing import Any

FIRST = 200  # conflicts in the first slice
SLICE_SECONDS = 0.025  # that later ones aim at


class Sliced:
    """A solver of python-sat that is asked in slices."""

    def __init__(self, solver: Any, quantum: Callable[[int, int], int] | None = None) -> None:
        """`quantum` says how many of some conflicts a slice may have, after so many; None: all of them."""
        self.solver = solver
        self._quantum = quantum
        self._conflicts = FIRST

    @property
    def conflicts(self) -> int:
        """The conflicts so far. Solvers that count none raise KeyError, TypeError or NotImplementedError."""
        counted: int = self.solver.accum_stats()["conflicts"]
        return counted

    def solve(self, assumptions: Sequence[int] = ()) -> Generator[None, None, bool]:
        """Yields after each slice, and returns whether the clauses can be satisfied under the assumptions."""
        while True:
            began = monotonic()
            conflicts = self._conflicts
            if self._quantum is not None:
                conflicts = self._quantum(conflicts, self.conflicts)
            self.solver.conf_budget(conflicts)
            satisfiable = self.solver.solve_limited(assumptions=list(assumptions))
            if satisfiable is not None:
                return bool(satisfiable)
            faster = SLICE_SECONDS / max(1e-6, monotonic() - began)
            self._conflicts = max(1, int(conflicts * min(1.5, faster)))
            yield
