"""Which squares chess pieces attack, on boards of any size, cylinders and tori.

A man attacks along lines, or by leaps. Squares that exclude each other are a set, which takes one man:

    r3, c5         a row, a column
    r+c=5, r-c=-3  a diagonal, by what its squares share: the sum or the difference, counted from 1
    r+c%7=5        a diagonal that comes back: on a cylinder the modulus is its columns, on a torus
                   the greatest common divisor of its sides
    r1c1-r2c2      the four squares between two corners, for kings
    r1c1-r2c3      both ends of a leap, for knights

So pairs are needed only for knights. On a cylinder the first column is beside the last one; on a torus the
first row is below the last one, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from accord.model.arrays import unique_rows, unique_values

Surface: TypeAlias = Literal["plain", "cylinder", "torus"]
Name: TypeAlias = Literal["queen", "rook", "bishop", "knight", "king", "amazon", "chancellor", "archbishop"]

KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
KING = ((1, 1),)
ROW, COLUMN, SUM, DIFFERENCE, LEAP, SQUARE = KINDS = range(6)


class Man(NamedTuple):
    """A chessman."""

    sign: str
    straight: bool = False  # whether it attacks along rows and columns
    diagonal: bool = False
    leaps: tuple[tuple[int, int], ...] = ()


MEN: dict[Name, Man] = {
    "queen": Man("Q", straight=True, diagonal=True),
    "rook": Man("R", straight=True),
    "bishop": Man("B", diagonal=True),
    "knight": Man("N", leaps=KNIGHT),
    "king": Man("K", leaps=KING),
    "amazon": Man("A", straight=True, diagonal=True, leaps=KNIGHT),  # queen and knight: a superqueen
    "chancellor": Man("C", straight=True, leaps=KNIGHT),  # rook and knight
    "archbishop": Man("H", diagonal=True, leaps=KNIGHT),  # bishop and knight
}


class Set(NamedTuple):
    """Squares of which one man at most can take one."""

    name: str
    kind: int
    squares: npt.NDArray[np.int64]  # row * columns + column, ascending


@dataclass(frozen=True)
class Board:
    """A board: its sides, and which of them are glued."""

    rows: int
    columns: int
    surface: Surface = "plain"

    def sets(self, man: Man) -> list[Set]:
        """Return all sets of squares that take one such man: rows, columns, diagonals, leaps.

        Where two squares are in the same sets, each square is a set, too: symmetries move sets.
        """
        found = []
        if man.straight:
            found += [*self._lines(ROW), *self._lines(COLUMN)]
        if man.diagonal:
            found += [*self._lines(SUM), *self._lines(DIFFERENCE)]
        found += self._leaps(man.leaps)
        return found if self._separates(found) else [*found, *self._squares()]

    def isometries(self) -> Iterator[tuple[npt.NDArray[np.int64], tuple[int, ...]]]:
        """Yield the isometries of the board: the images of each square, and of each kind of set."""
        shape = self.rows, self.columns
        square = np.arange(self.rows * self.columns).reshape(shape)
        down = range(self.rows if self.surface == "torus" else 1)
        across = range(self.columns if self.surface != "plain" else 1)
        turned = self.rows == self.columns and self.surface != "cylinder"
        for transposed, up, left in product((False, True)[: 1 + turned], (1, -1), (1, -1)):
            flat = (square.T if transposed else square)[::up, ::left]
            straight = (COLUMN, ROW) if transposed else (ROW, COLUMN)
            diagonal = (SUM, DIFFERENCE) if up == left else (DIFFERENCE, SUM)
            for shift in product(down, across):
                yield np.roll(flat, shift, (0, 1)).ravel(), (*straight, *diagonal, LEAP, SQUARE)

    def _lines(self, kind: int) -> Iterator[Set]:
        """Yield the lines of a kind; each square is on one of them."""
        row, column = (axis.ravel() for axis in np.indices((self.rows, self.columns)))
        value = {ROW: row, COLUMN: column, SUM: row + column, DIFFERENCE: row - column}[kind]
        period = {"plain": 0, "cylinder": self.columns, "torus": gcd(self.rows, self.columns)}[self.surface]
        modulus = period if kind in (SUM, DIFFERENCE) else 0
        value = value % modulus if modulus else value
        form, first = {ROW: ("r", 1), COLUMN: ("c", 1), SUM: ("r+c=", 2), DIFFERENCE: ("r-c=", 0)}[kind]
        form, first = (form.replace("=", f"%{modulus}="), 0) if modulus else (form, first)
        by_value = np.argsort(value, kind="stable")
        values, starts = np.unique(value[by_value], return_index=True)
        for each, squares in zip(values.tolist(), np.split(by_value, starts[1:]), strict=True):
            yield Set(f"{form}{each + first}", kind, squares)

    def _leaps(self, leaps: Sequence[tuple[int, int]]) -> Iterator[Set]:
        """Yield the squares of each leap: both its ends, of a king's leap all four between its corners."""
        known = set()
        for (down, across), row, column in product(leaps, range(self.rows), range(self.columns)):
            ends = (row, row + down), (column, column + across)
            corners = product(*ends) if (down, across) in KING else zip(*ends, strict=True)
            places = [self._square(*corner) for corner in corners]
            if None in places and min(self.rows, self.columns) > 1:  # less than what others say
                continue
            squares = tuple(sorted({square for square in places if square is not None}))
            if len(squares) > 1 and squares not in known:
                known.add(squares)
                first, last = (divmod(square, self.columns) for square in (squares[0], squares[-1]))
                name = f"r{first[0] + 1}c{first[1] + 1}-r{last[0] + 1}c{last[1] + 1}"
                yield Set(name, LEAP, np.array(squares))

    def _separates(self, sets: Sequence[Set]) -> bool:
        """Whether no two squares are in the same sets, and none is in no set: by random weights."""
        of_square = np.zeros(self.rows * self.columns, np.uint64)
        weights = np.random.default_rng(20000304).integers(1, 2**63, len(sets), dtype=np.uint64)
        for each, weight in zip(sets, weights, strict=True):
            of_square[each.squares] += weight
        return bool(of_square.all()) and len(unique_values(of_square)) == len(of_square)

    def _squares(self) -> Iterator[Set]:
        """Yield each square alone as a set."""
        for square in range(self.rows * self.columns):
            row, column = divmod(square, self.columns)
            yield Set(f"r{row + 1}c{column + 1}", SQUARE, np.array([square]))

    def _square(self, row: int, column: int) -> int | None:
        """Return the number of a square; None beside the board."""
        row = row % self.rows if self.surface == "torus" else row
        column = column % self.columns if self.surface != "plain" else column
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return row * self.columns + column if inside else None


