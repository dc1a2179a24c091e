"""Find one, two or the best solution of a model by CDCL; all solutions as well, of models with lazy items.

The search has one solver (`incremental`), so there are no passes, and no solution comes twice. A solution is
handed on and forbidden, by its chosen options, where another may contain it by the closed ones too. For
`best` it becomes a bound instead, sum of weights <= its value - 1, written as clauses like any other demand;
the search is over when no solution is left.

Of many solutions, a slice has several: each takes some work of the caller, which is more than the work that
the solver has with a solution.

Enumerate solutions of any formula (amounts, colours, auxiliary variables) by a walk with SAT propagation.

As in `walk`, the solver only propagates, and no clause is added for a solution. Only options are assumed:
auxiliary variables follow from them, so a node with all options settled is a solution. A node's cases are:
the first open option of an item that still wants something is chosen, or the second but not the first, ...,
or none. Where the item wants exactly one, that the others are closed need not be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from accord.backends.contract import UNLIMITED, Request, Search, Slice, known_of, state_of
from accord.backends.sat.best import below, weights
from accord.backends.sat.cdcl import contradiction, is_covered, lowered_in_slices
from accord.backends.sat.engines import Engine
from accord.backends.sat.incremental import Incremental
from accord.backends.sat.problem import members, members_to_set
from accord.backends.sat.thread import Pulse
from accord.backends.sat.walk import Propagation
from accord.cnf import Formula
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


class Want:
    """An item that wants something: its options, what each gives, and how much is wanted."""

    def __init__(self, model: Model, item: int) -> None:
        start, option, entry = model.by_item
        ours = slice(start[item], start[item + 1])
        self.item = item
        self.options = members_to_set(option[ours].tolist(), model.options)
        amounts = model.amount[entry[ours]].tolist()
        self.amount = dict(zip(option[ours].tolist(), amounts, strict=True))
        self.ones = all(amount == 1 for amount in amounts)
        self.low = int(model.low[item])
        self.exclusive = self.ones and self.low == 1 == int(model.high[item])

    def unmet(self, chosen: int, size: int) -> bool:
        """Whether the chosen options give less than what is wanted."""
        given = chosen & self.options
        if self.ones:
            return given.bit_count() < self.low
        return sum(self.amount[option] for option in members(given, size)) < self.low


class GeneralWalk(Propagation):
    """One walk over any model."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, request: Request, *, native: bool) -> None:
        super().__init__(model, engine, pulse, request, native, request.encoding)
        self.encoding = request.encoding
        self.size = model.options
        self.wants = [Want(model, item) for item in range(model.items) if model.low[item] > 0]
        self.root = next((want for want in self.wants if want.item == request.root), None)
        self.solver = engine.make()
        self.path: list[tuple[list[int], int, Iterator[list[int]]]] = []  # assumed, chosen, cases

    def search(self) -> Search:
        """Walk; see `accord.backends.contract`."""
        formula = yield from lowered_in_slices(self.model, self.native, self.encoding, self.pulse)
        yield from self.write(formula)
        if not contradiction(formula):
            self.enter([self.guard], self.root)
        guide, watches = self.guide, self.guide.watches
        until = self.pulse.quantum(UNLIMITED, 0)
        while self.path:
            if watches and watches[-1][0] >= len(self.path):
                guide.left(len(self.path), self.found)
            assumed, _, cases = self.path[-1]
            for case in cases:
                if self.nodes >= until:
                    yield self.slice()
                    until = self.nodes + self.pulse.quantum(UNLIMITED, self.nodes)
                if self.pulse.due():
                    yield self.slice()
                    if guide.due(self.propagations):
                        for _ in guide.write():
                            yield self.slice()
                self.nodes += case[-1] > 0
                if self.enter(assumed + case):
                    break
            else:
                self.path.pop()
        yield self.slice(complete=True)

    def write(self, formula: Formula) -> Search:
        """Write the formula into the solver; units with a guard, see `accord.backends.sat.problem`."""
        self.guard = formula.variables + 1
        clause = self.solver.add_clause
        for number, literals in enumerate(formula.clauses()):
            if literals:
                clause(literals if len(literals) > 1 else [*literals, -self.guard])
            if not number & 255 and self.pulse.due():
                yield self.slice()
        for constraint in formula.at_most:
            self.solver.add_atmost(list(constraint.literals), constraint.bound)
            if self.pulse.due():
                yield self.slice()
        powers = [1 << o for o in range(self.size)]
        auxiliary = [0] * (self.guard - self.size)
        self.bits = [0, *powers, *auxiliary, *auxiliary, *reversed(powers)]

    def enter(self, assumed: list[int], root: Want | None = None) -> bool:
        """Ask the solver what follows; note a solution, or go down. Whether the path has changed."""
        self.propagations += 1
        consistent, trail = self.solver.propagate(assumed)
        if not consistent:
            return False
        settled = sum(map(self.bits.__getitem__, trail))
        open_set = ((1 << self.size) - 1) ^ settled
        if not open_set:
            self.found += 1
            if self.solutions:
                self.rows.append(sorted(literal - 1 for literal in trail if 0 < literal <= self.size))
            return False
        chosen = sum(self.bits[literal] for literal in trail if literal > 0)
        guide = self.guide
        if guide.solver is not None:
            size = open_set.bit_count()
            if guide.wants(size, len(self.path), self.found):
                core = guide.core(size, chosen)
                while core is not None and self.path and not core & ~self.path[-1][1]:
                    self.path.pop()
                if core is not None:
                    return True
        self.path.append((assumed, chosen, self.cases(open_set, chosen, root)))
        return True

    def cases(self, open_set: int, chosen: int, root: Want | None) -> Iterator[list[int]]:
        """The assumptions below a node."""
        fewest, best = self.size + 1, root
        for want in self.wants if root is None or not root.options & open_set else ():
            number = (want.options & open_set).bit_count()
            if 0 < number < fewest and want.unmet(chosen, self.size):
                fewest, best = number, want
                if number == 1:
                    break
        options = best.options & open_set if best is not None else 0
        exclusive = options != 0 and best is not None and best.exclusive and not best.options & chosen
        variables = [o + 1 for o in members(options or open_set & -open_set, self.size)]
        return iter([[v] for v in variables] if exclusive else first_chosen(variables))


def first_chosen(variables: list[int]) -> list[list[int]]:
    """Assumptions of which exactly one holds: the first of the variables that is true, or that none is."""
    earlier = [[-other for other in variables[:k]] for k in range(len(variables) + 1)]
    return [[*no, variable] for no, variable in zip(earlier, variables, strict=False)] + [earlier[-1]]
