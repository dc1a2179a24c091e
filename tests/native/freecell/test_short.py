"""The beam: its plans are legal, as long as it says, the same each time, and short."""

import numpy as np
import pytest
from card_plans import is_solved
from numba.core import config

import accord
from accord.errors import AccordError
from accord.families.freecell import start as freecell
from accord.families.freecell.board import Board, under
from accord.families.freecell.notation import player_moves
from accord.families.freecell.planners.short import Beam
from accord.families.freecell.rules import replay
from accord.families.freecell.spec import FreeCell, Rules

SLOW = bool(config.DISABLE_JIT)


def beam_of(rules, board, width=128):
    beam = Beam(rules, under(rules, board), width)
    beam.run(200)
    return beam


def dealt(deal, **knobs):
    if SLOW:
        knobs = {"ranks": 4, "columns": 4, "cells": 2} | knobs
    return freecell.start(FreeCell(deal=deal, **knobs))


def metric(rules, board, plan):
    """The players' moves of a plan, those home not counted: as published tables of short plans count."""
    return sum(move.target.kind != "home" for move in player_moves(rules, board, plan))


def test_plans_are_legal_and_as_long_as_the_beam_says():
    solved = 0
    for deal in range(1, 3 if SLOW else 41):
        rules, board = dealt(deal)
        beam = beam_of(rules, board, 4 if SLOW else 128)
        if beam.ended != "solved":
            continue
        solved += 1
        plan = beam.plan()
        assert is_solved(rules, board, plan)
        assert metric(rules, board, plan.tolist()) <= beam.moves  # two of its moves may be one for a player
    assert solved > (0 if SLOW else 36)


@pytest.mark.parametrize("knobs", [{"build": "suit"}, {"build": "rank"}, {"fill": "kings"}, {"fill": "none"},
                                   {"sequence": "unlimited"}, {"cells": 2}, {"columns": 10}])  # fmt: skip
def test_plans_are_legal_in_other_games(knobs):
    for deal in range(1, 3 if SLOW else 9):
        rules, board = dealt(deal, **knobs)
        beam = beam_of(rules, board, 4 if SLOW else 64)
        if beam.ended == "solved":
            assert is_solved(rules, board, beam.plan())


def test_the_measure_counts_a_run_once_and_moves_home_not_at_all():
    rules = Rules(ranks=4, columns=3, cells=2)
    board = Board([[6, 3], [11], []], [None, None], [3, 3, 1, 0])
    assert metric(rules, board, [(3, 0xFC), (6, 11), (3, 6)]) == 1
    home = [(3, 0xFE), (6, 0xFC), (6, 11)]
    board = Board([[6, 3], [11], []], [None, None], [4, 4, 1, 0])
    assert metric(rules, board, home) == 2


def test_the_same_each_time_whatever_the_order_of_columns_and_however_it_is_cut():
    rules, board = dealt(17)
    width = 4 if SLOW else 128
    first = beam_of(rules, board, width)
    turned = Board(board.columns[::-1], board.cells, board.home)
    parts = Beam(rules, under(rules, turned), width)
    while not parts.run(1):
        pass
    assert first.ended == parts.ended
    assert (first.moves, first.tried) == (parts.moves, parts.tried)
    if first.ended == "solved":
        assert np.array_equal(first.plan(), parts.plan())


def test_mid_play():
    """Plans from what is reached some moves into a plan, cells filled and cards home."""
    for deal in range(1, 2 if SLOW else 21):
        rules, board = dealt(deal)
        beam = beam_of(rules, board, 8 if SLOW else 128)
        if beam.ended != "solved":
            continue
        plan = beam.plan().tolist()
        later = replay(rules, board, plan[: len(plan) // 2])
        rest = beam_of(rules, later, 8 if SLOW else 128)
        assert rest.ended == "solved"
        assert rest.moves < beam.moves
        assert is_solved(rules, later, rest.plan())


def test_a_board_that_goes_home_by_itself():
    rules = Rules(ranks=2, columns=2, cells=0)
    board = Board([[7, 3], [6, 2]], [], [2, 2, 0, 0])
    beam = beam_of(rules, board, 2)
    assert (beam.ended, beam.moves, len(beam.plan())) == ("solved", 0, 4)


def test_a_beam_that_runs_dry_shows_nothing():
    puzzle = accord.load("freecell:1,ranks=4,columns=2,cells=0")
    planned = accord.plan(puzzle, mode="short", options={"width": "4096"})
    assert planned.answer == "gave-up"
    assert "never shows" in planned.reason


def test_a_search_goes_on_where_it_stopped():
    puzzle = accord.load("freecell:1,ranks=4,columns=3,cells=1" if SLOW else "freecell:3")
    width = {"width": "4" if SLOW else "64"}
    with accord.Search(puzzle, mode="short", state_limit=1, options=width) as search:
        assert search.run().limit == "states"
        on = search.run(state_limit=10**9)
    at_once = accord.plan(puzzle, mode="short", options=width)
    assert (on.answer, on.plan, on.effort) == (at_once.answer, at_once.plan, at_once.effort)


@pytest.mark.parametrize("options", [{"width": "0"}, {"width": "x"}, {"width": "99999999"}, {"wide": "1"}])
def test_options_that_are_none(options):
    with pytest.raises(AccordError, match=r"width"):
        accord.plan(accord.load("freecell:1"), mode="short", options=options)


@pytest.mark.slow
def test_the_first_hundred_deals():
    lengths, states = [], 0
    for deal in range(1, 101):
        puzzle = accord.load(f"freecell:{deal}")
        planned = accord.plan(puzzle, mode="short")
        states += planned.effort["states"]
        assert planned.answer == "solved"
        rules, board = freecell.start(FreeCell(deal=deal))
        lengths.append(metric(rules, board, planned.cards))
    assert np.mean(lengths) <= 26.0
    assert states < 45_000_000  # a hundred such take some ten seconds
