"""A FreeCell board for Fish's lecture search: loaded from a stored row, moved card by card, moves noted.

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
from accord_native.freecell import layout as game
from accord_native.freecell.moves import layout
from accord_native.freecell.moves.layout import Board
from accord_native.freecell.rules import is_safe, next_home
from accord_native.words import ONE, ZERO, Bytes


@register_jitable
def load(row: np.uint64, kept: Bytes, board: Board) -> None:
    """Set up the board of a row."""
    column, cell, lane, deep, over = board.column, board.cell, board.lane, board.deep, board.over
    size, room, rules = board.size, board.room, board.deck.rules
    cards = np.uint64(len(board.deck.onto))
    room[layout.FREE], room[layout.EMPTY], room[layout.GONE], room[layout.MADE] = ZERO, ZERO, ZERO, ZERO
    for each in range(cards):
        over[each] = game.NONE
    for each in range(cards):
        below = np.uint64(kept[row, each])
        if below < game.CELL:
            over[below] = each
        elif below == game.HOME:
            lane[each] = game.HOME
            room[layout.GONE] |= ONE << np.uint64(each)
    for at in range(rules[game.FREE_CELLS]):
        card = np.uint64(kept[row, layout.PARKED + at])
        cell[at] = card
        if card == game.NONE:
            room[layout.FREE] += ONE
        else:
            lane[card] = game.CELL
    for at in range(rules[game.COLUMNS]):
        card, many = np.uint64(kept[row, layout.COLUMN + at]), ZERO
        if card == game.NONE:
            room[layout.EMPTY] += ONE
        while card != game.NONE:
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
        kept[row, each] = game.HOME
    for each in range(cards, layout.KEY):
        kept[row, each] = ZERO
    for at in range(np.uint64(layout.MOST_CELLS)):
        card = np.uint64(cell[at]) if at < rules[game.FREE_CELLS] else game.NONE
        kept[row, layout.PARKED + at] = card
        if card != game.NONE:
            kept[row, card] = game.CELL
    for at in range(np.uint64(layout.MOST_COLUMNS)):
        kept[row, layout.COLUMN + at] = game.NONE
        below = game.TABLE
        if at < rules[game.COLUMNS] and size[at]:
            kept[row, layout.COLUMN + at] = column[at, ZERO]
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
    at = room[layout.MADE]
    made[at, 0], made[at, 1], made[at, 2], made[at, 3], made[at, 4] = card, place, many, free, spare
    room[layout.MADE] = at + ONE


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
    if at == game.CELL:
        at = ZERO
        while np.uint64(cell[at]) != card:
            at += ONE
        cell[at] = game.NONE
        room[layout.FREE] += ONE
        return
    size[at] -= ONE
    if not size[at]:
        room[layout.EMPTY] += ONE


@register_jitable
def lay(card: np.uint64, at: np.uint64, board: Board) -> None:
    """Put a card at the end of a column."""
    column, lane, deep, size, room = board.column, board.lane, board.deep, board.size, board.room
    if not size[at]:
        room[layout.EMPTY] -= ONE
    column[at, size[at]] = card
    lane[card] = at
    deep[card] = size[at]
    size[at] += ONE


@register_jitable
def park(card: np.uint64, board: Board) -> None:
    """Move the last card of a column to the leftmost free cell, else to the leftmost empty column."""
    cell, lane, room = board.cell, board.lane, board.room
    if room[layout.FREE]:
        note(card, game.CELL, ONE, ZERO, ZERO, board)
        lift(card, board)
        at = ZERO
        while np.uint64(cell[at]) != game.NONE:
            at += ONE
        cell[at] = card
        lane[card] = game.CELL
        room[layout.FREE] -= ONE
        return
    note(card, game.TABLE, ONE, ZERO, ZERO, board)
    at = empty_column(ZERO, board)
    lift(card, board)
    lay(card, at, board)


@register_jitable
def shift(card: np.uint64, place: np.uint64, board: Board) -> None:
    """Move a card, with all that lies on it, onto a last card or (TABLE) to an empty column."""
    column, lane, deep, size, room = board.column, board.lane, board.deep, board.size, board.room
    landing, rules = board.landing, board.deck.rules
    source, free, spare = np.uint64(lane[card]), room[layout.FREE], room[layout.EMPTY]
    if rules[game.FILL]:
        spare = ZERO
    elif place == game.TABLE:
        spare -= ONE
    if source == game.CELL:
        target = empty_column(ZERO, board) if place == game.TABLE else np.uint64(lane[place])
        note(card, place, ONE, ZERO, ZERO, board)
        lift(card, board)
        lay(card, target, board)
        return
    first, many = np.uint64(deep[card]), size[source] - np.uint64(deep[card])
    if place != game.TABLE:
        target = np.uint64(lane[place])
    elif rules[game.UNLIMITED]:
        target = empty_column(ZERO, board)
    else:
        target = empty_column(np.uint64(landing[many, free, spare + ONE]), board)
    together = ONE if rules[game.UNLIMITED] else many
    note(card, place, together, free, spare, board)
    if not size[target]:
        room[layout.EMPTY] -= ONE
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
        room[layout.EMPTY] += ONE


@register_jitable
def send_home(card: np.uint64, board: Board) -> None:
    """Move a card home."""
    lane, room = board.lane, board.room
    note(card, game.HOME, ONE, ZERO, ZERO, board)
    lift(card, board)
    lane[card] = game.HOME
    room[layout.GONE] |= ONE << card


@register_jitable
def is_open(card: np.uint64, board: Board) -> bool:
    """Whether a card that is not home can move by itself."""
    column, lane, size = board.column, board.lane, board.size
    at = np.uint64(lane[card])
    return at == game.CELL or np.uint64(column[at, size[at] - ONE]) == card


@register_jitable
def send_safe_home(board: Board) -> None:
    """Make all home moves that no plan can regret."""
    room, deck = board.room, board.deck.rules[game.DECK]
    again = True
    while again:
        again = False
        ready = next_home(room[layout.GONE], deck)
        while ready:
            card = count_trailing_zeros(ready)
            ready &= ready - ONE
            if is_safe(card, room[layout.GONE], board.deck.needs) and is_open(card, board):
                send_home(card, board)
                again = True
