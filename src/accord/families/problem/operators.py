"""Evaluate operators and subscripts in problem files, on constants and on variables.

All raise UsageError; the caller knows the place in the text. `listed` makes a list of what holds several.

Cells as vertices count from 1, all other vertices are as they are:

file                                   Python
-------------------------------------  ----------------------
(1, 2), [1, 2]                         (0, 1)
"a", 3                                 "a", 3
e["a", "b"]                            ("a", "b")
e[1, 1, 1, 2], e[cell, other], e[edge] ((0, 0), (0, 1))
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from accord.errors import UsageError
from accord.problem.arrays import Array, Board
from accord.problem.expressions import Expression, logic, operand, plain, truth
from accord.problem.functions import element, some
from accord.problem.graphs.graph import Edge, Edges, Vertex, is_cell
from accord.problem.notation import brief
from accord.problem.rules import Rule

Listed: TypeAlias = Callable[[Any], list[Any]]

MOST_POWER = 40

_JOINED: dict[str, Any] = {"BitAnd": "and", "BitOr": "or", "BitXor": "xor"}
_OF_NUMBERS = {"Add": operator.add, "Sub": operator.sub, "Mult": operator.mul}
_OF_CONSTANTS = {"FloorDiv": operator.floordiv, "Mod": operator.mod, "Pow": operator.pow}
_ORDER = {"Lt": operator.lt, "LtE": operator.le, "Gt": operator.gt, "GtE": operator.ge}


def unary(kind: str, of: Any) -> Any:
    """Return the value of `not`, `-` or `+`; kinds are classes of `ast`."""
    if kind in ("Not", "Invert"):
        return not of if isinstance(of, bool) else ~truth(of)
    return -number(of) if kind == "USub" else number(of)


def binary(kind: str, one: Any, other: Any, listed: Listed) -> Any:
    """Return the value of an operator between two values."""
    if kind in _JOINED:
        return logic(_JOINED[kind], (operand(one), operand(other)))
    if kind == "RShift":
        return operand(one).implies(operand(other))
    if kind == "Add" and isinstance(one, list | tuple | Array):
        return listed(one) + listed(other)
    one, other = number(one), number(other)
    if kind in _OF_NUMBERS:
        return plain(_OF_NUMBERS[kind](one, other))
    if kind not in _OF_CONSTANTS:
        raise UsageError("found an operator that is not known; expected + - * // % ** or ^ >>")
    if isinstance(one, Expression) or isinstance(other, Expression):
        return _OF_CONSTANTS[kind](one, other)
    if kind == "Pow" and not 0 <= other <= MOST_POWER:
        raise UsageError(f"found the power {other}; expected 0 to {MOST_POWER}")
    if kind != "Pow" and not other:
        raise UsageError("found a division by 0")
    return _OF_CONSTANTS[kind](one, other)


def compare(kind: str, one: Any, other: Any, listed: Listed) -> Any:
    """Return a comparison: a truth of variables, or True or False if both sides are known."""
    if kind in ("In", "NotIn"):
        found = _among(one, other, listed)
        if kind == "In":
            return found
        return not found if isinstance(found, bool) else ~found
    if kind in _ORDER:
        return _ORDER[kind](number(one), number(other))
    if kind not in ("Eq", "NotEq"):
        raise UsageError("found `is`; expected ==, !=, <, <=, >, >=, in or not in")
    for each in (one, other):
        if not isinstance(each, Expression | int | str | tuple):
            raise UsageError(f"found {describe(each)}; expected a value or an expression")
    return one == other if kind == "Eq" else one != other


def _among(one: Any, of: Any, listed: Listed) -> Any:
    """Whether a value is one of several."""
    if isinstance(of, str):
        return isinstance(one, str) and one in of
    if isinstance(of, range) and type(one) is int:
        return one in of
    members = listed(of)
    if not any(isinstance(each, Expression) for each in members):
        return one.among(members) if isinstance(one, Expression) else one in members
    return some([truth(one == each) for each in members])


def number(of: Any) -> Any:
    """Return a number, or an expression of numbers. Raises UsageError."""
    if isinstance(of, Expression):
        return of
    if isinstance(of, int):
        return int(of)
    raise UsageError(f"found {describe(of)}; expected a number or an expression")


def place(of: Any, at: Sequence[Any], listed: Listed) -> Any:
    """Return the member at a place of a list, a table or a board; numbers count from 1."""
    if len(at) == 1 and isinstance(at[0], tuple):  # board[cell]
        at = at[0]
    if isinstance(of, Board):
        return _on_board(of, at)
    if isinstance(of, Edges):
        return of[edge(at)]
    if isinstance(of, Mapping):
        key = at[0] if len(at) == 1 else tuple(at)
        if isinstance(key, Expression | slice) or any(isinstance(each, Expression | slice) for each in at):
            raise UsageError(f"found {describe(key)} as the place in a table; expected one that is known")
        if key not in of:
            raise UsageError(f"found no {brief(key)} in the table of {len(of)}")
        return of[key]
    for each in at:  # data[row, column] is data[row][column]
        of = _in_list(of, each, listed)
    return of


def _in_list(of: Any, at: Any, listed: Listed) -> Any:
    if isinstance(of, Expression) or not isinstance(of, Sequence):
        raise UsageError(f"found {describe(of)}; only lists, tables and boards have places")
    if isinstance(at, Expression):
        return element(listed(of), plain(at - 1))
    if isinstance(at, slice):
        return of[at]
    if type(at) is not int or not 1 <= at <= len(of):
        raise UsageError(f"found the place {describe(at)}; expected 1 to {len(of)}")
    return of[at - 1]


def _on_board(of: Board[Any], at: Sequence[Any]) -> Any:
    if not all(isinstance(each, int | slice | Expression) for each in at):
        raise UsageError(
            f"found {', '.join(map(describe, at))} as the place of a cell; expected numbers from 1"
        )
    cell = [each if isinstance(each, slice) else plain(each - 1) for each in at]
    known = all(isinstance(each, int) for each in cell)
    inside = (not isinstance(n, int) or 0 <= n < end for n, end in zip(cell, of.ends, strict=False))
    if len(cell) != len(of.ends) or not all(inside) or (known and tuple(cell) not in of):
        numbers = (":" if isinstance(each, slice) else str(each) for each in at)
        raise UsageError(f"{of.name} has no cell [{', '.join(numbers)}]")
    return of[tuple(cell)]


# -- vertices and edges ------------------------------------------------------------------------------


def vertex(of: Any) -> Vertex:
    """Return the vertex that a file names. Raises UsageError."""
    if isinstance(of, str) or type(of) is int:
        return of
    if isinstance(of, list | tuple) and len(of) in (2, 3) and all(type(n) is int for n in of):
        return tuple(n - 1 for n in of)
    raise UsageError(f"found {brief(of)} as a vertex; expected a text, a number, or a cell such as (1, 2)")


def file_vertex(of: Vertex) -> Any:
    """Return a vertex as a file names it."""
    return tuple(n + 1 for n in of) if is_cell(of) else of


def edge(at: Sequence[Any]) -> Edge:
    """Return the edge that stands in brackets: its two ends, or the numbers of both. Raises UsageError."""
    ends = at[0] if len(at) == 1 and isinstance(at[0], list | tuple) else at
    half = len(ends) // 2
    if len(ends) in (4, 6):
        ends = (tuple(ends[:half]), tuple(ends[half:]))
    if len(ends) != 2:
        raise UsageError(f"found {len(ends)} numbers as an edge; expected its two ends, as in e[1,1,1,2]")
    return vertex(ends[0]), vertex(ends[1])


def describe(value: Any) -> str:
    """Return a value as errors show it."""
    match value:
        case Expression():
            return f"`{value}`"
        case Board():
            return f"the board {value.name}"
        case Edges():
            return f"the edges {value.name}"
        case Rule():
            return f"the rule {value.words}"
        case Array() | list() | tuple() | range():
            return f"a list of {len(value)}"
        case Mapping():
            return f"a table of {len(value)}"
        case slice():
            return "a slice"
    return brief(value)
