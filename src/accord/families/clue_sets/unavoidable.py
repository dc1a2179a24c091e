"""Unavoidable sets of a sudoku grid, for clue-set models: small ones first, others found lazily in a search.

Where another grid differs from this one, the clues of a puzzle must not all be elsewhere, or it would be a
solution too. A set of clues makes a puzzle with one solution iff it hits every unavoidable set; the minimal
sets suffice, but even they are far too many to be listed. So some small ones are items from the start
(`at_a_glance`), and `Unavoidable` finds others, as the lazy part of the model, wherever clues leave a second
solution (G. McGuire, B. Tugemann and G. Civario, There is no 16-clue Sudoku, 2012).

    1 2 | 3 4      r1c1 r1c2 r3c1 r3c2: where 1 and 2 are swapped in these cells, rows, columns and boxes
    3 4 | 1 2      keep their digits; so a puzzle without a clue there has two solutions at least
    ----+----
    2 1 | 4 3
    4 3 | 2 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from accord.families.sudoku.shape import SIGNS, Shape, jigsaw_shape
from accord.grids.regions import Joined
from accord.model import Model
from accord.model.lazy import Cut, LazyItem, Solve, with_cuts

STEPS = 3000  # digits tried to find the minimal sets within one
MOST = 16  # sets that are given for one solution, the smallest

Cells = frozenset[int]


@dataclass(frozen=True)
class Unavoidable:
    """The lazy part of a `clue-sets` model: every unavoidable set of the grid gives a clue.

    Cells are numbered from 0, row by row.
    """

    size: int
    grid: tuple[int, ...]  # the digit of each cell, from 1
    boxes: tuple[int, ...]  # the box of each cell, from 0, numbered as they appear
    diagonals: bool = False
    minimal: bool = False  # whether every clue has to be needed
    clues: tuple[int, int] = (0, 0)  # how many there may be, at least and at most

    @property
    def token(self) -> str:
        """A text that is equal just for equal lazy parts: all fields."""
        return f"unavoidable {self.grid} {self.boxes} {self.diagonals} {self.minimal} {self.clues}"

    @property
    def unit(self) -> bool:
        """Whether all amounts of its items are 1; of minimal puzzles some have others."""
        return not self.minimal

    @property
    def shape(self) -> Shape:
        """The board."""
        return _shape(self)

    def violations(self, chosen: Sequence[str], solve: Solve) -> Sequence[LazyItem]:
        """Return unavoidable sets without a clue; for minimal puzzles also the clues of a smaller puzzle.

        Args:
            chosen: the clues, as options `r1c1=5`.
            solve: says whether the board has another grid with these clues.
        """
        cell_of = _cells_by_name(self)
        clues = sorted(cell_of[name] for name in chosen)
        other = self.other(clues, solve)
        if other is not None:
            return [self.item(cells) for cells in self.minimal_sets(other)[:MOST]]
        if not self.minimal:
            return []
        needed = list(clues)
        for clue in clues:
            fewer = [cell for cell in needed if cell != clue]
            if self.other(fewer, solve) is None:
                needed = fewer
        return [self.nothing_beside(needed)] if len(needed) < len(clues) else []

    def other(self, clues: Iterable[int], solve: Solve) -> Cells | None:
        """Return the cells where another grid with these clues differs; None if there is no other."""
        size = self.size
        options = [cell * size + self.grid[cell] - 1 for cell in clues]
        found = solve(_others(self), options)
        if found is None:
            return None
        return frozenset(option // size for option in found if option % size + 1 != self.grid[option // size])

    def minimal_sets(self, cells: Cells) -> list[Cells]:
        """Return the minimal unavoidable sets within one, the smallest first; if they are many, some."""
        return _least([cells, *_differences(self, sorted(cells))])

    def item(self, cells: Iterable[int]) -> LazyItem:
        """Return the item that at least one of these cells is given."""
        ordered = sorted(cells)
        return LazyItem(set_name(self, ordered), dict.fromkeys(self.options(ordered), 1), 1)

    def nothing_beside(self, needed: Sequence[int]) -> LazyItem:
        """Return the item that there are no other clues beside these, which suffice.

        With c the number of other cells: c for each of the clues and 1 for any other cell is c times their
        number at most. Where so few clues are not allowed, they are just not all given.
        """
        rest = [cell for cell in range(len(self.grid)) if cell not in set(needed)]
        name = f"no more than {' '.join(self.shape.cell_names[cell] for cell in needed)}"
        gives = dict.fromkeys(self.options(needed), 1)
        if len(needed) < self.clues[0]:
            return LazyItem(name, gives, 0, len(needed) - 1)
        gives = dict.fromkeys(gives, len(rest)) | dict.fromkeys(self.options(rest), 1)
        return LazyItem(name, gives, 0, len(rest) * len(needed))

    def options(self, cells: Iterable[int]) -> list[str]:
        """Return the names of the options that give these cells."""
        return [f"{self.shape.cell_names[cell]}={SIGNS[self.grid[cell] - 1]}" for cell in cells]


def set_name(lazy: Unavoidable, cells: Iterable[int]) -> str:
    """Return the name of a set: `{r1c1 r1c4 r2c1 r2c4}`."""
    return "{" + " ".join(lazy.shape.cell_names[cell] for cell in sorted(cells)) + "}"


@lru_cache(maxsize=64)
def _shape(lazy: Unavoidable) -> Shape:
    size = lazy.size
    signs = [chr(ord("A") + box) for box in lazy.boxes]
    rows = tuple("".join(signs[row * size : (row + 1) * size]) for row in range(size))
    return jigsaw_shape(rows, lazy.diagonals)


@lru_cache(maxsize=64)
def _cells_by_name(lazy: Unavoidable) -> dict[str, int]:
    return {name: cell for cell, name in enumerate(lazy.options(range(len(lazy.grid))))}


@lru_cache(maxsize=64)
def _others(lazy: Unavoidable) -> Model:
    """Return the model of all other grids: the empty board, and an item that this grid exceeds by one."""
    cells = len(lazy.grid)
    grid = tuple(cell * lazy.size + digit - 1 for cell, digit in enumerate(lazy.grid))
    other = Cut("another grid", grid, (1,) * cells, 0, cells - 1)
    return replace(with_cuts(lazy.shape.full, [other]), family="")  # it is no sudoku any more


# -- sets to begin with -------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def at_a_glance(lazy: Unavoidable) -> tuple[Cells, ...]:
    """Return some small sets, the smallest first: cycles of two digits, and of two lines within boxes."""
    found = {*_two_digits(lazy), *_two_lines(lazy)}
    return tuple(sorted(found, key=lambda cells: (len(cells), sorted(cells))))


def _two_digits(lazy: Unavoidable) -> Iterator[Cells]:
    """Yield sets of cells with two digits that are linked by units: there the two can be swapped."""
    at = [{lazy.grid[cell]: cell for cell in unit} for unit in lazy.shape.units.tolist()]
    for a, b in combinations(range(1, lazy.size + 1), 2):
        yield from _connected_parts([(unit[a], unit[b]) for unit in at])


def _two_lines(lazy: Unavoidable) -> Iterator[Cells]:
    """Yield places of two lines with the same digits in both, if swapping them there leaves a grid."""
    size, grid, boxes = lazy.size, lazy.grid, lazy.boxes
    for step, along in ((size, 1), (1, size)):  # rows, then columns
        for one, two in combinations(range(size), 2):
            pairs = [(one * step + k * along, two * step + k * along) for k in range(size)]
            above = {grid[first]: first for first, _ in pairs}
            inside = {cell for pair in pairs if boxes[pair[0]] == boxes[pair[1]] for cell in pair}
            for cells in _connected_parts([*pairs, *((above[grid[second]], second) for _, second in pairs)]):
                if cells <= inside and not (lazy.diagonals and _on_a_diagonal(cells, size)):
                    yield cells


def _connected_parts(pairs: Sequence[tuple[int, int]]) -> Iterator[Cells]:
    """Yield the connected parts of a graph, its edges pairs of cells."""
    cells = {cell for pair in pairs for cell in pair}
    join = Joined(max(cells) + 1)
    for first, second in pairs:
        join.join(first, second)
    parts: dict[int, set[int]] = {}
    for cell in cells:
        parts.setdefault(join.find(cell), set()).add(cell)
    yield from map(frozenset, parts.values())


def _on_a_diagonal(cells: Iterable[int], size: int) -> bool:
    places = [divmod(cell, size) for cell in cells]
    return any(row == column or row + column == size - 1 for row, column in places)


# -- minimal sets within a set -----------------------------------------------------------------------


def _least(sets: Iterable[Cells]) -> list[Cells]:
    """Return the sets that contain no other, the smallest first."""
    least: list[Cells] = []
    for candidate in sorted(sets, key=lambda cells: (len(cells), sorted(cells))):
        if not any(found <= candidate for found in least):
            least.append(candidate)
    return least


def _differences(lazy: Unavoidable, cells: Sequence[int]) -> list[Cells]:
    """Return the differences of grids that agree with this one outside of these cells; STEPS bounds the work.

    The grid's own digit is tried first in each cell, so small differences come early.
    """
    grid, size = lazy.grid, lazy.size
    units = _units_of(lazy)
    free = [0] * len(lazy.shape.units)  # the digits that each unit lacks, as bits
    for cell in cells:
        for unit in units[cell]:
            free[unit] |= 1 << grid[cell]
    found: list[Cells] = []
    differ: list[int] = []
    left = list(cells)
    steps = 0

    def fill() -> None:
        nonlocal steps
        if not left:
            if differ:
                found.append(frozenset(differ))
            return
        fewest, place, choice = size + 1, 0, 0
        for k, cell in enumerate(left):
            digits = -1
            for unit in units[cell]:
                digits &= free[unit]
            number = digits.bit_count()
            if number < fewest:
                fewest, place, choice = number, k, digits
                if number < 2:
                    break
        if not choice:
            return
        cell = left.pop(place)
        own = 1 << grid[cell]
        for digit in [own & choice, *_bits(choice & ~own)]:
            if not digit or steps >= STEPS:
                continue
            steps += 1
            for unit in units[cell]:
                free[unit] ^= digit
            if digit != own:
                differ.append(cell)
            fill()
            if digit != own:
                differ.pop()
            for unit in units[cell]:
                free[unit] ^= digit
        left.insert(place, cell)

    fill()
    return found


def _bits(digits: int) -> Iterator[int]:
    while digits:
        yield digits & -digits
        digits &= digits - 1


@lru_cache(maxsize=64)
def _units_of(lazy: Unavoidable) -> list[list[int]]:
    """Return the units of each cell."""
    table = lazy.shape.units
    return [np.flatnonzero((table == cell).any(axis=1)).tolist() for cell in range(len(lazy.grid))]
