"""Guides of an entry: what mini-rows of many bands 3 ask for, and sets that bands 3 learn from each other."""

from random import Random

import numpy as np
import pytest
from clue_lists import OF_14

from accord.families.clue_sets.entry_walks import MOST, USED, GuideSets, guide_places, third_rows
from accord.families.clue_sets.views import small_sets
from accord.families.sudoku.entries import entry
from accord_native.sudoku.layout import pack_sets

GRIDS = np.array([[*map(int, grid)] for grid in entry(OF_14[:54]).grids], np.uint8)


@pytest.fixture(scope="module")
def needs():
    """What a band 3 needs: by its guides, and by its active bits."""
    from numba import njit

    from accord_native.clues.guides import active_of as function_active
    from accord_native.clues.guides import asked_by as function_asked
    from accord_native.clues.guides import clues_asked as function_clues
    from accord_native.clues.masks import needed_clues as function_needed

    @njit
    def both(words, thirds, third, active):
        asked = function_asked(words[0], words[1], words[2])
        by_guides = function_clues(asked, thirds, third), function_active(asked, thirds, third)
        return by_guides, (function_needed(active), active)

    return both


def test_a_band_3_asks_for_what_its_guides_ask_for(needs):
    thirds, places = third_rows(GRIDS), guide_places(GRIDS)
    seen = set()
    for seed in range(200):
        random = Random(seed)
        missed = {random.randrange(192) for _ in range(random.choice([3, 30, 90]))}
        words = np.array([sum(1 << g % 64 for g in missed if g // 64 == box) for box in range(3)], np.uint64)
        third = random.randrange(len(GRIDS))
        active = np.uint64(sum(1 << bit for bit in USED if places[third, bit] in missed))
        found, expected = needs(words, thirds, np.uint64(third), active)
        assert found == expected
        seen.add(int(found[0]))
    assert len(seen) > 5


def mixed_sets(grid):
    """The small sets of a grid that touch band 3 in a single mini-row: cells before it, active bit."""
    sets, _ = small_sets(grid.tolist(), (2,))
    found = set()
    for low, high in pack_sets(sets).tolist():
        rows = [row for row in range(9) if high and not high & ~(7 << 3 * row)]
        if rows:
            part = high >> 3 * rows[0]
            found.add((low, 27 + 3 * rows[0] if part == 7 else 3 * rows[0] + (6, 5, 3).index(part)))
    return found


def test_bands_3_learn_sets_that_they_have_themselves():
    sets, own = GuideSets(GRIDS), [mixed_sets(grid) for grid in GRIDS]
    mixed, ids = np.zeros((2, len(GRIDS), 4096), np.uint64)
    numbers, first = np.zeros((2, len(GRIDS)), np.uint64)
    for k in range(0, len(GRIDS), 2):  # every other one
        mixed[k, : len(own[k])], ids[k, : len(own[k])] = np.array(sorted(own[k]), np.uint64).T
        numbers[k] = len(own[k])
    number = sets.exchange(0, mixed, ids, first, numbers)
    assert 0 < number < MOST
    learned = 0
    for k, mine in enumerate(own):
        has = [each[k, : int(numbers[k])].tolist() for each in (mixed, ids)]
        here = {*zip(*has, strict=True)}
        assert here <= mine
        assert k % 2 or here == mine
        learned += len(here) * (k % 2)
    assert learned > 100
    assert sets.exchange(number, mixed, ids, first, numbers) == number
