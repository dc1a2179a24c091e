"""What is symmetric in a problem: where variables and values may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accord.errors import UsageError
from accord.problem.arrays import Board
from accord.problem.cells import cells_of
from accord.problem.expressions import Atom, Boolean, Expression, Value
from accord.problem.notation import told


@dataclass(frozen=True, eq=False)
class Symmetry:
    """Where variables and values go; those not listed stay. Values of `of` only, if there are any."""

    variables: Mapping[Atom, Atom] = field(default_factory=dict)
    values: Mapping[Value, Value] = field(default_factory=dict)
    of: frozenset[Atom] = frozenset()

    def touches(self, atom: Atom) -> bool:
        """Whether it moves the values of a variable."""
        return not isinstance(atom, Boolean) and (not self.of or atom in self.of)


def permutation(what: str, of: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Where each of these goes. Raises UsageError unless they go to one another."""
    if not isinstance(of, Mapping):
        raise UsageError(f"a symmetry of {what}: found {told(of)}; expected where each goes: {{from: to}}")
    if {id(each) if isinstance(each, Expression) else each for each in of} != {
        id(each) if isinstance(each, Expression) else each for each in of.values()
    }:
        raise UsageError(f"a symmetry of {what}: expected the same {what} on both sides")
    return of


def isometries(board: Board[Any]) -> Sequence[Mapping[Any, Any]]:
    """The isometries of a board, as permutations of its variables, without the identity."""
    cells = cells_of(board.grid)
    return [
        {board[cell]: board[cells[to]] for cell, to in zip(cells, each.permutation.tolist(), strict=True)}
        for each in board.grid.isometries()
    ][1:]
