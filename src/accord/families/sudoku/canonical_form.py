"""The canonical form of a 9x9 sudoku grid, its automorphisms, and the transformations that keep it valid.

Two grids are *equivalent* if a transformation turns one into the other. The canonical form of a grid is
the least grid, in reading order, that is equivalent to it: so equivalent grids have the same. An automorphism
of a grid is a transformation that turns it into itself; most grids have only one, which changes nothing.

    least, way = canonical(grid)          # way.apply(grid) == least
    way.apply(puzzle)                     # a puzzle of the grid becomes one of the least grid
    way.inverse.apply(least)              # the grid
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import overload

import numpy as np
import numpy.typing as npt

from accord.errors import InputError, UsageError
from accord.families.sudoku.sets import finished_grid
from accord.kernels import load
from accord_native.sudoku.layout import MOST_WAYS, WAY, WAY_BYTES, WAY_WORDS

SIDE, CELLS = 9, 81
USUAL = tuple(range(SIDE))


@dataclass(frozen=True)
class Transformation:
    """Transpose the grid or not; then permute its rows and columns, and rename its digits.

    Bands and stacks stay together. Raises UsageError for anything else.
    """

    transposed: bool = False
    rows: tuple[int, ...] = USUAL  # of each new row the old one, from 0
    columns: tuple[int, ...] = USUAL
    digits: tuple[int, ...] = tuple(range(1, SIDE + 1))  # the new names of 1 to 9

    def __post_init__(self) -> None:
        for name, lines in (("rows", self.rows), ("columns", self.columns)):
            bands = [{line // 3 for line in lines[k : k + 3]} for k in (0, 3, 6)]
            if sorted(lines) != list(USUAL) or any(len(band) > 1 for band in bands):
                raise UsageError(f"{name} {lines}: expected the numbers 0 to 8, those of a band side by side")
        if sorted(self.digits) != list(range(1, SIDE + 1)):
            raise UsageError(f"digits {self.digits}: expected the digits 1 to 9 in some order")

    @staticmethod
    def random(random: Random) -> Transformation:
        """Return one of all 3,359,232 x 362,880, each as likely as any other."""

        def lines() -> tuple[int, ...]:
            return tuple(
                3 * band + k for band in random.sample(range(3), 3) for k in random.sample(range(3), 3)
            )

        digits = tuple(random.sample(range(1, SIDE + 1), SIDE))
        return Transformation(random.random() < 0.5, lines(), lines(), digits)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The old cell of each new one, 0..80 row by row."""
        across, down = (1, SIDE) if self.transposed else (SIDE, 1)
        return tuple(across * row + down * column for row in self.rows for column in self.columns)

    @overload
    def apply(self, puzzle: str) -> str: ...
    @overload
    def apply(self, puzzle: Sequence[int]) -> tuple[int, ...]: ...
    def apply(self, puzzle: str | Sequence[int]) -> str | tuple[int, ...]:
        """Return a grid or a puzzle, transformed: 81 signs, `0` or `.` where a cell is empty, or 81 numbers.

        White space is passed over. Raises InputError for anything else.
        """
        if isinstance(puzzle, str):
            signs = "".join(puzzle.split())
            if len(signs) != CELLS or not set(signs) <= {*"0123456789."}:
                raise InputError([f"{signs[: CELLS + 9]}: expected 81 signs, each a digit or a point"])
            new = {str(digit): str(name) for digit, name in enumerate(self.digits, 1)}
            return "".join(new.get(signs[cell], signs[cell]) for cell in self.cells)
        if len(puzzle) != CELLS or not all(0 <= digit <= SIDE for digit in puzzle):
            raise InputError([f"{len(puzzle)} numbers: expected 81, each from 0 to 9"])
        names = (0, *self.digits)
        return tuple(names[puzzle[cell]] for cell in self.cells)

    def then(self, after: Transformation) -> Transformation:
        """Return the transformation that does this one, and then another."""
        rows, columns = (self.columns, self.rows) if after.transposed else (self.rows, self.columns)
        return Transformation(
            self.transposed != after.transposed,
            tuple(rows[row] for row in after.rows),
            tuple(columns[column] for column in after.columns),
            tuple(after.digits[digit - 1] for digit in self.digits),
        )

    @cached_property
    def inverse(self) -> Transformation:
        """The transformation that undoes this one."""
        rows, columns = _inverse(self.rows), _inverse(self.columns)
        digits = _inverse(tuple(digit - 1 for digit in self.digits))
        if self.transposed:
            rows, columns = columns, rows
        return Transformation(self.transposed, rows, columns, tuple(digit + 1 for digit in digits))


