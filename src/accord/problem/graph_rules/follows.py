"""Derive cuts from the graph of a rule alone; checkers of proofs use it.

It knows nothing of how cuts are found. The options with amounts above 0 are taken out of the graph; where
that parts two things that are chosen, one of these options is chosen, or two of a loop's; likewise where it
leaves too small a component. A second kind of item says that edges make no circle: a forest within them has
so many edges at most; or that vertices are too many for one component.

Each function has a rule, the amounts that an item gives to places in its options, and the bound of the item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from accord.grids.regions import Joined
from accord.problem.graph_rules.lowered import LoweredRule

Gives: TypeAlias = Mapping[int, int]


def is_joined(rule: LoweredRule, gives: Gives, low: int, ways: int = 1) -> bool:
    """Whether so many ways lead between any two things that are chosen: those that are asked, or sure."""
    between, asked = _between(gives)
    side = _sides(rule, between)
    if len(asked) > 2:
        return False
    sure = {side[vertex] for number in rule.fixed for vertex in _vertices(rule, number)}
    if rule.spanning and not rule.on_vertices:
        sure.update(side)
    where = [{side[vertex] for vertex in _vertices(rule, number)} for number in asked]
    apart = {
        0: len(sure) > 1,
        1: bool(where) and any(one not in where[0] for one in sure),
        2: len(where) == 2 and where[0].isdisjoint(where[1]),
    }[len(asked)]
    amounts = [gives[number] for number in asked]
    all_but_one = sum(amounts) - max(amounts, default=0)  # of those that are asked, nothing between
    return apart and low <= (min(ways + sum(amounts), all_but_one) if asked else ways)


def comes_and_goes(rule: LoweredRule, gives: Gives, low: int) -> bool:
    """Whether, for paths with given ends, a start is apart from its end, or something from all ends."""
    between, asked = _between(gives)
    side = _sides(rule, between)
    ends = {side[end] for end in rule.ends}
    if not asked:
        pairs = zip(rule.ends[::2], rule.ends[1::2], strict=True)
        parted = any(side[start] != side[end] for start, end in pairs)
        fixed = [v for number in rule.fixed for v in rule.edges[number]]
        sure = range(rule.vertices) if rule.spanning else fixed
        inside = any(side[vertex] not in ends for vertex in sure)
        return low <= (2 if inside else parted)
    inside = all(side[vertex] not in ends for number in asked for vertex in rule.edges[number])
    return len(asked) == 1 and inside and low <= min(2 + gives[asked[0]], 0)


def has_no_circle(rule: LoweredRule, gives: Gives, high: int) -> bool:
    """Whether no forest has more than `high` of these edges, besides the edges that are always chosen."""
    joined, edges = Joined(rule.vertices), 0
    for number in (*gives, *rule.always):
        one, other = (joined.find(vertex) for vertex in rule.edges[number])
        edges += one != other
        joined.join(one, other)
    return set(gives.values()) <= {1} and edges - len(rule.always) <= high


def is_too_large(rule: LoweredRule, gives: Gives, high: int) -> bool:
    """Whether more than `high` of these vertices, and those that are always chosen, make a part too large."""
    taken = {*gives, *rule.always}
    side = _sides(rule, {*range(rule.vertices)} - taken)
    largest = max(Counter(side[vertex] for vertex in taken).values(), default=0)
    return set(gives.values()) <= {1} and high >= len(gives) - 1 and largest > rule.most > 0


def is_too_small(rule: LoweredRule, gives: Gives, low: int) -> bool:
    """Whether a vertex that is chosen is in too small a part without those between."""
    between, asked = _between(gives)
    side = _sides(rule, between)
    sizes = Counter(side[vertex] for vertex in range(rule.vertices) if vertex not in between)
    some = [
        vertex for vertex in asked or rule.fixed if vertex not in between and sizes[side[vertex]] < rule.least
    ]
    return bool(some) and len(asked) <= 1 and low <= 1 - len(asked)


def _between(gives: Gives) -> tuple[set[int], list[int]]:
    """The places of which some must be chosen, where all of the others are."""
    between = {number for number, amount in gives.items() if amount > 0}
    return between, [number for number, amount in gives.items() if amount < 0]


def _sides(rule: LoweredRule, between: set[int]) -> Sequence[int]:
    """For each vertex, the part of the graph it is in when what is between is taken out."""
    joined = Joined(rule.vertices)
    for number, (one, other) in enumerate(rule.edges):
        out: Iterable[int] = (one, other) if rule.on_vertices else (number,)
        if between.isdisjoint(out):
            joined.join(one, other)
    return [joined.find(vertex) for vertex in range(rule.vertices)]


def _vertices(rule: LoweredRule, number: int) -> tuple[int, ...]:
    return (number,) if rule.on_vertices else rule.edges[number]
