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
    rules   RULES         uint64  NUMBER_OF_CELLS, NUMBER_OF_COLUMNS, CARDS, FILL, UNLIMITED as in the
                                  contract of FreeCell kernels; FORCED: 1 if safe home moves are made at once
    onto    cards         uint64  the cards that a card may be built on, as bits
    needs   cards, 2      uint64  as in `accord_native.freecell.state`
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
from accord_native.freecell.layout import CELL, HOME, NONE, TABLE
from accord_native.freecell.moves.layout import (
    CARDS,
    COLUMN,
    EMPTY,
    FILL,
    FREE,
    GONE,
    KEY,
    MADE,
    MOST_CELLS,
    MOST_COLUMNS,
    NUMBER_OF_CELLS,
    NUMBER_OF_COLUMNS,
    PARKED,
    UNLIMITED,
    Landing,
)
from accord_native.words import FOUR, ONE, ZERO, Bytes, Words


@register_jitable
def load(
    row: np.uint64,
    kept: Bytes,
    column: Bytes,
    cell: Bytes,
    lane: Bytes,
    deep: Bytes,
    size: Words,
    room: Words,
    rules: Words,
    over: Bytes,
) -> None:
    """Set up the board of a row."""
    room[FREE], room[EMPTY], room[GONE], room[MADE] = ZERO, ZERO, ZERO, ZERO
    for each in range(rules[CARDS]):
        over[each] = NONE
    for each in range(rules[CARDS]):
        below = np.uint64(kept[row, each])
        if below < CELL:
            over[below] = each
        elif below == HOME:
            lane[each] = HOME
            room[GONE] |= ONE << np.uint64(each)
    for at in range(rules[NUMBER_OF_CELLS]):
        card = np.uint64(kept[row, PARKED + at])
        cell[at] = card
        if card == NONE:
            room[FREE] += ONE
        else:
            lane[card] = CELL
    for at in range(rules[NUMBER_OF_COLUMNS]):
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
def store(row: np.uint64, kept: Bytes, column: Bytes, cell: Bytes, size: Words, rules: Words) -> None:
    """Write the board to a row."""
    for each in range(rules[CARDS]):
        kept[row, each] = HOME
    for each in range(rules[CARDS], KEY):
        kept[row, each] = ZERO
    for at in range(np.uint64(MOST_CELLS)):
        card = np.uint64(cell[at]) if at < rules[NUMBER_OF_CELLS] else NONE
        kept[row, PARKED + at] = card
        if card != NONE:
            kept[row, card] = CELL
    for at in range(np.uint64(MOST_COLUMNS)):
        kept[row, COLUMN + at] = NONE
        below = TABLE
        if at < rules[NUMBER_OF_COLUMNS] and size[at]:
            kept[row, COLUMN + at] = column[at, ZERO]
            for height in range(size[at]):
                card = np.uint64(column[at, height])
                kept[row, card] = below
                below = card


@register_jitable
def note(
    card: np.uint64,
    place: np.uint64,
    many: np.uint64,
    free: np.uint64,
    spare: np.uint64,
    made: Bytes,
    room: Words,
) -> None:
    """Write a move."""
    at = room[MADE]
    made[at, 0], made[at, 1], made[at, 2], made[at, 3], made[at, 4] = card, place, many, free, spare
    room[MADE] = at + ONE


@register_jitable
def last(at: np.uint64, column: Bytes, size: Words) -> np.uint64:
    """The last card of a column; NONE if it is empty."""
    return np.uint64(column[at, size[at] - ONE]) if size[at] else NONE


@register_jitable
def empty_column(nth: np.uint64, size: Words) -> np.uint64:
    """The empty column with so many empty ones to the left of it; there must be one."""
    at = ZERO
    while size[at] or nth:
        if not size[at]:
            nth -= ONE
        at += ONE
    return at


@register_jitable
def lift(card: np.uint64, cell: Bytes, lane: Bytes, size: Words, room: Words) -> None:
    """Take a card off the board: the last of its column, or one in a cell."""
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
def lay(
    card: np.uint64, at: np.uint64, column: Bytes, lane: Bytes, deep: Bytes, size: Words, room: Words
) -> None:
    """Put a card at the end of a column."""
    if not size[at]:
        room[EMPTY] -= ONE
    column[at, size[at]] = card
    lane[card] = at
    deep[card] = size[at]
    size[at] += ONE


