"""The engine `bands` finds the lists that are known, and those of an oracle that shares no search with it."""

from random import Random

import pytest
from clue_lists import LISTS, OF_14
from hitting import clue_sets

from accord.backends.contract import Request
from accord.backends.native.backend import Native
from accord.families.clue_sets.model import ClueSets, build
from grids import random_grid

GRID = OF_14
PUZZLES = LISTS[GRID]


def by_bands(grid, clues, must=()):
    """All clue sets with these cells that the engine finds; the search was exhaustive."""
    mask = "".join("X" if cell in must else "." for cell in range(81))
    model = build(ClueSets(grid=grid, clues=clues, mask=mask))
    native, request = Native(), Request("all", engine="bands")
    assert native.refusal(model, request) is None
    found, complete = [], False
    for step in native.search(model, request):
        complete = step.complete
        for row in () if step.solutions is None else step.solutions:
            names = [model.names[option] for option in row if option >= 0]
            found.append(frozenset(9 * int(name[1]) + int(name[3]) - 10 for name in names))
    assert complete
    assert len(set(found)) == len(found)
    return set(found)


def by_hitting(grid, clues, must=()):
    """Those of the oracle."""
    return clue_sets(grid, clues, must).sets


def given(puzzle):
    """The cells that a puzzle gives."""
    return frozenset(cell for cell in range(81) if puzzle[cell] != ".")


def some_of(puzzle, number, seed):
    """So many of these cells."""
    return set(Random(seed).sample(sorted(given(puzzle)), number))


@pytest.mark.full
@pytest.mark.parametrize("way", [by_bands, by_hitting])
@pytest.mark.parametrize("seed", range(3))
def test_the_known_puzzles_that_have_nine_clues_of_one(way, seed):
    must = some_of(PUZZLES[seed], 9, seed)
    expected = {given(puzzle) for puzzle in PUZZLES if must <= given(puzzle)}
    assert given(PUZZLES[seed]) in expected
    assert way(GRID, 17, must) == expected


@pytest.mark.parametrize("seed", range(2))
def test_both_find_the_same_puzzles_of_several_sizes(seed):
    must = some_of(PUZZLES[seed], 12, seed)
    expected = by_hitting(GRID, (16, 18), must)
    assert len(expected) >= 1 + 64  # the puzzle itself, and with one clue more
    assert by_bands(GRID, (16, 18), must) == expected


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_random_grids_for_16_clues(seed):
    grid = random_grid(100 + seed)
    assert by_hitting(grid, 16) == by_bands(grid, 16) == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 3, 5])  # which take the oracle minutes each; 1 takes it most of an hour
def test_three_random_grids_for_17_clues(seed):
    grid = random_grid(200 + seed)
    assert by_hitting(grid, 17) == by_bands(grid, 17)


@pytest.mark.slow
def test_the_grid_with_14_puzzles_under_a_mask():
    must = some_of(PUZZLES[0], 5, 0)
    expected = {given(puzzle) for puzzle in PUZZLES if must <= given(puzzle)}
    assert by_hitting(GRID, 17, must) == by_bands(GRID, 17, must) == expected
