"""The 416 classes of bands up to symmetry: the class of a band, and facts of each class.

A band is three boxes side by side. Two bands are *equivalent* if one becomes the other when rows, boxes, the
columns within each box and the digits are permuted. The *canonical form* of a band is the least equivalent
one in reading order; its first row is 123456789. The classes are numbered 1 to 416 in the order of these
forms, as is usual. A stack is a band of the transposed grid, and has a class as well.

    class 1    123456789   class 416  123456789
               456789123              457893612
               789123456              986217354

To find the classes of many bands at once, each is brought to a *reduced* form: the first box names the
digits, the columns of the other two are sorted by their first row, then these two boxes. There are 36,288
reduced forms (28 ways to put the digits of three rows into boxes x 6^4 orders), and a table has the class of
each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from accord.errors import InputError, UsageError
from accord.families.sudoku.bands import PLACES, band_cells, count_band_puzzles
from accord.families.sudoku.sets import finished_grid, unavoidable_sets

Digits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

CLASSES = 416
COLUMNS, BAND_CELLS = 9, 27
ORDERS = 6**5  # of the rows, the boxes, and the columns within each box
MOST_AUTOMORPHISMS = 108  # of a band
PUZZLES = 6  # clues of the band puzzles that order bands for a search of 17 clues


@dataclass(frozen=True)
class BandClass:
    """A class of equivalent bands."""

    number: int  # 1 to 416, in the order of the bands
    band: str  # the canonical form, 27 digits row by row
    automorphisms: int  # orders of rows, boxes and columns that, with some names for digits, change nothing

    @property
    def bands(self) -> int:
        """The number of bands of the class whose first box is 123 456 789; 9! times as many in all."""
        return ORDERS // self.automorphisms

    @cached_property
    def unavoidable_sets(self) -> int:
        """The number of minimal unavoidable sets inside the band."""
        return len(unavoidable_sets(grid_of(self.band), most_cells=BAND_CELLS, within=band_cells(1)))

    def puzzles(self, clues: int = PUZZLES) -> int:
        """Return the number of valid band puzzles with so many clues."""
        return count_band_puzzles(grid_of(self.band), 1, clues)


# -- the public functions ----------------------------------------------------------------------------------


@cache
def band_classes() -> tuple[BandClass, ...]:
    """Return all 416 classes, in the order of their numbers."""
    table = _table()
    return tuple(
        BandClass(number, "".join(map(str, band.tolist())), int(count))
        for number, (band, count) in enumerate(zip(table.bands, table.automorphisms, strict=True), start=1)
    )


def band_class(band: str | Sequence[int]) -> BandClass:
    """Return the class of a band, given as 27 digits row by row. Raises InputError for another text."""
    return band_classes()[int(numbers(read_band(band)[None])[0]) - 1]


def band_classes_of(grid: str | Sequence[int]) -> tuple[BandClass, ...]:
    """Return the classes of bands 1 to 3 and of stacks 1 to 3 of a finished grid. Raises InputError."""
    board = finished_grid(grid)
    bands = np.array([board[list(band_cells(place))] for place in range(1, PLACES + 1)])
    return tuple(band_classes()[number - 1] for number in numbers(bands).tolist())


def class_numbered(number: int) -> BandClass:
    """Return the class with that number. Raises UsageError unless it is 1 to 416."""
    if not 1 <= number <= CLASSES:
        raise UsageError(f"class {number} of bands: expected 1 to {CLASSES}")
    return band_classes()[number - 1]


def read_band(band: str | Sequence[int]) -> Digits:
    """Return the 27 digits of a band. Raises InputError if it is none."""
    signs = "".join(band.split()) if isinstance(band, str) else "".join(map(str, band))
    if len(signs) != BAND_CELLS or not (signs.isascii() and signs.isdigit()):
        found = f"{len(signs)} signs" if len(signs) != BAND_CELLS else "other signs among them"
        raise InputError([f"{signs[:36]}: found {found}; expected the 27 digits of a band, row by row"])
    digits = np.frombuffer(signs.encode(), np.uint8) - ord("0")
    rows = digits.reshape(3, COLUMNS)
    boxes = rows.reshape(3, 3, 3).transpose(1, 0, 2).reshape(3, COLUMNS)
    for what, units in (("row", rows), ("box", boxes)):
        for place, unit in enumerate(np.sort(units, axis=1), start=1):
            if unit.tolist() != list(range(1, 10)):
                raise InputError([f"{signs}: {what} {place} of the band does not have each digit once"])
    return digits


def grid_of(band: str) -> str:
    """Return a finished grid whose first band this is. Raises InputError for a text that is no band."""
    boxes = read_band(band).reshape(3, 3, 3)  # row, box, column: a column of the grid has those of one box
    bands = [np.roll(boxes, -shift, axis=2) for shift in range(3)]
    return "".join(map(str, np.concatenate(bands).ravel().tolist()))


# -- many at once ------------------------------------------------------------------------------------------


def numbers(bands: Digits) -> Indices:
    """Return the class numbers of bands, each a row of 27 digits."""
    table = _table()
    keys = reduced_keys(bands)
    at = np.searchsorted(table.keys, keys)
    assert (table.keys[np.minimum(at, len(table.keys) - 1)] == keys).all()
    return table.numbers[at]


def classes_by_key() -> tuple[Indices, Indices]:
    """Return the keys of all reduced forms, ascending, and of each the number of its class."""
    return _table().keys, _table().numbers


def reduced_keys(bands: Digits) -> Indices:
    """Return for each band a number that is equal just for equal reduced forms."""
    many = len(bands)
    boxes = bands.reshape(many, 3, 3, 3)  # row, box, column
    names = named_by_first(boxes[:, :, 0].reshape(many, COLUMNS)).astype(np.int64) - 1
    rest = names[np.arange(many)[:, None], bands].reshape(many, 3, 3, 3)
    columns = rest[:, 0] * 81 + rest[:, 1] * 9 + rest[:, 2]  # of each box, of each column its three digits
    columns = np.sort(columns[:, 1:], axis=2)
    each = (columns[:, :, 0] * 729 + columns[:, :, 1]) * 729 + columns[:, :, 2]
    each.sort(axis=1)
    # the first box says which digits are in a row: two boxes of 3 x 3 digits need 18 digits to base 9
    return each[:, 0] * 9**9 + each[:, 1]


def canonical_ways(band: Digits) -> tuple[Digits, Indices]:
    """Return the canonical form of a band, and the ways to it: of each new cell the old one."""
    cells = _arrangements()
    names = named_by_first(band[cells[:, :COLUMNS]])
    left = np.arange(len(cells))
    for cell in range(COLUMNS, BAND_CELLS):
        signs = names[left, band[cells[left, cell]]]
        left = left[signs == signs.min()]
    return names[left[0], band[cells[left[0]]]], cells[left]


def named_by_first(rows: Digits) -> Digits:
    """Return names for the digits, [rows, 10], with which each row of nine digits becomes 123456789."""
    names = np.zeros((len(rows), 10), np.uint8)
    names[np.arange(len(rows))[:, None], rows] = np.arange(1, 10, dtype=np.uint8)
    return names


@cache
def _arrangements() -> Indices:
    """Return all orders of rows, boxes and columns within boxes: of each new cell the old one."""
    within = list(permutations(range(3)))
    columns = [
        [3 * box + column for box, order in zip(boxes, orders, strict=True) for column in order]
        for boxes in within
        for orders in product(within, repeat=3)
    ]
    rows = np.array(within) * COLUMNS
    return (rows[:, None, :, None] + np.array(columns)[None, :, None, :]).reshape(-1, BAND_CELLS)


@dataclass(frozen=True, eq=False)
class _Table:
    keys: Indices  # of all reduced forms, ascending
    numbers: Indices  # of each its class
    bands: Digits  # of each class the canonical form
    automorphisms: Indices


@cache
def _table() -> _Table:
    """Return the class of each reduced form: forms are joined that one exchange turns into another."""
    forms = _reduced_forms()
    keys = reduced_keys(forms)
    order = np.argsort(keys)
    forms, keys = forms[order], keys[order]
    label = np.arange(len(keys))
    cells = np.arange(BAND_CELLS).reshape(3, 3, 3)
    exchanges = [
        cells[[1, 0, 2]], cells[[0, 2, 1]], cells[:, [1, 0, 2]], cells[:, [0, 2, 1]],
        *(_columns_exchanged(cells, box, first) for box in range(3) for first in range(2)),
    ]  # fmt: skip
    images = [np.searchsorted(keys, reduced_keys(forms[:, way.ravel()])) for way in exchanges]
    while True:
        before = label
        for image in images:
            label = np.minimum(label, label[image])
        label = label[label]
        if (label == before).all():
            break
    roots, part = np.unique(label, return_inverse=True)
    assert len(roots) == CLASSES
    found = [canonical_ways(forms[root]) for root in roots]
    bands = np.array([band for band, _ in found])
    ranked = np.lexsort(bands.T[::-1])
    number = np.empty(CLASSES, np.int64)
    number[ranked] = np.arange(1, CLASSES + 1)
    ways = np.array([len(ways) for _, ways in found])
    return _Table(keys, number[part], bands[ranked], ways[ranked])


def _columns_exchanged(cells: Indices, box: int, first: int) -> Indices:
    order = [0, 1, 2]
    order[first], order[first + 1] = order[first + 1], order[first]
    after = cells.copy()
    after[:, box] = cells[:, box][:, order]
    return after


def _reduced_forms() -> Digits:
    """Return a band of each reduced form: the first box is 123 456 789."""
    first = [(1, 2, 3), (4, 5, 6), (7, 8, 9)]
    rows = []
    for own in combinations(range(4, 10), 3):  # the digits of the second box's first row
        other = [digit for digit in range(4, 10) if digit not in own]
        for second in combinations({1, 2, 3, 7, 8, 9}, 3):
            third = {*range(1, 10)} - {*own, *second}
            if len(third) > 3 or third & {7, 8, 9}:  # of the second box
                continue
            second_3 = {1, 2, 3, 7, 8, 9} - {*second}
            third_3 = {1, 2, 3, 4, 5, 6} - third
            rows.append((own, second, sorted(third), other, sorted(second_3), sorted(third_3)))
    orders = np.array(list(permutations(range(3))))
    bands = np.empty((len(rows), 6, 6, 6, 6, 3, 9), np.uint8)
    bands[..., :3] = np.array(first)
    for at, (a, b, c, d, e, f) in enumerate(rows):
        bands[at, ..., 0, 3:6], bands[at, ..., 0, 6:] = a, d
        bands[at, ..., 1, 3:6] = np.array(b)[orders][:, None, None, None]
        bands[at, ..., 1, 6:] = np.array(e)[orders][None, :, None, None]
        bands[at, ..., 2, 3:6] = np.array(c)[orders][None, None, :, None]
        bands[at, ..., 2, 6:] = np.array(f)[orders][None, None, None, :]
    every = bands.reshape(-1, BAND_CELLS)
    return every[np.unique(reduced_keys(every), return_index=True)[1]]
