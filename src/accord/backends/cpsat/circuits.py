"""Loops of a graph -> Circuit of CP-SAT, which takes literals of arcs.

A loop has an arc for each edge and direction; a vertex that is not visited has an arc to itself.

Which way round a loop goes is not determined by its edges. So a loop is taken only if the best is wanted:
enumeration would give each solution twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accord.errors import RefusedError
from accord.problem.writers import OneLoop

if TYPE_CHECKING:
    from accord.backends.cpsat.integer_rules import Rules


def write_loop(rules: Rules, loop: OneLoop) -> None:
    """One loop of a graph. Raises RefusedError for one that may be empty, and for counts."""
    if loop.empty or not rules.only_best:
        raise RefusedError(f"{rules.words}: cpsat takes such a rule by options only")
    arcs: list[tuple[int, int, Any]] = []
    edges = []
    for (one, other), flag in zip(loop.pairs, loop.flags, strict=True):
        if flag is not None:
            edge, there, back = rules.literal(flag), rules.new(0, 1), rules.new(0, 1)
            rules.made.add(there + back == edge)
            arcs += [(one, other, there), (other, one, back)]
            edges.append(edge)
    joined = {vertex for arc in arcs for vertex in arc[:2]}
    if not edges or (loop.spanning and len(joined) < loop.vertices):
        rules.refuse()
        return
    if not loop.spanning:
        arcs += [(vertex, vertex, rules.new(0, 1)) for vertex in sorted(joined)]
    number = {vertex: place for place, vertex in enumerate(sorted(joined))}
    rules.made.add_circuit([(number[i], number[j], literal) for i, j, literal in arcs])
    rules.made.add(sum(edges) >= max(1, loop.shortest))
