"""Entries: bands 1 and 2 of a grid, with all bands 3 that complete them; an order that meets each grid once.

Bands 1 and 2 leave three digits to each column, and so some tens of bands 3. A search of bands 1 and 2 that
all these grids share is cheaper than one for each grid (blue 2019, champagne).

Classes of bands are *ranked* by their valid band puzzles of 6 clues, the fewest first. The *entry form* of a
grid is the least of all equivalent grids in this order: the rank of band 1, the rank of band 2, the digits of
both, the digits of band 3, where no band or stack has a lower rank than band 1, and band 3 none lower than
band 2. So band 3 has the most puzzles of 6 clues, and bands 1 and 2 the fewest choices of clues. Band 1 is
then a canonical band, and each row of bands 2 and 3 begins with a greater digit than the row before.

Every grid has one entry form, so the entries of all classes of band 1, with the bands 3 whose grids are entry
forms, meet every grid once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.families.sudoku.band_classes import (
    CLASSES,
    canonical_ways,
    class_numbered,
    named_by_first,
    numbers,
    read_band,
)
from accord.families.sudoku.sets import finished_grid

Digits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

SIDE, BAND, BOTH = 9, 27, 54
# the classes by their valid band puzzles of 6 clues, the fewest first
ORDER = (
    224, 237, 1, 413, 254, 307, 225, 33, 48, 219, 101, 240, 45, 67, 247, 105, 104, 83, 183, 100, 133, 289,
    238, 4, 415, 140, 72, 93, 116, 122, 54, 2, 412, 414, 220, 74, 223, 232, 233, 84, 32, 115, 109, 302,
    259, 152, 218, 226, 230, 253, 309, 241, 252, 305, 16, 222, 229, 160, 294, 39, 46, 124, 217, 260, 171,
    8, 92, 196, 228, 137, 119, 35, 49, 135, 136, 59, 62, 47, 127, 187, 192, 245, 193, 239, 88, 148, 213,
    293, 256, 306, 57, 90, 36, 94, 51, 149, 314, 44, 66, 112, 231, 221, 234, 69, 287, 82, 131, 95, 71, 98,
    87, 132, 91, 97, 114, 81, 58, 108, 110, 235, 102, 151, 242, 246, 282, 75, 129, 227, 189, 77, 103, 99,
    42, 9, 416, 236, 60, 138, 182, 111, 214, 78, 126, 43, 188, 195, 295, 113, 76, 202, 96, 79, 167, 175,
    63, 86, 303, 250, 284, 298, 324, 327, 52, 3, 398, 80, 191, 291, 272, 38, 174, 275, 249, 269, 41, 286,
    186, 198, 266, 73, 34, 123, 55, 37, 10, 411, 64, 310, 243, 6, 410, 141, 161, 163, 264, 268, 106, 267,
    290, 278, 172, 203, 280, 255, 304, 271, 18, 21, 397, 400, 402, 406, 5, 393, 403, 12, 283, 157, 244,
    292, 85, 251, 308, 117, 128, 144, 61, 158, 336, 204, 53, 121, 274, 70, 205, 257, 139, 164, 134, 323,
    335, 159, 347, 331, 337, 156, 19, 395, 409, 13, 299, 297, 190, 326, 56, 68, 125, 332, 89, 208, 142,
    150, 146, 277, 288, 216, 317, 258, 300, 263, 346, 261, 281, 15, 166, 14, 173, 330, 147, 197, 65, 130,
    184, 153, 325, 178, 279, 40, 181, 320, 341, 362, 372, 118, 107, 215, 318, 360, 313, 377, 50, 154, 301,
    344, 262, 285, 194, 23, 408, 334, 120, 180, 375, 367, 370, 312, 339, 379, 11, 407, 210, 270, 329, 212,
    343, 265, 143, 179, 248, 145, 200, 169, 177, 342, 316, 338, 333, 373, 185, 311, 392, 162, 207, 340,
    276, 322, 209, 7, 296, 328, 391, 168, 170, 387, 199, 20, 399, 206, 155, 22, 24, 405, 273, 315, 176,
    350, 211, 201, 371, 384, 388, 321, 319, 27, 30, 348, 404, 368, 374, 376, 165, 363, 359, 356, 349, 365,
    17, 345, 380, 361, 357, 25, 385, 394, 28, 401, 366, 353, 378, 354, 26, 381, 364, 369, 355, 386, 396,
    389, 390, 351, 358, 383, 352, 382, 31, 29,
)  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """Bands 1 and 2, and bands 3 that complete them."""

    bands: str  # 54 digits, row by row
    thirds: tuple[str, ...]  # 27 digits each

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of these bands 3 among all those of `entry(bands)`, from 1."""
        every = entry(self.bands).thirds
        return tuple(every.index(third) + 1 for third in self.thirds)

    @property
    def grids(self) -> tuple[str, ...]:
        """The grids, 81 digits each."""
        return tuple(self.bands + third for third in self.thirds)


