"""The pieces of LITS: which are among cells, their letters, and random ones that touch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from accord.pencil import Cell, Instance, Line, at, making, random_regions

Piece: TypeAlias = tuple[Cell, ...]

SIZE = 4  # cells of a piece
DRAWN = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 1), (0, 2), (1, 0), (1, 1)),
}
EQUAL = "equal shapes at "  # which touch
LOOSE = 2.0  # how many cells more a piece may have beside it than the one with the fewest


class Laid(NamedTuple):
    """A piece of a region, and the truth of it."""

    letter: str
    piece: Piece
    there: Any


def piece_name(letter: str, piece: Piece) -> str:
    """Return the name of the truth of a piece."""
    return f"{letter}:{'-'.join(map(at, piece))}"


def normal(cells: Iterable[Cell]) -> Piece:
    """Return cells in order, moved so that the first is at (0, 0)."""
    (top, left), *_ = some = sorted(cells)
    return tuple((row - top, column - left) for row, column in some)


def _letters() -> dict[Piece, str]:
    """Return the letter of each piece, turned and reflected in all ways."""
    found: dict[Piece, str] = {}
    for letter, cells in DRAWN.items():
        for reflected in (1, -1):
            some = [(row, reflected * column) for row, column in cells]
            for _ in range(4):
                some = [(column, -row) for row, column in some]
                found[normal(some)] = letter
    return found


LETTERS = _letters()
ROW = 1 << 20  # from a cell to the one below it, where cells are numbers


def _steps(piece: Piece) -> tuple[int, int, int]:
    """Return the steps from the first cell of a piece, which is at (0, 0), to the others."""
    second, third, fourth = [ROW * down + right for down, right in piece[1:]]
    return second, third, fourth


STEPS = [(piece, letter, _steps(piece)) for piece, letter in LETTERS.items()]


def pieces(cells: Iterable[Cell]) -> list[tuple[str, Piece]]:
    """Return each piece among cells, and its letter."""
    numbers = {ROW * row + column: (row, column) for row, column in sorted({*cells})}
    return [
        (letter, tuple([(row + down, column + right) for down, right in piece]))
        for number, (row, column) in numbers.items()
        for piece, letter, (second, third, fourth) in STEPS
        if number + second in numbers and number + third in numbers and number + fourth in numbers
    ]


def lay(dice: making.Dice, blank: Instance) -> random_regions.Labels:
    """Return pieces that touch, each with its number; the next is one with few free cells beside it."""
    full: random_regions.Labels = {}
    letter: dict[Cell, str] = {}
    squares: dict[Cell, list[Line]] = {cell: [] for cell in blank.cells}
    for square in blank.squares:
        for cell in square if len(square) == 4 else ():
            squares[cell].append(square)
    beside = {
        piece: {near for cell in piece for near in blank.near(cell)}.difference(piece)
        for _, piece in pieces(blank.cells)
    }

    def fits(its: str, piece: Piece) -> bool:
        near = {square for cell in piece for square in squares[cell]}
        return (
            full.keys().isdisjoint(piece)
            and all(letter.get(cell) != its for cell in beside[piece])
            and all(any(cell not in full and cell not in piece for cell in square) for square in near)
        )

    fitting = pieces(blank.cells)
    while fitting := [each for each in fitting if fits(*each)]:
        near = [each for each in fitting if not full or not full.keys().isdisjoint(beside[each[1]])]
        if not near:
            break
        its, piece = min(near, key=lambda each: len(beside[each[1]] - full.keys()) + LOOSE * dice.random())
        full |= dict.fromkeys(piece, len(full) // SIZE + 1)
        letter |= dict.fromkeys(piece, its)
    return full
