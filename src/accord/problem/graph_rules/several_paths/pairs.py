"""Lower paths between several pairs of ends: the path of each vertex, as a number in binary digits.

The cuts of a graph rule would say all of this, but there are too many of them: pairs of ends that do not
belong together. So each visited vertex has the number of its path, in hidden digits that chosen edges hand on
from end to end. Digits of a vertex that is not visited are 0. So the chosen edges determine them.

Four digits for 15 paths are a quarter of the options that a truth for each vertex and path would take.
`accord.problem.graph_rules.several_paths.sides` has those, with more, for searches that are hard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from accord.model.data import Indices
from accord.problem.graph_rules.lowered import LoweredRule
from accord.problem.lower.linear_form import TRUE, LinearForm, sum_of
from accord.problem.lower.model_writer import ModelWriter
from accord.problem.roles import Says

CLOSED, CHOSEN = -2, -1  # in place of an option
ONE_PATH = Says("a line joins cells of one number only")


def write_pairs(
    writer: ModelWriter,
    names: Sequence[str],
    rule: LoweredRule,
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
    digits = np.empty((rule.vertices, width), np.int32)  # options, or CLOSED or CHOSEN
    for vertex, there in enumerate(visited):
        if vertex in path_of:
            bits = path_of[vertex] >> np.arange(width) & 1
            digits[vertex] = np.where(bits, CHOSEN, CLOSED)
            continue
        titles = [f"{words}: digit {digit + 1} of the path of {names[vertex]}" for digit in range(width)]
        numbers = writer.options(titles, hidden=True)
        digits[vertex] = numbers
        for title, number in zip(titles, numbers if there is not TRUE else (), strict=False):
            name = f"{title} if it is visited"
            writer.at_most(name, sum_of((LinearForm({number: 1}), there), (1, -1)), 0)
    edges = np.array([next(iter(chosen.terms), CHOSEN) for chosen in known], np.int32)
    both = np.array(rule.edges, np.int32).reshape(-1, 2)
    both, edges = np.concatenate([both, both[:, ::-1]]), np.tile(edges, 2)
    options = np.dstack([digits[both[:, 0]], digits[both[:, 1]], np.repeat(edges[:, None], width, axis=1)])
    titles = [
        f"{words}: digit {digit} from {names[one]} to {names[other]}"
        for one, other in both.tolist()
        for digit in range(1, width + 1)
    ]
    options = options.reshape(-1, 3)
    with writer.saying(ONE_PATH):
        for some in _of_one_form(options):
            _at_most_one(writer, [titles[place] for place in some.tolist()], options[some])


def _of_one_form(options: Indices) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the rows that are alike in where CLOSED and CHOSEN stand."""
    keys = np.minimum(options, 0) @ np.array([1, 3, 9])
    for key in np.unique(keys):
        yield np.flatnonzero(keys == key)


def _at_most_one(writer: ModelWriter, names: Sequence[str], options: Indices) -> None:
    """Write for each row: a digit, less another digit, and an edge are at most 1; all are alike."""
    amounts, here = np.array([1, -1, 1]), options[0]
    most = 1 - int(amounts[here == CHOSEN].sum())
    if most < int(amounts[(here >= 0) & (amounts > 0)].sum()):
        writer.rows_at_most(names, options[:, here >= 0], amounts[here >= 0].tolist(), most)