def entry(bands: str) -> Entry:
    """Return an entry with all bands 3, of those that a symmetry of bands 1 and 2 exchanges the first.

    Args:
        bands: the 54 digits of bands 1 and 2, row by row; white space is passed over.

    Raises:
        InputError: if that is no such text.
    """
    first = read_bands(bands)
    thirds = completions(first)
    forms = _thirds_in_form(first, thirds)
    # of those that are exchanged the form itself, if bands 1 and 2 are in their form as well
    order = np.argsort((forms != thirds).any(axis=1), kind="stable")
    _, kept = np.unique(forms[order], axis=0, return_index=True)
    return Entry(_text(first), tuple(_text(thirds[at]) for at in np.sort(order[kept])))


def entry_form(grid: str | Sequence[int]) -> str:
    """Return the entry form of a finished grid: equivalent grids have the same. Raises InputError."""
    return _text(_form(finished_grid(grid)))


def entries(number: int) -> Iterator[Entry]:
    """Yield the entries whose band 1 is of a class, each with the bands 3 whose grids are entry forms."""
    seconds = SecondBands(number)
    for chunk in range(len(seconds)):
        yield from seconds.entries(chunk)


def entry_in_order(first: Digits, second: Digits) -> Entry:
    """Return these bands with the bands 3 whose grids are entry forms; band 1 is canonical."""
    both = np.concatenate([first, second])
    of_first, of_second = ranks(np.stack([first, second])).tolist()
    none = Entry(_text(both), ())
    if of_second < of_first or (_pair_forms(both)[0] != both).any():
        return none
    thirds = completions(both)
    grids = np.concatenate([np.broadcast_to(both, (len(thirds), BOTH)), thirds], axis=1)
    least = ranks(thirds) >= of_second
    stacks = grids.reshape(-1, SIDE, SIDE).transpose(0, 2, 1).reshape(-1, 3, BAND)
    for stack in range(3):
        least &= ranks(stacks[:, stack]) >= of_first
    forms = [grid for grid in grids[least] if (_form(grid) == grid).all()]
    return Entry(_text(both), tuple(_text(grid[BOTH:]) for grid in forms))


def read_bands(bands: str) -> Digits:
    """Return the digits of bands 1 and 2. Raises InputError unless it is a text of both."""
    signs = "".join(bands.split())
    if len(signs) != BOTH:
        expected = "expected the 54 digits of bands 1 and 2, row by row"
        raise InputError([f"{signs[: BOTH + 9]}: found {len(signs)} signs; {expected}"])
    both = np.concatenate([read_band(signs[:BAND]), read_band(signs[BAND:])])
    for column in range(SIDE):
        if len({*both[column::SIDE].tolist()}) < 6:
            raise InputError([f"{signs}: column {column + 1} has a digit twice"])
    return both


@cache
def _rank() -> Indices:
    rank = np.empty(CLASSES + 1, np.int64)
    rank[[*ORDER]] = np.arange(CLASSES)
    return rank


def ranks(bands: Digits) -> Indices:
    """Return the ranks of bands, each a row of 27 digits: 0 has the fewest puzzles of 6 clues."""
    return _rank()[numbers(bands)] if len(bands) else np.zeros(0, np.int64)


# -- entry forms -------------------------------------------------------------------------------------------


