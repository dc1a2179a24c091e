"""The kernels of unavoidable sets against a search of a few lines."""

import numpy as np
import pytest
from numba.core import config

from accord_native.clues import unavoidable, unavoidable_layout
from accord_native.clues.unavoidable_layout import CUT, LOST, SETS, WITHIN

GRIDS = [
    "123456789456789123798231564234675918815943276967812435379164852582397641641528397",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
]
MIXED = (8, 3, 8, 3) if config.DISABLE_JIT else (14, 4, 13, 4)  # limits for `bands`; plain Python is slow


def words(cells):
    mask = sum(1 << cell for cell in cells)
    return np.array([mask & (1 << 54) - 1, mask >> 54], np.uint64)


def cells_of(row):
    mask = int(row[0]) | int(row[1]) << 54
    return frozenset(cell for cell in range(81) if mask >> cell & 1)


def board(text):
    return np.frombuffer(text.encode(), np.uint8) - ord("0")


def peers(cell):
    row, column = divmod(cell, 9)
    return [
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == row
            or other % 9 == column
            or (other // 27, other % 9 // 3) == (row // 3, column // 3)
        )
    ]


PEERS = [peers(cell) for cell in range(81)]


def differences(grid, open_cells):
    """The cells where other grids differ from this one that agree with it outside some cells."""
    values = [0 if cell in open_cells else int(digit) for cell, digit in enumerate(grid)]

    def fill():
        free = [
            (cell, [d for d in range(1, 10) if all(values[peer] != d for peer in PEERS[cell])])
            for cell in open_cells
            if not values[cell]
        ]
        if not free:
            yield frozenset(cell for cell in open_cells if values[cell] != grid[cell])
            return
        cell, digits = min(free, key=lambda pair: len(pair[1]))
        for digit in digits:
            values[cell] = digit
            yield from fill()
        values[cell] = 0

    return [cells for cells in fill() if cells]


def minimal(sets):
    return {cells for cells in sets if not any(other < cells for other in sets)}


def sets(grid, within, most_cells, most_digits, fixed=None, least_digits=2, capacity=2000):
    found = np.zeros((capacity, 2), np.uint64)
    walked = np.full(unavoidable_layout.WALKED, 77, np.uint64)
    number = unavoidable.sets(
        grid, words(within), grid if fixed is None else fixed,
        *map(np.uint64, (most_cells, least_digits, most_digits)), found,
        np.zeros((20_000, 4), np.uint64), np.full(unavoidable_layout.SCRATCH, 77, np.uint64), walked,
    )  # fmt: skip
    return [cells_of(row) for row in found[: int(number)]], walked


def bands(grid, limits, capacity=2000):
    found, ids = np.zeros((capacity, 2), np.uint64), np.zeros(capacity, np.uint64)
    walked = np.zeros(unavoidable_layout.WALKED, np.uint64)
    number = unavoidable.bands(
        grid, *map(np.uint64, limits), found, ids,
        np.zeros((unavoidable_layout.BANDS_TEMPLATES, 4), np.uint64),
        np.zeros(unavoidable_layout.SCRATCH, np.uint64), walked,
    )  # fmt: skip
    total = int(walked[SETS])
    return int(number), [cells_of(row) for row in found[:total]], ids[:total].tolist(), walked


@pytest.mark.parametrize("text", GRIDS)
@pytest.mark.parametrize("region", [range(18), [*range(3), *range(9, 12), *range(18, 21), *range(27, 30)]])
def test_small_regions_have_exactly_the_minimal_differences(text, region):
    grid = board(text)
    found, walked = sets(grid, region, 81, 9)
    assert len(set(found)) == len(found)
    assert set(found) == minimal(set(differences(grid, list(region))))
    assert [len(cells) for cells in found] == sorted(map(len, found))
    assert not walked[LOST]
    assert not walked[CUT]


@pytest.mark.parametrize("text", GRIDS)
def test_a_whole_band_has_exactly_the_minimal_differences(text):
    grid = board(text)
    region = list(range(27, 54))
    found, _ = sets(grid, region, 27, 9)
    assert set(found) == minimal(set(differences(grid, region)))


@pytest.mark.parametrize("digits", [(1, 2), (3, 7, 9), (2, 4, 5, 8)])
def test_digits_are_as_many_as_asked_for(digits):
    grid = board(GRIDS[0])
    region = [cell for cell in range(54) if grid[cell] in digits]
    expected = minimal(set(differences(grid, region)))
    found, _ = sets(grid, range(54), 54, len(digits))
    assert {cells for cells in found if cells <= set(region)} == expected
    assert all(len({grid[cell] for cell in cells}) <= len(digits) for cells in found)
    exactly, _ = sets(grid, range(54), 54, len(digits), least_digits=len(digits))
    own = {cells for cells in expected if len({grid[cell] for cell in cells}) == len(digits)}
    assert own <= set(exactly)


def test_a_changed_minirow_has_to_be_mended():
    grid = board(GRIDS[1])
    fixed = grid.copy()
    fixed[[54, 55]] = fixed[[55, 54]]
    found, _ = sets(grid, range(54), 12, 3, fixed=fixed)
    assert found
    for cells in found:
        assert cells & set(range(54, 81)) == {54, 55}
        assert cells in differences(grid, sorted(cells))


@pytest.mark.parametrize("text", GRIDS)
def test_bands_finds_what_its_parts_find_one_by_one(text):
    grid = board(text)
    number, found, ids, walked = bands(grid, MIXED)
    assert not walked[LOST]
    assert not walked[CUT]
    assert ids[:number] == [int(WITHIN)] * number
    minirows = [id_ // 3 if id_ < 27 else id_ - 27 for id_ in ids[number:]]
    assert minirows == sorted(minirows)
    within = found[:number]
    assert set(within) == set(sets(grid, range(54), *MIXED[:2])[0])
    for minirow in range(9):
        corner = 54 + 9 * (minirow // 3) + 3 * (minirow % 3)
        whole = [corner, corner + 1, corner + 2]
        pairs = set()
        for name in [3 * minirow, 3 * minirow + 1, 3 * minirow + 2, 27 + minirow]:
            turned = [1, 2, 0] if name >= 27 else [whole.index(c) for c in whole]
            mended = set()
            for way in range(2 if name >= 27 else 1):
                fixed = grid.copy()
                if name >= 27:
                    order = turned if way == 0 else [2, 0, 1]
                    fixed[whole] = grid[whole][order]
                else:
                    a, b = (cell for cell in whole if cell != corner + name % 3)
                    fixed[[a, b]] = grid[[b, a]]
                mended |= set(sets(grid, range(54), *MIXED[2:], fixed=fixed)[0])
            expected = {
                cells for cells in minimal(mended) if not any(other <= cells for other in [*within, *pairs])
            }
            assert {cells for cells, id_ in zip(found, ids, strict=True) if id_ == name} == expected
            pairs |= expected


def test_sets_without_room_are_counted():
    grid = board(GRIDS[0])
    found, walked = sets(grid, range(81), 8, 3, capacity=15)
    assert len(found) <= 15  # one that found room may have replaced larger ones
    assert walked[LOST]
    _, walked = sets(grid, range(81), 8, 3)
    assert not walked[LOST]
