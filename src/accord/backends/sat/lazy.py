"""Lazy models by CDCL: one solver that goes on with every item that is found, and others that find them.

The model's own items are written once. Each solution is shown to the lazy part, whose questions are answered
by one more solver for each model they are about: its clauses are written once as well, and the options that a
solution has to contain are assumed. An item that comes back is a clause more, or a few; a true solution is
handed on and forbidden, by its chosen options, where another may contain it by the closed ones too.

What is learned stays true: clauses are only added. So no solution comes twice, and there are no passes.
For `best` each true solution adds a bound, as in `best.down`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from accord.backends.contract import Search, Slice
from accord.backends.sat.best import below, lowered, weights
from accord.backends.sat.cdcl import Oracle, add, contradiction, covered, row, write
from accord.backends.sat.thread import StoppingError
from accord.backends.waiting import finished, told
from accord.model import Model
from accord.model.lazy import Separation, with_cuts, without_lazy
from accord.tasks import WANTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from accord.backends.contract import Request
    from accord.backends.sat.engines import Engine
    from accord.backends.sat.thread import Pulse
    from accord.model.lazy import Cut


class LazySearch:
    """One search of a lazy model, for any task."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, request: Request) -> None:
        self.model, self.engine, self.pulse, self.request = model, engine, pulse, request
        self.plain = without_lazy(model)
        self.oracle = Oracle(engine, pulse)
        self.separation = Separation(model, Questions(engine, pulse).solve)
        self.variables = 0
        self.possible = True

    def search(self) -> Search:
        """Search; see `accord.backends.contract`."""
        native = self.engine.native and self.request.encoding is None
        formula = yield from write(self.plain, self.oracle, native, self.request.encoding)
        self.variables, self.possible = formula.variables, not contradiction(formula)
        if self.request.hint:
            self.oracle.prefer(self.model.options, self.request.hint)
        most = WANTED.get(self.request.task)
        supersets = not covered(self.plain)
        found = 0
        while found != most and self.possible:
            if not (yield from told(self.oracle.solve(), lambda: Slice(effort=self.effort))):
                break
            chosen = self.oracle.model(self.model.options)
            cuts = self.separation.cuts(chosen)
            for cut in cuts:
                yield from self._add(cut)
            if cuts:
                if self.pulse.due():
                    yield Slice(effort=self.effort)
                continue
            found += 1
            yield Slice(1, row(chosen), self.effort)
            if self.request.task == "best":
                yield from self._bound(int(weights(self.model)[chosen].sum()))
            else:
                self._forbid(chosen, supersets)
        if found != most:
            yield Slice(effort=self.effort, complete=True)

    @property
    def effort(self) -> dict[str, int]:
        """The counters so far."""
        return self.oracle.effort | self.separation.effort

    def _add(self, cut: Cut) -> Search:
        """An item more: a clause where it is one, else what any other item is written as."""
        positive = all(amount == 1 for amount in cut.amounts)
        if cut.clause:
            self._clause([o + 1 for o in cut.options])
        elif positive and cut.low <= 0 and cut.high == len(cut.options) - 1:
            self._clause([-o - 1 for o in cut.options])
        else:
            options = self.model.options
            nothing = Model.from_arrays((), np.zeros(options + 1, np.int64), ())
            yield from self._write(with_cuts(nothing, [cut]))

    def _bound(self, value: int) -> Search:
        """From now on, solutions of a smaller value only."""
        weight = weights(self.model)
        if value == np.minimum(weight, 0).sum():  # no value is smaller, whatever is chosen
            self.possible = False
        else:
            yield from self._write(below(weight, value))

    def _write(self, model: Model) -> Search:
        formula = yield from lowered(model, self.variables, self.request.encoding, self.pulse)
        self.variables = formula.variables
        self.possible &= not contradiction(formula)
        if self.possible:
            yield from add(self.oracle.solver, formula, self.pulse)

    def _forbid(self, chosen: Sequence[int], supersets: bool) -> None:
        closed = set(range(self.model.options)).difference(chosen) if supersets else ()
        self._clause([*(-o - 1 for o in chosen), *(o + 1 for o in closed)])

    def _clause(self, literals: list[int]) -> None:
        if literals:
            self.oracle.solver.add_clause(literals)
        else:  # not every solver takes an empty clause
            self.possible = False


class Questions:
    """Solvers for the questions of a lazy part, one a model."""

    def __init__(self, engine: Engine, pulse: Pulse) -> None:
        self.engine, self.pulse = engine, pulse
        self.known: dict[int, tuple[Model, Oracle, bool]] = {}

    def solve(self, model: Model, options: Sequence[int]) -> tuple[int, ...] | None:
        """A solution of the model that contains these options; None if there is none."""
        if id(model) not in self.known:
            oracle = Oracle(self.engine, self.pulse)
            formula = finished(write(model, oracle, self.engine.native, None), self._look)
            self.known[id(model)] = model, oracle, not contradiction(formula)
        _, oracle, possible = self.known[id(model)]
        if not possible or not finished(oracle.solve([o + 1 for o in options]), self._look):
            return None
        return tuple(oracle.model(model.options))

    def _look(self) -> None:
        if self.pulse.stopping.is_set():
            raise StoppingError
