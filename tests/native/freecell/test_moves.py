"""The search by kinds of moves: its plans, its order, what it claims, and that each of its kinds is there."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from card_plans import is_solved
from numba.core import config

import accord
from accord.errors import AccordError
from accord.families.freecell import start as freecell
from accord.families.freecell.board import ON_TABLE, Board
from accord.families.freecell.planners.moves import Scan, carry_moves, landing, order_of
from accord.families.freecell.rules import Play, replay
from accord.families.freecell.spec import FreeCell, Rules
from accord_native.freecell.moves import layout

ALL = "0123456789"
SLOW = bool(config.DISABLE_JIT)

# For each kind small decks (deal, ranks, columns, cells) that all kinds solve, and the others alone do not.
NEEDED = {
    "0": [(1, 3, 3, 1), (2, 3, 3, 1)],
    "1": [(73, 3, 3, 1), (261, 3, 3, 1)],
    "2": [(39, 3, 3, 1), (94, 3, 3, 1)],
    "3": [(1, 3, 3, 1), (15, 3, 3, 1)],
    "4": [(12, 3, 3, 1), (22, 3, 3, 1)],
    "6": [(22, 3, 3, 1), (26, 3, 3, 1)],
    "5": [(132, 6, 4, 2)],
    "7": [(85, 4, 3, 1), (112, 4, 3, 1)],
    "8": [(65, 4, 3, 1), (85, 4, 3, 1)],
    "9": [(26, 3, 3, 1)],
}
SLICES = 10**9
PAGE = Path(__file__).parents[3] / "docs" / "freecell.md"


def small(deal, ranks, columns, cells, **knobs):
    return freecell.start(FreeCell(deal=deal, ranks=ranks, columns=columns, cells=cells, **knobs))


def scanned(rules, board, order, limit=20_000, **more):
    scan = Scan(rules, board, order, **more)
    scan.run(SLICES, limit)
    return scan


@pytest.mark.parametrize("kind", NEEDED)
def test_each_kind_is_needed_somewhere(kind):
    for place in NEEDED[kind]:
        rules, board = small(*place)
        scan = scanned(rules, board, ALL)
        assert scan.ended == "solved"
        assert is_solved(rules, board, scan.plan())
        assert scanned(rules, board, ALL.replace(kind, "")).ended == "done"


@pytest.mark.full
@pytest.mark.parametrize("order", ["0123467", "0124567839", ALL, "[0123456789]", "[01]2[34678]"])
def test_plans_are_legal(order):
    for deal in range(1, 3 if SLOW else 60):
        rules, board = small(deal, 4, 4, 1) if SLOW else freecell.start(FreeCell(deal=deal))
        scan = scanned(rules, board, order)
        if scan.ended == "solved":
            assert is_solved(rules, board, scan.plan())


@pytest.mark.parametrize("knobs", [{"build": "suit"}, {"build": "rank"}, {"fill": "kings"}, {"fill": "none"},
                                   {"sequence": "unlimited"}, {"build": "suit", "cells": 3}])  # fmt: skip
def test_plans_are_legal_in_other_games(knobs):
    solved = 0
    for deal in range(1, 3 if SLOW else 40):
        rules, board = small(deal, 4 if SLOW else 9, 6, **{"cells": 2} | knobs)
        scan = scanned(rules, board, ALL, 3000)
        if scan.ended == "solved":
            solved += 1
            assert is_solved(rules, board, scan.plan())
    assert solved or SLOW


def columns_of(row, rules):
    """The deepest card of each column and the cards in cells, as the kernel has them in their places."""
    from accord_native.freecell.moves.layout import COLUMN, PARKED

    column, parked = int(COLUMN), int(PARKED)
    return list(row[column : column + rules.columns]), list(row[parked : parked + rules.cells])


def test_columns_and_cells_keep_the_places_that_the_player_sees():
    """Also of boards in mid-play: those that are some moves into a plan."""
    from accord_native.freecell.moves.layout import LEVEL, ROW_OF

    for deal in range(1, 3 if SLOW else 101):
        rules, board = small(deal, 4, 4, 1) if SLOW else freecell.start(FreeCell(deal=deal))
        plan = scanned(rules, board, "0123467", 5000).plan().tolist() if not SLOW else []
        for begun in (0, len(plan) // 3):
            start = replay(rules, board, plan[:begun])
            scan = scanned(rules, start, "0123467", 5000)
            if scan.ended != "solved":
                continue
            seen, play = [], Play(rules, start)
            for card, destination in [(None, None), *scan.plan().tolist()]:
                if card is not None:
                    play.card(card, destination)
                bottoms = [column[0] if column else 255 for column in play.board.columns]
                seen.append((bottoms, [255 if card is None else card for card in play.board.cells]))
            at = 0
            for level in range(int(scan.state[LEVEL])):
                row = scan.kept[int(scan.frame[level, ROW_OF])]
                at += seen[at:].index(columns_of(row, rules))  # raises where the player never sees that


def test_a_state_is_entered_once():
    rules, board = small(11, 4, 4, 1)
    scan = scanned(rules, board, ALL, 300 if SLOW else 3000)
    kept = scan.kept[: scan.effort["states"], :56]
    assert len(np.unique(kept, axis=0)) == len(kept)


def test_the_order_of_columns_does_not_matter_for_the_answer_of_a_whole_scan():
    for deal in range(1, 4 if SLOW else 80):
        rules, board = small(deal, 3, 3, 1)
        turned = Board(board.columns[::-1], board.cells, board.home)
        ends = {(scan.ended, scan.effort["states"]) if scan.ended == "done" else scan.ended
                for scan in (scanned(rules, board, ALL), scanned(rules, turned, ALL))}  # fmt: skip
        assert len(ends) == 1


def test_in_parts_as_in_one():
    rules, board = small(7, 4, 4, 1) if SLOW else freecell.start(FreeCell(deal=66))
    whole = scanned(rules, board, "[0123456789]", seed=3)
    parts = Scan(rules, board, "[0123456789]", seed=3)
    for limit in (5, 70, 300, 20_000):
        while not parts.run(37, limit) and parts.effort["states"] < limit:
            pass
    assert parts.ended == whole.ended
    assert parts.effort == whole.effort
    if whole.ended == "solved":
        assert np.array_equal(parts.plan(), whole.plan())


def test_the_seed_chooses():
    rules, board = small(7, 4, 4, 1) if SLOW else freecell.start(FreeCell(deal=5))
    tried = [
        scanned(rules, board, "[0123456789]", seed=seed).effort["moves_tried"] for seed in (1, 1, 2, 3, 4)
    ]
    assert tried[0] == tried[1]
    assert len(set(tried)) > 1


def test_a_limit_on_depth():
    rules, board = freecell.start(FreeCell(deal=1, ranks=4, columns=4, cells=2))
    scan = scanned(rules, board, ALL, depth=2)
    assert (scan.ended, scan.was_cut, scan.effort["deepest"]) == ("done", True, 2)


def test_runs_land_where_single_cards_take_them():
    """An independent walk: cards that are carried to an empty column, played by the rules."""
    lands = landing()
    for many, free, empty in product(range(2, 10), range(4), range(1, 4)):
        if many > (free + 1) << (empty - 1):
            continue
        rules = Rules(columns=empty + 1, cells=free)
        run = [4 * (many - 1 - at) + (1 if at % 2 else 0) for at in range(many)]  # by turns black and red
        board = Board([[51, *run], *([] for _ in range(empty))], [None] * free, [0] * 4)
        play = Play(rules, board)
        for card, destination in carry_moves(run, ON_TABLE, free, empty - 1):
            play.card(card, destination)
        assert play.board.cells == [None] * free
        assert play.board.columns[1 + lands[many, free, empty]] == run


def test_a_scan_that_ends_is_never_called_impossible():
    planned = accord.plan(accord.load("freecell:1,ranks=3,columns=3,cells=1"), mode="moves",
                          options={"move_order": "01"})  # fmt: skip
    assert (planned.answer, planned.status) == ("gave-up", "complete")
    assert "no plan with these moves" in planned.reason


def test_a_search_goes_on_where_it_stopped():
    puzzle = accord.load("freecell:1,ranks=4,columns=3,cells=1" if SLOW else "freecell:617")
    with accord.Search(puzzle, mode="moves", state_limit=4) as search:
        first = search.run()
        assert (first.answer, first.limit, first.effort["states"]) == ("gave-up", "states", 4)
        on = search.run(state_limit=150_000)
    at_once = accord.plan(puzzle, mode="moves", state_limit=150_000)
    assert (on.answer, on.plan, on.effort) == (at_once.answer, at_once.plan, at_once.effort)


@pytest.mark.parametrize("order", ["", "01x", "011", "[12", "[]", "[12]1", "(01)"])
def test_orders_that_are_none(order):
    with pytest.raises(AccordError, match=r"move order"):
        order_of(order)


def test_all_kinds_are_tried():
    assert len(ALL) == layout.KINDS


# of deals 1 to 1,000, those that an order leaves without a plan within 150,000 states
LEFT = {
    "0123456789": [9, 187, 203, 223, 286, 358, 418, 430, 627, 670, 812, 871, 903, 917, 944],
    "0124567839": [76, 197, 369, 394, 418, 446, 551, 684, 778, 779, 810],
    "0123467": [514],
}
IN_THE_YEAR_2000 = {"0123456789": 19, "0124567839": 12, "0123467": 5}  # of other deals, says the lecture


@pytest.mark.slow
@pytest.mark.parametrize("order", LEFT)
def test_deals_that_an_order_leaves_without_a_plan(order):
    left = []
    for deal in range(1, 1001):
        rules, board = freecell.start(FreeCell(deal=deal))
        scan = scanned(rules, board, order, 150_000)
        if scan.ended != "solved":
            left.append(deal)
        else:
            assert is_solved(rules, board, scan.plan())
    assert left == LEFT[order]


def test_the_page_ranks_the_orders_by_these_deals_as_the_lecture_did():
    rows = re.findall(r"^\| (\d{7,}) \| (\d+) \| \d+ \| (\d+) \|$", PAGE.read_text(), re.MULTILINE)
    assert {order: int(lecture) for order, lecture, _ in rows} == IN_THE_YEAR_2000
    assert [(order, int(ours)) for order, _, ours in rows] == [(order, len(LEFT[order])) for order in LEFT]
    assert sorted(LEFT, key=lambda order: len(LEFT[order])) == sorted(LEFT, key=IN_THE_YEAR_2000.get)


@pytest.mark.skipif(SLOW, reason="whole decks take too long in plain Python")
@pytest.mark.parametrize(("order", "deal"), [("0123456789", 9), ("0124567839", 76), ("0123467", 514)])
def test_what_one_order_does_not_find_another_does(order, deal):
    rules, board = freecell.start(FreeCell(deal=deal))
    ends = {other: scanned(rules, board, other, 30_000).ended for other in LEFT}
    assert ends == {other: "" if other == order else "solved" for other in LEFT}
