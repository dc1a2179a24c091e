"""The two native ways to all clue sets of a grid share no search code, and must find the same lists."""

from random import Random

import pytest
from clue_lists import LISTS, OF_14

from accord.backends.contract import Request
from accord.backends.native.backend import Native
from accord.families.clue_sets.model import ClueSets, build
from grids import random_grid

GRID = OF_14
PUZZLES = LISTS[GRID]
ENGINES = ("plain", "bands")


def puzzles(engine, grid, clues, mask="", **more):
    """All puzzles that an engine finds, with a point where a cell is empty; the search was exhaustive."""
    model = build(ClueSets(grid=grid, clues=clues, mask=mask))
    if engine not in Native.engines:
        pytest.skip(f"there is no engine {engine}")
    native, request = Native(), Request("all", engine=engine, **more)
    assert native.refusal(model, request) is None
    found, complete = [], False
    for step in native.search(model, request):
        complete = step.complete
        for row in () if step.solutions is None else step.solutions:
            signs = ["."] * 81
            for name in (model.names[option] for option in row if option >= 0):
                signs[9 * int(name[1]) + int(name[3]) - 10] = name[5]
            found.append("".join(signs))
    assert complete
    assert len(set(found)) == len(found)
    return set(found)


def given(puzzle, number, seed):
    """A mask with so many clues of a puzzle."""
    clues = [cell for cell in range(81) if puzzle[cell] != "."]
    must = set(Random(seed).sample(clues, number))
    return "".join("X" if cell in must else "." for cell in range(81))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("seed", range(3))
def test_the_known_puzzles_that_have_nine_clues_of_one(engine, seed):
    mask = given(PUZZLES[seed], 9, seed)
    expected = {p for p in PUZZLES if all(s == "." or p[cell] != "." for cell, s in enumerate(mask))}
    assert PUZZLES[seed] in expected
    assert puzzles(engine, GRID, 17, mask) == expected


@pytest.mark.parametrize("seed", range(2))
def test_both_find_the_same_puzzles_of_several_sizes(seed):
    mask = given(PUZZLES[seed], 12, seed)
    plain = puzzles("plain", GRID, (16, 18), mask)
    assert len(plain) >= 1 + 64  # the puzzle itself, and with one clue more
    assert plain == puzzles("bands", GRID, (16, 18), mask)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_random_grids_for_16_clues(seed):
    grid = random_grid(100 + seed)
    assert puzzles("plain", grid, 16) == puzzles("bands", grid, 16) == set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 3, 5])  # which take `plain` two minutes each; 1 takes it most of an hour
def test_three_random_grids_for_17_clues(seed):
    grid = random_grid(200 + seed)
    assert puzzles("plain", grid, 17, workers=2) == puzzles("bands", grid, 17)


@pytest.mark.slow
def test_the_grid_with_14_puzzles_under_a_mask():
    mask = given(PUZZLES[0], 5, 0)
    expected = {p for p in PUZZLES if all(s == "." or p[cell] != "." for cell, s in enumerate(mask))}
    assert puzzles("plain", GRID, 17, mask) == puzzles("bands", GRID, 17, mask) == expected
