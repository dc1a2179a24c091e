"""The order in which frontier counting decides options: such that few vertices and items are open at a time.

    rule, vertices in some order -> turns    what the rule is about, as its vertices come up
    turns, model -> turns                    and every other option, where it is determined first
    turns -> width                           how many vertices are in the frontier, at most

An edge of a loop or a path has its turn when the earlier of its vertices comes up: vertices of the frontier
have then seen one edge as a rule, so that full ones need not be distinguished from empty ones.
On 9 x 9 vertices that leaves a seventh of the states. An edge of a tree has its turn with the later vertex:
the frontier's have then been seen, and are connected in fewer ways.

Vertices come as they are numbered, which is best on boards, row by row; or breadth first from a vertex at the
rim, where that makes the frontier smaller. At the same width, trees take half the states breadth first, and
loops twice as many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from accord.model import Model

if TYPE_CHECKING:  # models without graphs need none of it
    from accord.problem.graph_rules.lowered import LoweredRule

ALWAYS = -1  # for the option of what is always chosen


@dataclass(frozen=True)
class Join:
    """The effect of an option on two vertices: see `accord_native.layers.frontier_layout`."""

    one: int
    other: int
    soft: bool = False


@dataclass(frozen=True)
class Turn:
    """An option that is decided, and what that joins."""

    option: int  # or ALWAYS
    joins: tuple[Join, ...] = ()


@dataclass(frozen=True)
class Stays:
    """The first and the last turn of each vertex that has any."""

    first: dict[int, int]
    last: dict[int, int]

    @classmethod
    def of(cls, turns: Iterable[Turn]) -> Stays:
        """Return the vertices that stay, from some turns."""
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for number, turn in enumerate(turns):
            for vertex in (vertex for join in turn.joins for vertex in (join.one, join.other)):
                first.setdefault(vertex, number)
                last[vertex] = number
        return cls(first, last)

    def widths(self, turns: int) -> list[int]:
        """How many vertices are in the frontier after each turn."""
        change = np.zeros(turns + 1, np.int64)
        for vertex, number in self.first.items():
            change[number] += 1
            change[self.last[vertex]] -= 1
        return [int(width) for width in np.cumsum(change)[:turns]]


def turns(model: Model, rule: LoweredRule) -> list[Turn]:
    """All options of a model, in the better order for its rule."""
    known = {model.option_name(option): option for option in range(model.options)}
    options = [known.get(name) if name else ALWAYS for name in rule.options]
    orders = range(rule.vertices), breadth_first(rule)
    candidates = [_of_rule(rule, options, order) for order in orders]
    widths = [Stays.of(candidate).widths(len(candidate)) for candidate in candidates]
    costs = [(max(each, default=0), 0 if rule.two_at_a_vertex else sum(each)) for each in widths]
    return _with_others(model, candidates[costs.index(min(costs))])


def breadth_first(rule: LoweredRule) -> list[int]:
    """The vertices, breadth first from one that is far from others; part after part of the graph."""
    found: list[int] = []
    seen: set[int] = set()
    for vertex in range(rule.vertices):
        if vertex not in seen:
            part = _reachable(rule, _reachable(rule, vertex)[-1])
            seen.update(part)
            found += part
    return found


def _reachable(rule: LoweredRule, start: int) -> list[int]:
    """The vertices that can be reached, the nearest first."""
    found, seen = [start], {start}
    for vertex in found:  # grows while it is walked
        new = [other for other, _ in rule.near[vertex] if other not in seen]
        found += dict.fromkeys(new)
        seen.update(new)
    return found


def _of_rule(rule: LoweredRule, options: Sequence[int | None], order: Sequence[int]) -> list[Turn]:
    """Return the turns of a rule, as its vertices come up; options that the model lacks are never chosen."""
    place = {vertex: number for number, vertex in enumerate(order)}
    if rule.on_vertices:
        found = []
        for vertex in order:
            option = options[vertex]
            if option is not None:
                earlier = sorted(
                    place[other] for other, _ in rule.near[vertex] if place[other] < place[vertex]
                )
                near = [order[number] for number in earlier if options[order[number]] is not None]
                joins = [Join(vertex, vertex), *(Join(other, vertex, soft=True) for other in near)]
                found.append(Turn(option, tuple(joins)))
        return found
    pairs = [sorted((place[one], place[other])) for one, other in rule.edges]
    end = 0 if rule.two_at_a_vertex else 1
    return [
        Turn(option, (Join(order[pairs[edge][0]], order[pairs[edge][1]]),))
        for edge in sorted(range(len(pairs)), key=lambda edge: (pairs[edge][end], pairs[edge][1 - end]))
        if (option := options[edge]) is not None
    ]


def _with_others(model: Model, turns: list[Turn]) -> list[Turn]:
    """All options: another one has its turn as soon as it is the last of an item, or nearly."""
    when = {turn.option: number for number, turn in enumerate(turns)}
    items = [model.options_of(item).tolist() for item in range(model.items)]
    left = [sum(option not in when for option in options) for options in items]
    latest = [max((when[option] for option in options if option in when), default=-1) for options in items]
    after: defaultdict[int, list[int]] = defaultdict(list)  # by the number of a turn
    queue = [(left[item], latest[item], item) for item in range(model.items) if left[item]]
    heapify(queue)
    while queue:
        *known, item = heappop(queue)
        if not left[item] or known != [left[item], latest[item]]:
            continue  # it was said again since
        number = latest[item]
        option = next(option for option in items[item] if option not in when)
        when[option] = number
        after[number].append(option)
        for other in model.items_of(option).tolist():
            left[other] -= 1
            latest[other] = max(latest[other], number)
            heappush(queue, (left[other], latest[other], other))
    after[-1] += [option for option in range(model.options) if option not in when]  # in no item
    found = [Turn(option) for option in after[-1]]
    for number, turn in enumerate(turns):
        found += [turn, *(Turn(option) for option in after[number])]
    return found