def _form(grid: Digits) -> Digits:
    board = grid.reshape(SIDE, SIDE)
    both = [board, board.T]
    bands = np.array([side.reshape(3, BAND) for side in both])
    rank = ranks(bands.reshape(6, BAND)).reshape(2, 3)
    best: tuple[int, int] | None = None
    found: list[Digits] = []
    for side, (one, two, three) in product(range(2), permutations(range(3))):
        of = rank[side]
        key = int(of[one]), int(of[two])
        if of[one] > of[two] or of[two] > of[three] or of[one] != rank.min() or (best and key > best):
            continue
        if key != best:
            best, found = key, []
        found.append(_images(bands[side][[one, two, three]]))
    return _least(np.concatenate(found))


def _pair_forms(both: Digits) -> Digits:
    """Return the least form of bands 1 and 2 among all equivalent ones, a row for each way to it."""
    return _least_ways(both, np.zeros((1, 0), np.uint8))[0]


def _thirds_in_form(both: Digits, thirds: Digits) -> Digits:
    """Return for each band 3 the least that a way to the least bands 1 and 2 makes of it."""
    return _least_ways(both, thirds)[1]


def _least_ways(both: Digits, thirds: Digits) -> tuple[Digits, Digits]:
    bands = both.reshape(2, BAND)
    first, second = ranks(bands).tolist()
    orders = [(0, 1), (1, 0)] if first == second else [(0, 1)] if first < second else [(1, 0)]
    ways = [(order, *_ways(bands[order[0]])) for order in orders]
    images = [_moved(bands[[*order]].ravel(), columns, names) for order, columns, names in ways]
    every = np.concatenate(images)
    least = _least(every)
    reach = [(image == least).all(axis=1) for image in images]
    moved = [
        _moved(third, columns[at], names[at])
        for third in thirds if third.size
        for (_, columns, names), at in zip(ways, reach, strict=True)
    ]  # fmt: skip
    forms = [_least(np.concatenate(moved[k : k + len(ways)])) for k in range(0, len(moved), len(ways))]
    return least[None], np.array(forms, np.uint8).reshape(-1, BAND)


def _images(bands: Digits) -> Digits:
    """Return the grids of three bands in this order, with the first one in canonical form: a row each."""
    columns, names = _ways(bands[0])
    return _moved(bands.ravel(), columns, names)


def _ways(band: Digits) -> tuple[Indices, Digits]:
    """Return the ways to the canonical form: of each new column the old one; the new name of each digit."""
    _, cells = canonical_ways(band)
    names = named_by_first(band[cells[:, :SIDE]])
    return cells[:, :SIDE] % SIDE, names


def _moved(rows: Digits, columns: Indices, names: Digits) -> Digits:
    """Return rows after each way, a row of digits for each; within a band they are sorted by first digits.

    For a canonical band that is its order, as its first column is ascending.
    """
    board = rows.reshape(-1, SIDE)
    ways = len(columns)
    turned = board[:, columns].transpose(1, 0, 2)
    bands = names[np.arange(ways)[:, None, None], turned].reshape(ways, -1, 3, SIDE)
    order = np.argsort(bands[..., 0], axis=2)
    return np.take_along_axis(bands, order[..., None], axis=2).reshape(ways, -1)


def _least(rows: Digits) -> Digits:
    """Return the least row."""
    left = np.arange(len(rows))
    for cell in range(rows.shape[1]):
        if len(left) == 1:
            break
        signs = rows[left, cell]
        left = left[signs == signs.min()]
    return rows[left[0]]


def _text(digits: Digits) -> str:
    return "".join(map(str, digits.tolist()))


# -- bands 3, and bands 2 ----------------------------------------------------------------------------------


