"""Expand FreeCell supermoves (a run of cards at once) and automatic moves home into moves of single cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from accord.families.freecell.board import AT_HOME, IN_CELL, ON_TABLE
from accord.families.freecell.spec import BOUNDS

CardMove = tuple[int, int]


def carry_moves(cards: Sequence[int], place: int, free: int, spare: int) -> list[CardMove]:
    """Return the card moves that take a run to a place.

    Args:
        cards: the run, the deepest card first.
        place: the card it goes onto, or ON_TABLE.
        free: how many cells are free.
        spare: how many empty columns it may pass through; the one it goes to is not among them.
    """
    if len(cards) <= free + 1:
        parked = [(card, IN_CELL) for card in reversed(cards[1:])]
        return [*parked, (cards[0], place), *((card, below) for below, card in pairwise(cards))]
    assert spare, "no room to carry so many cards"
    columns = 1
    while len(cards) > (free + 1) << columns:
        columns += 1
    assert columns <= spare, "no room to carry so many cards"
    rest = len(cards) - ((free + 1) << (columns - 1))
    lower, upper = cards[:-rest], cards[-rest:]
    return [
        *carry_moves(upper, ON_TABLE, free, columns - 1),
        *carry_moves(lower, place, free, columns - 1),
        *carry_moves(upper, lower[-1], free, columns - 1),
    ]


def send_home(position: list[int], wanted: Callable[[int], bool]) -> list[CardMove]:
    """Send home every card that can go and is wanted; return these moves, and change the position."""
    moves: list[CardMove] = []
    while True:
        covered = set(position)
        ready = (
            card
            for card, place in enumerate(position)
            if place != AT_HOME and card not in covered and (card < 4 or position[card - 4] == AT_HOME)
        )
        card = next((card for card in ready if wanted(card)), None)
        if card is None:
            return moves
        position[card] = AT_HOME
        moves.append((card, AT_HOME))


@lru_cache(maxsize=1)
def landing() -> npt.NDArray[np.uint8]:
    """Return which empty column a run comes to, from the left: uint8 [cards, free cells, empty columns].

    Each card that goes to an empty column takes the leftmost, so what is carried through others comes first.
    """
    most = {key: BOUNDS[key][1] for key in ("ranks", "cells", "columns")}
    table = np.zeros((most["ranks"] + 1, most["cells"] + 1, most["columns"] + 1), np.uint8)
    for many in range(2, most["ranks"] + 1):
        for free in range(min(many - 1, most["cells"] + 1)):
            columns = 1
            while many > (free + 1) << (columns - 1):
                columns += 1
            table[many, free, columns:] = _landing_column(many, free, columns)
    return table


def _landing_column(many: int, free: int, columns: int) -> int:
    """Return the column that the deepest card of a run comes to; as many columns are empty as it takes."""
    board: list[list[int]] = [[] for _ in range(columns)]
    for card, place in carry_moves(range(many), ON_TABLE, free, columns - 1):
        for column in board:
            if column and column[-1] == card:
                column.pop()
        if place == ON_TABLE:
            board[board.index([])].append(card)
        elif place != IN_CELL:
            next(column for column in board if column and column[-1] == place).append(card)
    return next(at for at, column in enumerate(board) if column)
