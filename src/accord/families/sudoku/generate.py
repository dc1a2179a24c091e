"""Generate random sudokus with one solution: remove clues from a random grid while it stays unique.

A clue can be taken if there is no solution with another digit in its place. Going once over all clues is
enough: one that is needed stays so when others are taken. So what is left is minimal, if all was decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import numpy as np
import numpy.typing as npt

from accord.backends.contract import Request
from accord.errors import NotDrawnError, UsageError
from accord.families.sudoku.shape import LARGEST, SIGNS, Shape, box_shape, nearest_square
from accord.families.sudoku.spec import Sudoku, shape_of
from accord.families.sudoku.text import grid_rows
from accord.kernels import load
from accord.puzzles import bounds
from accord.puzzles.family import SpecError
from accord.puzzles.wishes import Wishes, wish_error
from accord_native.progress import PAUSED, SOLUTIONS

TRIES = 20  # times as many digits as cells are placed before a clue is kept that may not be needed
FILLS = 20  # likewise before a random grid is begun anew, with twice as many
DOUBLINGS = 4
GRIDS = 20  # that are tried in a draw, for few clues, or where boxes are hard to fill
ALL = 1 << 40  # nodes: where all must be decided
LARGEST_MINIMAL = 12  # rows; on larger boards it takes too long to see what can be left out
EXCHANGES = 3  # for each row: enough that few boxes keep their shape; many more leave boxes that no grid fits
WISHED = 2000  # the same where a setter says where clues stand, or which there are not

Flags = npt.NDArray[np.bool_]
Digits = npt.NDArray[np.int64]  # of each cell its digit, from 0


class Undecided(Exception):  # noqa: N818 (it is no error)
    """The search has tried as much as it may."""


class Filler:
    """Boards of one shape, lowered once for the kernel of dancing cells, and filled many times."""

    def __init__(self, shape: Shape) -> None:
        from accord.backends.native import cells  # only now: a record of the family waits for no engines

        self.model, self.size = shape.full, shape.size
        self._lowered, self._jobs = cells.lower(self.model), cells.CellsJobs
        self._kernel = load("accord_native.cover.cells", profile=False)

    def fill(self, may: Flags, nodes: int, random: Random | None = None) -> Digits | None:
        """Return a solution, or None if there is none.

        Args:
            may: which digits may stand in each cell, [cells, digits].
            nodes: digits that are placed, at most.
            random: in what order digits are tried; None for ascending.

        Raises:
            Undecided: if so many do not decide it.
        """
        lowered = self._lowered
        if random is not None:
            ranks = list(range(self.model.options))
            shuffle(random, ranks)
            owner, item = lowered.owner[lowered.members], lowered.item[lowered.members]
            lowered = replace(lowered, members=lowered.members[np.lexsort((np.array(ranks)[owner], item))])
        request = Request("first", limit=1)
        walk = self._jobs(self.model, lowered, self._kernel, request, may.ravel()).begin(0)
        end = walk.call(np.uint64(nodes))
        if walk.state[SOLUTIONS]:
            options = walk.new_solutions()[0]
            return np.sort(options[options >= 0]).astype(np.int64) % self.size
        if end == PAUSED:
            raise Undecided
        return None


def shuffle(random: Random, values: list[int]) -> None:
    """Shuffle in place by random() alone, whose numbers stay the same from one Python to the next."""
    for last in range(len(values) - 1, 0, -1):
        at = int(random.random() * (last + 1))
        values[at], values[last] = values[last], values[at]


def generate(
    seed: int,
    size: tuple[int, int],
    *,
    box: str | None = None,
    boxes: str | None = None,
    diagonals: bool | str = False,
    symmetry: str = "none",
    cells: str = "",
    without: Sequence[str] = (),
    minimal: bool | str = False,
    clues: int | None = None,
) -> Sudoku:
    """Return a random sudoku with one solution.

    Args:
        seed: the same one gives the same puzzle, on every machine.
        size: rows and columns, which are as many as each other.
        box: columns x rows of a box, such as "3x2".
        boxes: rows of a picture of the boxes, with / between them; or `random` for a jigsaw of random boxes.
        diagonals: whether each diagonal needs every digit too.
        symmetry: of the pattern of clues: none, half-turn, quarter-turn, left-right, top-bottom or diagonal.
        cells: where clues stand: X there, - not there, . either; rows with / between them.
        without: digits that no clue has.
        minimal: no clue can be removed. Otherwise a clue stays if the check takes long.
        clues: stop when this many are left.

    Raises:
        UsageError: if there can be no such puzzle; NotDrawnError if none is found.
    """
    diagonals, minimal = _flag("diagonals", diagonals), _flag("minimal", minimal)
    rows, columns = size
    if rows != columns or not 1 <= rows <= LARGEST:
        raise UsageError(f"found {columns} columns and {rows} rows; expected as many, 1 to {LARGEST}")
    wishes = Wishes(size, symmetry, cells, tuple(without))
    strange = [word for word in without if word not in SIGNS[:rows]]
    if strange:
        raise UsageError(f"without: found {strange[0]!r}; expected digits {SIGNS[0]} to {SIGNS[rows - 1]}")
    if minimal and (wishes or clues is not None):
        raise UsageError("minimal: found it with symmetry, cells, without or clues; expected it alone")
    if minimal and rows > LARGEST_MINIMAL:
        raise UsageError(f"minimal: found {rows} rows; expected at most {LARGEST_MINIMAL}, or not minimal")
    if clues is not None:
        bounds.check_knob("clues", clues, 0, rows * rows)
    random = Random(seed)
    for _ in range(WISHED if cells or without else GRIDS):
        picture = random_boxes(random, rows) if boxes == "random" else boxes and tuple(str(boxes).split("/"))
        shape = _shape(rows, box, picture or None, diagonals)
        filler = Filler(shape)
        grid = _grid(random, filler)
        if grid is None:
            continue
        nodes = ALL if minimal else TRIES * len(grid)
        left = _thin(random, filler, grid, wishes, nodes, clues or 0)
        if left is not None and (clues is None or len(left) <= clues):
            clued = np.isin(np.arange(len(grid)), list(left))
            givens = np.where(clued, grid + 1, 0).reshape(size)
            return Sudoku(grid=grid_rows(givens), box=box, boxes=picture or None, diagonals=diagonals)
    if clues is None and wishes:
        raise wish_error()
    if clues is None:
        raise NotDrawnError(
            "found no grid of this shape; expected boxes and diagonals that are easier to fill"
        )
    raise NotDrawnError(f"clues: found no puzzle with {clues} in {GRIDS} grids; expected more clues")


def _shape(size: int, box: str | None, boxes: tuple[str, ...] | None, diagonals: bool) -> Shape:
    try:
        shape = shape_of(size, box, boxes, diagonals)
    except SpecError as error:
        raise UsageError("\n".join(fault.message for fault in error.faults)) from None
    assert shape is not None  # the size is known
    return shape


def _flag(name: str, value: object) -> bool:
    """Return a yes or no from Python or from the command line. Raises UsageError."""
    known = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    word = str(value).lower()
    if word not in known:
        raise UsageError(f"{name}: found {str(value)[:40]!r}; expected yes or no")
    return known[word]


def _grid(random: Random, filler: Filler) -> Digits | None:
    """Return a random solution, or None: digits are tried at random, and anew when that takes long."""
    anything = np.ones((filler.size**2, filler.size), np.bool_)
    for doubled in range(DOUBLINGS):
        try:
            return filler.fill(anything, FILLS * len(anything) << doubled, random)
        except Undecided:
            continue
    return None


def _thin(
    random: Random, filler: Filler, grid: Digits, wishes: Wishes, nodes: int, enough: int
) -> set[int] | None:
    """Return the cells that stay clues; None if those where clues may stand leave several solutions."""
    size = filler.size
    digits = {SIGNS.index(word) for word in wishes.without}
    left = set(range(len(grid)))
    free = []
    for places in wishes.orbits():
        orbit = [row * size + column for row, column in places]
        wanted = wishes.may(places) and digits.isdisjoint(grid[orbit].tolist())
        if not wanted:
            left -= set(orbit)
        if not wishes.must(places):
            free.append(orbit)
        elif not wanted:
            return None
    unwanted = sorted(set(range(len(grid))) - left)
    if unwanted and not _alone(filler, grid, left, unwanted, nodes):
        return None
    order = list(range(len(free)))
    shuffle(random, order)
    for which in order:
        orbit = free[which]
        if len(left) - len(orbit) < enough or not left.issuperset(orbit):
            continue
        rest = left - set(orbit)
        if _alone(filler, grid, rest, orbit, nodes):
            left = rest
    return left


def _alone(filler: Filler, grid: Digits, rest: set[int], taken: list[int], nodes: int) -> bool:
    """Whether the other clues have no solution with another digit in a cell whose clue was taken."""
    may = np.ones((len(grid), filler.size), np.bool_)
    given = sorted(rest)
    may[given] = False
    may[given, grid[given]] = True
    for cell in taken:
        may[cell, grid[cell]] = False
        try:
            if filler.fill(may, nodes) is not None:
                return False
        except Undecided:
            return False
        may[cell] = False
        may[cell, grid[cell]] = True  # shown to follow
    return True


# -- boxes of a jigsaw --------------------------------------------------------------------------------


def random_boxes(random: Random, size: int) -> tuple[str, ...]:
    """Return a picture of random boxes: cells of plain boxes are exchanged, each box in one piece.

    Of `random` only random() is used.
    """
    columns, rows = nearest_square(size) or (size, 1)
    box = box_shape(size, columns, rows).box.ravel().tolist()
    for _ in range(EXCHANGES * size * (size > 3)):  # smaller boards have nothing to exchange
        _exchange(random, box, size)
    number: dict[int, int] = {}
    letters = SIGNS[9:] + SIGNS[:9]
    signs = "".join(letters[number.setdefault(which, len(number))] for which in box)
    return tuple(signs[start : start + size] for start in range(0, size * size, size))


def _exchange(random: Random, box: list[int], size: int) -> None:
    """Exchange the boxes of two cells, so that both boxes stay in one piece."""
    while True:
        one, other = (int(random.random() * len(box)) for _ in range(2))
        first, second = box[one], box[other]
        if first == second:
            continue
        box[one], box[other] = second, first
        if _in_one_piece(box, size, first) and _in_one_piece(box, size, second):
            return
        box[one], box[other] = first, second


def _in_one_piece(box: list[int], size: int, which: int) -> bool:
    """Whether the cells of a box are in one piece."""
    cells = {cell for cell, other in enumerate(box) if other == which}
    reached = [cells.pop()]
    while reached:
        cell = reached.pop()
        row, column = divmod(cell, size)
        beside = (
            (cell - size, row > 0),
            (cell + size, row + 1 < size),
            (cell - 1, column > 0),
            (cell + 1, column + 1 < size),
        )
        for near, there in beside:
            if there and near in cells:
                cells.remove(near)
                reached.append(near)
    return not cells
