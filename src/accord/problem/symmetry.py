"""Symmetries of a problem: permutations of its variables and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from accord.errors import UsageError
from accord.problem.arrays import Board
from accord.problem.cells import cells_of
from accord.problem.expressions import Atom, Boolean, Expression, Value
from accord.problem.notation import brief


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A permutation of variables and values; those not listed stay. Values of `of` only, if there are any."""

    variables: Mapping[Atom, Atom] = field(default_factory=dict)
    values: Mapping[Value, Value] = field(default_factory=dict)
    of: frozenset[Atom] = frozenset()

    def touches(self, atom: Atom) -> bool:
        """Whether it moves the values of a variable."""
        return not isinstance(atom, Boolean) and (not self.of or atom in self.of)


def permutation(what: str, of: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """Return a mapping as it is. Raises UsageError unless it is a permutation."""
    if not isinstance(of, Mapping):
        raise UsageError(f"a symmetry of {what}: found {brief(of)}; expected where each goes: {{from: to}}")
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
