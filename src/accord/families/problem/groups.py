"""Variables as people see them: boards, arrays, and single ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from accord.problem import Board, Problem
from accord.problem.expressions import Atom, Boolean
from accord.problem.graphs import Edges

_MEMBER = re.compile(r"(.+)\[([0-9]+)\]")


@dataclass(frozen=True, slots=True)
class Group:
    """Variables that follow each other: of a board, of edges, of an array `x[1]`, `x[2]`, ..., or one."""

    name: str
    atoms: tuple[Atom, ...]
    board: Board[Any] | None = None
    edges: Edges[Any] | None = None
    array: bool = False

    @property
    def is_single(self) -> bool:
        """Whether it is a variable of its own."""
        return not self.array and self.board is None and self.edges is None


def groups_of(problem: Problem) -> Iterator[Group]:
    """All variables, in their order."""
    boards = {id(next(iter(board.cells))): board for board in problem.boards.values()}
    links = {id(next(iter(edges.values()))): edges for edges in problem.links.values() if edges}
    atoms, at = problem.variables, 0
    while at < len(atoms):
        board, edges = boards.get(id(atoms[at])), links.get(id(atoms[at]))
        if board is not None:
            group = Group(board.name, tuple(board.cells), board)
        elif edges is not None:
            group = Group(edges.name, tuple(edges.values()), edges=edges)
        else:
            group = _array(atoms, at)
        yield group
        at += len(group.atoms)


def _array(atoms: list[Atom], at: int) -> Group:
    """The array that begins here, or the one variable."""
    match = _MEMBER.fullmatch(atoms[at].name)
    last = at + 1
    if match and match[2] == "1":
        name = match[1]
        while (
            last < len(atoms)
            and atoms[last].name == f"{name}[{last - at + 1}]"
            and alike(atoms[at], atoms[last])
        ):
            last += 1
        return Group(name, tuple(atoms[at:last]), array=True)
    return Group(atoms[at].name, (atoms[at],))


def alike(one: Atom, other: Atom) -> bool:
    """Whether two variables have the same values."""
    return isinstance(one, Boolean) == isinstance(other, Boolean) and (
        one.values is other.values or one.values == other.values
    )
