"""Lower two questions that often settle a rule on paths that visit all vertices: turns, and flips.

Three edges of a circle of four are a *turn*: a path goes from a to b, across to c, and back to d. Solutions
without any turn are found soon: a solver has few ways. Where a parallel edge e-f lies beyond b-c, a turn can
be *flipped*: the paths swap the cells b and c.

    e---f        e   f
                 |   |
    b---c   <->  b---c      both visit the same vertices, and the same ends stay joined
    |   |
    a   d        a---d

So a flip leads from solution to solution. Of the two sides of a flip, one is *forbidden*: the one that has
the first of the edges that change. Flips away from it make the list of chosen edges lexicographically later,
so they come to an end. Hence:

    if R is a solution without any turn, and no other solution is without a forbidden flip, R is the only one

For any solution S leads, flip by flip, to one without forbidden flips, which is R; and no flip leads to R,
which has no turn. Nothing is assumed of S. Other rules of a problem do not matter: they can only exclude R.

Measured on published puzzles of Numberlink with 15 x 15 cells, by cadical195: R takes 20 to 200 conflicts,
and that there is no other 2,000 to 19,000. Without flips, both take 7,000 to 80,000.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations

from accord.model import Model
from accord.problem.graphs.cuts import GraphCuts, Rule
from accord.problem.graphs.sides import circles
from accord.problem.lower.graphs import write_edges
from accord.problem.lower.model_writer import LinearForm, ModelWriter, sum_of

__all__ = ["flips", "rule_of", "without_flips", "without_turns"]

TURN = 3  # edges of a circle of four


def rule_of(lazy: GraphCuts) -> Rule | None:
    """Return the first rule with several paths that visit all vertices; None if there is none."""
    return next((rule for rule in lazy.rules if len(rule.ends) > 2 and rule.spanning), None)


def without_turns(rule: Rule) -> Model:
    """Return the model of the rule's solutions without a turn; option n is edge n."""
    writer, known, free = _begin(rule)
    for number, circle in enumerate(circles(rule), start=1):
        name = f"{rule.words}: no turn in circle {number}"
        writer.at_most(name, sum_of(known[edge] for edge in circle), TURN - 1)
    return writer.model(lazy=GraphCuts((free,)))


def without_flips(rule: Rule, other: Collection[int]) -> Model:
    """Return the model of solutions without a forbidden flip; option n is edge n.

    Args:
        rule: the rule.
        other: the edges of a solution, which is none of the model.
    """
    writer, known, free = _begin(rule)
    for number, some in enumerate(flips(rule), start=1):
        name = f"{rule.words}: no flip {number}"
        writer.at_most(name, sum_of(known[edge] for edge in some), len(some) - 1)
    writer.at_most(f"{rule.words}: another", sum_of(known[edge] for edge in other), len(other) - 1)
    return writer.model(lazy=GraphCuts((free,)))


def flips(rule: Rule) -> Iterator[tuple[int, int, int, int]]:
    """Yield the edges of each forbidden turn beside a parallel edge.

    Two circles of four edges that share one edge, the bottom of the turn, are the place of a flip.
    """
    of: dict[int, list[tuple[int, ...]]] = {}
    for circle in circles(rule):
        for edge in circle:
            of.setdefault(edge, []).append(circle)
    for bottom, some in of.items():
        for one, two in combinations(some, 2):
            if len({vertex for edge in (*one, *two) for vertex in rule.edges[edge]}) == 6:
                near, across = _around(rule, one, bottom)
                far, parallel = _around(rule, two, bottom)
                yield min(
                    (*near, bottom, parallel), (*far, bottom, across), key=lambda turn: _first(turn, bottom)
                )


def _first(turn: Collection[int], bottom: int) -> int:
    """The first edge that a flip of a turn changes."""
    return min(edge for edge in turn if edge != bottom)


def _around(rule: Rule, circle: tuple[int, ...], bottom: int) -> tuple[tuple[int, int], int]:
    """Return the two sides of a circle of four edges, and the edge across from the bottom."""
    ends = {*rule.edges[bottom]}
    one, other = (edge for edge in circle if edge != bottom and ends & {*rule.edges[edge]})
    return (one, other), next(edge for edge in circle if not ends & {*rule.edges[edge]})


def _begin(rule: Rule) -> tuple[ModelWriter, list[LinearForm], Rule]:
    """Write the rule; every edge may be chosen or not. Returns the writer, the edges, and the rule."""
    writer = ModelWriter()
    edges = [writer.option(name or f"edge {place}") for place, name in enumerate(rule.options, start=1)]
    known = [LinearForm({edge: 1}) for edge in edges]
    free = replace(rule, options=tuple(writer.names), fixed=(), shortest=0)
    write_edges(writer, [f"vertex {vertex + 1}" for vertex in range(rule.vertices)], free, known)
    return writer, known, free