def completions(upper: Digits) -> Digits:
    """Return all last bands of a board, a row each: their rows are sorted by first digits.

    Each of the digits that a column lacks goes to another row. A box then has each digit once: in its columns
    the other bands have each digit as often as there are such bands.

    Args:
        upper: the other bands, [rows, size]; or their digits in a row, of a 9x9 board.
    """
    board = upper.reshape(len(upper), -1) if upper.ndim > 1 else upper.reshape(-1, SIDE)
    size = board.shape[1]
    height = size - len(board)
    lacking = np.ones((size, size), np.bool_)
    lacking[np.arange(size)[:, None], board.T - 1] = False
    lacks = (np.nonzero(lacking)[1] + 1).astype(np.uint8).reshape(size, height)
    orders = np.array(list(permutations(range(height))))
    found = lacks[0].reshape(1, 1, height)  # [bands, columns, rows]
    for column in range(1, size):
        new = lacks[column][orders]  # [orders, rows]
        clash = (found[:, None] == new[None, :, None]).any(axis=(2, 3))  # [bands, orders]
        before, order = np.nonzero(~clash)
        found = np.concatenate([found[before], new[order][:, None]], axis=1)
    return found.transpose(0, 2, 1).reshape(len(found), -1)


class SecondBands:
    """All bands 2 below the canonical band of a class, their rows sorted by first digits, in chunks.

    A chunk has the bands with the same first box: `len` says how many chunks there are.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.band = read_band(class_numbered(number).band)
        boxes = self.band.reshape(3, 3, 3).transpose(1, 2, 0)  # box, column, row
        fillings = [_fillings(box) for box in boxes.tolist()]
        first = fillings[0]
        self._first = first[(first[:, 0] < first[:, 3]) & (first[:, 3] < first[:, 6])]
        self._by_rows = [_by_rows(each) for each in fillings[1:]]

    def __len__(self) -> int:
        return len(self._first)

    def entries(self, chunk: int) -> Iterator[Entry]:
        """Yield the entries of a chunk, each with the bands 3 whose grids are entry forms."""
        seconds = self.chunk(chunk)
        for second in seconds[ranks(seconds) >= ranks(self.band[None])]:
            found = entry_in_order(self.band, second)
            if found.thirds:
                yield found

    def chunk(self, number: int) -> Digits:
        """Return the bands of a chunk, 27 digits each."""
        box = self._first[number]
        one, two, _ = _row_masks(box[None])[0].tolist()
        second, third = self._by_rows
        parts = []
        for (a, b), middle in second.items():
            c = 511 ^ a ^ b
            if a & one or b & two or c & (511 ^ one ^ two):
                continue
            last = third.get((511 ^ one ^ a, 511 ^ two ^ b))
            if last is not None:
                many = len(middle), len(last)
                part = np.empty((*many, 3, 3, 3), np.uint8)  # row, box, column
                part[..., 0, :] = box.reshape(3, 3)
                part[..., 1, :] = middle.reshape(-1, 1, 3, 3)
                part[..., 2, :] = last.reshape(1, -1, 3, 3)
                parts.append(part.reshape(-1, BAND))
        return np.concatenate(parts) if parts else np.empty((0, BAND), np.uint8)


def _fillings(columns: Sequence[Sequence[int]]) -> Digits:
    """Return all boxes, row by row, below a box with these columns."""
    digits = {*range(1, 10)}
    orders = np.array(list(permutations(range(3))))
    found = []
    for left in combinations(sorted(digits - {*columns[0]}), 3):
        for middle in combinations(sorted(digits - {*columns[1], *left}), 3):
            right = sorted(digits - {*left, *middle})
            if {*right} & {*columns[2]}:
                continue
            box = np.empty((6, 6, 6, 3, 3), np.uint8)
            box[..., 0] = np.array(left)[orders][:, None, None]
            box[..., 1] = np.array(middle)[orders][None, :, None]
            box[..., 2] = np.array(right)[orders][None, None, :]
            found.append(box.reshape(-1, SIDE))
    return np.concatenate(found)


def _row_masks(boxes: Digits) -> Indices:
    return (1 << (boxes.reshape(-1, 3, 3).astype(np.int64) - 1)).sum(axis=2)


def _by_rows(boxes: Digits) -> dict[tuple[int, int], Digits]:
    """Return boxes by the digits, as bits, of their first and second rows."""
    masks = _row_masks(boxes)
    keys = masks[:, 0] * 512 + masks[:, 1]
    order = np.argsort(keys, kind="stable")
    values, starts = np.unique(keys[order], return_index=True)
    return {
        divmod(int(key), 512): part
        for key, part in zip(values, np.split(boxes[order], starts[1:]), strict=True)
    }
