"""Where a search stands, for those who ask between two steps: the options that are placed now."""

import pytest
from searches import a_node_and_a_solution_at_a_time

import accord
from accord.runner.run import Run


def boards(puzzle, **asked):
    run = Run(puzzle, "count", **asked)
    for _ in run:
        if (board := run.board()) is not None:
            yield board


def fits(model, board):
    """Whether no item has two of these options."""
    items = [item for option in board for item in model.items_of(option).tolist()]
    return len(items) == len(set(items))


@pytest.mark.parametrize("engine", ["window", "bitset", "cells"])
def test_what_stands_together_on_the_board_may_stand_together(engine):
    puzzle = accord.load("tetrahexes-4x7")
    model = puzzle.model
    seen = set()
    with a_node_and_a_solution_at_a_time():
        for board in boards(puzzle, engine=engine):
            assert fits(model, board)
            seen.add(board)
    assert max(map(len, seen)) >= 4
    assert len(seen) > 100


def test_a_board_is_in_the_options_of_the_puzzle_whichever_part_is_searched():
    puzzle = accord.load("pentomino-4x15")
    seen = set(boards(puzzle, engine="window", distinct=True, method="split"))
    assert len(seen) > 5
    assert all(fits(puzzle.model, board) for board in seen)


def test_who_counts_without_walking_and_who_works_in_threads_tells_no_board():
    assert list(boards(accord.load("dominoes-8x8"), engine="layers")) == []
    assert list(boards(accord.load("pentomino-4x15"), engine="window", workers=2)) == []
    assert list(boards(accord.load("queens-8"), backend="sat")) == []
