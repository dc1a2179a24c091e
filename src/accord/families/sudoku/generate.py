"""Random sudokus with one solution: of a random grid, clues are taken as long as it stays the only one.

A clue can be taken if there is no solution with another digit in its place. Going once over all clues is
enough: one that is needed stays so when others are taken. So what is left is minimal, if all was decided.
"""

from __future__ import annotations

from random import Random

import numpy as np

from accord.errors import UsageError
from accord.families.sudoku.boards import Solver, Undecided, shuffle
from accord.families.sudoku.jigsaw import jigsaw
from accord.families.sudoku.shape import LARGEST, Shape
from accord.families.sudoku.spec import Sudoku, shape_of
from accord.families.sudoku.text import drawn
from accord.puzzles import lines
from accord.puzzles.family import SpecError

TRIES = 40  # choices that are tried before a clue is kept, where the puzzle need not be minimal
GRIDS = 20  # that are tried, for few clues, or where boxes are hard to fill
FILLS = 200  # choices that are tried for a random grid, before it is begun anew with twice as many
DOUBLINGS = 4
LARGEST_MINIMAL = 12  # rows; on larger boards it takes too long to see what can be left out
SYMMETRIES = ("none", "half-turn", "quarter-turn", "left-right", "top-bottom", "diagonal")


def generate(
    seed: int,
    size: tuple[int, int],
    *,
    box: str | None = None,
    boxes: str | None = None,
    diagonals: bool | str = False,
    symmetry: str = "none",
    minimal: bool | str = False,
    clues: int | None = None,
) -> Sudoku:
    """A random sudoku with one solution.

    Args:
        seed: the same one gives the same puzzle, on every machine.
        size: rows and columns, which are as many as each other.
        box: columns x rows of a box, such as "3x2".
        boxes: rows of a picture of the boxes, with / between them; or `random` for a jigsaw of random boxes.
        diagonals: whether each diagonal needs every digit too.
        symmetry: of the pattern of clues, one of SYMMETRIES.
        minimal: no clue can be left out. Else one is kept if it takes long to see whether it can.
        clues: stop when so many are left, at the least.

    Raises:
        UsageError: if there can be no such puzzle, or none is found.
    """
    diagonals, minimal = _flag("diagonals", diagonals), _flag("minimal", minimal)
    rows, columns = size
    if rows != columns or not 1 <= rows <= LARGEST:
        raise UsageError(f"found {columns} columns and {rows} rows; expected as many, 1 to {LARGEST}")
    if symmetry not in SYMMETRIES:
        raise UsageError(f"symmetry: found {symmetry!r}; expected one of {', '.join(SYMMETRIES)}")
    if minimal and (symmetry != "none" or clues is not None):
        raise UsageError("minimal: found it with symmetry or clues; expected it alone, since few are both")
    if minimal and rows > LARGEST_MINIMAL:
        raise UsageError(f"minimal: found {rows} rows; expected at most {LARGEST_MINIMAL}, or not minimal")
    if clues is not None:
        lines.asked("clues", clues, 0, rows * rows)
    random, orbits = Random(seed), _orbits(rows, symmetry)
    for _ in range(GRIDS):
        picture = jigsaw(random, rows) if boxes == "random" else boxes and tuple(str(boxes).split("/"))
        shape = _shape(rows, box, picture or None, diagonals)
        solver = Solver(shape)
        grid = _grid(random, solver)
        if grid is None:
            continue
        left = _thinned(random, solver, grid, orbits, None if minimal else TRIES, clues or 0)
        if clues is None or len(left) <= clues:
            return _spec(shape, grid, left, box, picture or None)
    if clues is None:
        raise UsageError("found no grid of this shape; expected boxes and diagonals that are easier to fill")
    raise UsageError(f"clues: found no puzzle with {clues} in {GRIDS} grids; expected more clues")


def _spec(
    shape: Shape, grid: list[int], clues: set[int], box: str | None, boxes: tuple[str, ...] | None
) -> Sudoku:
    given = np.zeros(shape.size**2, np.int64)
    for cell in clues:
        given[cell] = grid[cell] + 1
    rows = drawn(given.reshape(shape.size, shape.size))
    return Sudoku(grid=rows, box=box, boxes=boxes, diagonals=shape.diagonals)


def _shape(size: int, box: str | None, boxes: tuple[str, ...] | None, diagonals: bool) -> Shape:
    try:
        shape = shape_of(size, box, boxes, diagonals)
    except SpecError as error:
        raise UsageError("\n".join(fault.message for fault in error.faults)) from None
    assert shape is not None  # the size is known
    return shape


def _flag(name: str, value: object) -> bool:
    """A yes or no from Python or from the command line."""
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    word = str(value).lower()
    if word not in known:
        raise UsageError(f"{name}: found {str(value)[:40]!r}; expected yes or no")
    return known[word]


def _grid(random: Random, solver: Solver) -> list[int] | None:
    """A random solution: digits are tried at random, and all is begun anew when that takes long; or none."""
    for doubled in range(DOUBLINGS):
        try:
            return solver.solve(solver.start(()), FILLS << doubled, random)
        except Undecided:
            continue
    return None


def _orbits(size: int, symmetry: str) -> list[list[int]]:
    """The cells that a symmetry makes clues together."""
    cell = np.arange(size * size).reshape(size, size)
    generator = {
        "none": cell,
        "half-turn": cell[::-1, ::-1],
        "quarter-turn": np.rot90(cell),
        "left-right": cell[:, ::-1],
        "top-bottom": cell[::-1],
        "diagonal": cell.T,
    }[symmetry].ravel()
    found = []
    for first in range(size * size):
        orbit = [first]
        while (image := int(generator[orbit[-1]])) != first:
            orbit.append(image)
        if first == min(orbit):
            found.append(orbit)
    return found


def _thinned(
    random: Random,
    solver: Solver,
    grid: list[int],
    orbits: list[list[int]],
    tries: int | None,
    enough: int,
) -> set[int]:
    """The cells that stay clues."""
    left = set(range(len(grid)))
    order = list(range(len(orbits)))
    shuffle(random, order)
    for which in order:
        orbit = orbits[which]
        if len(left) - len(orbit) < enough:
            continue
        rest = left - set(orbit)
        if _alone(solver, grid, rest, orbit, tries):
            left = rest
    return left


def _alone(solver: Solver, grid: list[int], rest: set[int], taken: list[int], tries: int | None) -> bool:
    """Whether the clues that rest have no solution with another digit in a cell whose clue was taken."""
    given = [(cell, grid[cell]) for cell in sorted(rest)]
    for cell in taken:
        state = solver.start(given)
        state.boards[grid[cell]] &= ~(1 << cell)
        try:
            if solver.solve(state, tries) is not None:
                return False
        except Undecided:
            return False
        given.append((cell, grid[cell]))  # shown to follow
    return True