@register_jitable
def park(
    card: np.uint64,
    column: Bytes,
    cell: Bytes,
    lane: Bytes,
    deep: Bytes,
    size: Words,
    room: Words,
    made: Bytes,
) -> None:
    """Move the last card of a column to the leftmost free cell, else to the leftmost empty column."""
    if room[FREE]:
        note(card, CELL, ONE, ZERO, ZERO, made, room)
        lift(card, cell, lane, size, room)
        at = ZERO
        while np.uint64(cell[at]) != NONE:
            at += ONE
        cell[at] = card
        lane[card] = CELL
        room[FREE] -= ONE
        return
    note(card, TABLE, ONE, ZERO, ZERO, made, room)
    at = empty_column(ZERO, size)
    lift(card, cell, lane, size, room)
    lay(card, at, column, lane, deep, size, room)


@register_jitable
def shift(
    card: np.uint64,
    place: np.uint64,
    column: Bytes,
    cell: Bytes,
    lane: Bytes,
    deep: Bytes,
    size: Words,
    room: Words,
    rules: Words,
    landing: Landing,
    made: Bytes,
) -> None:
    """Move a card, with all that lies on it, onto a last card or (TABLE) to an empty column."""
    source, free, spare = np.uint64(lane[card]), room[FREE], room[EMPTY]
    if rules[FILL]:
        spare = ZERO
    elif place == TABLE:
        spare -= ONE
    if source == CELL:
        target = empty_column(ZERO, size) if place == TABLE else np.uint64(lane[place])
        note(card, place, ONE, ZERO, ZERO, made, room)
        lift(card, cell, lane, size, room)
        lay(card, target, column, lane, deep, size, room)
        return
    first, many = np.uint64(deep[card]), size[source] - np.uint64(deep[card])
    if place != TABLE:
        target = np.uint64(lane[place])
    elif rules[UNLIMITED]:
        target = empty_column(ZERO, size)
    else:
        target = empty_column(np.uint64(landing[many, free, spare + ONE]), size)
    together = ONE if rules[UNLIMITED] else many
    note(card, place, together, free, spare, made, room)
    if not size[target]:
        room[EMPTY] -= ONE
    for above in range(many):
        moved = np.uint64(column[source, first + above])
        if ZERO < above < together:
            note(moved, np.uint64(column[source, first + above - ONE]), ZERO, ZERO, ZERO, made, room)
        column[target, size[target]] = moved
        lane[moved] = target
        deep[moved] = size[target]
        size[target] += ONE
    size[source] = first
    if not first:
        room[EMPTY] += ONE


@register_jitable
def send_home(card: np.uint64, cell: Bytes, lane: Bytes, size: Words, room: Words, made: Bytes) -> None:
    """Move a card home."""
    note(card, HOME, ONE, ZERO, ZERO, made, room)
    lift(card, cell, lane, size, room)
    lane[card] = HOME
    room[GONE] |= ONE << card


@register_jitable
def next_home(room: Words, rules: Words) -> np.uint64:
    """The cards whose turn it is to go home, wherever they are, as bits."""
    deck = (ONE << rules[CARDS]) - ONE
    return (room[GONE] << FOUR | np.uint64(15)) & ~room[GONE] & deck


@register_jitable
def is_open(card: np.uint64, column: Bytes, lane: Bytes, size: Words) -> bool:
    """Whether a card that is not home can move by itself."""
    at = np.uint64(lane[card])
    return at == CELL or np.uint64(column[at, size[at] - ONE]) == card


@register_jitable
def send_safe_home(
    column: Bytes, cell: Bytes, lane: Bytes, size: Words, room: Words, rules: Words, needs: Words, made: Bytes
) -> None:
    """Make all home moves that no plan can regret."""
    again = True
    while again:
        again = False
        ready = next_home(room, rules)
        while ready:
            card = count_trailing_zeros(ready)
            ready &= ready - ONE
            safe = not needs[card, 0] & ~room[GONE] or not needs[card, 1] & ~room[GONE]
            if safe and is_open(card, column, lane, size):
                send_home(card, cell, lane, size, room, made)
                again = True
