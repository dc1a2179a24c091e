"""A FreeCell board as a player has it, for searches that try moves in the order of columns and cells.

Columns and cells keep their places, as in the replay of a plan: a card that is parked takes the leftmost free
cell, or the leftmost empty column. What identifies a position is only what each card lies on; that is
the key, and the rest of a row is beside it.

    name    shape         dtype   meaning
    ------  ------------  ------  ----------------------------------------------------------------------
    kept    rows, ROW     uint8   a position: KEY bytes, what each card lies on (a card, CELL, TABLE, HOME;
                                  0 beyond the deck); COLUMN + c: the deepest card of column c, or NONE;
                                  PARKED + c: the card in cell c, or NONE
    column  20, 64        uint8   the cards of a column, the deepest first
    cell    10            uint8   the card in a cell, or NONE
    lane    64            uint8   the column of a card, or CELL, or HOME
    deep    64            uint8   how many cards lie under a card in its column
    size    20            uint64  how many cards a column has
    room    ROOM          uint64  FREE cells, EMPTY columns, GONE: the cards that are home, as bits; MADE:
                                  how many rows of `made` are written
    deck    Deck                  as in `freecell.rules`
    landing 14, 11, 21    uint8   which of the empty columns, counted from the left, a run comes to that is
                                  moved there card by card: by cards, free cells and empty columns
    made    most, 5       uint8   moves: CARD, PLACE, MANY, and the FREE cells and SPARE columns to carry
                                  them through; the other cards of a run follow in rows with MANY = 0

Example: columns 2H AS and 3C, two free cells. Sending 2H onto 3C parks AS: made = (AS, CELL, 1), (2H, 3C, 1).
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros
from accord_native.freecell.layout import (
    CELL,
    COLUMNS,
    DECK,
    FILL,
    FREE_CELLS,
    HOME,
    NONE,
    TABLE,
    UNLIMITED,
)
from accord_native.freecell.moves.layout import (
    COLUMN,
    EMPTY,
    FREE,
    GONE,
    KEY,
    MADE,
    MOST_CELLS,
    MOST_COLUMNS,
    PARKED,
    Board,
)
from accord_native.freecell.rules import is_safe, next_home
from accord_native.words import ONE, ZERO, Bytes


@register_jitable
def load(row: np.uint64, kept: Bytes, board: Board) -> None:
    """Set up the board of a row."""
    column, cell, lane, deep, over = board.column, board.cell, board.lane, board.deep, board.over
    size, room, rules = board.size, board.room, board.deck.rules
    cards = np.uint64(len(board.deck.onto))
    room[FREE], room[EMPTY], room[GONE], room[MADE] = ZERO, ZERO, ZERO, ZERO
    for each in range(cards):
        over[each] = NONE
    for each in range(cards):
        below = np.uint64(kept[row, each])
        if below < CELL:
            over[below] = each
        elif below == HOME:
            lane[each] = HOME
            room[GONE] |= ONE << np.uint64(each)
    for at in range(rules[FREE_CELLS]):
        card = np.uint64(kept[row, PARKED + at])
        cell[at] = card
        if card == NONE:
            room[FREE] += ONE
        else:
            lane[card] = CELL
    for at in range(rules[COLUMNS]):
        card, many = np.uint64(kept[row, COLUMN + at]), ZERO
        if card == NONE:
            room[EMPTY] += ONE
        while card != NONE:
            column[at, many] = card
            lane[card] = at
            deep[card] = many
            many += ONE
            card = np.uint64(over[card])
        size[at] = many


@register_jitable
def store(row: np.uint64, kept: Bytes, board: Board) -> None:
    """Write the board to a row."""
    column, cell, size, rules = board.column, board.cell, board.size, board.deck.rules
    cards = np.uint64(len(board.deck.onto))
    for each in range(cards):
        kept[row, each] = HOME
    for each in range(cards, KEY):
        kept[row, each] = ZERO
    for at in range(np.uint64(MOST_CELLS)):
        card = np.uint64(cell[at]) if at < rules[FREE_CELLS] else NONE
        kept[row, PARKED + at] = card
        if card != NONE:
            kept[row, card] = CELL
    for at in range(np.uint64(MOST_COLUMNS)):
        kept[row, COLUMN + at] = NONE
        below = TABLE
        if at < rules[COLUMNS] and size[at]:
            kept[row, COLUMN + at] = column[at, ZERO]
            for height in range(size[at]):
                card = np.uint64(column[at, height])
                kept[row, card] = below
                below = card


@register_jitable
def note(
    card: np.uint64, place: np.uint64, many: np.uint64, free: np.uint64, spare: np.uint64, board: Board
) -> None:
    """Write a move."""
    room, made = board.room, board.made
    at = room[MADE]
    made[at, 0], made[at, 1], made[at, 2], made[at, 3], made[at, 4] = card, place, many, free, spare
    room[MADE] = at + ONE


@register_jitable
def empty_column(nth: np.uint64, board: Board) -> np.uint64:
    """The empty column with so many empty ones to the left of it; there must be one."""
    size, at = board.size, ZERO
    while size[at] or nth:
        if not size[at]:
            nth -= ONE
        at += ONE
    return at


@register_jitable
def lift(card: np.uint64, board: Board) -> None:
    """Take a card off the board: the last of its column, or one in a cell."""
    cell, lane, size, room = board.cell, board.lane, board.size, board.room
    at = np.uint64(lane[card])
    if at == CELL:
        at = ZERO
        while np.uint64(cell[at]) != card:
            at += ONE
        cell[at] = NONE
        room[FREE] += ONE
        return
    size[at] -= ONE
    if not size[at]:
        room[EMPTY] += ONE


@register_jitable
def lay(card: np.uint64, at: np.uint64, board: Board) -> None:
    """Put a card at the end of a column."""
    column, lane, deep, size, room = board.column, board.lane, board.deep, board.size, board.room
    if not size[at]:
        room[EMPTY] -= ONE
    column[at, size[at]] = card
    lane[card] = at
    deep[card] = size[at]
    size[at] += ONE


@register_jitable
def park(card: np.uint64, board: Board) -> None:
    """Move the last card of a column to the leftmost free cell, else to the leftmost empty column."""
    cell, lane, room = board.cell, board.lane, board.room
    if room[FREE]:
        note(card, CELL, ONE, ZERO, ZERO, board)
        lift(card, board)
        at = ZERO
        while np.uint64(cell[at]) != NONE:
            at += ONE
        cell[at] = card
        lane[card] = CELL
        room[FREE] -= ONE
        return
    note(card, TABLE, ONE, ZERO, ZERO, board)
    at = empty_column(ZERO, board)
    lift(card, board)
    lay(card, at, board)


@register_jitable
def shift(card: np.uint64, place: np.uint64, board: Board) -> None:
    """Move a card, with all that lies on it, onto a last card or (TABLE) to an empty column."""
    column, lane, deep, size, room = board.column, board.lane, board.deep, board.size, board.room
    landing, rules = board.landing, board.deck.rules
    source, free, spare = np.uint64(lane[card]), room[FREE], room[EMPTY]
    if rules[FILL]:
        spare = ZERO
    elif place == TABLE:
        spare -= ONE
    if source == CELL:
        target = empty_column(ZERO, board) if place == TABLE else np.uint64(lane[place])
        note(card, place, ONE, ZERO, ZERO, board)
        lift(card, board)
        lay(card, target, board)
        return
    first, many = np.uint64(deep[card]), size[source] - np.uint64(deep[card])
    if place != TABLE:
        target = np.uint64(lane[place])
    elif rules[UNLIMITED]:
        target = empty_column(ZERO, board)
    else:
        target = empty_column(np.uint64(landing[many, free, spare + ONE]), board)
    together = ONE if rules[UNLIMITED] else many
    note(card, place, together, free, spare, board)
    if not size[target]:
        room[EMPTY] -= ONE
    for above in range(many):
        moved = np.uint64(column[source, first + above])
        if ZERO < above < together:
            note(moved, np.uint64(column[source, first + above - ONE]), ZERO, ZERO, ZERO, board)
        column[target, size[target]] = moved
        lane[moved] = target
        deep[moved] = size[target]
        size[target] += ONE
    size[source] = first
    if not first:
        room[EMPTY] += ONE


@register_jitable
def send_home(card: np.uint64, board: Board) -> None:
    """Move a card home."""
    lane, room = board.lane, board.room
    note(card, HOME, ONE, ZERO, ZERO, board)
    lift(card, board)
    lane[card] = HOME
    room[GONE] |= ONE << card


@register_jitable
def is_open(card: np.uint64, board: Board) -> bool:
    """Whether a card that is not home can move by itself."""
    column, lane, size = board.column, board.lane, board.size
    at = np.uint64(lane[card])
    return at == CELL or np.uint64(column[at, size[at] - ONE]) == card


@register_jitable
def send_safe_home(board: Board) -> None:
    """Make all home moves that no plan can regret."""
    room, deck = board.room, board.deck.rules[DECK]
    again = True
    while again:
        again = False
        ready = next_home(room[GONE], deck)
        while ready:
            card = count_trailing_zeros(ready)
            ready &= ready - ONE
            if is_safe(card, room[GONE], board.deck.needs) and is_open(card, board):
                send_home(card, board)
                again = True
