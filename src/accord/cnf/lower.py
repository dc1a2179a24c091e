"""Lower a model to a formula: write the clauses of every item's demand and colours, item by item.

Constraints that differ in their literals only are encoded once. A puzzle repeats a few forms, such as 4 of 9
cells, and the next puzzle has the same ones. A template is the encoding of a form for the literals 1, 2, ...;
in a copy the literals of the constraint stand in their place, and new auxiliary variables in the place of its
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.cnf import choose
from accord.cnf.at_most_one import Exclusive, ladder, pairwise
from accord.cnf.clauses import Clauses
from accord.cnf.diagram import diagram
from accord.cnf.formula import Formula
from accord.cnf.linear import Linear, parts
from accord.cnf.totalizer import adder, totalizer
from accord.errors import RefusedError
from accord.model import Model
from accord.model.arrays import equal_rows
from accord.model.data import Indices, Ints
from accord.model.lazy import refuse_lazy

MOST_LITERALS = 32
MOST_TOTAL = 64  # of all amounts
KEPT = 512  # some ten thousand numbers each at most, some hundred as a rule

Encode: TypeAlias = Callable[[Clauses, Linear, int], Generator[None, None, bool]]
ENCODERS: dict[str, Encode] = {"sequential": diagram, "diagram": diagram, "totalizer": totalizer}


class Template(NamedTuple):
    """An encoding: of each literal of its clauses the place in the table of literals, and the sign.

    A clause ends with the place 0. Behind 0 the table has the literals of the constraint, then `auxiliary`
    variables.
    """

    place: Indices
    sign: npt.NDArray[np.int8]
    auxiliary: int

    def write(self, clauses: Clauses, literals: list[int]) -> None:
        """Write a copy for other literals."""
        first = clauses.variables + 1
        clauses.variables += self.auxiliary
        table = np.array([0, *literals, *range(first, clauses.variables + 1)], np.int32)
        clauses.extend_by(table[self.place] * self.sign)


def encode(name: str, clauses: Clauses, linear: Linear, budget: int) -> Generator[None, None, bool]:
    """Both bounds of a constraint, unless that takes more than the budget; whether it was written."""
    if len(linear.literals) > MOST_LITERALS or linear.total > MOST_TOTAL:
        return (yield from ENCODERS[name](clauses, linear, budget))
    template = _template(name, tuple(linear.amounts), linear.low, linear.high, budget)
    if template is not None:
        template.write(clauses, linear.literals)
    return template is not None


@lru_cache(maxsize=KEPT)
def _template(name: str, amounts: tuple[int, ...], low: int, high: int, budget: int) -> Template | None:
    """Return the encoding of such constraints; None if it takes more than the budget."""
    literals = [*range(1, len(amounts) + 1)]
    linear = Linear(literals, [*amounts], low, high, sum(amounts), [])
    clauses = Clauses(len(literals))
    steps = ENCODERS[name](clauses, linear, budget)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            fits: bool = end.value
            break
    if not fits:
        return None
    stream = clauses.stream()
    return Template(np.abs(stream), np.sign(stream).astype(np.int8), clauses.variables - len(literals))


def lower(model: Model, *, native: bool = False, encoding: str | None = None, shared: bool = True) -> Formula:
    """The model as a formula; see `lowering`."""
    steps = lowering(model, native=native, encoding=encoding, shared=shared)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def lowering(
    model: Model, *, native: bool = False, encoding: str | None = None, shared: bool = True
) -> Generator[None, None, Formula]:
    """Lower a model; yields at least every 20 ms or so, and returns the formula.

    Args:
        model: Any model. Which options are hidden, and its order, make no difference.
        native: Whether demands over amounts of 1 become `AtMost`; low bounds do by negated literals.
        encoding: One of `accord.cnf.ENCODINGS`, used wherever it can express an item; None chooses by size.
        shared: Whether a pair of options that several items exclude is one clause, owned by the first of
            them. Without it the clauses of any set of items say all that these items demand.

    Raises:
        UsageError: there is no such encoding.
        RefusedError: the formula would be too large, or the model has lazy items.
    """
    refuse_lazy(model, "a formula")
    choose.check_encoding(encoding)
    lowered = _Lowering(model, native, encoding, shared)
    yield from lowered.items()
    return (yield from lowered.clauses.formula(dict(lowered.used)))


NO_BOUND = -(1 << 63)  # below every sum
AT_ONCE = 1 << 14  # clauses that are written in one go
MANY = 6  # items of the same form, from which on they are written in one go
LONG = 64  # options of an item that is written by itself
FEW = 32  # literals whose pairs are written one by one
_Entries: TypeAlias = tuple[list[int], list[int], list[int]]  # an item's variables, amounts and colours


def _of_one_form(model: Model) -> Iterator[tuple[Ints, int]]:
    """Yield the items that differ in their options only, and how many options these have.

    Left out are items with colours, long ones, and items of which there are few.
    """
    start, _, entry = model.by_item
    sizes = np.diff(start)
    amount = model.amount[entry]
    wanted = sizes <= LONG
    wanted[model.item[model.colour != 0]] = False
    for size in np.flatnonzero(np.bincount(sizes[wanted]) >= MANY).tolist():
        items = np.flatnonzero(wanted & (sizes == size))
        amounts = amount[start[items][:, None] + np.arange(size)]
        bounds = (np.maximum(model.low, model.least)[items], np.minimum(model.high, model.most)[items])
        alike = equal_rows(np.column_stack([amounts, *bounds]))
        yield from ((items[some], size) for some in alike if len(some) >= MANY)


def _literals(options: Indices, clauses: list[list[int]]) -> Indices:
    """The literals of clauses, for each row of options: p stands for the option at place p, from 1."""
    places = np.array([place for clause in clauses for place in clause], np.int64)
    return (options[:, np.abs(places) - 1] + 1) * np.sign(places)


class _Lowering:
    """The state of one lowering."""

    def __init__(self, model: Model, native: bool, encoding: str | None, shared: bool) -> None:
        self.model = model
        self.native = native
        self.encoding = encoding
        self.shared = shared
        self.clauses = Clauses(model.options)
        self.used: Counter[str] = Counter()
        self.noted: dict[str, int] = {}  # encoding -> the last item counted for it
        self.groups: list[Exclusive] = []  # whose pairs are written at last, in one go
        self.blocks: list[tuple[Indices, Ints, list[int]]] = []  # clauses that are written behind them
        self.writes_few = encoding is None and not native  # whether a few clauses replace an encoding
        sizes = np.diff(model.by_item[0])[model.high == 1]
        self.most_exclusive = choose.most_exclusive(sizes)

    def items(self) -> Generator[None, None, None]:
        """Every item, then the pairs that items exclude."""
        model = self.model
        start, option, entry = model.by_item
        bounds, low, high = start.tolist(), model.low.tolist(), model.high.tolist()
        variable = (option + 1).tolist()
        amounts_differ, any_colours = bool((model.amount != 1).any()), bool(model.colour.any())
        written = yield from self.repeated_items()
        for item in np.flatnonzero(~written).tolist():
            ours = slice(bounds[item], bounds[item + 1])
            variables = variable[ours]
            amounts = model.amount[entry[ours]].tolist() if amounts_differ else [1] * len(variables)
            colours = model.colour[entry[ours]].tolist() if any_colours else []
            self.clauses.begin(item)
            if high[item] == 1 and low[item] in (0, 1) and not (amounts_differ or any_colours):
                yield from self.one_of(variables, low[item])
            elif any(colours):
                yield from self.at_most_one_colour((variables, amounts, colours), low[item], high[item])
            else:
                yield from self.demand(variables, amounts, low[item], high[item])
            yield
        yield from pairwise(self.clauses, self.groups, once=self.shared)
        for block in self.blocks:
            self.clauses.block(*block)

    def behind_pairs(self, literals: Indices, items: Ints, lengths: list[int]) -> None:
        """Take clauses to be written last: of an item, pairs come before what `one_of` says beside them."""
        self.blocks.append((literals, items, lengths))

    def repeated_items(self) -> Generator[None, None, npt.NDArray[np.bool_]]:
        """Write the clauses of items of the same form at once, as `demand` would; return which are written.

        Left to `demand` are items that need auxiliary variables, and clauses beside an at-most-one.
        """
        model = self.model
        start, option, entry = model.by_item
        written = np.zeros(model.items, np.bool_)
        for items, size in _of_one_form(model):
            one, places = int(items[0]), start[items][:, None] + np.arange(size)
            amounts, low, high = model.amount[entry[places[0]]].tolist(), model.low[one], model.high[one]
            split = parts([*range(1, size + 1)], amounts, int(low), int(high), few=self.writes_few)
            yield
            clauses, exclusive = split.clauses, sorted(split.exclusive)
            write: Callable[[Indices, Ints, list[int]], None] = self.clauses.block
            if self._in_pairs(exclusive):
                if self.shared and exclusive[0] < 0:
                    if len(exclusive) > FEW:
                        continue
                    clauses = [*clauses, *([-one, -other] for one, other in combinations(exclusive, 2))]
                else:
                    group = Exclusive(items, _literals(option[places], [exclusive]))
                    self.clauses.check(2 * group.pairs())
                    self.groups.append(group)
                    write = self.behind_pairs
                self.used["pairwise"] += len(items)
            elif len(exclusive) > 1 or split.rest is not None:
                continue
            for first in range(0, len(items), AT_ONCE) if clauses else ():
                some = slice(first, first + AT_ONCE)
                write(_literals(option[places[some]], clauses), items[some], [*map(len, clauses)])
                yield
            written[items] = True
        return written

    def _in_pairs(self, exclusive: list[int]) -> bool:
        """Whether at most one of these signed places is written by pairs; see `exclusive`."""
        number = len(exclusive)
        if number < 2 or (self.native and number > 2):
            return False
        return number == 2 or choose.at_most_one(number, self.encoding, self.most_exclusive) == "pairwise"

    def at_most_one_colour(self, entries: _Entries, low: int, high: int) -> Generator[None, None, None]:
        """One colour at most; and none beside uncoloured options that sum to 1. The demand is [0, 1].

        Uncoloured amounts below 0 may cancel others out; the sum is then a demand of its own.
        """
        variables, amounts, colours = entries
        of_colour: dict[int, list[int]] = {}
        for x, colour in zip(variables, colours, strict=True):
            of_colour.setdefault(colour, []).append(x)
        plain = of_colour.pop(0, [])
        given = [amount for amount, colour in zip(amounts, colours, strict=True) if not colour]
        if all(amount == 1 for amount in given):
            group = Exclusive([self.clauses.owner], [variables], [colours])
            pairs = group.pairs()
            most = 0 if self.native else self.most_exclusive
            sizes = [*map(len, of_colour.values()), *given]
            if not pairs:
                return
            if choose.colours_by_pairs(pairs, sizes, self.encoding, most):
                self.note("pairwise")
                yield from self.exclusive(group)
                return
        shown = [self.any_of(options) for options in of_colour.values()]
        if min(given, default=1) < 0:
            yield from self.demand(plain, given, low, high)
        yield from self.demand(plain + shown, given + [1] * len(shown), NO_BOUND, high)

    def any_of(self, literals: list[int]) -> int:
        """A literal for: one of these."""
        if len(literals) == 1:
            return literals[0]
        y = self.clauses.variable()
        for x in literals:
            self.clauses.add(-x, y)
        self.clauses.add(-y, *literals)
        return y

    def one_of(self, literals: list[int], low: int) -> Generator[None, None, None]:
        """Exactly one of the literals, or at most one: what `demand` would say, without working it out."""
        if low:
            self.clauses.add(*literals)
        if len(literals) > 1:
            yield from self.at_most_one(literals)

    def demand(
        self, literals: list[int], amounts: list[int], low: int, high: int
    ) -> Generator[None, None, None]:
        """One linear constraint."""
        split = parts(literals, amounts, low, high, few=self.writes_few)
        for clause in split.clauses:
            self.clauses.add(*clause)
        if len(split.exclusive) > 1:
            yield from self.at_most_one(split.exclusive)
        if split.rest is not None:
            yield from self.linear(split.rest, self.encoding)

    def at_most_one(self, literals: list[int]) -> Generator[None, None, None]:
        """At most one of two or more literals."""
        if self.native and len(literals) > 2:
            self.clauses.limit(literals, 1)
            self.note("native")
            return
        wanted = choose.at_most_one(len(literals), self.encoding, self.most_exclusive)
        if wanted == "pairwise" or len(literals) == 2:
            self.note("pairwise")
            yield from self.exclusive(Exclusive([self.clauses.owner], [sorted(literals)]))
        elif wanted == "sequential":
            self.note("sequential")
            ladder(self.clauses, literals)
        else:
            ones = Linear(literals, [1] * len(literals), 0, 1, len(literals), [])
            yield from self.linear(ones, wanted)

    def exclusive(self, group: Exclusive) -> Generator[None, None, None]:
        """Pairs: at last, with those of other items; now where pairs are shared, but not these."""
        self.clauses.check(2 * group.pairs())
        literals = group.literals[0].tolist()
        if not self.shared or (literals[0] > 0 and literals[-1] <= self.model.options):
            self.groups.append(group)
        elif len(literals) <= FEW and group.colours is None:  # there are many
            for one, other in combinations(literals, 2):
                self.clauses.add(-one, -other)
        else:
            yield from pairwise(self.clauses, [group])

    def linear(self, linear: Linear, wanted: str | None) -> Generator[None, None, None]:
        """A constraint that is neither clauses nor at most one."""
        if self.native and linear.unit:
            if linear.high < linear.total:
                self.clauses.limit(linear.literals, linear.high)
            if linear.low > 0:
                self.clauses.limit([-x for x in linear.literals], linear.total - linear.low)
            self.note("native")
            return
        for name, budget in choose.linear(linear, wanted):
            self.clauses.check(0)
            if name == "adder":
                yield from adder(self.clauses, linear)
                fits = True
            else:
                fits = yield from encode(name, self.clauses, linear, budget)
            if fits:
                self.note(name)
                return
        raise RefusedError(
            f"item {self.model.item_names[self.clauses.owner]!r}: the {wanted} encoding of its "
            f"{len(linear.literals):,} options takes more than {choose.MOST_OF_ONE:,} literals; use another"
        )

    def note(self, encoding: str) -> None:
        """Count the item for an encoding."""
        if self.noted.get(encoding) != self.clauses.owner:
            self.noted[encoding] = self.clauses.owner
            self.used[encoding] += 1
