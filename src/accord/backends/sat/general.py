"""Enumerate solutions of any formula (amounts, colours, auxiliary variables) by a walk with SAT propagation.

As in `walk`, the solver only propagates, and no clause is added for a solution. Only options are assumed:
auxiliary variables follow from them, so a node with all options settled is a solution. A node's cases are:
the first open option of an item that still wants something is chosen, or the second but not the first, ...,
or none. Where the item wants exactly one, that the others are closed need not be said.
"""

from __future__ import annotations

from collections.abc import Iterator

from accord.backends.contract import UNLIMITED, Request, Search
from accord.backends.sat.cdcl import contradiction, lowered_in_slices
from accord.backends.sat.engines import Engine
from accord.backends.sat.problem import members, members_to_set
from accord.backends.sat.thread import Pulse
from accord.backends.sat.walk import Propagation
from accord.cnf import Formula
from accord.model import Model


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
