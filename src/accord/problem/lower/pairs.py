"""Lower paths between several pairs of ends: the path of each vertex, as a number in binary digits.

The cuts of a graph rule would say all of this, but there are too many of them: pairs of ends that do not
belong together. So each visited vertex has the number of its path, in hidden digits that chosen edges hand on
from end to end. Digits of a vertex that is not visited are 0. So the chosen edges determine them.

Four digits for 15 paths are a quarter of the options that a truth for each vertex and path would take.
`accord.problem.graphs.sides` has those, with more, for searches that are hard.
"""

from __future__ import annotations

from collections.abc import Sequence

from accord.problem.graphs.cuts import Rule
from accord.problem.lower.model_writer import FALSE, TRUE, LinearForm, ModelWriter, sum_of

__all__ = ["write_pairs"]


def write_pairs(
    writer: ModelWriter,
    names: Sequence[str],
    rule: Rule,
    known: Sequence[LinearForm],
    visited: Sequence[LinearForm],
) -> None:
    """Write that chosen edges stay on one path, from an end to the end that belongs to it.

    Args:
        writer: where to.
        names: of the vertices.
        rule: the rule, with two pairs of ends or more.
        known: whether each edge is chosen.
        visited: whether each vertex is visited.
    """
    words = rule.words
    path_of = {vertex: place // 2 for place, vertex in enumerate(rule.ends)}
    width = (len(rule.ends) // 2 - 1).bit_length()
    digits: list[list[LinearForm]] = []
    for vertex, there in enumerate(visited):
        if vertex in path_of:
            digits.append([TRUE if path_of[vertex] >> digit & 1 else FALSE for digit in range(width)])
            continue
        titles = [f"{words}: digit {digit + 1} of the path of {names[vertex]}" for digit in range(width)]
        digits.append([writer.truth(title) for title in titles])
        for title, digit_of in zip(titles, digits[-1] if there is not TRUE else (), strict=False):
            writer.at_most(f"{title} if it is visited", sum_of((digit_of, there), (1, -1)), 0)
    for edge, chosen in zip(rule.edges, known, strict=True):
        for one, other in (edge, edge[::-1]):
            for here, there, number in zip(digits[one], digits[other], range(1, width + 1), strict=True):
                name = f"{words}: digit {number} from {names[one]} to {names[other]}"
                writer.at_most(name, sum_of((here, there, chosen), (1, -1, 1)), 1)
