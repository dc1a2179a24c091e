"""A model of the family `clue-sets`, read as a grid, the cells that may or must be given, and how many.

Reading it is all that the engines for it have in common; how they search is their own. What is read comes
from the model's own options and items, so a restricted model (a worker's part) is read right as well. Its
lazy rule adds only what an engine derives itself: that the chosen clues leave no other solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import RefusedError
from accord.model import Kind, Model

SIDE, CELLS = 9, 81
FIRST_BANDS = 54  # cells in the first of the two words of a set
MOST_OPEN = 45  # cells of an unavoidable set that is checked here; the sets of a model are small
OPTION, CELL = re.compile(r"r([1-9])c([1-9])=([1-9])"), re.compile(r"r([1-9])c([1-9])")


@dataclass(frozen=True, eq=False)
class ClueModel:
    """Which sets of clues are asked for: `low` to `high` of the `allowed` cells, all of `must` among them.

    Cells are numbered from 0 row by row. A cell of `must` may have lost its option: then there is no set.
    """

    grid: tuple[int, ...]  # of each cell its digit
    option: npt.NDArray[np.int32]  # of each cell its option in the model, or -1
    must: tuple[int, ...]  # ascending
    allowed: tuple[int, ...]  # ascending
    low: int  # clues, at least
    high: int  # and at most; neither above the number of allowed cells, low perhaps above high


def words(cells: Iterable[int]) -> npt.NDArray[np.uint64]:
    """A set of cells as two words: the bits 0..53 of the first, 0..26 of the second."""
    row = [0, 0]
    for cell in cells:
        row[cell >= FIRST_BANDS] |= 1 << cell % FIRST_BANDS
    return np.array(row, np.uint64)


def read(model: Model) -> ClueModel:
    """The clue sets that the model asks for. Raises RefusedError with a sentence for any other model."""
    grid = _grid(model)
    option = np.full(CELLS, -1, np.int32)
    for o in range(model.options):
        name = model.option_name(o)
        found = OPTION.fullmatch(name)
        if found is None:
            raise RefusedError(f"option {name!r} is no clue; expected one like 'r1c5=7'")
        row, column, digit = map(int, found.groups())
        cell = SIDE * row + column - SIDE - 1
        if grid[cell] != digit:
            raise RefusedError(f"option {name!r} is not the digit of the grid there, {grid[cell]}")
        option[cell] = o
    _refuse_kinds(model)
    allowed = tuple(np.flatnonzero(option >= 0).tolist())
    must: list[int] = []
    low = high = None
    for i, name in enumerate(model.item_names):
        members, demand = model.options_of(i), (int(model.low[i]), int(model.high[i]))
        place = CELL.fullmatch(name)
        if name == "clues":
            if len(members) < model.options:
                raise RefusedError("item 'clues' does not count every option")
            low, high = max(0, demand[0]), min(demand[1], len(allowed))
        elif place is not None:
            cell = SIDE * int(place[1]) + int(place[2]) - SIDE - 1
            own = [o for o in option[[cell]].tolist() if o >= 0]
            if members.tolist() != own or demand not in ((0, 1), (1, 1)):
                raise RefusedError(f"item {name!r} is not whether its cell is given")
            if demand == (1, 1):
                must.append(cell)
        else:
            _refuse_set(name, members, demand, grid, option)
    if low is None or high is None:
        raise RefusedError("there is no item 'clues', which says how many are asked for")
    return ClueModel(grid, option, tuple(sorted(must)), allowed, low, high)


def _grid(model: Model) -> tuple[int, ...]:
    """The grid of the model's lazy rule, if that is the plain rule of sudoku."""
    from accord.puzzles.clue_sets import Unavoidable

    rule = model.lazy
    if not isinstance(rule, Unavoidable):
        raise RefusedError("the model does not ask for the clue sets of a sudoku grid")
    if rule.size != SIDE:
        raise RefusedError(f"the grid is {rule.size}x{rule.size}; expected 9x9")
    if tuple(rule.boxes) != tuple(cell // 27 * 3 + cell % 9 // 3 for cell in range(CELLS)):
        raise RefusedError("the boxes are not the nine of 3x3")
    if rule.diagonals:
        raise RefusedError("the diagonals have rules of their own")
    if rule.minimal:
        raise RefusedError("only minimal puzzles are asked for")
    return tuple(int(digit) for digit in rule.grid)


def _refuse_kinds(model: Model) -> None:
    for kind in (Kind.LINEAR, Kind.COLOURED):
        if kind in model.kind:
            raise RefusedError(f"the model has a feature that clue sets lack: {kind.words}")
    if model.hidden.any():
        raise RefusedError("the model has hidden options")


def _refuse_set(
    name: str,
    members: npt.NDArray[np.int32],
    demand: tuple[int, int],
    grid: Sequence[int],
    option: npt.NDArray[np.int32],
) -> None:
    """Raise unless the item says that an unavoidable set of the grid has a clue; its name lists the cells."""
    cells = sorted({SIDE * int(row) + int(column) - SIDE - 1 for row, column in CELL.findall(name)})
    expected = sorted(int(option[cell]) for cell in cells if option[cell] >= 0)
    if not cells or members.tolist() != expected or demand[0] != 1 or demand[1] < len(members):
        raise RefusedError(f"item {name!r} is neither a cell, nor 'clues', nor an unavoidable set")
    if len(cells) > MOST_OPEN or not unavoidable(grid, cells):
        raise RefusedError(f"the cells of item {name!r} are no unavoidable set of the grid")


def unavoidable(grid: Sequence[int], cells: Sequence[int]) -> bool:
    """Whether the grid without these few cells has another solution; tries the digits that are missing."""
    open_cells = set(cells)
    used = [0] * (3 * SIDE)  # bits of the digits in rows, columns and boxes
    units = [(c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(CELLS)]
    for cell in range(CELLS):
        if cell not in open_cells:
            for unit in units[cell]:
                used[unit] |= 1 << grid[cell]
    left = list(cells)

    def free(cell: int) -> int:
        a, b, c = units[cell]
        return 0b1111111110 & ~(used[a] | used[b] | used[c])

    def other(differs: bool) -> bool:
        if not left:
            return differs
        cell = min(left, key=lambda cell: free(cell).bit_count())
        left.remove(cell)
        digits = free(cell)
        while digits:
            bit = digits & -digits
            digits ^= bit
            for unit in units[cell]:
                used[unit] ^= bit
            found = other(differs or bit != 1 << grid[cell])
            for unit in units[cell]:
                used[unit] ^= bit
            if found:
                return True
        left.append(cell)
        return False

    return other(False)
