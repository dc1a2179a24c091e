"""Transform a sudoku grid for the band search, so that a chosen band or stack comes third.

A view has the unavoidable sets of its grid, as the kernel takes them (see `accord_native.clues.search`), and
adds sets that walks find.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.backends.native.engine import Words
from accord.families.clue_sets.clue_model import ClueModel
from accord.families.clue_sets.runs import VIEWS, Run
from accord.families.sudoku.bands import band_cells
from accord.families.sudoku.sets import unavoidable_sets
from accord_native.clues.layout import ALL_3
from accord_native.sudoku.layout import CELLS, flag_cells, pack_sets

ROOM = 4096  # sets of each kind
FIRST_SETS = ROOM  # of them, known from the start; others are learned on the way
MOST_CELLS, MOST_DIGITS = 12, 5  # of the sets known from the start; more cost more than they save
MOST_CELLS_OF_MANY = 9  # of those that not all of many grids share: to find larger ones costs more
MOST_CELLS_3 = 12  # of those within band 3
BOTH_CELLS = 54  # in bands 1 and 2
EMPTY = np.zeros(0, np.uint64)

Flags = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]


@dataclass(eq=False)
class Known:
    """The unavoidable sets of a view, by kind, and how many there are of each."""

    sets: Words
    mixed: Words
    ids: Words
    others: Words
    number: tuple[int, int, int]


class View:
    """A view: a grid with one of its six bands and stacks as band 3."""

    def __init__(self, lowered: ClueModel, number: int) -> None:
        self.number = number
        board = np.arange(CELLS).reshape(9, 9)
        rows = [row for row in range(9) if row // 3 != number % 3]
        rows += [row for row in range(9) if row // 3 == number % 3]
        self.cells = (board if number < 3 else board.T)[rows].ravel()  # of each place the cell of the grid
        self.grid = np.array(lowered.grid, np.uint8)[self.cells]
        self.option = np.append(lowered.option[self.cells], -1).astype(np.int32)
        flags = np.zeros((2, CELLS), np.bool_)
        flags[0, list(lowered.must)], flags[1, list(lowered.allowed)] = True, True
        flags[1] = ~flags[1]
        (self.given, self.given_3), (self.dead, self.dead_3) = pack_sets(flags[:, self.cells]).tolist()
        self.known = Known(EMPTY, EMPTY, EMPTY, EMPTY, (0, 0, 0))

    def prepare(self, sets: Flags, in_bands: Mapping[int, Flags]) -> None:
        """Take the sets that the kernel can use.

        Args:
            sets: small unavoidable sets, [sets, 81]: in bands 1 and 2 they are `sets` to the
                kernel, and `mixed` if they touch band 3 in a single mini-row.
            in_bands: of each view, by its number, the sets within its band 3.
        """
        words = pack_sets(sets[:, self.cells])
        # of the smallest those with cells late in band 2: fewer nodes than in other orders that were tried
        first, third = words[np.lexsort((~words[:, 0], sets.sum(axis=1)))].T
        minirow, part = _minirows(third)
        mixed = (minirow >= 0) & ((third & np.uint64(self.given_3)) == 0)
        # as `active` bits: without which cell of the mini-row, or all of it
        missing = np.select([part == 0b110, part == 0b101, part == 0b011], [0, 1, 2], 27)
        bits = (3 * minirow + missing).astype(np.uint64)[mixed]
        by_size = np.argsort(np.bitwise_count(first[mixed]), kind="stable")
        others = pack_sets(in_bands[self.number][:, self.cells])
        known = [
            first[third == 0],
            first[mixed][by_size],
            bits[by_size],
            others[(others[:, 1] & np.uint64(self.given_3)) == 0],
        ]
        known = [array[:FIRST_SETS] for array in known]
        full = [np.zeros((ROOM, *array.shape[1:]), np.uint64) for array in known]
        for room, array in zip(full, known, strict=True):
            room[: len(array)] = array
        counts = len(known[0]), len(known[1]), len(known[3])
        self.known = Known(full[0], full[1], full[2], full[3], counts)

    def words(self, run: Run) -> Words | None:
        """Return the run as the kernel takes it; None if it has no solution."""
        given_3 = self.given_3.bit_count()
        own = [(self.given & int(ALL_3)).bit_count(), (self.given >> 27).bit_count()]
        impossible = (
            run.clues < given_3
            or run.least > run.most
            or self.given.bit_count() > run.most
            or any(f > limit for f, limit in zip(own, run.bands, strict=True))
            or self.disjoint() > run.most - self.given.bit_count()
        )
        if impossible:
            return None
        row = [run.clues - given_3, run.most, run.least, *run.bands, self.given_3, self.dead_3]
        return np.array(row, np.uint64)

    def disjoint(self) -> int:
        """Return how many more clues bands 1 and 2 need at least: one for each of disjoint sets."""
        covered = number = 0
        for cells in self.known.sets[: self.known.number[0]].tolist():
            if not cells & (covered | self.given):
                covered |= cells & ~self.dead
                number += 1
        return number

    def branches(self, left: int, wanted: int, least_left: int) -> list[tuple[int, int, int]]:
        """Return disjoint parts of the search: clues, dead cells, clues to come."""
        parts = [(self.given, self.dead, left)]
        sets = self.known.sets[: self.known.number[0]].tolist()
        at = 0
        while at < len(parts) < wanted:
            cells, dead, left = parts[at]
            unhit = [one & ~dead for one in sets if not one & cells]
            if left <= least_left or not unhit:
                at += 1
                continue
            smallest = min(unhit, key=int.bit_count)
            grown = []
            while smallest:
                bit = smallest & -smallest
                smallest ^= bit
                grown.append((cells | bit, dead, left - 1))
                dead |= bit
            parts[at : at + 1] = grown
        return parts


def sample(clues: int, view: int) -> Run:
    """Return a small run, whose effort helps to estimate a run of so many clues."""
    q = clues // 3
    few = max(0, 2 * q - 2)
    return Run(view, few + q + 1, 0, few, (q + 1, q + 1))


def small_sets(
    grid: Sequence[int], views: Iterable[int] = range(VIEWS), shared: Flags | None = None
) -> tuple[Flags, dict[int, Flags]]:
    """Return the unavoidable sets that views begin with: small ones, and of each view those within band 3.

    Args:
        grid: 81 digits.
        views: their numbers.
        shared: `shared_sets` of the grid, if there are many such grids: fewer others will do.
    """
    most = MOST_CELLS if shared is None else MOST_CELLS_OF_MANY
    small = flag_cells(unavoidable_sets(grid, most_cells=most, digits=MOST_DIGITS).cells)
    if shared is not None:
        small = np.concatenate([shared, small[small[:, BOTH_CELLS:].any(axis=1)]])
    within = {
        view: unavoidable_sets(grid, most_cells=MOST_CELLS_3, within=band_cells(view + 1)) for view in views
    }
    return small, {view: flag_cells(sets.cells) for view, sets in within.items()}


def shared_sets(grid: Sequence[int]) -> Flags:
    """Return the small unavoidable sets within bands 1 and 2, which all grids with these bands have."""
    small = unavoidable_sets(grid, most_cells=MOST_CELLS, digits=MOST_DIGITS, within=range(BOTH_CELLS))
    return flag_cells(small.cells)


def _minirows(third: Words) -> tuple[Ints, Words]:
    """Return for each set the one mini-row that has all its cells in band 3, else -1; and its three bits."""
    minirow, part = np.full(len(third), -1), np.zeros(len(third), np.uint64)
    for number in range(9):
        here = (third >> np.uint64(3 * number)) & np.uint64(7)
        alone = (third != 0) & (third == here << np.uint64(3 * number))
        minirow[alone], part[alone] = number, here[alone]
    return minirow, part
