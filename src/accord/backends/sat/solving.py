"""Find one, two or the best solution of a model by CDCL; all solutions as well, of models with lazy items.

The search has one solver (`incremental`), so there are no passes, and no solution comes twice. A solution is
handed on and forbidden, by its chosen options, where another may contain it by the closed ones too. For
`best` it becomes a bound instead, sum of weights <= its value - 1, written as clauses like any other demand;
the search is over when no solution is left.

Of many solutions, a slice has several: each takes some work of the caller, which is more than the work that
the solver has with a solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from accord.backends.contract import Request, Search, Slice, known_of, state_of
from accord.backends.sat.best import below, weights
from accord.backends.sat.cdcl import is_covered
from accord.backends.sat.engines import Engine
from accord.backends.sat.incremental import Incremental
from accord.backends.sat.thread import Pulse
from accord.model import Model
from accord.model.arrays import pad_rows
from accord.tasks import ENUMERATES, WANTED

SHARE = 32  # of many solutions, a slice has so small a part


class Solving:
    """One search of a model."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, request: Request) -> None:
        self.model, self.request = model, request
        self.solver = Incremental(model, engine, pulse, request.encoding)
        self.weight = weights(model)
        self.least = int(np.minimum(self.weight, 0).sum()) if request.task == "best" else None
        self.solver.cuts, self.handed_on = known_of(request.resume)
        self.found: list[list[int]] = []  # and not yet handed on

    def search(self) -> Search:
        """Search; see `accord.backends.contract`."""
        solver = self.solver
        yield from solver.write()
        if self.request.hint:
            solver.oracle.prefer(self.model.options, self.request.hint)
        if self.request.known is not None:
            yield from self._look_below(self.request.known)
        most = WANTED.get(self.request.task)
        supersets, many = not is_covered(solver.plain), self.request.task in ENUMERATES
        found = 0
        for cut in solver.cuts:
            yield from solver.add_cut(cut)
        for solution in self.handed_on:
            self._forbid(solution, supersets)
        while found != most:
            chosen = yield from solver.find(slice_now=self._slice)
            if chosen is None:
                break
            found += 1
            if self.request.save_when is not None:
                self.handed_on.append(chosen)
            self.found.append(chosen)
            enough = not many or len(self.found) * SHARE >= found or found == self.request.limit
            if enough or solver.pulse.due():
                yield self._slice()
            if self.request.task == "best":
                yield from self._bound(chosen)
            elif found != most:
                self._forbid(chosen, supersets)
        if found != most:
            yield replace(self._slice(), complete=True)

    def _slice(self) -> Slice:
        """Return the slice with the new solutions; and with the state, where one is wanted."""
        found, self.found = self.found, []
        wanted = self.request.save_when is not None and self.request.save_when()
        state = state_of(self.solver.cuts, self.handed_on) if wanted and self.solver.separation else None
        bound = self.least if found else None
        solutions = pad_rows(found) if found else None
        return Slice(len(found), solutions, self.solver.effort, bound=bound, state=state)

    def _bound(self, chosen: Sequence[int]) -> Search:
        """From now on, solutions of a smaller value than this one only."""
        if self.solver.separation is None:
            self.solver.oracle.prefer(self.model.options, chosen)
        yield from self._look_below(int(self.weight[chosen].sum()))

    def _look_below(self, value: int) -> Search:
        if value == self.least:  # no value is smaller, whatever is chosen
            self.solver.possible = False
            return
        yield from self.solver.add_model(below(self.weight, value))

    def _forbid(self, chosen: Sequence[int], supersets: bool) -> None:
        literals = np.arange(1, self.model.options + 1)
        literals[chosen] *= -1
        self.solver.add_clause((literals if supersets else literals[chosen]).tolist())
