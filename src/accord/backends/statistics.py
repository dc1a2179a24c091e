"""The statistics of a search tree: nodes, dead ends and solutions by depth, and choices by item.

A *node* is an option placed, as the engine counts its nodes, and its depth how many options are placed with
it; in an engine that learns, a decision, and how many of them hold. A *dead end* is a node that is no
solution and has no node below it; in an engine that learns, a conflict, of which a node may have several.

    >>> import accord
    >>> stats = accord.count(accord.load("queens:6"), engine="bitset", stats=True).stats["bitset"]
    >>> stats.nodes, stats.dead_ends
    ((0, 6, 20, 36, 33, 25, 4), (0, 0, 0, 4, 8, 21, 0))
    >>> stats.solutions, stats.fruitful, stats.items["r1"]
    ((0, 0, 0, 0, 0, 0, 4), (0, 4, 4, 4, 4, 4, 4), Branching(branched=1, tried=6))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest

import msgspec


class Branching(msgspec.Struct, frozen=True):
    """How often a search branched on an item, and how many options it tried for it.

    A search that decides on options, not on items, `branched` on none: then `tried` says how many decisions
    were on options that the item has.
    """

    branched: int
    tried: int


class Stage(msgspec.Struct, frozen=True):
    """A part of a search that goes by a plan: its name, and what was counted there, in order."""

    name: str
    counters: dict[str, int]


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of all that one engine searched in a run. Depth begins with 0, where nothing is placed."""

    nodes: tuple[int, ...] = ()
    dead_ends: tuple[int, ...] = ()
    solutions: tuple[int, ...] = ()
    fruitful: tuple[int, ...] = ()  # nodes that are a solution, or have one below them
    share: float | None = None  # of the nodes, how many are fruitful: from 0 to 1; None if there are no nodes
    items: dict[str, Branching] = {}  # by name, in the model's order; "" where no item was left to be met
    counters: dict[str, int] = {}  # what else the engine counts: conflicts, restarts, ...
    stages: tuple[Stage, ...] = ()  # instead of all that, of an engine that goes by a plan

    @property
    def total(self) -> int:
        """All nodes: as many as the effort has."""
        return sum(self.nodes) + sum(stage.counters.get("nodes", 0) for stage in self.stages)

    def plus(self, other: Statistics) -> Statistics:
        """The statistics of two searches by the same engine, added up."""
        items = dict(self.items)
        for name, more in other.items.items():
            known = items.get(name, Branching(0, 0))
            items[name] = Branching(known.branched + more.branched, known.tried + more.tried)
        counters = {
            name: self.counters.get(name, 0) + other.counters.get(name, 0)
            for name in (*self.counters, *other.counters)
        }
        nodes, fruitful = _add(self.nodes, other.nodes), _add(self.fruitful, other.fruitful)
        return Statistics(
            nodes=nodes,
            dead_ends=_add(self.dead_ends, other.dead_ends),
            solutions=_add(self.solutions, other.solutions),
            fruitful=fruitful,
            share=share(nodes, fruitful),
            items=items,
            counters=counters,
            stages=self.stages + other.stages,
        )


def share(nodes: Iterable[int], fruitful: Iterable[int]) -> float | None:
    """Which share of the nodes led to a solution; None if there are none."""
    total = sum(nodes)
    return round(sum(fruitful) / total, 9) if total else None


def together(*searches: Mapping[str, Statistics]) -> dict[str, Statistics]:
    """The statistics of several searches, by engine."""
    total: dict[str, Statistics] = {}
    for each in searches:
        for engine, more in each.items():
            total[engine] = total[engine].plus(more) if engine in total else more
    return total


def _add(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(one, other, fillvalue=0))
