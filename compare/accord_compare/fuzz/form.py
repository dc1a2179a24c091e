"""A random model as plain tuples: what is drawn, mutated, shrunk and given to the oracle.

The same thing as `accord.model.Model`, and a round trip: `Form.of(form.model())` equals `form`, but for
bounds of None, which a model writes as numbers. Nothing is checked here but by `model`: InputError.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from accord.model import Model
from accord.model.model import Indices

UNBOUNDED = int(np.iinfo(np.int64).max)


class Item(NamedTuple):
    """A demand: what chosen options give adds up to `low` at least and `high` at most."""

    low: int
    high: int | None  # None: no upper bound


class Entry(NamedTuple):
    """An entry of an option for an item: an amount, or a colour."""

    item: int
    amount: int = 1
    colour: int = 0  # 0: none


class Option(NamedTuple):
    """Entries on different items, whether it is hidden, and its weight in the objective."""

    entries: tuple[Entry, ...]
    hidden: bool = False
    weight: int = 0


Solution = tuple[int, ...]  # options, ascending


def batch(solutions: Collection[Solution]) -> Indices:
    """Solutions as the rows of an array, padded with -1."""
    rows = np.full((len(solutions), max(map(len, solutions), default=0)), -1, np.int32)
    for row, solution in zip(rows, solutions, strict=True):
        row[: len(solution)] = solution
    return rows


@dataclass(frozen=True)
class Form:
    """Items and options by number; `order` and `symmetries` as in a model, without the identity alone."""

    items: tuple[Item, ...]
    options: tuple[Option, ...]
    order: tuple[int, ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = ()
    has_objective: bool = False

    def model(self) -> Model:
        """The model, with items i0, i1, ... and options o0, o1, ..."""
        entries = [entry for option in self.options for entry in option.entries]
        colours = max((entry.colour for entry in entries), default=0)
        return Model.from_arrays(
            [f"i{i}" for i in range(len(self.items))],
            np.cumsum([0, *(len(option.entries) for option in self.options)]),
            [entry.item for entry in entries],
            low=[item.low for item in self.items],
            high=[UNBOUNDED if item.high is None else item.high for item in self.items],
            amount=[entry.amount for entry in entries],
            colour=[entry.colour for entry in entries],
            colours=["", *(f"c{c}" for c in range(1, colours + 1))],
            names=[f"o{o}" for o in range(len(self.options))],
            order=self.order,
            symmetries=self.symmetries,
            hidden=[option.hidden for option in self.options],
            objective=[option.weight for option in self.options] if self.has_objective else (),
        )

    @classmethod
    def of(cls, model: Model) -> Form:
        """The form of any model; names are dropped, and a bound that cannot be exceeded stays a number."""
        bounds = model.start.tolist()
        item, amount, colour = model.item.tolist(), model.amount.tolist(), model.colour.tolist()
        weights = model.objective.tolist() or [0] * model.options
        return cls(
            tuple(Item(*pair) for pair in zip(model.low.tolist(), model.high.tolist(), strict=True)),
            tuple(
                Option(
                    tuple(Entry(item[e], amount[e], colour[e]) for e in range(bounds[o], bounds[o + 1])),
                    bool(model.hidden[o]),
                    weights[o],
                )
                for o in range(model.options)
            ),
            tuple(model.order.tolist()),
            tuple(map(tuple, model.symmetries.tolist())) if len(model.symmetries) > 1 else (),
            bool(len(model.objective)),
        )

    # -- parts and changes -------------------------------------------------------------------------

    def with_options(self, options: Iterable[Option]) -> Form:
        """Return the form with the same items and other options."""
        return replace(self, options=tuple(options))

    def each_option(self, change: Callable[[Option], Option]) -> Form:
        """Every option changed."""
        return self.with_options(map(change, self.options))

    def with_item(self, item: Item, entries: Sequence[Entry | None]) -> Form:
        """An item more, and what each option gives to it; its entries' own numbers do not matter."""
        number = len(self.items)
        return replace(
            self,
            items=(*self.items, item),
            options=tuple(
                option._replace(entries=(*option.entries, entry._replace(item=number))) if entry else option
                for option, entry in zip(self.options, entries, strict=True)
            ),
            symmetries=tuple((*permutation, number) for permutation in self.symmetries),
        )

    def copies(self, number: int) -> Form:
        """So many of it side by side, each on items of its own, in order; without an objective."""
        items, options = len(self.items), []
        for first in range(0, number * items, max(1, items)) if items else [0] * number:
            options += [
                Option(tuple(e._replace(item=first + e.item) for e in option.entries), option.hidden)
                for option in self.options
            ]
        order = [*self.order, *(set(range(items)) - set(self.order))] if self.order else []
        return Form(
            self.items * number,
            tuple(options),
            tuple(copy * items + item for copy in range(number) for item in order),
        )

    def without_items(self, gone: set[int]) -> Form:
        """The form without some items and all that was given to them; symmetries must not move these."""
        left = [i for i in range(len(self.items)) if i not in gone]
        number = {i: n for n, i in enumerate(left)}

        def thin(option: Option) -> Option:
            kept = (entry for entry in option.entries if entry.item not in gone)
            return option._replace(entries=tuple(entry._replace(item=number[entry.item]) for entry in kept))

        return replace(
            self.each_option(thin),
            items=tuple(self.items[i] for i in left),
            order=tuple(number[i] for i in self.order if i not in gone),
            symmetries=tuple(tuple(number[row[i]] for i in left) for row in self.symmetries),
        )

    def value(self, solution: Solution) -> int:
        """The objective of a solution."""
        return sum(self.options[o].weight for o in solution)