def canonical(grid: str | Sequence[int]) -> tuple[str, Transformation]:
    """Return the canonical form of a finished grid, and a transformation that turns the grid into it.

    Raises:
        InputError: if that is no finished grid.
    """
    board = finished_grid(grid)
    least, ways = _ways(board)
    return least, _transformation(board, ways[0])


def canonical_puzzle(puzzle: str, grid: str | Sequence[int]) -> tuple[str, Transformation]:
    """Return the canonical form of a puzzle whose only solution is the grid, and a transformation to it.

    The form is the least puzzle of the canonical grid, in reading order, that the puzzle can be turned into.
    Equivalent puzzles have the same. Raises InputError if the puzzle is not one of the finished grid.
    """
    board = finished_grid(grid)
    signs = "".join(puzzle.split()).replace(".", "0")
    if len(signs) != CELLS or any(
        sign not in ("0", str(digit)) for sign, digit in zip(signs, board, strict=True)
    ):
        raise InputError(
            [f"{signs[: CELLS + 9]}: expected 81 signs, clues of the grid {''.join(map(str, board))}"]
        )
    ways = (_transformation(board, way) for way in _ways(board)[1])
    return min(((way.apply(signs), way) for way in ways), key=lambda turned: turned[0])


def equivalent(one: str | Sequence[int], other: str | Sequence[int]) -> bool:
    """Whether some transformation turns one finished grid into the other. Raises InputError."""
    return canonical(one)[0] == canonical(other)[0]


def automorphisms(grid: str | Sequence[int]) -> list[Transformation]:
    """Return all transformations of a finished grid into itself, the identity first. Raises InputError."""
    board = finished_grid(grid)
    first, *others = (_transformation(board, way) for way in _ways(board)[1])
    back = first.inverse
    return [Transformation(), *(way.then(back) for way in others)]


def _ways(board: npt.NDArray[np.uint8]) -> tuple[str, npt.NDArray[np.uint8]]:
    """Return the least grid, and the ways to it; see `accord_native.sudoku.canonical`."""
    kernel = load("accord_native.sudoku.canonical", "canonical")
    least, ways = np.empty(CELLS, np.uint8), np.empty((MOST_WAYS, WAY), np.uint8)
    scratch, lists = np.empty(WAY_BYTES, np.uint8), np.empty(WAY_WORDS, np.uint64)
    number = int(kernel(board, least, ways, scratch, lists))
    assert 0 < number <= MOST_WAYS
    return "".join(map(str, least.tolist())), ways[:number]


def _transformation(board: npt.NDArray[np.uint8], way: npt.NDArray[np.uint8]) -> Transformation:
    """Return a way as a transformation: the new first row, which is 1 to 9, names the digits."""
    transposed, rows, columns = bool(way[0]), way[1:10].tolist(), way[10:].tolist()
    square = board.reshape(SIDE, SIDE)
    first = (square.T if transposed else square)[rows[0], columns]
    digits = _inverse(tuple((first - 1).tolist()))
    return Transformation(transposed, tuple(rows), tuple(columns), tuple(digit + 1 for digit in digits))


def _inverse(permutation: Sequence[int]) -> tuple[int, ...]:
    inverse = [0] * len(permutation)
    for at, to in enumerate(permutation):
        inverse[to] = at
    return tuple(inverse)
