"""Read what a graph rule is stated with: a truth for each vertex or edge, or values; and sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from accord.errors import UsageError
from accord.problem.expressions import Boolean, Truth, expression, truth
from accord.problem.graphs.graph import Edge, Edges, edge_name, is_cell, vertex_name
from accord.problem.notation import brief

Size: TypeAlias = "int | tuple[int, int] | range | None"


def flags_of(flags: Any, of: Sequence[Any], turned: bool = False) -> tuple[Truth | None, ...]:
    """Return the flags in the order of what they are of, None where there is none. Raises UsageError.

    With `turned`, an edge may be given from either end.
    """
    if isinstance(flags, Edges) and [*flags] == [*of]:  # most of them; each edge is looked up otherwise
        return tuple(map(truth, flags.values()))
    if not isinstance(flags, Mapping):
        found = tuple(flags)
        if len(found) != len(of):
            raise UsageError(f"found {len(found)} flags; expected {len(of)}, one for each of the graph's")
        return tuple(None if flag is None else truth(flag) for flag in found)
    given = dict(flags.items())
    if turned:
        given = {_reverse(edge): flag for edge, flag in flags.items()} | given
    known: set[Edge] = set(of)
    strange = next((key for key in flags if not known & {key, _reverse(key) if turned else key}), None)
    if strange is not None:
        is_pair = isinstance(strange, tuple) and len(strange) == 2 and not is_cell(strange)
        shown = edge_name(strange) if is_pair else vertex_name(strange)
        raise UsageError(f"found a flag of {shown}; expected vertices or edges of the graph only")
    return tuple(None if given.get(each) is None else truth(given[each]) for each in of)


def _reverse(edge: Any) -> Any:
    return edge[::-1] if isinstance(edge, tuple) else edge


def truths_where(flags: Any, where: Any) -> Any:
    """Return the truths that variables have one of these values."""
    if isinstance(flags, Mapping):
        return {vertex: one_of(each, where) for vertex, each in flags.items()}
    return [one_of(each, where) for each in flags]


def one_of(of: Any, where: Any) -> Truth:
    """Return the truth that an expression has a value, or one of a list of values."""
    values = where if isinstance(where, list | range) else [where]
    if isinstance(of, Boolean) and len(values) == 1 and values[0] in (0, 1):
        return of if values[0] else ~of
    return expression(of).among(values)


def size_of(size: Size) -> tuple[int, int] | None:
    """Return the least and the most of a size as it is stated; None of none. Raises UsageError."""
    if size is None:
        return None
    if isinstance(size, int):
        return size, size
    if isinstance(size, range):
        size = (min(size, default=1), max(size, default=0)) if size.step in (1, -1) else (1, 0)
    ends = [*size] if isinstance(size, Sequence) else []
    if len(ends) != 2 or not all(isinstance(end, int) for end in ends) or not 0 <= ends[0] <= ends[1]:
        raise UsageError(f"found the size {brief(size)}; expected a number, (least, most), or a range")
    return ends[0], ends[1]
