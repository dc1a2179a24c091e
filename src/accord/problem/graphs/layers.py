"""Unfold a rule with a root and few vertices to clauses: they say how many steps lead to each vertex.

Clauses follow from the rule and from an item that lets `most` of its vertices be chosen: a chosen vertex has
a way of chosen ones from the root, of `most` - 1 steps at most. A solver that has them sees at once what cuts
say one by one. They need a variable for each vertex and number of steps, whose value follows from the chosen
vertices, so that no solution is found twice:

    reached[v, k]   v is chosen, and k chosen steps lead to it from the root, or fewer
    the demand      a chosen vertex is reached in `most` - 1 steps
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from accord.model.data import ModelData
from accord.problem.graphs.lowered import Rule

MOST_CLAUSES = 100_000  # of one rule


def layers(
    rules: Sequence[Rule], model: ModelData, option: Mapping[str, int], fresh: Iterator[int]
) -> Iterator[list[int]]:
    """Yield clauses that each true solution of the model meets, of the rules that have a root and a size.

    Args:
        rules: of the model.
        model: whose option o is variable o + 1.
        option: its options, by name.
        fresh: variables that are not in use.
    """
    for rule in rules:
        if rule.kind != "connected" or not rule.fixed or not all(name in option for name in rule.options):
            continue
        chosen = [option[name] + 1 for name in rule.options]
        most = _most_chosen(model, chosen)
        if most < len(chosen) and 2 * most * (len(chosen) + len(rule.edges)) <= MOST_CLAUSES:
            yield from _unfold(rule, chosen, most - 1, fresh)


def _most_chosen(model: ModelData, variables: Sequence[int]) -> int:
    """Return how many of these variables can be true, by the items that have them all."""
    options = np.array(variables) - 1
    found = [len(variables)]
    for item in model.items_of(int(options[0])).tolist():
        start, option, entry = model.by_item
        ours = slice(start[item], start[item + 1])
        if (model.added[entry[ours]] > 0).all() and np.isin(options, option[ours]).all():
            found.append(int(model.high[item]))
    return min(found)


def _unfold(rule: Rule, variables: Sequence[int], steps: int, fresh: Iterator[int]) -> Iterator[list[int]]:
    """Yield the clauses of one rule; `fresh` yields the variables that are not in use."""
    root = rule.fixed[0]
    distance = {root: 0}
    for vertex in (order := [root]):  # grows while it is walked
        for other in rule.beside[vertex] if distance[vertex] < steps else ():
            if other not in distance:
                distance[other] = distance[vertex] + 1
                order.append(other)
    yield from ([-chosen] for vertex, chosen in enumerate(variables) if vertex not in distance)
    reached: Mapping[int, int] = {vertex: variables[vertex] for vertex in order if distance[vertex] <= 1}
    for step in range(2, steps + 1):
        before, reached = reached, dict(reached)
        for vertex in order:
            if not 2 <= distance[vertex] <= step:
                continue
            chosen = variables[vertex]
            ways = [before[other] for other in (vertex, *rule.beside[vertex]) if other in before]
            if step == steps:
                yield [-chosen, *ways]
                continue
            reached[vertex] = now = next(fresh)
            yield [-now, chosen]
            yield [-now, *ways]
            yield from ([-way, -chosen, now] for way in ways)
