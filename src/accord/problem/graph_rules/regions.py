"""Regions: the vertices of each label are connected; a rule `connected` for each label.

`regions(x, values=list, sizes=[least, most])`: the cells of each value are connected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from operator import eq
from typing import Any

from accord.errors import UsageError
from accord.problem.expressions import ATOMS, Value, values_of
from accord.problem.graph_rules.base import GraphRule, How, states_rules
from accord.problem.graph_rules.connected import connected
from accord.problem.graphs.flags import Size
from accord.problem.graphs.graph import Touching, Vertex, graph_of
from accord.problem.notation import brief

MOST_FLAGS = 1_000_000  # of all labels together


@states_rules
def regions(
    labels: Mapping[Vertex, Any],
    graph: Any = None,
    *,
    values: Iterable[Any] = (),
    sizes: Mapping[Any, Size] | Size = None,
    roots: Mapping[Any, Vertex] | None = None,
    absent: bool = False,
    touching: Touching = "sides",
    how: How = "auto",
    levels: int | None = None,
    words: str = "",
    has: Callable[[Any, Any], Any] = eq,
) -> list[GraphRule]:
    """Return a rule for each label: its vertices are connected.

    Args:
        labels: the label of each vertex: a board of variables, or a mapping.
        graph: a graph; by default the graph of the labels.
        values: the labels; by default all values of the variables. Labels with a size or a root are included.
        sizes: the number of vertices of a label: for each label, or for all.
        roots: a vertex for some labels, which has that label.
        absent: whether a label without a root may have no vertex.
        touching: as in `connected`.
        how: as in `connected`.
        levels: as in `connected`.
        words: the name of the rules; each adds its label.
        has: a function of a member of `labels` and a label: the truth that the vertex has it.
    """
    if not isinstance(labels, Mapping):
        raise UsageError(f"regions: found {brief(labels)}; expected a board, or the label of each vertex")
    over = graph_of(labels if graph is None else graph, touching)
    of, seeds = (sizes if isinstance(sizes, Mapping) else {}), roots or {}
    every = list(dict.fromkeys([*(values_of(values) or _values_in(labels)), *of, *seeds]))
    if not every:
        raise UsageError("regions need their labels: variables, or values=")
    if len(every) * len(labels) > MOST_FLAGS:
        raise UsageError(
            f"regions: found more than {MOST_FLAGS // len(labels):,} labels of {len(labels):,} vertices; "
            "expected fewer, by `values` or smaller domains"
        )
    return [
        replace(
            connected(
                {vertex: has(each, label) for vertex, each in labels.items()},
                over,
                empty=absent,
                size=of.get(label) if isinstance(sizes, Mapping) else sizes,
                root=seeds.get(label),
                how=how,
                levels=levels,
            ),
            called=f"{words or 'regions'}: {label}",
        )
        for label in every
    ]


def _values_in(labels: Mapping[Vertex, Any]) -> Iterator[Value]:
    """Yield the values of labels that are variables; of very many not all."""
    domains = {id(each.values): each.values for each in labels.values() if type(each) in ATOMS}
    return islice(chain.from_iterable(domains.values()), MOST_FLAGS + 1)
