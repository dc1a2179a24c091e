"""Find unavoidable sets of a finished 9x9 grid: sets of cells in which every puzzle needs a clue.

A set of cells is *unavoidable* if some other grid agrees with this one everywhere else; it is *minimal* if no
part of it is. A puzzle has this grid for its only solution if and only if it has a clue in every minimal set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.errors import InputError, StoppedError, UsageError
from accord.families.sudoku.shape import KINDS, box_shape
from accord.kernels import load
from accord_native.clues import layout
from accord_native.sudoku.layout import CELLS, cells_of, words

Bytes = npt.NDArray[np.uint8]

SIDE = 9
USUAL_CELLS = 12
USUAL_MOST = 100_000
LARGEST = {2: 81, 3: 81, 4: 81, 5: 20}  # cells that sets of so many digits may have; beyond, it takes minutes
LARGEST_OF_MANY = 18
EVERYWHERE = range(CELLS)


@dataclass(frozen=True)
class UnavoidableSets:
    """Minimal unavoidable sets of a grid, by size and then by their cells."""

    grid: str  # 81 digits
    cells: tuple[tuple[int, ...], ...]  # each set's cells, 0..80 row by row, ascending
    complete_to: int  # all minimal sets of up to so many cells are there
    most_cells: int  # of a set
    digits: int  # that the cells of a set have

    @property
    def complete(self) -> bool:
        """Whether these are all minimal sets within the limits."""
        return self.complete_to >= self.most_cells

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.cells)

    @property
    def sizes(self) -> dict[int, int]:
        """The number of sets of each size; of sizes above `complete_to` there may be more."""
        sizes, numbers = np.unique([len(cells) for cells in self.cells], return_counts=True)
        return dict(zip(sizes.tolist(), numbers.tolist(), strict=True))


def unavoidable_sets(
    grid: str | Sequence[int],
    *,
    most_cells: int = USUAL_CELLS,
    digits: int = SIDE,
    most: int = USUAL_MOST,
    within: Iterable[int] = EVERYWHERE,
    stop: Callable[[], bool] | None = None,
) -> UnavoidableSets:
    """Return all minimal unavoidable sets of a grid within the limits.

    Complete means: every minimal set that lies in `within`, has at most `most_cells` cells, and has at most
    `digits` different digits in these, is there. With nine digits, the usual, that is every minimal set of up
    to `most_cells` cells. Up to 12 cells take some hundredths of a second, and up to 18 some seconds.

    Args:
        grid: 81 digits, row by row; white space is passed over.
        most_cells: the size of the largest sets.
        digits: the most digits that the cells of a set may have.
        most: keep only so many sets, the smallest; then the answer is not complete.
        within: the cells, 0..80, that sets may use.
        stop: asked now and then; StoppedError is raised once it says so.

    Raises:
        InputError: if that is no finished grid.
        UsageError: for limits that make no sense, or with which the search would take too long.
    """
    board = finished_grid(grid)
    region = tuple(within)
    _check(most_cells, digits, most, region)
    sets = load("accord_native.clues.unavoidable", "sets")
    area, found = words(region), np.empty((USUAL_MOST, 2), np.uint64)
    template = np.empty((layout.TEMPLATES, layout.TEMPLATE), np.uint64)
    scratch, walked = layout.scratch(), np.zeros(layout.WALKED, np.uint64)
    limits = np.uint64(min(most_cells, len(region))), np.uint64(digits)
    number = 0
    for lowest in range(1, SIDE + 1):
        if stop is not None and stop():
            raise StoppedError("stopped before all unavoidable sets were found")
        number = int(sets(board, area, *limits, np.uint64(lowest), found, template, scratch, walked))
        sizes = np.bitwise_count(found[:number]).sum(axis=1)
        found[:number] = found[:number][np.argsort(sizes, kind="stable")]  # what is small is met first
    every = (tuple(cells_of(*row)) for row in found[:number].tolist())
    cells = sorted(every, key=lambda cells: (len(cells), cells))
    complete_to = most_cells
    if walked[layout.LOST] or walked[layout.CUT]:
        complete_to = 0  # it is not known which are missing
    elif len(cells) > most:
        complete_to = len(cells[most]) - 1
    return UnavoidableSets(
        grid="".join(map(str, board)),
        cells=tuple(cells[:most]),
        complete_to=complete_to,
        most_cells=most_cells,
        digits=digits,
    )


def finished_grid(grid: str | Sequence[int]) -> Bytes:
    """Return the 81 digits of a finished grid. Raises InputError if it is none."""
    signs = "".join(grid.split()) if isinstance(grid, str) else "".join(map(str, grid))
    if len(signs) != CELLS or not (signs.isascii() and signs.isdigit()) or "0" in signs:
        found = f"{len(signs)} signs" if len(signs) != CELLS else "other signs among them"
        raise InputError(
            [f"{signs[: CELLS + 9]}: found {found}, expected the 81 digits of a finished sudoku grid"]
        )
    board = np.frombuffer(signs.encode(), np.uint8) - ord("0")
    clashing = dict.fromkeys(unit for unit, _, _ in box_shape(SIDE, 3, 3).clashes(board))
    if clashing:
        expected = "does not have each digit once; expected a finished sudoku grid"
        raise InputError([f"{signs}: {KINDS[unit[0]]} {unit[1:]} {expected}" for unit in clashing])
    return board


def _check(most_cells: int, digits: int, most: int, within: tuple[int, ...]) -> None:
    if not 4 <= most_cells <= CELLS:
        raise UsageError(f"sets of up to {most_cells} cells: expected 4 to {CELLS}")
    if not 2 <= digits <= SIDE:
        raise UsageError(f"sets of up to {digits} digits: expected 2 to {SIDE}")
    if not 1 <= most <= USUAL_MOST:
        raise UsageError(f"{most} sets: expected 1 to {USUAL_MOST:,}")
    if len(set(within)) != len(within) or not all(0 <= cell < CELLS for cell in within):
        raise UsageError("within: expected different cells, 0 to 80")
    largest = LARGEST.get(digits, LARGEST_OF_MANY)
    if min(most_cells, len(within)) > max(largest, 27 if len(within) <= 27 else 0):
        raise UsageError(
            f"sets of up to {most_cells} cells and {digits} digits are too many: "
            f"ask for up to {largest} cells, or for fewer digits (up to 4: any size)"
        )
