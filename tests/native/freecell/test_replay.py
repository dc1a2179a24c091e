"""The kernel that plays FreeCell by its rules: small boards, by hand. More in tests/families/freecell."""

import numpy as np
import pytest

from accord_native.freecell import replay as kernel
from accord_native.freecell import replay_layout as layout

CELL, TABLE, HOME = (int(code) for code in (layout.CELL, layout.TABLE, layout.HOME))
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def card(name):
    return 4 * "A23456789TJQK".index(name[0]) + "CDHS".index(name[1])


def played(columns, moves, *, cells=2, ranks=3, build=0, fill=0, unlimited=0, home=(0, 0, 0, 0)):
    """The number of the first illegal move, or 0, and the player's moves."""
    sizes = (len(columns), cells)
    board, other = (
        layout.Board(
            np.zeros((sizes[0], layout.ROOM), np.uint8),
            np.zeros(sizes[0], np.uint64),
            np.full(sizes[1], int(layout.EMPTY), np.uint8),
            np.array(home, np.uint8),
        )
        for _ in range(2)
    )
    for at, column in enumerate(columns):
        names = column.split()
        board.columns[at, : len(names)] = [card(name) for name in names]
        board.lengths[at] = len(names)
    steps = np.array([(card(name), to if isinstance(to, int) else card(to)) for name, to in moves], np.uint8)
    rules = np.array((cells, len(columns), ranks, build, fill, unlimited), np.uint64)
    rows, state = np.zeros((len(steps), 4), np.uint8), np.zeros(1, np.uint64)
    end = kernel.replay(rules, board, steps.reshape(-1, 2), rows, other, state)
    return int(end), [tuple(row) for row in rows[: int(state[0])].tolist()]


HALF = (2, 2, 2, 2)  # aces and twos are home


def test_a_game_is_played_and_left_over_cards_are_told():
    home, first = int(layout.AT_HOME), int(layout.FIRST_CELL)
    moves = [("3C", CELL), ("3D", HOME), ("3C", HOME), ("3H", HOME), ("3S", HOME)]
    assert played(["3D 3C", "3S 3H"], moves, home=HALF) == (
        0,
        [(0, first, 1, 0), (0, home, 1, 0), (first, home, 1, 0), (1, home, 1, 0), (1, home, 1, 0)],
    )
    assert played(["3D 3C", "3S 3H"], moves[:-1], home=HALF)[0] == 5


@pytest.mark.parametrize(
    ("move", "more"),
    [
        (("3D", CELL), {}),  # under a card
        (("3C", CELL), {"cells": 0}),
        (("3C", "3H"), {}),  # not the next lower
        (("3C", "3D"), {}),  # lies there already
        (("3C", TABLE), {}),  # no column is empty
        (("2C", CELL), {}),  # home already
        (("4C", CELL), {}),  # no card of this deck
        (("3C", 99), {}),
    ],
)
def test_what_is_illegal(move, more):
    assert played(["3D 3C", "3S 3H"], [move], home=HALF, **more) == (1, [])


def test_cards_that_change_column_together_are_one_move():
    columns = ["3C 3S 3D 2C", "3H 2S 2H 2D", ""]
    rest = [("2D", CELL), ("2H", HOME), ("2D", HOME), ("2S", HOME), ("2C", HOME)]
    rest += [(name, HOME) for name in ("3D", "3S", "3C", "3H")]
    end, rows = played(columns, [("2C", CELL), ("3D", TABLE), ("2C", "3D"), *rest], home=(1, 1, 1, 1))
    assert (end, rows[: -len(rest)]) == (0, [(0, 2, 2, 0)])
    end, rows = played(columns, [("2C", TABLE), *rest], home=(1, 1, 1, 1))
    assert (end, rows[: -len(rest)]) == (0, [(0, 2, 1, 1)])  # two could have gone


def test_without_room_only_one_card_could_have_gone():
    columns = ["3C 3S 3D 2C", "3H 2S 2H 2D", ""]
    end, rows = played(columns, [("2C", TABLE), ("2D", HOME), *REST], cells=0, home=(1, 1, 1, 1))
    assert (end, rows[0]) == (0, (0, 2, 1, 0))


REST = [(name, HOME) for name in ("2H", "2S", "2C", "3D", "3S", "3C", "3H")]


def test_a_card_goes_home_in_its_turn_and_a_cell_holds_one():
    assert played(["2C 3C", "3S 3H 3D"], [("3C", HOME)], home=(1, 2, 2, 2)) == (1, [])
    assert played(["2C 3C", "3S 3H 3D"], [("3C", CELL), ("3D", CELL)], home=(1, 2, 2, 2), cells=1)[0] == 2


@pytest.mark.parametrize(("fill", "legal"), [(0, True), (1, True), (2, False)])
def test_who_may_go_to_an_empty_column(fill, legal):
    end, _ = played(["3D 3C", "3S 3H", ""], [("3C", TABLE)], home=HALF, fill=fill)
    assert (end > 1) == legal  # cards are left after it
    end, _ = played(["3D 2C", "3S 3H 3C", ""], [("2C", TABLE)], home=(1, 2, 2, 2), fill=fill)
    assert (end > 1) == (fill == 0)


@pytest.mark.parametrize(("build", "onto"), [(0, {"3D", "3H"}), (1, {"3C"}), (2, {"3C", "3D", "3H", "3S"})])
def test_what_a_card_is_built_on(build, onto):
    for other in ("3C", "3D", "3H", "3S"):
        left = [name for name in ("3C", "3D", "3H", "3S") if name != other]
        end, _ = played(
            [f"{left[0]} 2C", other, " ".join(left[1:])], [("2C", other)], home=(1, 2, 2, 2), build=build
        )
        assert (end > 1) == (other in onto), other


def test_a_deal_has_every_card_once():
    columns, lengths = np.zeros((8, layout.ROOM), np.uint8), np.full(8, 3, np.uint64)
    cells, home = np.zeros(4, np.uint8), np.ones(4, np.uint8)  # as an earlier deal may have left them
    board = layout.Board(columns, lengths, cells, home)
    kernel.deal(np.uint64(1), board, np.zeros(52, np.uint8))
    assert cells.tolist() == [int(layout.EMPTY)] * 4
    assert not home.any()
    assert lengths.tolist() == [7, 7, 7, 7, 6, 6, 6, 6]
    assert columns[0, :7].tolist() == [card(name) for name in ("JD", "KD", "2S", "4C", "3S", "6D", "6S")]
    dealt = [one for at, length in enumerate(lengths) for one in columns[at, : int(length)].tolist()]
    assert sorted(dealt) == list(range(52))
