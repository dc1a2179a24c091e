"""The propagation walk: counting with a SAT solver that only propagates; no clause is added for a solution.

At a node some options are assumed, and the solver has answered with all that follows: which options are
chosen, which are closed. The walk picks an item with the fewest open options and assumes each of them in
turn. The children of a node cover all that is possible there and exclude each other, so a finished walk has
seen every solution once. What holds at a node is the solver's word alone; our own sums only pick the item,
and write smaller problems.

A call of the solver costs what it makes true, so once half of the options are settled, what is left is
written into a solver of its own: the open options, and each item's demand less what it has got.

    name      form                    meaning
    --------  ----------------------  ------------------------------------------------------------------
    options   list of int             the open options of a problem; variable v stands for options[v - 1]
    chosen    list of int             the options that were chosen before the problem was written
    demands   (variables, low, high)  from low to high of these variables are true
    bits      list, 2 * size + 1      bits[v] = bits[-v] = 1 << (v - 1): a set of variables is an int
    wanted    (int, bool)             the variables of an item that wants something; whether one at most
    trail     list of int             the solver's answer: literals that are assumed, or that follow

A worked example: items a and b want one each; variable 1 gives to a, 2 to b, 3 to both. Nothing follows at
first, and a has 1 and 3 open. Assume 1: then -3, then 2, and options 0 and 1 are a solution. Assume 3: then
-1 and -2, and option 2 alone is a solution. Nothing else can give to a: there are two solutions.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain, compress, zip_longest
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.backends.contract import Search, Slice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from accord.model import Model
    from accord.model.model import Indices

TICK = 0.05  # seconds between slices
SMALLER = 0.5  # a problem with less than this share of its options open is written anew ...
WORTH = 150  # ... if at least so many are: below that, writing costs more than it saves
FLAGS = bytes.maketrans(b"01", b"\0\1")


class Source:
    """A model as lists, and the kind of solver it is written into."""

    def __init__(self, model: Model, solver: Callable[[], Any], native: bool) -> None:
        self.solver = solver  # makes a solver without clauses
        self.native = native  # whether it takes `at most k of these` as it is
        self.options = model.options
        self.low, self.high = model.low.tolist(), model.high.tolist()
        bounds, items = model.start.tolist(), model.item.tolist()
        self.items_of = [items[bounds[o] : bounds[o + 1]] for o in range(model.options)]

    @cached_property
    def powers(self) -> list[int]:
        """The powers of 2, as many as there are options."""
        return [1 << v for v in range(self.options)]


class Problem:
    """What is left of a model once some options are chosen and others closed, in a solver of its own."""

    def __init__(self, source: Source, options: list[int], chosen: list[int]) -> None:
        self.source = source
        self.options = options
        self.chosen = chosen
        self.size = len(options)
        self.solver = source.solver()
        self.propagate: Callable[[list[int]], tuple[bool, list[int]]] = self.solver.propagate

        low, high = source.low.copy(), source.high.copy()
        for item in chain.from_iterable(source.items_of[o] for o in chosen):
            low[item] -= 1
            high[item] -= 1
        variables: list[list[int]] = [[] for _ in low]
        for variable, option in enumerate(options, start=1):
            for item in source.items_of[option]:
                variables[item].append(variable)
        self.demands = list(zip(variables, low, high, strict=True))

    @property
    def impossible(self) -> bool:
        """Whether some demand cannot be met by its own options alone."""
        return any(low > len(variables) or high < 0 for variables, low, high in self.demands)

    @property
    def tight(self) -> bool:
        """Whether some demand settles its options by itself."""
        return any(
            variables and (low == len(variables) or high == 0) for variables, low, high in self.demands
        )

    # -- writing it into the solver ----------------------------------------------------------------

    def encode(self) -> Iterator[None]:
        """Write the demands into the solver, a piece at each step; units last, so that none comes between."""
        yield from self._at_most() if self.source.native else self._exclusive_pairs()
        clause = self.solver.add_clause
        for variables, low, _ in self.demands:
            if 0 < low < len(variables):
                clause(variables)
        for variables, low, high in self.demands:
            for variable in variables if high <= 0 or low == len(variables) else ():
                clause([variable if low > 0 else -variable])

    def _at_most(self) -> Iterator[None]:
        at_most = self.solver.add_atmost
        for variables, low, high in self.demands:
            if 0 < high < len(variables):
                at_most(variables, high)
            if 1 < low < len(variables):
                at_most([-variable for variable in variables], len(variables) - low)
            yield

    def _exclusive_pairs(self) -> Iterator[None]:
        """At most one, as a clause for each pair of options that share an item; each pair once."""
        clause = self.solver.add_clause
        for variable, option in enumerate(self.options, start=1):
            items = (self.demands[item] for item in self.source.items_of[option])
            rivals = set(chain.from_iterable(others for others, _, high in items if high == 1))
            for rival in rivals:
                if rival > variable:
                    clause([-variable, -rival])
            yield

    # -- walking -----------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Make the sets of variables that choosing an item needs."""
        powers = self.source.powers[: self.size]
        self.everything = (1 << self.size) - 1
        self.bits = [0, *powers, *reversed(powers)]
        bit = self.bits.__getitem__
        self.wanted = [
            (sum(map(bit, variables)), high == 1) for variables, low, high in self.demands if low > 0
        ]

    def open(self, trail: list[int]) -> int:
        """The set of variables that are not settled by a trail."""
        return self.everything ^ sum(map(self.bits.__getitem__, trail))

    def children(self, open_set: int) -> Iterator[list[int]]:
        """What to assume below a node: cases of an item with the fewest open options, else of any option."""
        fewest = self.size + 1
        best, exclusive = 0, False
        for variables, one_at_most in self.wanted:
            number = (variables & open_set).bit_count()
            if 0 < number < fewest:
                best, exclusive, fewest = variables, one_at_most, number
                if number <= 2:
                    break
        return cases(members(best & open_set or open_set & -open_set), exclusive)

    def less(self, open_set: int, trail: list[int]) -> Problem:
        """The problem that is left at a node."""
        flags = format(open_set, "b")[::-1].encode().translate(FLAGS)
        left = Problem(self.source, list(compress(self.options, flags)), self.solution(trail))
        assert not left.tight, "the solver left something undone that it propagates elsewhere"
        for _ in left.encode():
            pass
        left.prepare()
        return left

    def solution(self, trail: list[int]) -> list[int]:
        """The options chosen at a node."""
        return self.chosen + [self.options[literal - 1] for literal in trail if literal > 0]


