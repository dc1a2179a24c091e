"""The circuit as a guide: a search in layers whose decisions are a certificate of the count (`graph`).

Nothing of the circuit is believed. It says on which option, and so on which item, the next choice is best
made; the search lists all options of that item itself, as whoever checks does.

The format has no nodes for "all of these": of parts that do not know each other, one is done after the other.
As situations are equal again once a part is done, that adds up and does not multiply, unless what waits
behind a part differs from place to place.

Where the circuit knows that there is no solution, the search has to show it: the item with the fewest choices
is next.

    given   what items were given: a field of some bits an item
    open    bits of the options that fit, and were neither taken nor left
    taken   bits of those that were taken, on the way on which the situation was first reached
    todo    the nodes of the circuit that wait there, the next one first; None where it knows no solution
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from accord import EngineError, RefusedError, StoppedError
from accord.cnf import lowering
from accord_d4 import circuit, formula
from accord_d4.circuit import Circuit, Todo, bits, deciding
from accord_d4.process import ask

if TYPE_CHECKING:
    from accord import Model

AT_ONCE = 1 << 9  # decisions between two looks at the limits
SPREAD = 100  # decisions for each node of the circuit, beyond which it is no guide
FEW = 1_000_000  # decisions that are written in any case
BYTES = 600  # of a situation, about

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.uint32]]"
Situation: TypeAlias = tuple[int, int]  # given, open


class Place(NamedTuple):
    """What is known of a situation beside itself."""

    ways: int
    taken: int
    todo: Todo


class Decisions:
    """Iterate over it for decisions, some at a time; then `count` is the number of solutions."""

    def __init__(self, model: Model, engine: str, memory_limit: int | None) -> None:
        self._model, self._engine, self._limit = model, engine, memory_limit
        self.count = self.memory = 0

    def __iter__(self) -> Iterator[Numbers]:
        """Compile, and search.

        Raises RefusedError where the search is far larger than the circuit, StoppedError where either takes
        too much memory.
        """
        nothing = np.zeros(0, np.uint32)
        lowered = yield from _each(lowering(self._model), nothing)
        asked = ask(
            "compile", formula.stream(lowered), lowered.variables, self._engine, memory_limit=self._limit
        )
        answer = yield from _each(asked, nothing)
        compiled = yield from _each(circuit.read(answer.circuit), nothing)
        yield from self._search(_Matrix(self._model), _Guide(compiled, self._model.options), len(compiled))
        if self.count != answer.count:
            raise EngineError(f"d4 counts {answer.count:,} models, and its decisions lead to {self.count:,}")

    def _search(self, matrix: _Matrix, guide: _Guide, nodes: int) -> Iterator[Numbers]:
        layers = {0: {(0, matrix.fitting): Place(1, 0, guide.begin)}}
        out: list[int] = []
        decided = waiting = 0
        while layers:
            least = min(layers)
            layer = layers.pop(least)
            waiting -= len(layer)
            for (given, open_), (ways, taken, todo) in layer.items():
                todo, options = guide.next(todo, open_, taken)
                decision = matrix.decision(given, open_, options)
                if decision is None:
                    self.count += ways
                    continue
                out.append(decision)
                for option, then, still in matrix.children(decision, given, open_):
                    weight, bit = (0, 0) if option is None else (matrix.weight[option], 1 << option)
                    below = layers.setdefault(least + weight, {})
                    known = below.get((then, still))
                    if known is None:
                        waiting += 1
                        below[then, still] = Place(ways, taken | bit, todo)
                    else:
                        below[then, still] = known._replace(ways=known.ways + ways)
                if len(out) == AT_ONCE:
                    decided += len(out)
                    self._look(decided, waiting + len(layer), nodes)
                    yield np.array(out, np.uint32)
                    out = []
        yield np.array(out, np.uint32)

    def _look(self, decided: int, situations: int, nodes: int) -> None:
        """Raise what says that this leads nowhere."""
        if decided > max(FEW, SPREAD * nodes):
            raise RefusedError(
                f"d4's circuit has {nodes:,} nodes; as a search, which does one part after the other, it "
                f"takes more than {decided:,} decisions; leave the backend out"
            )
        self.memory = max(self.memory, BYTES * situations)
        if self._limit is not None and self.memory > self._limit:
            raise StoppedError(
                f"situations may take {self._limit:,} bytes, and more are needed; raise `memory_limit`"
            )


def _each(steps: Any, nothing: Numbers) -> Any:
    """What a generator returns, with `nothing` for each of its steps."""
    try:
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return end.value
            yield nothing
    finally:
        steps.close()


class _Guide:
    """The circuit, with bit o for option o, and only the edges that lead somewhere."""

    def __init__(self, compiled: Circuit, options: int) -> None:
        self.begin: Todo = (compiled.root, None)
        self._ours = (1 << options) - 1
        self._kind = compiled.kind
        self._below = {
            node: [
                (to, true >> 1 & self._ours, false >> 1 & self._ours)
                for to, true, false in edges
                if compiled.kind[to] != "f"
            ]
            for node, edges in compiled.below.items()
        }
        self._largest_first()

    def _largest_first(self) -> None:
        """Of parts that do not know each other the largest is done first, and so put upon the others last."""
        size: dict[int, int] = {}
        agenda = [self.begin[0]] if self.begin else []
        while agenda:
            node = agenda[-1]
            below = [to for to, _, _ in self._below[node]]
            missing = [to for to in below if to not in size]
            if missing:
                agenda += missing
                continue
            size[agenda.pop()] = 1 + sum(size[to] for to in below)
        for node, edges in self._below.items():
            if self._kind[node] == "a":
                edges.sort(key=lambda edge: size.get(edge[0], 0))

    def next(self, todo: Todo, open_: int, taken: int) -> tuple[Todo, int]:
        """Where the circuit is in a situation, and the options that it decides there; none: it is silent."""
        possible = open_ | taken
        while todo is not None:
            node, rest = todo
            edges = self._below[node]
            if self._kind[node] == "o":
                edges = [edge for edge in edges if not (edge[1] & ~possible or edge[2] & taken)]
                if len(edges) > 1:
                    return todo, deciding(*edges[:2]) & open_
                if not edges:
                    return None, 0
            elif self._kind[node] == "f":
                return None, 0
            for to, _, _ in edges:
                rest = (to, rest)
            todo = rest
        return None, 0


class _Matrix:
    """Items and options in whole numbers of any size."""

    def __init__(self, model: Model) -> None:
        self.items = model.items
        self._low: list[int] = model.low.tolist()
        self._high: list[int] = model.high.tolist()
        wide = [most.bit_length() for most in self._high]
        self._shift = [sum(wide[:item]) for item in range(self.items)]
        self._field = [(1 << bits) - 1 for bits in wide]
        self._gives: list[list[tuple[int, int]]] = [[] for _ in range(model.options)]
        self._of: list[dict[int, int]] = [{} for _ in range(self.items)]  # option -> amount
        entries = zip(model.option_of_entry.tolist(), model.item.tolist(), model.amount.tolist(), strict=True)
        for option, item, amount in entries:
            self._gives[option].append((item, amount))
            self._of[item][option] = amount
        self.weight = [sum(amount for _, amount in gives) for gives in self._gives]
        self._adds = [sum(amount << self._shift[item] for item, amount in gives) for gives in self._gives]
        self._mask = [sum(1 << option for option in of) for of in self._of]
        self._units = [all(amount == 1 for amount in of.values()) for of in self._of]
        self._needing = [item for item in range(self.items) if self._low[item] > 0]
        self._over: list[dict[int, int]] = [{} for _ in range(self.items)]
        self.fitting = (1 << model.options) - 1
        for item, most in enumerate(self._high):
            self.fitting &= ~self._too_large(item, most)

    def _too_large(self, item: int, room: int) -> int:
        """Bits of the options that give more to an item than there is room."""
        known: int | None = self._over[item].get(room)
        if known is None:
            known = sum(1 << option for option, amount in self._of[item].items() if amount > room)
            self._over[item][room] = known
        return known

    def _amount_of(self, item: int, given: int) -> int:
        found: int = given >> self._shift[item] & self._field[item]
        return found

    def _choices(self, item: int, given: int, open_: int) -> int | None:
        """How many children a decision on this item has; None if it lacks nothing."""
        lacks = self._low[item] - self._amount_of(item, given)
        if lacks <= 0:
            return None
        fitting = self._mask[item] & open_
        number = fitting.bit_count()
        if self._units[item]:
            return max(0, number - lacks + 1)
        reach = sum(self._of[item][option] for option in bits(fitting))
        return 0 if reach < lacks else min(number, reach - lacks + 1)

    def decision(self, given: int, open_: int, options: int) -> int | None:
        """What to decide: what has one choice or none; else an item of one of these options; None: an end."""
        best: tuple[int, int] | None = None
        for item in self._needing:
            choices = self._choices(item, given, open_)
            if choices is not None and (best is None or choices < best[0]):
                best = choices, item
                if choices == 0:
                    return item
        if best is not None and best[0] == 1:
            return best[1]
        asked = bits(options)
        wanted = {item for option in asked for item, _ in self._gives[option]}
        ranked = ((self._choices(item, given, open_), item) for item in sorted(wanted))
        first = min(((choices, item) for choices, item in ranked if choices is not None), default=None)
        if first is not None:
            return first[1]
        if asked:
            return self.items + asked[0]
        if best is not None:
            return best[1]
        return self.items + (open_ & -open_).bit_length() - 1 if open_ else None

    def children(self, decision: int, given: int, open_: int) -> Iterator[tuple[int | None, int, int]]:
        """For each choice the option that is taken, if one is, what is given then, and what is still open."""
        if decision >= self.items:
            option = decision - self.items
            open_ &= ~(1 << option)
            yield self._take(option, given, open_)
            yield None, given, open_
            return
        of, lacks = self._of[decision], self._low[decision] - self._amount_of(decision, given)
        fitting = bits(self._mask[decision] & open_)
        reach = sum(of[option] for option in fitting)
        for option in fitting:
            if reach < lacks:
                return
            open_ &= ~(1 << option)
            yield self._take(option, given, open_)
            reach -= of[option]

    def _take(self, option: int, given: int, open_: int) -> tuple[int, int, int]:
        given += self._adds[option]
        for item, _ in self._gives[option]:
            open_ &= ~self._too_large(item, self._high[item] - self._amount_of(item, given))
        return option, given, open_
