"""Views of a grid for the search for clues by bands: one of its bands or stacks as band 3, and what is known.

A view has the unavoidable sets of its grid, as the kernel takes them (see `accord_native.clues.search`), and
learns those that walks find.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.backends.native.engine import Kernel, Words
from accord.families.clue_sets.lowered import CELLS, FIRST_BANDS, ClueModel
from accord.families.clue_sets.runs import Run
from accord_native.clues.layout import ALL_3
from accord_native.clues.unavoidable_layout import BANDS_TEMPLATES, SCRATCH, SETS, TEMPLATE, TEMPLATES, WALKED

ROOM = 4096  # sets of each kind
MOST_CELLS, MOST_DIGITS = 14, 4  # of the sets known from the start; more cost more than they save
MOST_CELLS_3 = 12  # of those within band 3
FOUND = 8192  # room for the sets of a view
EMPTY = np.zeros(0, np.uint64)


@dataclass(eq=False)
class Known:
    """The unavoidable sets of a view, by kind, and how many there are of each."""

    sets: Words
    mixed: Words
    ids: Words
    others: Words
    number: tuple[int, int, int]


class View:
    """One of the six ways to see a grid."""

    def __init__(self, lowered: ClueModel, number: int) -> None:
        self.number = number
        board = np.arange(CELLS).reshape(9, 9)
        rows = [row for row in range(9) if row // 3 != number % 3]
        rows += [row for row in range(9) if row // 3 == number % 3]
        self.cells = (board if number < 3 else board.T)[rows].ravel()  # of each place the cell of the grid
        self.grid = np.array(lowered.grid, np.uint8)[self.cells]
        self.option = np.append(lowered.option[self.cells], -1).astype(np.int32)
        allowed, must = set(lowered.allowed), set(lowered.must)
        self.given, self.given_3 = _words([cell in must for cell in self.cells])
        self.dead, self.dead_3 = _words([cell not in allowed for cell in self.cells])
        self.known = Known(EMPTY, EMPTY, EMPTY, EMPTY, (0, 0, 0))

    def prepare(self, bands: Kernel, sets: Kernel, scratch: Sequence[Any], most_sets: int | None) -> None:
        """Find the small unavoidable sets; at most so many of each kind, for tests."""
        found, ids, template, work, walked = scratch
        cells, digits = np.uint64(MOST_CELLS), np.uint64(MOST_DIGITS)
        within = int(bands(self.grid, cells, digits, cells, digits, found, ids, template, work, walked))
        both = found[within : int(walked[SETS])]
        asked = ids[within : int(walked[SETS])]
        third = np.array([_cells_3(int(number)) for number in asked], np.uint64)
        keep = (third & np.uint64(self.given_3)) == 0
        mixed, asked = both[keep, 0], asked[keep]
        bits = np.where(asked < 27, asked, 27 + 3 * (asked - np.uint64(27))).astype(np.uint64)
        by_size = np.argsort(np.bitwise_count(mixed), kind="stable")
        known = [found[:within, :1].copy(), mixed[by_size, None], bits[by_size, None]]
        region = np.array([0, ALL_3], np.uint64)
        number = int(
            sets(
                self.grid, region, self.grid, np.uint64(MOST_CELLS_3), np.uint64(2), np.uint64(9), found,
                template, work, walked,
            )
        )  # fmt: skip
        third = found[:number]
        known.append(third[(third[:, 1] & np.uint64(self.given_3)) == 0])
        known = [array[: ROOM if most_sets is None else most_sets] for array in known]
        full = [np.zeros((ROOM, array.shape[1]), np.uint64) for array in known]
        for room, array in zip(full, known, strict=True):
            room[: len(array)] = array
        counts = len(known[0]), len(known[1]), len(known[3])
        self.known = Known(full[0].ravel(), full[1].ravel(), full[2].ravel(), full[3], counts)

    def words(self, run: Run) -> Words | None:
        """The run as the kernel takes it; None if there is nothing to be found in it."""
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
        """How many clues bands 1 and 2 need at least, beside those given: one for each of disjoint sets."""
        covered = number = 0
        for cells in self.known.sets[: self.known.number[0]].tolist():
            if not cells & (covered | self.given):
                covered |= cells & ~self.dead
                number += 1
        return number

    def branches(self, left: int, wanted: int, least_left: int) -> list[tuple[int, int, int]]:
        """Disjoint parts of the search: clues, dead cells, clues to come."""
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
    """A small run whose effort tells what one of so many clues costs."""
    q = clues // 3
    few = max(0, 2 * q - 2)
    return Run(view, few + q + 1, 0, few, (q + 1, q + 1))


def _cells_3(number: int) -> int:
    """The cells of band 3 that a mixed set has, by its id."""
    if number >= 27:
        return 7 << 3 * (number - 27)
    return (7 ^ 1 << number % 3) << 3 * (number // 3)


def _words(flags: Sequence[bool]) -> tuple[int, int]:
    bits = sum(1 << place for place, flag in enumerate(flags) if flag)
    return bits & (1 << FIRST_BANDS) - 1, bits >> FIRST_BANDS


def scratch() -> list[npt.NDArray[np.uint64]]:
    """What the kernels of unavoidable sets write to."""
    rows = max(BANDS_TEMPLATES, TEMPLATES)
    shapes = ((FOUND, 2), FOUND, (rows, TEMPLATE), SCRATCH, WALKED)
    return [np.zeros(shape, np.uint64) for shape in shapes]
