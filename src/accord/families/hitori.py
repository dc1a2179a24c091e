"""Hitori: black out cells so that no number stands twice in a row or column; white cells stay connected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accord.pencil import (
    About,
    Board,
    Cell,
    Flags,
    Instance,
    Kind,
    Problem,
    address,
    at,
    family,
    making,
    shading,
    total,
)
from accord.picture import FULL, Picture

LARGEST_NUMBER = 999
MOVES = 400  # of numbers under black cells
DRAWS = 20  # of black cells


def rules(puzzle: Instance) -> Problem:
    """Return the problem: a truth for each cell, whether it is black."""
    p = puzzle.problem()
    black = puzzle.flags(p)
    for line in puzzle.lines:
        of: dict[int, list[Cell]] = {}
        for cell in line:
            of.setdefault(puzzle["board"][cell], []).append(cell)
        for number, cells in of.items():
            if len(cells) > 1:
                some = total(black[cell] for cell in cells)
                p.add(some >= len(cells) - 1, words=f"the repeated {number} of {line.name}")
    shading.add_apart(puzzle, p, black, "the white cells")
    return p


def look(_puzzle: Instance, drawn: Picture) -> Picture:
    """Return the picture with black cells in the place of their numbers, which drawings show in white."""
    numbers = {place: drawn.signs[place] for place in drawn.fills}
    return replace(drawn, signs={**drawn.signs, **dict.fromkeys(drawn.fills, FULL)}, clues=numbers)


def make(dice: making.Dice, size: tuple[int, int]) -> Mapping[str, Any]:
    """Black out as many cells as possible; repeat numbers there, other ones while there is another solution.

    Args:
        dice: random numbers.
        size: rows and columns.
    """
    blank = Instance(KIND.name, size, {})
    for _ in range(DRAWS):
        black = {*shading.draw_apart(dice, blank, 1.0)}
        numbers = {cell: number for cell, number in _latin(dice, size).items() if cell not in black}
        again = {cell: _visible(blank, numbers, cell) for cell in sorted(black)}
        board = numbers | {cell: dice.choice(some) for cell, some in again.items() if some}
        known = {at(cell): cell in black for cell in blank.cells}
        for _ in range(MOVES if len(board) == len(known) else 0):
            said = {"board": making.grid(board, size)}
            other = making.another(KIND.problem(**said), known)
            if other is None:
                return said
            cell = dice.choice([cell for cell in again if not other[at(cell)]])
            board[cell] = dice.choice(again[cell])
    raise making.none_found()


def _latin(dice: making.Dice, size: tuple[int, int]) -> dict[Cell, int]:
    """Return a number for each cell, from 1, no two of them equal in a row or column."""
    side = max(size)
    rows, columns, numbers = (dice.sample(range(side), side) for _ in range(3))
    return {
        (row, column): numbers[(rows[row] + columns[column]) % side] + 1
        for row in range(size[0])
        for column in range(size[1])
    }


def _visible(blank: Instance, numbers: Mapping[Cell, int], cell: Cell) -> list[int]:
    """Return the numbers of white cells in the row and the column of a cell."""
    seen = {numbers[each] for line in blank.lines if cell in line for each in line if each in numbers}
    return sorted(seen)


KIND = Kind(
    name="hitori",
    about=About(
        "pencil", "Black out repeated numbers; white cells stay connected.", ("ひとりにしてくれ", "Singles")
    ),
    rule="Black out cells so that no number stands twice among the white cells of a row or column. No two "
    "black cells share a side. The white cells are connected by their sides.",
    source="Nikoli, 1990",
    parts=(Board("board", "a number in each cell", numbers=(1, LARGEST_NUMBER), blanks=()),),
    solution=Flags("black cell", state="black", contrary="white", fill="ink"),
    rules=rules,
    words=shading.apart_words,
    look=look,
    make=make,
    example="4124/3412/2223/4324",
    addresses=(
        address.PuzzLink("hitori", address.Cells("board", address.NUMBER36, whole=True)),
        address.Tatham("singles", address.Cells("board", address.games.LETTERED, whole=True)),
        address.Penpa("hitori", address.drawn.Numbers("board")),
    ),
)
RECORD = family(KIND)