def set_permutations(sets: Sequence[Set], board: Board) -> npt.NDArray[np.int32]:
    """Return the board's isometries as permutations of its sets, [elements, sets]: the identity first.

    A set is known by a random weight of its squares and its kind; whether a candidate is a symmetry is found
    from the options.
    """
    draw = np.random.default_rng(20000304)
    of_square = draw.integers(1, 2**63, board.rows * board.columns, dtype=np.uint64)
    of_kind = draw.integers(1, 2**63, len(KINDS), dtype=np.uint64)
    kind = np.array([each.kind for each in sets])
    squares = np.concatenate([each.squares for each in sets])
    starts = np.cumsum([0, *(len(each.squares) for each in sets[:-1])])

    def weights(place: npt.NDArray[np.int64], kinds: Sequence[int]) -> npt.NDArray[np.uint64]:
        of_set: npt.NDArray[np.uint64] = np.add.reduceat(of_square[place[squares]], starts)
        return of_set + of_kind[np.array(kinds)[kind]]

    weight = weights(np.arange(len(of_square)), KINDS)
    by_weight = np.argsort(weight)
    found = []
    for place, kinds in board.isometries():
        image = by_weight[np.searchsorted(weight[by_weight], weights(place, kinds)) % len(sets)]
        found.append(image)
    # on a small board some coincide; the identity is the least of all permutations, so it comes first
    return unique_rows(np.stack(found)).astype(np.int32)
