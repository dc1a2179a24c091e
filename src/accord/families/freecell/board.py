"""A FreeCell board as the player sees it, and as kernels take it.

Kernels know what each card lies on, and nothing else: the order of columns and cells is the player's affair,
and so is kept here. `under` is uint8 [cards]: another card, or one of

    IN_CELL     in a cell
    ON_TABLE    the deepest card of a column
    AT_HOME     on the foundations

The deal   AS 2S    of one suit and two cells has under[2S] = AS, under[AS] = ON_TABLE; with 2S in a cell it
is under[2S] = IN_CELL, whichever of the cells that is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from accord.families.freecell.spec import Rules
from accord_native.freecell.layout import CELL, HOME, TABLE

IN_CELL, ON_TABLE, AT_HOME = int(CELL), int(TABLE), int(HOME)

Under = npt.NDArray[np.uint8]


@dataclass(slots=True)
class Board:
    """Columns with the deepest card first, cells with gaps, and how many cards of each suit are home."""

    columns: list[list[int]]
    cells: list[int | None]
    home: list[int]  # [4]: in the order of the suits

    def copy(self) -> Board:
        """Return a board that can be changed without changing this one."""
        return Board([list(column) for column in self.columns], list(self.cells), list(self.home))

    def cards(self) -> Iterator[int]:
        """Yield the cards that are not home."""
        for column in self.columns:
            yield from column
        yield from (card for card in self.cells if card is not None)


def empty(rules: Rules) -> Board:
    """Return a board without cards."""
    return Board([[] for _ in range(rules.columns)], [None] * rules.cells, [0] * 4)


def with_the_rest_home(rules: Rules, board: Board) -> Board:
    """Set `home` so that every card is somewhere; return the board. The cards that are out must allow it."""
    out = set(board.cards())
    for suit in range(4):
        home = [card not in out for card in range(suit, rules.cards, 4)]
        board.home[suit] = sum(home)
        assert home == sorted(home, reverse=True), "a card is home, but not one below it"
    return board


def under(rules: Rules, board: Board) -> Under:
    """Return the array of what each card lies on."""
    array = np.full(rules.cards, AT_HOME, np.uint8)
    for card in board.cells:
        if card is not None:
            array[card] = IN_CELL
    for column in board.columns:
        for below, card in zip([ON_TABLE, *column], column, strict=False):
            array[card] = below
    return array


def board_of(rules: Rules, array: Under) -> Board:
    """Return a board for such an array: columns in the order of their deepest cards, cells from a."""
    board = empty(rules)
    above = {int(below): card for card, below in enumerate(array) if below < rules.cards}
    bottoms = np.flatnonzero(array == ON_TABLE).tolist()
    parked = np.flatnonzero(array == IN_CELL).tolist()
    assert len(bottoms) <= rules.columns, "more columns than the game has"
    assert len(parked) <= rules.cells, "more cards in cells than the game has cells"
    for column, bottom in zip(board.columns, bottoms, strict=False):
        card: int | None = bottom
        while card is not None:
            column.append(card)
            card = above.pop(card, None)
    assert not above, "two cards lie on one, or a card on one that is in a cell, home, or above itself"
    board.cells[: len(parked)] = parked
    return with_the_rest_home(rules, board)
