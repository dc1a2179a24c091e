"""A call of a SAT solver in slices of some conflicts each: the one place where a solver is called so.

Between two slices whoever asks may look at the clock, tell what is known, and stop by asking no more. A
solver that is called again begins with another restart, so where its slices end decides which solution it
finds. They are sized by work, never by the clock: the same call has the same slices on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

FIRST = 200  # conflicts in the first slice
WORK = 50_000  # propagations that later ones aim at: some hundredths of a second to some tenths


class Sliced:
    """A solver of python-sat that is asked in slices."""

    def __init__(self, solver: Any, quantum: Callable[[int, int], int] | None = None) -> None:
        """`quantum` says how many of some conflicts a slice may have, after so many; None: all of them."""
        self.solver = solver
        self._quantum = quantum
        self._conflicts = FIRST

    @property
    def conflicts(self) -> int:
        """The conflicts so far."""
        counted: int = self.solver.accum_stats()["conflicts"]
        return counted

    @property
    def work(self) -> int:
        """The propagations so far; of solvers that count none about as many as their conflicts take."""
        counted = self.solver.accum_stats()
        return counted["propagations"] or counted["conflicts"] * (20 + self.solver.nof_vars() // 20)

    def solve(self, assumptions: Sequence[int] = ()) -> Generator[None, None, bool]:
        """Yields after each slice, and returns whether the clauses can be satisfied under the assumptions."""
        while True:
            before = self.work
            conflicts = self._conflicts
            if self._quantum is not None:
                conflicts = self._quantum(conflicts, self.conflicts)
            self.solver.conf_budget(conflicts)
            satisfiable = self.solver.solve_limited(assumptions=list(assumptions))
            if satisfiable is not None:
                return bool(satisfiable)
            smaller = WORK / max(1, self.work - before)
            self._conflicts = max(1, int(conflicts * min(1.5, smaller)))
            yield
