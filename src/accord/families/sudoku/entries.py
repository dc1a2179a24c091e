"""Entries: two bands of a grid, with all bands that complete them; an order that meets each grid once.

Two bands leave three digits to each column, and so some tens of last bands. A search of these two bands that
all the grids share is cheaper than one for each grid (blue 2019, champagne).

Classes of bands are *ranked* by their valid band puzzles of 6 clues, the fewest first. The *entry form* of a
grid is the least of all equivalent grids in this order: the rank of band 1, the rank of band 2, the digits of
both, the digits of band 3, where no band or stack has a lower rank than band 1, and band 3 none lower than
band 2. So band 3 has the most puzzles of 6 clues, and bands 1 and 2 the fewest choices of clues. Band 1 is
then a canonical band, and each row of bands 2 and 3 begins with a greater digit than the row before.

Every grid has one entry form, so the entries of all classes of band 1, with the bands 3 whose grids are entry
forms, meet every grid once.

A search can also share bands 1 and 3 of entry forms, or bands 2 and 3, and leave the other band to the last.
So there are three lists of entries, one for each *case*: which band of the entry form comes last. A search of
clue sets takes some sets of each grid from each list (`accord.families.clue_sets.runs`).

    case  shared bands  last  form of a grid in that list: the least of all equivalent ones
    ----  ------------  ----  -------------------------------------------------------------------------
    3     1, 2          3     the entry form
    2     1, 3          2     the digits of bands 1 and 3, then of band 2, without exchanging these roles
    1     2, 3          1     the digits of bands 2 and 3, then of band 1, likewise

The case form is made from the entry form, so each list meets every grid once, and with the same band in the
same role, even where classes have equal ranks.

A class of bands with few puzzles of 6 clues leaves few choices of clues, and a search that begins with such
bands is cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations, product

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.families.sudoku.band_classes import (
    CLASSES,
    MOST_AUTOMORPHISMS,
    canonical_ways,
    class_numbered,
    classes_by_key,
    named_by_first,
    numbers,
    read_band,
)
from accord.families.sudoku.completions import SecondBands, completions
from accord.families.sudoku.sets import finished_grid
from accord.kernels import load
from accord_native.sudoku.layout import ENTRY_STATE, ENTRY_WORDS, SPACE, WRITTEN

Digits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

# the classes, the fewest puzzles first
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


@cache
def rank_by_class() -> Indices:
    """Return the rank of each class by its number; place 0 is unused."""
    rank = np.zeros(CLASSES + 1, np.int64)
    rank[[*ORDER]] = np.arange(CLASSES)
    return rank


@cache
def canonical_by_rank() -> Digits:
    """Return the canonical band of each rank, a row each."""
    return np.array([read_band(class_numbered(number).band) for number in ORDER])


def ranks(bands: Digits) -> Indices:
    """Return the ranks of bands, each a row of 27 digits: 0 has the fewest puzzles of 6 clues."""
    return rank_by_class()[numbers(bands)] if len(bands) else np.zeros(0, np.int64)


SIDE, BAND, BOTH = 9, 27, 54
ORDERS = ((0, 1, 2), (1, 2, 0), (0, 2, 1), (0, 1, 2))  # of bands of the entry form, by case; 0: no case
# arrays of the kernel: bands 3 that it lists at a time; ways of the first band, of another, of both bands
MOST_LISTED = 10_000
WAYS = (MOST_AUTOMORPHISMS, MOST_AUTOMORPHISMS, 2 * MOST_AUTOMORPHISMS)


@dataclass(frozen=True)
class Entry:
    """Two bands, and bands that complete them."""

    bands: str  # 54 digits, row by row
    thirds: tuple[str, ...]  # 27 digits each
    numbers: tuple[int, ...]  # of these last bands among all those of `entry(bands, case)`, from 1
    case: int = 0  # 1 to 3: the list that it is of; 0: of all clue sets of its grids

    @property
    def grids(self) -> tuple[str, ...]:
        """The grids, 81 digits each."""
        return tuple(self.bands + third for third in self.thirds)


def entry(bands: str, case: int = 0) -> Entry:
    """Return an entry with all last bands, of those that a symmetry of its two bands exchanges the first.

    Args:
        bands: the 54 digits of both bands, row by row; white space is passed over.
        case: 1 to 3 as in the text above, or 0. In cases 1 and 2 a symmetry must not exchange the two bands.

    Raises:
        InputError: if that is no such text.
    """
    first = read_bands(bands)
    thirds = completions(first)
    forms = _least_ways(first, thirds, case)[1]
    # of those that are exchanged the form itself, if both bands are in their form as well
    order = np.argsort((forms != thirds).any(axis=1), kind="stable")
    _, kept = np.unique(forms[order], axis=0, return_index=True)
    found = tuple(_text(thirds[at]) for at in np.sort(order[kept]))
    return Entry(_text(first), found, tuple(range(1, len(found) + 1)), case)


def entry_form(grid: str | Sequence[int], case: int = 3) -> str:
    """Return the form of a finished grid in the list of a case: equivalent grids have the same.

    Raises InputError.
    """
    return _text(_case_form(_form(finished_grid(grid)), case))


def entry_of_grid(grid: str | Sequence[int], case: int = 0) -> Entry:
    """Return the entry in the list of a case that has the form of a grid, with that last band alone.

    Raises InputError.
    """
    form = entry_form(grid, case)
    bands, third = form[:BOTH], form[BOTH:]
    return Entry(bands, (third,), (entry(bands, case).thirds.index(third) + 1,), case)


def entries(number: int, part: tuple[int, int] = (1, 1), case: int = 0) -> Iterator[Entry]:
    """Yield the entries whose first band is of a class, each with the last bands of grids in their form.

    Args:
        number: of the class, 1 to 416.
        part: which part, of how many disjoint ones: (2, 8) is the second of eight.
        case: the list, 1 to 3; 0: the same as 3, for a search of all clue sets.

    Raises UsageError unless there is that class.
    """
    seconds, (which, parts) = SecondBands(number), part
    for chunk in range(which - 1, len(seconds), parts):
        yield from entries_of_chunk(seconds, chunk, case)


def entries_of_chunk(bands: SecondBands, chunk: int, case: int = 0) -> Iterator[Entry]:
    """Yield the entries of a chunk of second bands, each with the last bands of grids in their form."""
    yield from entries_in_order(bands.band, bands.chunk(chunk), case)


def entries_in_order(first: Digits, seconds: Digits, case: int = 0) -> Iterator[Entry]:
    """Yield the entries of a canonical first band and of these second bands, their rows sorted."""
    for some in list_in_parts(first, seconds, case):
        thirds = _texts(some.thirds)
        starts = np.flatnonzero(np.diff(some.of_entry, prepend=-1))
        for begin, end in pairwise([*starts.tolist(), len(thirds)]):
            both = np.concatenate([first, seconds[some.of_entry[begin]]])
            yield Entry(_text(both), thirds[begin:end], tuple(some.numbers[begin:end].tolist()), case)


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


# -- many entries ------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Listing:
    """Entries of some second bands, as the kernel lists them; see `accord_native.sudoku.entries`."""

    of_entry: Indices  # of each band 3 the second band, as its row
    numbers: Indices
    thirds: Digits
    pairs: int  # pairs in order that were looked at
    entries: int  # those of them with a band 3


def list_in_parts(first: Digits, seconds: Digits, case: int = 0) -> Iterator[Listing]:
    """Yield what the kernel lists of a canonical first band and of these second bands, some at a time."""
    kernel = load("accord_native.sudoku.entries", "list_entries")
    keys, classes = classes_by_key()
    rank_of_form = rank_by_class()[classes]
    tables = [each.astype(np.uint64) for each in (np.array(ORDERS[case]), keys, rank_of_form)]
    state, of_entry, numbers = np.zeros(ENTRY_STATE, np.uint64), *np.empty((2, MOST_LISTED), np.uint64)
    thirds = np.empty((MOST_LISTED, BAND), np.uint8)
    space, words = np.empty(SPACE, np.uint8), np.empty(ENTRY_WORDS, np.uint64)
    ways = [np.empty((most, width), np.uint8) for most in WAYS for width in (SIDE, SIDE + 1)]
    bands = np.ascontiguousarray(first), np.ascontiguousarray(seconds)
    found = state, of_entry, numbers, thirds
    done = False
    while not done:
        state[int(WRITTEN) :] = 0
        done = kernel(*bands, *tables, canonical_by_rank(), *found, space, words, *ways)
        _, written, pairs, entries = state.tolist()
        of, own = (each[:written].astype(np.int64) for each in (of_entry, numbers))
        yield Listing(of, own, thirds[:written], pairs, entries)


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


def _case_form(form: Digits, case: int) -> Digits:
    """Return the form of a grid in the list of a case, from its entry form."""
    order = ORDERS[case]
    if order == ORDERS[0]:
        return form
    bands = form.reshape(3, BAND)[[*order]]
    both, thirds = _least_ways(bands[:2].ravel(), bands[2:], case)
    return np.concatenate([both, thirds[0]])


def _least_ways(both: Digits, thirds: Digits, case: int) -> tuple[Digits, Digits]:
    """Return the least of all equivalent two bands, and of each last band the least on a way to them."""
    bands = both.reshape(2, BAND)
    first, second = ranks(bands).tolist()
    orders = [(0, 1), (1, 0)] if first == second else [(0, 1)] if first < second else [(1, 0)]
    if ORDERS[case] != ORDERS[0]:  # the two bands have roles of their own
        orders = [(0, 1)]
    ways = [_ways(bands[order[0]]) for order in orders]
    images = [_moved(bands[[*order]].ravel(), *way) for order, way in zip(orders, ways, strict=True)]
    every = np.concatenate(images)
    least = _least(every)
    reach = (every == least).all(axis=1)  # perhaps in one of the orders only
    columns, names = (np.concatenate(parts)[reach] for parts in zip(*ways, strict=True))
    forms = [_least(_moved(third, columns, names)) for third in thirds]
    return least, np.array(forms, np.uint8).reshape(-1, BAND)


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
    return _texts(digits[None])[0]


def _texts(rows: Digits) -> tuple[str, ...]:
    """Return rows of digits as texts."""
    signs, width = (rows + np.uint8(ord("0"))).tobytes().decode(), rows.shape[1]
    return tuple(signs[at : at + width] for at in range(0, len(signs), width))
