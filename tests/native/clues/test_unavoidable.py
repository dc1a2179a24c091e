"""The kernel of unavoidable sets against a search of a few lines."""

import numpy as np
import pytest

from accord_native.clues import layout, unavoidable
from accord_native.clues.layout import CUT, KNOWN, LOST
from accord_native.sudoku.layout import cells_of, words
from grids import differences, minimal

GRIDS = [
    "123456789456789123798231564234675918815943276967812435379164852582397641641528397",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
]


def board(text):
    return np.frombuffer(text.encode(), np.uint8) - ord("0")


def sets(grid, within, most_cells, most_digits, capacity=2000):
    found = np.zeros((capacity, 2), np.uint64)
    walked = np.full(layout.WALKED, 77, np.uint64)
    template = np.zeros((20_000, layout.TEMPLATE), np.uint64)
    scratch = layout.scratch()
    for array in scratch:
        array[:] = 77
    cells, digits, number = np.uint64(most_cells), np.uint64(most_digits), 0
    for lowest in range(1, 10):
        number = unavoidable.sets(
            grid, words(within), cells, digits, np.uint64(lowest), found, template, scratch, walked
        )
    return [frozenset(cells_of(*row)) for row in found[: int(number)]], walked


@pytest.mark.parametrize("text", GRIDS)
@pytest.mark.parametrize("region", [range(18), [*range(3), *range(9, 12), *range(18, 21), *range(27, 30)]])
def test_small_regions_have_exactly_the_minimal_differences(text, region):
    grid = board(text)
    found, walked = sets(grid, region, 81, 9)
    assert len(set(found)) == len(found)
    assert set(found) == minimal(differences(grid, region))
    assert walked[KNOWN] == len(found)
    assert not walked[LOST]
    assert not walked[CUT]


@pytest.mark.parametrize("text", GRIDS)
def test_a_whole_band_has_exactly_the_minimal_differences(text):
    grid = board(text)
    region = list(range(27, 54))
    found, _ = sets(grid, region, 27, 9)
    assert set(found) == minimal(differences(grid, region))


@pytest.mark.parametrize("digits", [(1, 2), (3, 7, 9), (2, 4, 5, 8)])
def test_digits_are_as_many_as_asked_for(digits):
    grid = board(GRIDS[0])
    region = [cell for cell in range(54) if grid[cell] in digits]
    expected = minimal(differences(grid, region))
    found, _ = sets(grid, range(54), 54, len(digits))
    assert {cells for cells in found if cells <= set(region)} == expected
    assert all(len({grid[cell] for cell in cells}) <= len(digits) for cells in found)


def test_sets_without_room_are_counted():
    grid = board(GRIDS[0])
    found, walked = sets(grid, range(81), 8, 3, capacity=15)
    assert len(found) <= 15  # one that found room may have replaced larger ones
    assert walked[LOST]
    _, walked = sets(grid, range(81), 8, 3)
    assert not walked[LOST]