def members(variables: int) -> list[int]:
    """A set of variables as a list, ascending."""
    found = []
    while variables:
        least = variables & -variables
        found.append(least.bit_length())
        variables ^= least
    return found


def cases(variables: list[int], exclusive: bool) -> Iterator[list[int]]:
    """Assumptions of which exactly one holds: the first of the variables that is true, or that none is.

    With `exclusive`, exactly one of the variables is true by the demand of their item.
    """
    if exclusive:
        return iter([[variable] for variable in variables])
    earlier = [[-other for other in variables[:k]] for k in range(len(variables) + 1)]
    return iter([*([*no, variable] for no, variable in zip(earlier, variables, strict=False)), earlier[-1]])


def settled(source: Source) -> Iterator[Problem | None]:
    """Work towards the problem at the root; the last thing yielded is it, or None if there is no solution.

    A trail lacks what holds without any assumption. So where a demand settles options by itself, each option
    is tried: an empty trail tells those. Then the problem without them is written. If the demands contradict
    each other already here, every option is found closed, and what is left is impossible.
    """
    options, chosen = list(range(source.options)), list[int]()
    while True:
        problem = Problem(source, options, chosen)
        if problem.impossible:
            yield None
            return
        yield from problem.encode()
        if not problem.tight:
            problem.prepare()
            yield problem
            return
        options, chosen = [], list(chosen)
        for variable, option in enumerate(problem.options, start=1):
            consistent, trail = problem.propagate([variable])
            if trail:
                options.append(option)
            elif consistent:
                chosen.append(option)
            yield None


class Walk:
    """One walk: the path from the root to where it is, and what it has found."""

    def __init__(self, source: Source, *, solutions: bool, root: int | None) -> None:
        self.source = source
        self.solutions = solutions
        self.root = root  # the item to begin with
        self.path: list[tuple[Problem, list[int], Iterator[list[int]]]] = []
        self.count = 0
        self.rows: list[list[int]] = []
        self.nodes = 0  # options assumed
        self.propagations = 0  # calls of the solver

    def search(self) -> Search:
        """Walk; see `accord.backends.contract`."""
        due = monotonic() + TICK
        problem = None
        for problem in settled(self.source):  # noqa: B007
            if monotonic() >= due:
                yield self.slice()
                due = monotonic() + TICK
        if problem is not None:
            self.begin(problem)
        while self.path:
            problem, assumed, children = self.path[-1]
            propagate = problem.propagate
            for child in children:
                if monotonic() >= due:
                    yield self.slice()
                    due = monotonic() + TICK
                self.propagations += 1
                self.nodes += child[-1] > 0
                assumptions = assumed + child
                consistent, trail = propagate(assumptions)
                if consistent:
                    self.enter(problem, assumptions, trail)
                    break
            else:
                self.path.pop()
        yield self.slice(complete=True)

    def begin(self, problem: Problem) -> None:
        """Enter the root, at the item that was asked for if it wants something."""
        self.enter(problem, [], [])
        if self.root is not None and self.path:
            variables, low, high = problem.demands[self.root]
            if low > 0:
                self.path = [(problem, [], cases(variables, high == 1))]

    def enter(self, problem: Problem, assumptions: list[int], trail: list[int]) -> None:
        """Note a solution, or go down to a node."""
        if len(trail) == problem.size:
            self.count += 1
            if self.solutions:
                self.rows.append(sorted(problem.solution(trail)))
            return
        open_set = problem.open(trail)
        if self.source.native and WORTH <= open_set.bit_count() < SMALLER * problem.size:
            problem = problem.less(open_set, trail)
            assumptions, open_set = [], problem.everything
        self.path.append((problem, assumptions, problem.children(open_set)))

    def slice(self, complete: bool = False) -> Slice:
        """What was found since the last slice."""
        count, self.count = self.count, 0
        rows, self.rows = self.rows, []
        effort = {"nodes": self.nodes, "propagations": self.propagations}
        return Slice(count, batch(rows) if rows else None, effort, complete)


def batch(rows: Sequence[Sequence[int]]) -> Indices:
    """Solutions as one array, padded with -1; there is at least one."""
    columns = np.array(list(zip_longest(*rows, fillvalue=-1)), np.int32)
    return np.ascontiguousarray(columns.reshape(-1, len(rows)).T)
