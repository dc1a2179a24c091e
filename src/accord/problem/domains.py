"""Make the domains of variables (tuples of values) and boards from a user's arguments, with all checks.

Cells of boards are numbered from 0, columns within a row.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeAlias, TypeGuard

from accord.arguments.field import refuse_other_types
from accord.errors import UsageError
from accord.grids import board as boards
from accord.grids.drawing import DrawingError
from accord.grids.lattice import lattice as lattice_of
from accord.problem.expressions import Value, refuse_long, values_of
from accord.problem.notation import brief

Cell: TypeAlias = tuple[int, ...]  # (row, column), on a cubic board (layer, row, column)

LARGEST = 1 << 40  # numbers of a domain stay below this


def numbers(name: str, low: int | None, high: int | None, values: Iterable[Any] | None) -> Sequence[Value]:
    """The numbers of a domain; a range where they follow each other. Raises UsageError."""
    if values is not None:
        if low is not None or high is not None:
            raise UsageError(f"{name}: found bounds and values; expected one of them")
        if _is_run(values):
            return _check_run(name, values)
        found: tuple[Any, ...] = values_of(values, f"{name}: ")
        others = [
            value for value in found if isinstance(value, bool) or not hasattr(type(value), "__index__")
        ]
        if others:
            raise UsageError(
                f"{name}: found the value {brief(others[0])}; expected whole numbers, or make it a choice"
            )
        return _as_range(_check_size(name, tuple(dict.fromkeys(int(value) for value in found))))
    if low is None or high is None:
        raise UsageError(f"{name}: expected the least and the greatest number, or `values`")
    strange = next((end for end in (low, high) if not hasattr(type(end), "__index__")), None)
    if strange is not None:
        raise UsageError(f"{name}: found {brief(strange)} as an end of the domain; expected whole numbers")
    low, high = refuse_long(int(low)), refuse_long(int(high))
    if high < low:
        raise UsageError(f"{name}: found the domain {low} to {high}, which is empty")
    _check_numbers(name, (low, high))
    return range(low, high + 1)


def choices(name: str, values: Iterable[Hashable]) -> Sequence[Value]:
    """Values of any kind; a range of numbers that follow each other. Raises UsageError."""
    if _is_run(values):
        return _check_run(name, values)
    return _as_range(_check_size(name, tuple(dict.fromkeys(values_of(values, f"{name}: ")))))


def _is_run(values: Any) -> TypeGuard[range]:
    """Whether values are a range of numbers that follow each other, which is not listed."""
    return type(values) is range and values.step == 1 and bool(values)


def _check_run(name: str, values: range) -> range:
    _check_numbers(name, (values[0], values[-1]))
    return values


def _as_range(values: tuple[Value, ...]) -> Sequence[Value]:
    """Return the values, as a range where they are whole numbers that follow each other."""
    if type(values[0]) is not int or any(type(value) is not int for value in values):
        return values
    follow = range(values[0], values[0] + len(values))
    return follow if values == tuple(follow) else values


def _check_size(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    if not values:
        raise UsageError(f"{name}: found no values; expected at least one")
    return _check_numbers(name, values)


def _check_numbers(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    large = next((value for value in values if type(value) is int and abs(value) >= LARGEST), None)
    if large is not None:
        raise UsageError(f"{name}: found the number {large:,}; expected numbers below 2^40")
    return values


def cells_of(grid: boards.Board) -> list[Cell]:
    """The cells of a board, in its own order."""
    first = 3 - grid.lattice.dimension
    return [tuple(n - 1 for n in at[first:]) for at in grid.lattice.ordinals(grid.places).tolist()]


def grid_of(shape: Sequence[int] | str, lattice: str = "square") -> boards.Board:
    """A board by its size, or by a picture of it, '.' for a cell and '#' for a hole. Raises UsageError."""
    refuse_other_types(lattice=(lattice, str))
    try:
        if isinstance(shape, str):
            return boards.read(shape, lattice_of(lattice))
        refuse_other_types(size=(shape, tuple[int, ...]))
        shape = [*shape]
        for each in shape:
            refuse_other_types(size=(each, int))
        return boards.full_board(shape, lattice_of(lattice))
    except DrawingError as error:
        raise UsageError(f"the board: {'; '.join(flaw.message for flaw in error.flaws)}") from None
