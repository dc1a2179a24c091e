"""Turns and reflections of a rectangular board: where its cells go, and a picture that is turned."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple, TypeVar

Cell = tuple[int, int]  # row, column, from 0
T = TypeVar("T")


class Way(NamedTuple):
    """A turn or reflection of a board."""

    transposed: bool = False
    down: bool = False  # whether the order of the rows is reversed, behind that
    right: bool = False  # whether the order of the columns is

    def place(self, cell: Cell, size: tuple[int, int]) -> Cell:
        """Return where a cell of a board of this size goes."""
        rows, columns = size[::-1] if self.transposed else size
        row, column = cell[::-1] if self.transposed else cell
        return rows - 1 - row if self.down else row, columns - 1 - column if self.right else column

    def step(self, step: Cell) -> Cell:
        """Return the direction that a direction becomes."""
        down, right = step[::-1] if self.transposed else step
        return -down if self.down else down, -right if self.right else right


WAYS = tuple(Way(*way) for way in product((False, True), repeat=3))


def turn_rows(rows: list[list[T]], way: Way) -> list[list[T]]:
    """Return the rows of a picture that is turned."""
    turned = [*map(list, zip(*rows, strict=True))] if way.transposed else rows
    return [row[:: -1 if way.right else 1] for row in turned[:: -1 if way.down else 1]]
