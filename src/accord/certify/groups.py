"""Groups of items that an explanation includes or leaves out together: one item, or all items of a rule.

Items that belong to no rule, such as those that say what a hidden option is, are always there: a person would
not doubt them. `only` is the model of what is left in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from accord.model import Model
from accord.model.arrays import Ints

ALWAYS = -1  # the group of items that are never left out


@dataclass(frozen=True, eq=False)
class Groups:
    """A partition of a model's items."""

    of: Ints  # the group of each item, from 0, or ALWAYS
    rules: tuple[str, ...] = ()  # the first groups are these rules; those behind them an item each

    @staticmethod
    def of_rules(model: Model, rules: Sequence[str | None] | None = None) -> Groups:
        """A group for each rule, named for each item, None for ALWAYS; items behind these are one each."""
        if rules is None:
            return Groups(np.arange(model.items))
        names = list(dict.fromkeys(rule for rule in rules if rule is not None))
        number: dict[str | None, int] = {name: n for n, name in enumerate(names)}
        own = [number.get(rule, ALWAYS) for rule in rules]
        more = range(len(names), len(names) + model.items - len(own))
        return Groups(np.array([*own, *more], np.int64), tuple(names))

    @property
    def all(self) -> list[int]:
        """Every group."""
        return np.unique(self.of[self.of != ALWAYS]).tolist()

    def items(self, groups: Iterable[int]) -> list[int]:
        """The items that are there if only these groups are, ascending."""
        return np.flatnonzero(np.isin(self.of, [ALWAYS, *groups])).tolist()

    def among(self, items: Iterable[int]) -> list[int]:
        """The groups of some items, ascending."""
        found = {int(self.of[item]) for item in items}
        return sorted(found - {ALWAYS})

    def always_met(self, broken: Iterable[int]) -> bool:
        """Whether none of these items is one that is never left out."""
        return all(self.of[item] != ALWAYS for item in broken)


def only(model: Model, items: list[int]) -> tuple[Model, list[int]]:
    """The model with these items alone, for the question whether it has a solution; and its options here.

    Options that give them nothing are dropped; so is one that gives the same as another, where an item takes
    only one of the two.
    """
    place = np.full(model.items, -1, np.int64)
    place[items] = np.arange(len(items))
    negative = np.zeros(model.items, np.bool_)
    negative[model.item[(model.amount < 0) | (model.colour != 0)]] = True
    rows: dict[int, tuple[tuple[int, int, int], ...]] = {}
    seen = set()
    for option in range(model.options):
        row = []
        single = False
        for entry in range(model.start[option], model.start[option + 1]):
            item = int(model.item[entry])
            if place[item] >= 0:
                row.append((int(place[item]), int(model.amount[entry]), int(model.colour[entry])))
                single |= not negative[item] and 2 * int(model.amount[entry]) > int(model.high[item])
        key = tuple(row)
        if not key or (single and key in seen):
            continue
        seen.add(key)
        rows[option] = key
    entries = [entry for row in rows.values() for entry in row]
    alone = Model.from_arrays(
        [model.item_names[item] for item in items],
        np.cumsum([0, *map(len, rows.values())]),
        [item for item, _, _ in entries],
        low=model.low[items],
        high=model.high[items],
        amount=[amount for _, amount, _ in entries],
        colour=[colour for _, _, colour in entries],
        colours=model.colours,
    )
    return alone, list(rows)
