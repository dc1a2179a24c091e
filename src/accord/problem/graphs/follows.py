"""Check that a cut follows from a graph rule, from the graph alone; checkers of proofs use it.

It knows nothing of how cuts are found. The options with amounts above 0 are taken out of the graph; where
that parts two things that are chosen, one of these options is chosen, or two of a loop's; likewise where it
leaves too small a component. A second kind of item says that edges make no circle: a forest within them has
so many edges at most; or that vertices are too many for one component.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from accord.grids.regions import Joined

if TYPE_CHECKING:
    from accord.model.data import LazyItem
    from accord.problem.graphs.lowered import Rule


def follows(rule: Rule, item: LazyItem) -> bool:
    """Whether every choice that keeps the rule meets the item, as far as these two arguments show it."""
    place = {name: number for number, name in enumerate(rule.options) if name}
    gives = {place.get(name, -1): amount for name, amount in item.gives.items() if amount}
    if -1 in gives:
        return False
    if item.high is not None:
        if rule.kind == "components":
            return item.low <= 0 and _too_large(rule, gives, item.high)
        return (
            rule.kind in ("path", "tree", "forest") and item.low <= 0 and _no_circle(rule, gives, item.high)
        )
    between = {number for number, amount in gives.items() if amount > 0}
    asked = [number for number, amount in gives.items() if amount < 0]
    if rule.kind == "components":
        return _too_small(rule, between, asked, item.low) or (
            not gives and _too_large(rule, gives, -item.low)
        )
    if rule.kind == "forest":
        return not gives and _no_circle(rule, gives, -item.low)
    ways = 2 if rule.kind == "loop" else 1
    side = _sides(rule, between)
    if rule.ends:
        return _comes_and_goes(rule, side, gives, asked, item.low)
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
    return apart and item.low <= (min(ways + sum(amounts), all_but_one) if asked else ways)


def _comes_and_goes(rule: Rule, side: list[int], gives: dict[int, int], asked: list[int], low: int) -> bool:
    """Whether, for paths with given ends, a start is apart from its end, or something from all ends."""
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


def _no_circle(rule: Rule, gives: dict[int, int], high: int) -> bool:
    """Whether no forest has more than `high` of these edges, besides the edges that are always chosen."""
    joined, edges = Joined(rule.vertices), 0
    for number in (*gives, *rule.always):
        one, other = (joined.find(vertex) for vertex in rule.edges[number])
        edges += one != other
        joined.join(one, other)
    return set(gives.values()) <= {1} and edges - len(rule.always) <= high


def _too_large(rule: Rule, gives: dict[int, int], high: int) -> bool:
    """Whether more than `high` of these vertices, and those that are always chosen, make a part too large."""
    taken = {*gives, *rule.always}
    side = _sides(rule, {*range(rule.vertices)} - taken)
    largest = max(Counter(side[vertex] for vertex in taken).values(), default=0)
    return set(gives.values()) <= {1} and high >= len(gives) - 1 and largest > rule.most > 0


def _too_small(rule: Rule, between: set[int], asked: list[int], low: int) -> bool:
    """Whether a vertex that is chosen is in too small a part without those between."""
    side = _sides(rule, between)
    sizes = Counter(side[vertex] for vertex in range(rule.vertices) if vertex not in between)
    some = [
        vertex for vertex in asked or rule.fixed if vertex not in between and sizes[side[vertex]] < rule.least
    ]
    return bool(some) and len(asked) <= 1 and low <= 1 - len(asked)


def _sides(rule: Rule, between: set[int]) -> list[int]:
    """For each vertex, the part of the graph it is in when what is between is taken out."""
    joined = Joined(rule.vertices)
    for number, (one, other) in enumerate(rule.edges):
        out: Iterable[int] = (one, other) if rule.on_vertices else (number,)
        if between.isdisjoint(out):
            joined.join(one, other)
    return [joined.find(vertex) for vertex in range(rule.vertices)]


def _vertices(rule: Rule, number: int) -> tuple[int, ...]:
    return (number,) if rule.on_vertices else rule.edges[number]
