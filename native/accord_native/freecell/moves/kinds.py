"""Kernel functions that find each kind of FreeCell move of Fish's lecture separately.

    0  the last card of a column home
    1  a card from a cell home
    2  a card from a cell onto a card of a column, when what covers that has been parked
    3  a deeper card home, when what covers it has been parked
    4  a run, which lies on no card it may be built on, onto a card of another column, when what covers the
       one and then the other has been parked
    5  a card that lies on none it may be built on, onto a card deeper in its column, all between parked
    6  a run that is not a column by itself to an empty column, when what covers it has been parked
    7  a card from a cell to an empty column
    8  the end of a run, which lies on a card it may be built on and ends its column, onto a card of another
       column, when what covers that has been parked
    9  all cards of a column to the cells, if no column is empty

To park is to move card by card to free cells, then to empty columns. A card is never covered that a card lies
on which is built on it. A run is cards of a column each of which is built on the one below; it moves if it
could be carried card by card. These are the kinds of Freecell Solver (S. Fish, 2000), in our words.

    name   shape  dtype   meaning
    -----  -----  ------  ---------------------------------------------------------------------------
    child  most   uint64  a move: the kind, << 8 the CARD, << 16 the PLACE it goes to or, for kind 6,
                          the last card of its run, << 24 that (ENDS) for kinds 4, 5 and 8

`find` appends the moves of a kind by source, in the order of columns and cells and of a column the deepest
first, then by target in that order; `make` plays one. The other arrays are as in
`board`.

Example: columns 2H AS and 3C, two free cells, AC home: kind 4 parks AS and moves 2H onto 3C;
kind 3 finds nothing; kind 0 sends AS home.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros
from accord_native.freecell.layout import CELL, COLUMNS, DECK, FILL, FREE_CELLS, NONE, TABLE
from accord_native.freecell.moves import layout
from accord_native.freecell.moves.board import park, send_home, shift
from accord_native.freecell.moves.layout import Board
from accord_native.freecell.rules import may_fill, most_together, next_home
from accord_native.words import ONE, ZERO, Words


@register_jitable
def is_built(at: np.uint64, height: np.uint64, board: Board) -> bool:
    """Whether the card at that height of a column lies on one that it may be built on."""
    column, onto = board.column, board.deck.onto
    if not height:
        return False
    return onto[column[at, height]] >> np.uint64(column[at, height - ONE]) & ONE != ZERO


@register_jitable
def covers(card: np.uint64, board: Board) -> np.uint64:
    """How many cards lie on a card of a column; NONE if the first of them is built on it."""
    lane, deep, size = board.lane, board.deep, board.size
    at, height = np.uint64(lane[card]), np.uint64(deep[card]) + ONE
    if height < size[at] and is_built(np.uint64(at), height, board):
        return NONE
    return size[at] - height


@register_jitable
def parking(board: Board) -> np.uint64:
    """How many cards can be parked."""
    room, rules = board.room, board.deck.rules
    return room[layout.FREE] + (ZERO if rules[FILL] else room[layout.EMPTY])


@register_jitable
def left_together(parked: np.uint64, aside: np.uint64, board: Board) -> np.uint64:
    """How many cards can move together when so many are parked and so many empty columns are set aside."""
    room = board.room
    in_cells = min(parked, room[layout.FREE])
    return most_together(
        room[layout.FREE] - in_cells, room[layout.EMPTY] - aside - (parked - in_cells), board.deck.rules
    )


@register_jitable
def parents(card: np.uint64, board: Board) -> np.uint64:
    """The cards in columns that a card may be built on, as bits."""
    lane, onto = board.lane, board.deck.onto
    rest, found = onto[card], ZERO
    while rest:
        other = count_trailing_zeros(rest)
        rest &= rest - ONE
        if np.uint64(lane[other]) < CELL:
            found |= ONE << other
    return found


@register_jitable
def leftmost(cards: np.uint64, board: Board) -> np.uint64:
    """Return, of cards in columns, the one in the leftmost column."""
    lane = board.lane
    best, at = count_trailing_zeros(cards), NONE
    while cards:
        card = count_trailing_zeros(cards)
        cards &= cards - ONE
        if np.uint64(lane[card]) < at:
            best, at = card, np.uint64(lane[card])
    return best


@register_jitable
def find_home(kind: np.uint64, child: Words, found: np.uint64, board: Board) -> np.uint64:
    """Moves home: kinds 0, 1 and 3."""
    column, cell, size, rules = board.column, board.cell, board.size, board.deck.rules
    ready = next_home(board.room[layout.GONE], rules[DECK])
    if kind == layout.HOME_FROM_CELL:
        for at in range(rules[FREE_CELLS]):
            card = np.uint64(cell[at])
            if card != NONE and ready >> card & ONE:
                child[found] = kind | card << layout.CARD
                found += ONE
        return found
    for at in range(rules[COLUMNS]):
        for height in range(size[at]):
            card = np.uint64(column[at, height])
            if not ready >> card & ONE:
                continue
            above = size[at] - height - ONE
            if (above == ZERO) if kind == layout.HOME_FROM_COLUMN else (ZERO < above <= parking(board)):
                child[found] = kind | card << layout.CARD
                found += ONE
    return found


@register_jitable
def find_from_cells(kind: np.uint64, child: Words, found: np.uint64, board: Board) -> np.uint64:
    """Moves of a card in a cell: kinds 2 and 7."""
    cell, room, rules = board.cell, board.room, board.deck.rules
    for at in range(rules[FREE_CELLS]):
        card = np.uint64(cell[at])
        if card == NONE:
            continue
        if kind == layout.CELL_TO_EMPTY:
            if room[layout.EMPTY] and may_fill(card, rules[FILL], np.uint64(len(board.deck.onto))):
                child[found] = kind | card << layout.CARD
                found += ONE
            continue
        rest = parents(card, board)
        while rest:
            place = leftmost(rest, board)
            rest &= ~(ONE << place)
            above = covers(place, board)
            if above != NONE and above <= parking(board):
                child[found] = kind | card << layout.CARD | place << layout.PLACE
                found += ONE
    return found


@register_jitable
def find_onto(kind: np.uint64, child: Words, found: np.uint64, board: Board) -> np.uint64:
    """Moves from a column onto cards: kinds 4, 5 and 8."""
    column, lane, deep, size, rules = board.column, board.lane, board.deep, board.size, board.deck.rules
    for at in range(rules[COLUMNS]):
        end = ZERO  # where the run that a card is of ends
        for height in range(size[at]):
            if height == end:
                end += ONE
                while end < size[at] and is_built(np.uint64(at), end, board):
                    end += ONE
            card, many, on_it = np.uint64(column[at, height]), end - height, size[at] - end
            built = is_built(np.uint64(at), np.uint64(height), board)
            if built != (kind == layout.RUN_ELSEWHERE) or (built and on_it):
                continue
            rest = parents(card, board)
            while rest:
                place = leftmost(rest, board)
                rest &= ~(ONE << place)
                same = np.uint64(lane[place]) == at
                if same != (kind == layout.ONTO_SAME_COLUMN) or (same and np.uint64(deep[place]) > height):
                    continue
                above = covers(place, board)
                if above == NONE:
                    continue
                if not same:
                    above += on_it
                if above > parking(board):
                    continue
                if same or many <= left_together(above, ZERO, board):
                    last_of_run = np.uint64(column[at, height + many - ONE])
                    child[found] = (
                        kind | card << layout.CARD | place << layout.PLACE | last_of_run << layout.ENDS
                    )
                    found += ONE
    return found


@register_jitable
def find_to_empty(child: Words, found: np.uint64, board: Board) -> np.uint64:
    """Moves of runs to an empty column: kind 6."""
    column, size, room, rules = board.column, board.size, board.room, board.deck.rules
    if not room[layout.EMPTY]:
        return found
    for at in range(rules[COLUMNS]):
        height = ZERO
        while height < size[at]:
            head = height
            height += ONE
            while height < size[at] and is_built(np.uint64(at), height, board):
                height += ONE
            card, end = np.uint64(column[at, head]), np.uint64(column[at, height - ONE])
            above = size[at] - height
            if not head or not may_fill(card, rules[FILL], np.uint64(len(board.deck.onto))):
                continue
            if above + (ZERO if rules[FILL] else ONE) > parking(board):
                continue
            if height - head <= left_together(above, ONE, board):
                child[found] = layout.RUN_TO_EMPTY | card << layout.CARD | end << layout.PLACE
                found += ONE
    return found


@register_jitable
def find(kind: np.uint64, child: Words, found: np.uint64, board: Board) -> np.uint64:
    """Append the moves of a kind; returns how many there are then."""
    column, size, room, rules = board.column, board.size, board.room, board.deck.rules
    if kind in (layout.HOME_FROM_COLUMN, layout.HOME_FROM_CELL, layout.HOME_FROM_BELOW):
        return find_home(kind, child, found, board)
    if kind in (layout.CELL_ONTO_CARD, layout.CELL_TO_EMPTY):
        return find_from_cells(kind, child, found, board)
    if kind in (layout.RUN_ONTO_CARD, layout.ONTO_SAME_COLUMN, layout.RUN_ELSEWHERE):
        return find_onto(kind, child, found, board)
    if kind == layout.RUN_TO_EMPTY:
        return find_to_empty(child, found, board)
    if not room[layout.EMPTY]:
        for at in range(rules[COLUMNS]):
            if size[at] <= room[layout.FREE]:
                child[found] = layout.EMPTIED | np.uint64(column[at, 0]) << layout.CARD
                found += ONE
    return found


@register_jitable
def park_above(card: np.uint64, board: Board) -> None:
    """Park what covers a card."""
    at = np.uint64(board.lane[card])
    while True:
        top = np.uint64(board.column[at, board.size[at] - ONE])
        if top == card:
            return
        park(top, board)


@register_jitable
def make(move: np.uint64, board: Board) -> None:
    """Play a move that `find` found, and append its parts to `made`."""
    kind, card, place = move & layout.LOW, move >> layout.CARD & layout.LOW, move >> layout.PLACE & layout.LOW
    uncovered = place
    if kind in (layout.HOME_FROM_BELOW, layout.EMPTIED):
        uncovered = card
    elif kind in (layout.HOME_FROM_COLUMN, layout.HOME_FROM_CELL, layout.CELL_TO_EMPTY):
        uncovered = NONE
    if kind == layout.RUN_ONTO_CARD:
        park_above(move >> layout.ENDS & layout.LOW, board)
    if uncovered != NONE:
        park_above(uncovered, board)
    if kind == layout.EMPTIED:
        park(card, board)
    elif kind in (layout.RUN_TO_EMPTY, layout.CELL_TO_EMPTY):
        shift(card, TABLE, board)
    elif kind in (layout.HOME_FROM_COLUMN, layout.HOME_FROM_CELL, layout.HOME_FROM_BELOW):
        send_home(card, board)
    else:
        shift(card, place, board)
