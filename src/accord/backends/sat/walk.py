"""Enumerate covers by a walk in which a SAT solver only propagates; it adds no blocking clauses.

At a node some options are assumed, and the solver has answered with all that follows: which options are
chosen, which are closed. The walk picks an item with the fewest open options and assumes each of them in
turn. The children of a node cover all that is possible there and exclude each other, so a finished walk has
seen every solution once. No clause is added for a solution, and none is learnt.

An option that would leave some item none is not put to the solver: that item's own clause would be false.
This and which item is next are worked out on sets of options (see `problem`), a few dozen operations on
ints a node; all that follows from a choice is the solver's word. Once all items that want something have it,
options that only secondary items share, or that no item has, are taken and left in turn.

A worked example: items a and b want one each; option 0 gives to a, 1 to b, 2 to both. Nothing follows at
first, and a has 0 and 2 open. Assume 0: then 2 is closed, so 1 is chosen: options 0 and 1 are a solution.
Assume 2: then 0 and 1 are closed, and option 2 alone is a solution. Nothing else can give to a.
"""

from __future__ import annotations

from typing import TypeAlias

from accord.backends.contract import UNLIMITED, Request, Search, Slice
from accord.backends.sat.engines import Engine
from accord.backends.sat.guide import Guide
from accord.backends.sat.problem import Cover, Problem, members
from accord.backends.sat.thread import Pulse
from accord.model import Model
from accord.model.arrays import pad_rows

SMALLER = 0.4  # a problem with less than this share of its options open is written anew ...
LARGE = 300  # ... if at least so many are, or ...
WORTH = 40  # ... once so many calls of the solver were made below the node: else it costs more than it saves


# A consistent node whose cases are under way; a plain tuple, since one is made for every second call:
#   problem    Problem
#   assumed    list of int   literals, the guard among them
#   open       int           options that may be chosen beside the chosen ones, and those
#   chosen     int           since the problem was written
#   wants      list of int   for each item that wants an option, the set of those that give to it
#   cases      int           options to be assumed, one after the other
#   kind       int           ONE_OF: exactly one of the cases holds. FIRST: at least one does, so that the
#                            first to hold is assumed, and those before it are closed. EITHER: there is one
#                            case, and the other is that it is closed
#   since      int           calls of the solver when the node was made; fewer if it is large
Node: TypeAlias = tuple[Problem, list[int], int, int, list[int], int, int, int]
KIND = 6  # its place in a node
ONE_OF, FIRST, EITHER = range(3)


class Propagation:
    """The common part of the walks: a guide, the findings, and the effort."""

    def __init__(
        self, model: Model, engine: Engine, pulse: Pulse, request: Request, native: bool, encoding: str | None
    ) -> None:
        self.model, self.engine, self.pulse, self.native = model, engine, pulse, native
        self.solutions = request.solutions
        self.guide = Guide(model, engine, pulse, native=native, encoding=encoding)
        self.found = 0
        self.handed = 0  # of the solutions that were found
        self.rows: list[list[int]] = []
        self.nodes = 0  # options assumed, or seen to leave an item none
        self.propagations = 0  # calls of the solver

    def slice(self, complete: bool = False) -> Slice:
        """The slice of the findings since the last one."""
        count, self.handed = self.found - self.handed, self.found
        rows, self.rows = self.rows, []
        effort = {"nodes": self.nodes, "propagations": self.propagations}
        return Slice(count, pad_rows(rows) if rows else None, effort, complete)


