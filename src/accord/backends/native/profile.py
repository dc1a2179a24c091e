"""Read the statistics of a search from the state of its kernel, as numbers by depth and by item.

The kernel is then the variant that keeps them; `accord_native.progress` says where.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from accord.backends.native.arrays import Ints, Words
from accord.backends.statistics import Branching, Statistics, share
from accord.model import Model
from accord_native.progress import BRANCHED, DEPTH, HEAD, ITEM, ITEMS, MARK, MARKS, TRIED

PLACED, DEAD, SOLVED, LED = range(4)  # columns of a profile


@dataclass(frozen=True, eq=False)
class Profile:
    """The counts of walks so far, of one model."""

    depths: Words  # [depth, 4]: nodes, dead ends, solutions, nodes that led to one
    items: Words  # [items + 1, 2]: how often it was branched on, options tried; the last: for no item
    counters: Mapping[str, int] = field(default_factory=dict)

    def plus(self, other: Profile | None) -> Profile:
        """Return the sum of both; the items are the same, and one may be deeper."""
        if other is None:
            return self
        few, many = sorted((self.depths, other.depths), key=len)
        depths = many.copy()
        depths[: len(few)] += few
        names = dict.fromkeys((*self.counters, *other.counters))
        counters = {name: self.counters.get(name, 0) + other.counters.get(name, 0) for name in names}
        return Profile(depths, self.items + other.items, counters)

    def statistics(self, model: Model) -> Statistics:
        """Return it for readers: down to the last depth that was reached, and only items that were met."""
        depths = self.depths[: int(np.flatnonzero(self.depths.any(axis=1)).max(initial=0)) + 1]
        nodes, dead, solved, led = (tuple(column) for column in depths.T.tolist())
        return Statistics(
            nodes=nodes,
            dead_ends=dead,
            solutions=solved,
            fruitful=led,
            share=share(nodes, led),
            items={
                model.item_names[item] if item < model.items else "": Branching(*self.items[item].tolist())
                for item in np.flatnonzero(self.items.any(axis=1)).tolist()
            },
            counters=dict(self.counters),
        )


def engine_statistics(engine: str, model: Model, profile: Profile) -> dict[str, Statistics]:
    """The statistics of a search by that engine, as a slice has them."""
    return {engine: profile.statistics(model)}


@dataclass(frozen=True)
class Room:
    """The places of a kernel's statistics: behind so many of its state, for so many depths and items.

    Where they are not `kept`, the state has just those places.
    """

    kept: bool
    begin: int
    depths: int  # from 0 on
    items: int  # of the kernel
    marks: int = 0

    def state(self) -> Words:
        """A state, all 0 but for where things are."""
        if not self.kept:
            return np.zeros(self.begin, np.uint64)
        items = self.begin + int(HEAD) + self.depths * int(DEPTH)
        marks = items + self.items * int(ITEM)
        state = np.zeros(marks + self.marks, np.uint64)
        state[self.begin + int(ITEMS)], state[self.begin + int(MARKS)] = items, marks
        return state

    def read(self, state: Words) -> tuple[Words, Words]:
        """Return the counts by depth, as the columns of a profile, and by item of the kernel."""
        first, items = self.begin + int(HEAD), int(state[self.begin + int(ITEMS)])
        depths = state[first:items].reshape(self.depths, int(DEPTH))[:, : int(MARK)].copy()
        by_item = state[items : items + self.items * int(ITEM)].reshape(self.items, int(ITEM))
        return depths, by_item[:, [int(BRANCHED), int(TRIED)]]

    def profile(self, state: Words, model: Model, number: Ints) -> Profile:
        """The profile so far, where the kernel's items have these numbers in the model, `items` for none."""
        depths, by_item = self.read(state)
        depths[0, [PLACED, LED]] = 0  # nothing is placed there, so there is no node
        items = np.zeros((model.items + 1, 2), np.uint64)
        items[number] = by_item
        return Profile(depths, items)

    def keeping(self, profile: Callable[[], Profile]) -> Callable[[], Profile] | None:
        """For a walk: what makes its profile, if one is kept."""
        return profile if self.kept else None
