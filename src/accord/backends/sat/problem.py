"""Prepare covers for the propagation walk: which options exclude which, and what remains for a solver.

    name      form          meaning
    --------  ------------  ------------------------------------------------------------------------------
    gives     list of int   for each item, the set of the options that give to it
    keep      list of int   for each option, the set of those that can be chosen beside it, and itself
    wants     list of int   items that want exactly one option and have none yet
    several   list of       (set of the options that give, least and most of them) for each item with a
              tuples        demand beyond that; what was chosen before is counted
    options   list of int   the open options of a problem: variable v stands for options[v - 1]

Sets of options are ints: bit o stands for option o. Two options exclude each other if they share an item, or
if together they leave some item no option at all; the latter is looked for where an item has few.

A call of a solver costs what it makes true. So once few of a problem's options are open, they are written
into a solver of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import chain, compress
from operator import or_
from typing import Any

from accord.backends.sat.engines import Engine
from accord.model import Model

FEW = 30  # options of an item that are looked at for what excludes all of them
FLAGS = bytes.maketrans(b"01", b"\0\1")


class Cover:
    """A model whose amounts are all 1 as sets, and the kind of solver its problems are written into."""

    def __init__(self, model: Model, engine: Engine, native: bool) -> None:
        self.engine = engine
        self.native = native
        self.options = model.options
        bounds, items = model.start.tolist(), model.item.tolist()
        self.items_of = [items[bounds[o] : bounds[o + 1]] for o in range(model.options)]
        start, option, _ = model.by_item
        givers = [option[start[i] : start[i + 1]].tolist() for i in range(model.items)]
        self.gives = [members_to_set(options, model.options) for options in givers]
        self.everything = (1 << model.options) - 1
        self.low, self.high = model.low.tolist(), model.high.tolist()
        self.primary = frozenset(i for i in range(model.items) if self.low[i] >= 1)
        self.several = [
            i
            for i, (low, high) in enumerate(zip(self.low, self.high, strict=True))
            if high != 1 and (low >= 1 or high < len(givers[i]))
        ]
        for item in self.several:
            if self.high[item] <= 0:
                self.everything &= ~self.gives[item]
        self._rivals: list[int] = [-1] * model.options
        self.kept: list[int] = [0] * model.options  # what `keep` gave; 0: not yet asked for

    def keep(self, option: int) -> int:
        """The options that can be chosen beside this one, and itself."""
        if not self.kept[option]:
            self.kept[option] = self._compatible(option) | 1 << option
        return self.kept[option]

    def rivals(self, option: int) -> int:
        """The options that share an item with this one, and itself if it has any."""
        if self._rivals[option] < 0:
            items = (item for item in self.items_of[option] if self.high[item] == 1)
            self._rivals[option] = reduce(or_, map(self.gives.__getitem__, items), 0)
        return self._rivals[option]

    def _compatible(self, option: int) -> int:
        left = self.everything & ~self.rivals(option)
        excluded = 0
        for item in self.primary.difference(self.items_of[option]):
            gives = self.gives[item]
            takers = gives & left
            if takers == gives or takers.bit_count() > FEW:
                continue
            common = left & ~gives  # options that exclude every option the item has left
            while takers and common:
                least = takers & -takers
                takers ^= least
                common &= self.rivals(least.bit_length() - 1)
            excluded |= common
        return left & ~excluded


class Problem:
    """The open options of a cover, in a solver of their own."""

    def __init__(self, cover: Cover, open_set: int, chosen: list[int]) -> None:
        self.cover = cover
        self.chosen = chosen  # before this problem was written
        self.before = members_to_set(chosen, cover.options)
        given = Counter(chain.from_iterable(map(cover.items_of.__getitem__, chosen)))
        low, high = cover.low, cover.high
        self.wants = [i for i in sorted(cover.primary) if low[i] == 1 == high[i] and i not in given]
        self.several = [
            (cover.gives[i] & open_set, low[i] - given[i], high[i] - given[i]) for i in cover.several
        ]
        self.options = members(open_set, cover.options)
        self.variable = dict(zip(self.options, range(1, len(self.options) + 1), strict=True))
        self.solver: Any = cover.engine.make()
        self.propagate: Callable[[list[int]], tuple[bool, list[int]]] = self.solver.propagate
        self.guard = len(self.options) + 1  # a variable; also the size of a full trail

    def encode(self) -> Iterator[None]:
        """Write the cover's demands into the solver, a piece at each step.

        What holds without any assumption is missing in the answers of a solver. So a clause that would settle
        an option by itself has the guard in it, a variable that is assumed at every node.
        """
        takers: dict[int, list[int]] = {}
        for variable, option in enumerate(self.options, start=1):
            for item in self.cover.items_of[option]:
                if item in takers:
                    takers[item].append(variable)
                else:
                    takers[item] = [variable]
        clause = self.solver.add_clause
        if self.cover.native:
            at_most = self.solver.add_atmost
            for item, variables in takers.items():
                if len(variables) > 1 == self.cover.high[item]:
                    at_most(variables, 1)
                    yield
        else:
            yield from self._exclusive_pairs(takers)
        for item in self.wants:
            variables = takers.get(item, [])
            clause(variables if len(variables) > 1 else [*variables, -self.guard])
        if self.several:
            self._several()
        clause([self.guard, -self.guard])  # so that the solver knows the guard
        yield

    def _several(self) -> None:
        """The demands beyond one of many, which only a native solver is given."""
        clause, at_most = self.solver.add_clause, self.solver.add_atmost
        for gives, low, high in self.several:
            variables = [self.variable[option] for option in members(gives, self.cover.options)]
            spare = len(variables) - low
            if spare <= 0:
                for literals in [[variable] for variable in variables] if spare == 0 else [[]]:
                    clause([*literals, -self.guard])
            elif low == 1:
                clause(variables)
            elif low > 1:
                at_most([-variable for variable in variables], spare)
            if 0 < high < len(variables):
                at_most(variables, high)
            elif high < 0:
                clause([-self.guard])

    def _exclusive_pairs(self, takers: dict[int, list[int]]) -> Iterator[None]:
        """At most one, as a clause for each pair of options that share an item; each pair once."""
        clause = self.solver.add_clause
        for variable, option in enumerate(self.options, start=1):
            for rival in set(chain.from_iterable(takers[item] for item in self.cover.items_of[option])):
                if rival > variable:
                    clause([-variable, -rival])
            yield


def members_to_set(options: Iterable[int], size: int) -> int:
    """Options below `size` as an int."""
    flags = bytearray(-(-size // 8))
    for option in options:
        flags[option >> 3] |= 1 << (option & 7)
    return int.from_bytes(flags, "little")


def members(options: int, size: int) -> list[int]:
    """A set of options below `size` as a list, ascending."""
    return list(compress(range(size), format(options, "b")[::-1].encode().translate(FLAGS)))
