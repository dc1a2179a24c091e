"""A model as families of sets: what is written to the other process.

    elements    the options, and others beside them, in the order in which the diagram decides them
    sums        (terms, low, high): a term is an element and its amount, and the amounts of what is chosen
                add up to within low and high
    rules       what hangs together: edges as (element, vertex, vertex), and which sets are meant

Vertices that hang together are said by edges. Each edge is an element, chosen exactly if both of its vertices
are. Then the chosen edges are one component with every chosen vertex on it, or there is at most one vertex.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from accord.problem.graph_rules.cuts import GraphCuts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from accord import Model
    from accord.problem.graph_rules.lowered import LoweredRule

    Terms = list[tuple[int, int]]
    Sum = tuple[Terms, int, int]


@dataclass
class Joined:
    """A graph rule: the chosen edges are components as `ends` and `degrees` say, or `none` holds."""

    edges: list[tuple[int, int, int]]  # element, and its two vertices; none: only `none` can hold
    ends: list[list[int]]  # each a component with these vertices; an empty one: any component
    degrees: list[tuple[int, tuple[int, int, int]]]  # vertex, and its numbers of edges: first, last, step
    forest: bool  # whether there is no circle
    sums: list[Sum]  # that hold beside where some edge is chosen
    none: list[Sum] | None  # what holds where no edge is chosen; None: an edge has to be


@dataclass
class Lowered:
    """What the other process is told, and what stands behind its elements."""

    options: list[int]  # by element; -1 for one that is no option
    sums: list[Sum]
    rules: list[Joined] = field(default_factory=list)


def lower(model: Model) -> Lowered:
    """All of a model, in the order of `_order`."""
    start, option, entry = model.by_item
    sums: list[Sum] = []
    for item in range(model.items):
        own = slice(start[item], start[item + 1])
        terms = list(zip(option[own].tolist(), model.amount[entry[own]].tolist(), strict=True))
        sums.append((terms, int(model.low[item]), int(model.high[item])))
    raw = Lowered(list(range(model.options)), sums)
    for rule in model.lazy.rules if isinstance(model.lazy, GraphCuts) else ():
        raw.rules.append(_connection(model, raw, rule) if rule.on_vertices else _edges(model, raw, rule))
    return _renumber(raw, _order(raw, model.order.tolist()))


def _elements(model: Model, raw: Lowered, rule: LoweredRule) -> dict[int, int]:
    """The element of each place of a rule that can be chosen; those that always are get a new one."""
    known = {model.option_name(option): option for option in range(model.options)}
    found = {}
    for place, name in enumerate(rule.options):
        if name in known:
            found[place] = known[name]
        elif not name:
            found[place] = _new(raw)
            raw.sums.append(([(found[place], 1)], 1, 1))
    return found


def _new(raw: Lowered) -> int:
    raw.options.append(-1)
    return len(raw.options) - 1


def _edges(model: Model, raw: Lowered, rule: LoweredRule) -> Joined:
    """A loop, paths, or a tree: by the numbers of edges at each vertex."""
    edges = [(element, *rule.edges[place]) for place, element in _elements(model, raw, rule).items()]
    here = sorted({vertex for _, *pair in edges for vertex in pair})
    alone = rule.spanning and rule.vertices == 1
    if not set(range(rule.vertices) if rule.spanning else rule.ends) <= set(here):
        edges = []
    numbers = {vertex: rule.degrees(vertex) for vertex in here}
    most = max(2, len(edges))
    return Joined(
        edges,
        [list(rule.ends[at : at + 2]) for at in range(0, len(rule.ends), 2)] or [[]],
        [(vertex, (some[0], min(some[-1], most), some.step)) for vertex, some in numbers.items() if some],
        forest=rule.circles == "none",
        sums=[],
        none=[([(element, 1) for element, _, _ in edges], 0, 0)] if rule.empty or alone else None,
    )


def _connection(model: Model, raw: Lowered, rule: LoweredRule) -> Joined:
    """Vertices that hang together, with an element for each edge between two of them."""
    chosen = _elements(model, raw, rule)
    edges = []
    at: defaultdict[int, Terms] = defaultdict(list)
    for one, other in rule.edges:
        if one in chosen and other in chosen:
            edge = _new(raw)
            edges.append((edge, one, other))
            for vertex in (one, other):
                at[vertex].append((edge, 1))
                raw.sums.append(([(chosen[vertex], 1), (edge, -1)], 0, 1))
            raw.sums.append(([(chosen[one], 1), (chosen[other], 1), (edge, -1)], 0, 1))
    least = 0 if rule.empty else 1
    return Joined(
        edges,
        [[]],
        [],
        forest=False,
        sums=[([*at[v], (element, -1)], 0, len(at[v])) for v, element in chosen.items()],
        none=[([(element, 1) for element in chosen.values()], least, 1)],
    )


# -- the order -------------------------------------------------------------------------------------


def _order(raw: Lowered, wanted: Sequence[int]) -> list[int]:
    """The elements in the order that has the fewest sums and vertices open at a time, of a few orders."""
    groups = [[element for element, _ in terms] for terms, _, _ in raw.sums]
    for rule in raw.rules:
        groups += [[element for element, _ in terms] for terms, _, _ in rule.sums]
        at: defaultdict[int, list[int]] = defaultdict(list)
        for element, one, other in rule.edges:
            at[one].append(element)
            at[other].append(element)
        groups += at.values()
    usual = 4 * int(np.median([len(group) for group in groups])) if groups else 0
    local = [group if len(group) <= usual else [] for group in groups]  # not what is everywhere
    numbers = range(len(groups))
    ways = numbers, _near(local), [*wanted, *(number for number in numbers if number not in set(wanted))]
    orders = [order for way in ways for order in _by_rank(local, way, len(raw.options))]
    return min(orders, key=lambda order: _open(groups, order))


def _by_rank(groups: Sequence[Sequence[int]], way: Iterable[int], elements: int) -> Iterator[list[int]]:
    """The elements by the first of their groups, and so on; and by the last, and so on."""
    ranks: list[list[int]] = [[] for _ in range(elements)]
    for rank, number in enumerate(way):
        for element in groups[number]:
            ranks[element].append(rank)
    yield sorted(range(elements), key=lambda element: (not ranks[element], ranks[element]))
    yield sorted(range(elements), key=lambda element: (not ranks[element], ranks[element][::-1]))


def _near(groups: Sequence[Sequence[int]]) -> list[int]:
    """The groups breadth first, from one that is far from others; part after part."""
    of: defaultdict[int, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        for element in group:
            of[element].append(number)
    found: dict[int, None] = {}
    for first in range(len(groups)):
        if first not in found:
            far = _reach(groups, of, first)[-1]
            found |= dict.fromkeys(_reach(groups, of, far))
    return list(found)


def _reach(groups: Sequence[Sequence[int]], of: Mapping[int, list[int]], first: int) -> list[int]:
    """The groups that can be reached, by elements that two have in common; the nearest first."""
    found, seen = [first], {first}
    for number in found:  # grows while it is walked
        for element in groups[number]:
            new = [other for other in of[element] if other not in seen]
            seen.update(new)
            found += new
    return found


def _open(groups: Sequence[Sequence[int]], order: Sequence[int]) -> float:
    """About how many states there are: each group that is open at a time may be in two."""
    place = {element: number for number, element in enumerate(order)}
    change = np.zeros(len(order) + 1)
    for group in groups:
        if group:
            change[min(place[element] for element in group)] += 1
            change[max(place[element] for element in group)] -= 1
    return float(np.exp2(np.minimum(np.cumsum(change), 1000)).sum())


def _renumber(raw: Lowered, order: Sequence[int]) -> Lowered:
    """The same with its elements in that order."""
    new = {element: number for number, element in enumerate(order)}

    def sums(old: list[Sum]) -> list[Sum]:
        return [
            ([(new[element], amount) for element, amount in terms], low, high) for terms, low, high in old
        ]

    rules = [
        Joined(
            [(new[element], one, other) for element, one, other in rule.edges],
            rule.ends,
            rule.degrees,
            rule.forest,
            sums(rule.sums),
            None if rule.none is None else sums(rule.none),
        )
        for rule in raw.rules
    ]
    return Lowered([raw.options[element] for element in order], sums(raw.sums), rules)
