"""Find one, two or the best solution of a model by CDCL; all solutions as well, of models with lazy items.

The model's own items are written once, and clauses are only added: what is learned stays true, no solution
comes twice, and there are no passes. A solution is handed on and forbidden, by its chosen options, where
another may contain it by the closed ones too. For `best` it becomes a bound instead, sum of weights <= its
value - 1, written as clauses like any other demand; the search is over when no solution is left.

Of a lazy model each solution is first shown to the lazy part, whose questions are answered by one more solver
for each model they are about: its clauses are written once as well, and the options that a solution has to
contain are assumed. An item that comes back is a clause more, or a few.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.backends.contract import Request, Search, Slice, known_of, state_of
from accord.backends.sat.best import below, lower_after, weights
from accord.backends.sat.cdcl import Oracle, add, contradiction, is_covered, row, write
from accord.backends.sat.engines import Engine
from accord.backends.sat.thread import Pulse, StoppingError
from accord.backends.waiting import finish, in_slices
from accord.model import Kind, Model
from accord.model.lazy import Cut, Separation, with_cuts, without_lazy
from accord.model.model import Indices
from accord.tasks import WANTED


class Solving:
    """One search of a model."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, request: Request) -> None:
        self.model, self.engine, self.pulse, self.request = model, engine, pulse, request
        self.plain, self.separation = model, None
        if Kind.LAZY in model.kind:
            self.plain = without_lazy(model)
            self.separation = Separation(model, Questions(engine, pulse).solve)
        self.oracle = Oracle(engine, pulse)
        self.weight = weights(model)
        self.least = int(np.minimum(self.weight, 0).sum()) if request.task == "best" else None
        self.variables = 0
        self.possible = True
        self.cuts, self.handed_on = known_of(request.resume)

    def search(self) -> Search:
        """Search; see `accord.backends.contract`."""
        native = self.engine.native and self.request.encoding is None
        formula = yield from write(self.plain, self.oracle, native, self.request.encoding)
        self.variables, self.possible = formula.variables, not contradiction(formula)
        if self.request.hint:
            self.oracle.prefer(self.model.options, self.request.hint)
        most = WANTED.get(self.request.task)
        supersets = not is_covered(self.plain)
        found = 0
        for cut in self.cuts:
            yield from self._add(cut)
        for solution in self.handed_on:
            self._forbid(solution, supersets)
        while found != most and self.possible:
            if not (yield from in_slices(self.oracle.solve(), self._slice)):
                break
            chosen = self.oracle.model(self.model.options)
            cuts = self.separation.cuts(chosen) if self.separation else []
            self.cuts += cuts
            for cut in cuts:
                yield from self._add(cut)
            if cuts:
                if self.pulse.due():
                    yield self._slice()
                continue
            found += 1
            if self.request.save_when is not None:
                self.handed_on.append(chosen)
            yield self._slice(row(chosen))
            if self.request.task == "best":
                yield from self._bound(chosen)
            elif found != most:
                self._forbid(chosen, supersets)
        if found != most:
            yield Slice(effort=self.effort, complete=True)

    def _slice(self, solutions: Indices | None = None) -> Slice:
        """The slice with the new solutions; and with the state, where one is wanted."""
        wanted = self.request.save_when is not None and self.request.save_when()
        state = state_of(self.cuts, self.handed_on) if wanted and self.separation else None
        number = 0 if solutions is None else len(solutions)
        return Slice(number, solutions, self.effort, bound=self.least if number else None, state=state)

    @property
    def effort(self) -> dict[str, int]:
        """The counters so far."""
        return self.oracle.effort | (self.separation.effort if self.separation else {})

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

    def _bound(self, chosen: Sequence[int]) -> Search:
        """From now on, solutions of a smaller value than this one only."""
        value = int(self.weight[chosen].sum())
        if value == self.least:  # no value is smaller, whatever is chosen
            self.possible = False
            return
        if self.separation is None:
            self.oracle.prefer(self.model.options, chosen)
        yield from self._write(below(self.weight, value))

    def _write(self, model: Model) -> Search:
        formula = yield from lower_after(model, self.variables, self.request.encoding, self.pulse)
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
            formula = finish(write(model, oracle, self.engine.native, None), self._look)
            self.known[id(model)] = model, oracle, not contradiction(formula)
        _, oracle, possible = self.known[id(model)]
        if not possible or not finish(oracle.solve([o + 1 for o in options]), self._look):
            return None
        return tuple(oracle.model(model.options))

    def _look(self) -> None:
        if self.pulse.stopping.is_set():
            raise StoppingError