class Walk(Propagation):
    """One walk over a model whose amounts are all 1, without colours."""

    def __init__(self, model: Model, engine: Engine, pulse: Pulse, request: Request, *, native: bool) -> None:
        super().__init__(model, engine, pulse, request, native, None if native else "pairwise")
        self.root = request.root  # the item to begin with
        self.path: list[Node] = []
        self.trail: list[int] = []  # the last answer: literals that are assumed, or that follow

    def search(self) -> Search:
        """Walk; see `accord.backends.contract`."""
        cover = Cover(self.model, self.engine, self.native)
        self.keep, self.kept = cover.keep, cover.kept
        problem = Problem(cover, cover.everything, [])
        for _ in problem.encode():
            if self.pulse.due():
                yield self.slice()
        wants = [cover.gives[item] for item in problem.wants]
        if self.ask(problem, [problem.guard]):
            self.enter(problem, [problem.guard], cover.everything, 0, wants, self.root)
        turn, path, guide, watches = -1, self.path, self.guide, self.guide.watches
        until = self.pulse.quantum(UNLIMITED, 0)
        while path:
            if self.nodes >= until:
                yield self.slice()
                until = self.nodes + self.pulse.quantum(UNLIMITED, self.nodes)
            turn += 1
            if not turn & 15 and self.pulse.due():
                yield self.slice()
                if guide.due(self.propagations):
                    for _ in guide.write():
                        yield self.slice()
            if watches and watches[-1][0] >= len(path):
                guide.left(len(path), self.found)
            node = path.pop()
            if node[KIND] == EITHER:
                self.either(node)
            else:
                self.one_of(node)
        yield self.slice(complete=True)

    def ask(self, problem: Problem, assumed: list[int]) -> bool:
        """Whether the solver sees no contradiction; what follows is then the trail."""
        self.propagations += 1
        consistent, self.trail = problem.propagate(assumed)
        return consistent

    def one_of(self, node: Node) -> None:
        """Assume the cases of an item until one leads on."""
        problem, assumed, open_set, chosen, wants, cases, kind, since = node
        if self.native and self.propagations - since >= WORTH:
            problem, assumed, open_set, chosen, wants, cases, kind, since = smaller(node)
        kept, variable, propagate = self.kept, problem.variable, problem.propagate
        while cases:
            least = cases & -cases
            cases ^= least
            option = least.bit_length() - 1
            self.nodes += 1
            left = open_set & (kept[option] or self.keep(option))
            more = [*assumed, variable[option]]
            if kind == FIRST:
                assumed = [*assumed, -variable[option]]
                open_set ^= least
            if not all(map(left.__and__, wants)):
                continue
            self.propagations += 1
            consistent, self.trail = propagate(more)
            if not consistent:
                continue
            if cases:
                self.path.append((problem, assumed, open_set, chosen, wants, cases, kind, since))
            self.enter(problem, more, left, chosen, wants)
            return

    def either(self, node: Node) -> None:
        """Leave an option, and take it."""
        problem, assumed, open_set, chosen, wants, option, _, _ = node
        variable = problem.variable[option.bit_length() - 1]
        self.nodes += 1
        for more, left in [(-variable, open_set ^ option), (variable, open_set)]:
            if self.ask(problem, [*assumed, more]):
                self.enter(problem, [*assumed, more], left, chosen, wants)

    def enter(
        self,
        problem: Problem,
        assumed: list[int],
        open_set: int,
        chosen: int,
        wants: list[int],
        root: int | None = None,
    ) -> None:
        """Note a solution, or go down to the cases of an item with the fewest open options."""
        size, options = problem.guard, problem.options
        taken = [options[literal - 1] for literal in self.trail if 0 < literal < size]
        if len(self.trail) == size:
            self.found += 1
            if self.solutions:
                self.rows.append(sorted(problem.chosen + taken))
            return
        kept = self.kept
        for option in taken:
            open_set &= kept[option] or self.keep(option)
            chosen |= 1 << option
        wants = [gives for gives in wants if not gives & chosen]
        kind, cases = (ONE_OF if wants else EITHER), 0
        if wants:
            open_of = list(map(open_set.__and__, wants))
            sizes = list(map(int.bit_count, open_of))
            cases = open_of[sizes.index(min(sizes))]
            if root in problem.wants and problem.cover.gives[root] in wants:
                cases = problem.cover.gives[root] & open_set
        if problem.several:
            open_set, cases, kind = several(problem, open_set, chosen, cases, kind, root)
        if kind == EITHER:
            self.any_option(problem, assumed, open_set & ~chosen, chosen)
            return
        guide = self.guide
        if guide.solver is not None:
            left = (open_set ^ chosen).bit_count()
            if guide.wants(left, len(self.path), self.found) and self.close_below(problem, chosen, left):
                return
        since = self.propagations - (WORTH if open_set.bit_count() >= LARGE else 0)
        self.path.append((problem, assumed, open_set, chosen, wants, cases, kind, since))

    def close_below(self, problem: Problem, chosen: int, left: int) -> bool:
        """Whether the guide says that there is no solution here; then leave whatever else it has closed."""
        together = self.guide.core(left, problem.before | chosen)
        if together is None:
            return False
        while self.path:
            above, _, _, taken, *_ = self.path[-1]
            if together & ~(above.before | taken):
                break
            self.path.pop()
        return True

    def any_option(self, problem: Problem, assumed: list[int], rest: int, chosen: int) -> None:
        """Go down to a node where no item wants anything: an option that is open is taken, or left."""
        for literal in self.trail:
            if literal < 0:
                rest &= ~(1 << problem.options[-literal - 1])
        self.path.append((problem, assumed, rest | chosen, chosen, [], rest & -rest, EITHER, 0))


def smaller(node: Node) -> Node:
    """Return a node in a problem of its own if few enough options are open, else the node."""
    problem, _, open_set, chosen, wants, cases, kind, since = node
    left = open_set & ~chosen
    if left.bit_count() >= SMALLER * problem.guard:
        return node
    cover = problem.cover
    less = Problem(cover, left, problem.chosen + members(chosen, cover.options))
    for _ in less.encode():
        pass
    return less, [less.guard], left, 0, wants, cases, kind, since


def several(
    problem: Problem, open_set: int, chosen: int, cases: int, kind: int, root: int | None
) -> tuple[int, int, int]:
    """The open options, cases and kind of a node, where there are demands beyond one of many.

    The first of k options that an item still wants is not among its last k - 1.
    """
    unmet = []
    for gives, low, high in problem.several:
        given = (gives & chosen).bit_count()
        if given >= high:
            open_set &= ~gives | chosen
        if given < low:
            unmet.append((gives, low - given))
    cases &= open_set
    fewest = cases.bit_count() if kind == ONE_OF else open_set.bit_length() + 1
    first = problem.cover.gives[root] & open_set if root in problem.cover.several else -1
    for gives, missing in unmet:
        left = gives & open_set & ~chosen
        number = -1 if gives & open_set == first else left.bit_count() - missing + 1
        if number < fewest:
            kind, fewest, cases = FIRST, number, left
            for _ in range(missing - 1):
                cases ^= 1 << cases.bit_length() >> 1
    return open_set, cases, kind
