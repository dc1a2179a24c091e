"""Vertices and edges as files name them: cells count from 1, all other vertices are as they are.

file                                   Python
-------------------------------------  ----------------------
(1, 2), [1, 2]                         (0, 1)
"a", 3                                 "a", 3
e["a", "b"]                            ("a", "b")
e[1, 1, 1, 2], e[cell, other], e[edge] ((0, 0), (0, 1))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.errors import UsageError
from accord.problem.graphs.graph import Edge, Vertex, is_cell
from accord.problem.notation import brief


def vertex(of: Any) -> Vertex:
    """A vertex that a file names. Raises UsageError."""
    if isinstance(of, str) or type(of) is int:
        return of
    if isinstance(of, list | tuple) and len(of) in (2, 3) and all(type(n) is int for n in of):
        return tuple(n - 1 for n in of)
    raise UsageError(f"found {brief(of)} as a vertex; expected a text, a number, or a cell such as (1, 2)")


def named(of: Vertex) -> Any:
    """What a file calls a vertex."""
    return tuple(n + 1 for n in of) if is_cell(of) else of


def edge(at: Sequence[Any]) -> Edge:
    """The edge that stands in brackets: its two ends, or the numbers of both. Raises UsageError."""
    ends = at[0] if len(at) == 1 and isinstance(at[0], list | tuple) else at
    half = len(ends) // 2
    if len(ends) in (4, 6):
        ends = (tuple(ends[:half]), tuple(ends[half:]))
    if len(ends) != 2:
        raise UsageError(f"found {len(ends)} numbers as an edge; expected its two ends, as in e[1,1,1,2]")
    return vertex(ends[0]), vertex(ends[1])
