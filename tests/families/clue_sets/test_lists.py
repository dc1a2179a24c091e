"""Complete lists of 17-clue puzzles, as published; and known puzzles found again from their solutions."""

import pytest
from clue_lists import LISTS

from accord.families.clue_sets.clues import clue_sets_puzzle
from accord.sudoku import clue_puzzles
from accord_compare.sudoku import texts

KNOWN = texts()


def test_the_lists_are_of_as_many_puzzles_as_is_said():
    assert sorted(map(len, LISTS.values())) == [0, 0, 14, 20, 29]


@pytest.mark.slow
@pytest.mark.parametrize("grid", LISTS, ids=lambda grid: grid[27:36])
def test_all_puzzles_of_seventeen_clues_and_no_others(grid):
    found = clue_puzzles(grid, 17)
    assert set(found.puzzles) == set(LISTS[grid])
    assert found.count == len(found.puzzles) == len(LISTS[grid])
    assert found.exhaustive


@pytest.mark.slow
@pytest.mark.parametrize("grid", LISTS, ids=lambda grid: grid[27:36])
def test_no_puzzle_of_sixteen_clues(grid):
    found = clue_puzzles(grid, 16)
    assert (found.count, found.exhaustive) == (0, True)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", KNOWN[::5][:20], ids=str)
def test_a_known_puzzle_is_among_those_of_its_solution(puzzle):
    found = clue_puzzles(clue_sets_puzzle(puzzle), 17)
    assert puzzle.replace("0", ".") in found.puzzles
    assert found.exhaustive
