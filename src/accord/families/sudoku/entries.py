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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from accord.errors import InputError
from accord.families.sudoku.band_classes import canonical_ways, named_by_first, read_band
from accord.families.sudoku.band_order import ranks
from accord.families.sudoku.completions import SecondBands, completions
from accord.families.sudoku.sets import finished_grid

Digits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

SIDE, BAND, BOTH = 9, 27, 54
ORDERS = ((0, 1, 2), (1, 2, 0), (0, 2, 1), (0, 1, 2))  # of bands of the entry form, by case; 0: no case
NO_BAND = np.zeros((0, BAND), np.uint8)


@dataclass(frozen=True)
class Entry:
    """Two bands, and bands that complete them."""

    bands: str  # 54 digits, row by row
    thirds: tuple[str, ...]  # 27 digits each
    case: int = 0  # 1 to 3: the list that it is of; 0: of all clue sets of its grids

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of these last bands among all those of `entry(bands, case)`, from 1."""
        every = entry(self.bands, self.case).thirds
        return tuple(every.index(third) + 1 for third in self.thirds)

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
    forms = _thirds_in_form(first, thirds, case)
    # of those that are exchanged the form itself, if both bands are in their form as well
    order = np.argsort((forms != thirds).any(axis=1), kind="stable")
    _, kept = np.unique(forms[order], axis=0, return_index=True)
    return Entry(_text(first), tuple(_text(thirds[at]) for at in np.sort(order[kept])), case)


def entry_form(grid: str | Sequence[int], case: int = 3) -> str:
    """Return the form of a finished grid in the list of a case: equivalent grids have the same.

    Raises InputError.
    """
    return _text(_case_form(_form(finished_grid(grid)), case))


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
    seconds = bands.chunk(chunk)
    for second in seconds[ranks(seconds) >= ranks(bands.band[None])]:
        found = entry_in_order(bands.band, second, case)
        if found.thirds:
            yield found


def entry_in_order(first: Digits, second: Digits, case: int = 0) -> Entry:
    """Return these bands with the last bands of grids in their form; the first band is canonical."""
    both = np.concatenate([first, second])
    if not is_form(both, case):
        return Entry(_text(both), (), case)
    thirds = completions(both)
    places = np.argsort(ORDERS[case])  # of bands 1, 2 and 3 of the entry form
    of_both = ranks(np.stack([first, second]))
    of_bands = np.column_stack([np.broadcast_to(of_both, (len(thirds), 2)), ranks(thirds)])[:, places]
    grids = np.concatenate([np.broadcast_to(both, (len(thirds), BOTH)), thirds], axis=1)
    least = (of_bands[:, :-1] <= of_bands[:, 1:]).all(axis=1)
    stacks = grids.reshape(-1, SIDE, SIDE).transpose(0, 2, 1).reshape(-1, 3, BAND)
    for stack in range(3):
        least &= ranks(stacks[:, stack]) >= of_bands[:, 0]
    forms = [
        grid
        for grid in grids[least]
        if (_case_form(_form(grid.reshape(3, BAND)[places].ravel()), case) == grid).all()
    ]
    return Entry(_text(both), tuple(_text(grid[BOTH:]) for grid in forms), case)


def is_form(both: Digits, case: int = 0) -> bool:
    """Whether these are the first of all equivalent two bands: by ranks, then by digits."""
    first, second = ranks(both.reshape(2, BAND)).tolist()
    return first <= second and bool((_least_ways(both, NO_BAND, case)[0] == both).all())


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


def _thirds_in_form(both: Digits, thirds: Digits, case: int) -> Digits:
    """Return for each last band the least that a way to the least two bands makes of it."""
    return _least_ways(both, thirds, case)[1]


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
    return "".join(map(str, digits.tolist()))
