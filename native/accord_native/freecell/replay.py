"""Kernel that replays FreeCell plans: checks each card move by the rules, and joins them into player's moves.

It knows columns and cells as a player has them, and one deck. `replay` plays card moves, and joins them into
the moves that a player would write down: cards that go one by one through cells and empty columns, so that
they lie in another column as before, are one move. `deal` deals as Microsoft's program did,
and `replay_deals` does both for many deals.

    deal(number, board, deck)
    replay(rules, board, moves, played, other, state)
        -> 0 and the number of player's moves in state[0], if all is legal and every card is home at the end;
           else the number of the first illegal move, from 1; len(moves) + 1 if there is none
    replay_deals(rules, numbers, parts, moves, ends, board, deck, played, other, state)
        -> 0 if so for each of many plans, of the deals of these numbers; else the first plan, from 1,
           for which it is not

    name       shape         dtype   meaning
    ---------  ------------  ------  ----------------------------------------------------------------------
    number     -             uint64  of the deal, 1 .. 2^31 - 1, of a full deck
    numbers    plans         uint64  of many deals
    rules      6             uint64  cells, columns, ranks, build (0 other colour, 1 suit, 2 any suit), who
                                     may go to an empty column (0 any card, 1 kings, 2 none), sequences (0
                                     as many as one by one, 1 unlimited: a card takes those on it along)
    board      Board                 is played on
      columns  columns, ROOM uint8   the cards of each column, the deepest first
      lengths  columns       uint64  how many they are
      cells    cells         uint8   the card in each, or EMPTY
      home     4             uint8   how many cards of each suit are home
    moves      moves, 2      uint8   a card, and the card it goes onto, or CELL, TABLE (an empty column),
                                     HOME; of cells and of empty columns the leftmost is taken
    parts      plans, 3      uint64  of each deal, whether it has a plan (else nothing is played), the first
                                     of its rows in `moves`, and how many they are
    ends       plans         uint64  the rows of `played` up to the end of each plan
    played     >= moves, 4   uint8   a player's move: from, to, how many cards, 1 if it went to an empty
                                     column from another and more cards could have gone. Columns are 0, 1,
                                     ..; cells FIRST_CELL, ..; home is AT_HOME. With no rows at all plans are
                                     played and not written: card by card, which is as strict
    deck       52            uint8   scratch
    other      Board                 scratch: the board that is played ahead on
    state      1             uint64  how many rows of `played` there are

Cards: rank * 4 + suit; clubs, diamonds, hearts, spades; the two in the middle are red.

Example: one column 3S 2D AC, one 3C, two free cells. AC home, 2D onto 3C is the moves (0, HOME), (5, 8).
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell.replay_layout import (
    AT_HOME,
    BUILD,
    CELL,
    EMPTY,
    FILL,
    FIRST_CELL,
    HOME,
    MOVING,
    NOWHERE,
    RANKS,
    TABLE,
    Board,
)
from accord_native.jit import inline, jit
from accord_native.words import FOUR, ONE, TWO, ZERO, ByteRows, Bytes, WordRows, Words


@inline
def deal_own(number: np.uint64, board: Board, deck: Bytes) -> None:
    """Deal as `deal` does, for this kernel alone."""
    columns, lengths = board.columns, board.lengths
    for card in range(52):
        deck[card] = card
    for each in range(len(lengths)):
        lengths[each] = ZERO
    for each in range(len(board.cells)):
        board.cells[each] = EMPTY
    for each in range(4):
        board.home[each] = 0
    seed, column = number, ZERO
    for turn in range(52):
        left = np.uint64(52 - turn)
        seed = (seed * np.uint64(214013) + np.uint64(2531011)) & np.uint64(0x7FFFFFFF)
        at = (seed >> np.uint64(16)) % left
        columns[column, lengths[column]] = deck[at]
        lengths[column] += ONE
        deck[at] = deck[left - ONE]
        column = column + ONE if column + ONE < np.uint64(len(lengths)) else ZERO


@jit(counted=False)
def deal(number: np.uint64, board: Board, deck: Bytes) -> None:
    """Deal a full deck to the columns in turn, all other places empty; see the head of this file."""
    deal_own(number, board, deck)


@inline
def may_lie_on(rules: Words, lower: np.uint64, upper: np.uint64) -> bool:
    """Whether one card may lie on the other in a column."""
    if upper // FOUR + ONE != lower // FOUR:
        return False
    one, other = upper % FOUR, lower % FOUR
    if rules[BUILD] == ONE:
        return bool(one == other)
    red, other_red = ONE <= one <= TWO, ONE <= other <= TWO
    return bool(rules[BUILD] == TWO or red != other_red)


@inline
def may_fill(rules: Words, card: np.uint64) -> bool:
    """Whether a card may go to an empty column."""
    return bool(rules[FILL] == ZERO or (rules[FILL] == ONE and card // FOUR + ONE == rules[RANKS]))


@inline
def place(board: Board, card: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return where a card is, and how many cards lie on it; NOWHERE if it is in no column and no cell."""
    columns, lengths, cells = board.columns, board.lengths, board.cells
    for column in range(len(lengths)):  # nearly always it is the last
        length = lengths[column]
        if length > ZERO and np.uint64(columns[column, length - ONE]) == card:
            return np.uint64(column), ZERO
    for cell in range(len(cells)):
        if np.uint64(cells[cell]) == card:
            return FIRST_CELL + np.uint64(cell), ZERO
    for column in range(len(lengths)):
        for at in range(lengths[column]):
            if np.uint64(columns[column, at]) == card:
                return np.uint64(column), lengths[column] - np.uint64(at) - ONE
    return NOWHERE, ZERO


@inline
def limit(rules: Words, board: Board, target: np.uint64) -> np.uint64:
    """How many cards may go together to a column."""
    if rules[MOVING] == ONE:
        return FOUR * rules[RANKS]
    free, spare = ONE, ZERO
    for cell in range(len(board.cells)):
        if np.uint64(board.cells[cell]) == EMPTY:
            free += ONE
    if rules[FILL] == ZERO:
        for column in range(len(board.lengths)):
            if board.lengths[column] == ZERO and np.uint64(column) != target:
                spare += ONE
    return free << spare


@inline
def run(rules: Words, board: Board, column: np.uint64) -> np.uint64:
    """How many of a column's last cards are built on each other."""
    columns, count = board.columns, ONE
    while count < board.lengths[column]:
        at = board.lengths[column] - count
        if not may_lie_on(rules, np.uint64(columns[column, at - ONE]), np.uint64(columns[column, at])):
            break
        count += ONE
    return count


@inline
def most(rules: Words, board: Board, source: np.uint64, target: np.uint64) -> np.uint64:
    """How many cards of a column may go together to an empty one, at most."""
    columns, length = board.columns, board.lengths[source]
    count = min(run(rules, board, source), limit(rules, board, target))
    while count > ZERO and not may_fill(rules, np.uint64(columns[source, length - count])):
        count -= ONE
    return count


@inline
def step(
    rules: Words, board: Board, card: np.uint64, onto: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Play a card move: where from, where to, how many cards; (NOWHERE, ...) if it is illegal."""
    columns, lengths, cells, home = board.columns, board.lengths, board.cells, board.home
    illegal = NOWHERE, NOWHERE, ZERO
    source, above = place(board, card)
    if source == NOWHERE or card >= FOUR * rules[RANKS]:
        return illegal
    count, target = above + ONE, NOWHERE
    if count > ONE:
        together = rules[MOVING] == ONE and onto not in (CELL, HOME)
        if not together or run(rules, board, source) < count:
            return illegal
    if onto == HOME:
        if np.uint64(home[card % FOUR]) != card // FOUR:
            return illegal
        target = AT_HOME
    elif onto == CELL:
        for cell in range(len(cells)):
            if target == NOWHERE and np.uint64(cells[cell]) == EMPTY:
                target = FIRST_CELL + np.uint64(cell)
    else:
        for column in range(len(lengths)):
            length = lengths[column]
            if onto == TABLE and target == NOWHERE and length == ZERO and may_fill(rules, card):
                target = np.uint64(column)
            last = onto != TABLE and length > ZERO and np.uint64(columns[column, length - ONE]) == onto
            if last and may_lie_on(rules, onto, card):
                target = np.uint64(column)
    if target in (NOWHERE, source):
        return illegal
    if source < FIRST_CELL:
        lengths[source] -= count
    else:
        cells[source - FIRST_CELL] = EMPTY
    if target == AT_HOME:
        home[card % FOUR] += 1
    elif target >= FIRST_CELL:
        cells[target - FIRST_CELL] = card
    else:
        for at in range(count):  # the source is another column, and keeps them until it is written to
            if source < FIRST_CELL:
                columns[target, lengths[target]] = columns[source, lengths[source] + np.uint64(at)]
            else:
                columns[target, lengths[target]] = card
            lengths[target] += ONE
    return source, target, count


@inline
def together(
    rules: Words,
    board: Board,
    moves: Bytes,
    first: np.uint64,
    end: np.uint64,
    source: np.uint64,
    other: Board,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The longest run of card moves from `first` on by which several cards change column together.

    Plays on the other board. Gives the column, how many cards, and the move after them; NOWHERE if none.
    """
    columns, lengths = board.columns, board.lengths
    if run(rules, board, source) == ONE:  # the usual case, for which no board is copied
        return NOWHERE, ZERO, ZERO
    size = lengths[source]
    for column in range(len(lengths)):
        other.lengths[column] = lengths[column]
        for at in range(lengths[column]):
            other.columns[column, at] = columns[column, at]
    for cell in range(len(board.cells)):
        other.cells[cell] = board.cells[cell]
    for suit in range(4):
        other.home[suit] = board.home[suit]
    taken, found, count, after = ZERO, NOWHERE, ZERO, ZERO
    for number in range(first, end):
        card, onto = np.uint64(moves[number, 0]), np.uint64(moves[number, 1])
        if onto == HOME:
            break
        known = False
        for back in range(taken):
            known = known or np.uint64(columns[source, size - np.uint64(back) - ONE]) == card
        if not known:
            if taken == size or np.uint64(columns[source, size - taken - ONE]) != card:
                break
            if taken > ZERO and not may_lie_on(rules, card, np.uint64(columns[source, size - taken])):
                break
            taken += ONE
        if step(rules, other, card, onto)[0] == NOWHERE:
            break  # which is found when it is played
        if taken < TWO or card != np.uint64(columns[source, size - ONE]):
            continue
        target, _ = place(other, card)
        if target >= FIRST_CELL or target == source or other.lengths[target] != lengths[target] + taken:
            continue
        whole = True
        for back in range(taken):
            here = other.columns[target, other.lengths[target] - np.uint64(back) - ONE]
            whole = whole and here == columns[source, size - np.uint64(back) - ONE]
        if whole and taken <= limit(rules, board, target):
            found, count, after = target, taken, np.uint64(number) + ONE
    return found, count, after


@inline
def wrong(
    rules: Words,
    board: Board,
    moves: Bytes,
    first: np.uint64,
    end: np.uint64,
    played: Bytes,
    other: Board,
    state: Words,
) -> np.uint64:
    """Play the moves from `first` up to `end`; the number of the first that is illegal, `end` + 1, or 0."""
    lengths, at, written = board.lengths, first, state[0]
    while at < end:
        card, onto = np.uint64(moves[at, 0]), np.uint64(moves[at, 1])
        if len(played) == 0:
            at += ONE
            if step(rules, board, card, onto)[0] == NOWHERE:
                return at
            continue
        source, _ = place(board, card)
        target, count, after = NOWHERE, ZERO, at + ONE
        if rules[MOVING] == ZERO and source < FIRST_CELL and onto != HOME:
            target, count, after = together(rules, board, moves, at, end, source, other)
        joined, largest = target != NOWHERE, ZERO
        if onto == TABLE and not joined:
            for column in range(len(lengths)):
                if target == NOWHERE and lengths[column] == ZERO:
                    target = np.uint64(column)
        if target < FIRST_CELL and lengths[target] == ZERO and source < FIRST_CELL:
            largest = most(rules, board, source, target)
        if joined:
            for number in range(at, after):
                card, onto = np.uint64(moves[number, 0]), np.uint64(moves[number, 1])
                if step(rules, board, card, onto)[0] == NOWHERE:
                    return np.uint64(number) + ONE
        else:
            after = at + ONE
            source, target, count = step(rules, board, card, onto)
            if source == NOWHERE:
                return after
        played[written, 0], played[written, 1] = source, target
        played[written, 2], played[written, 3] = count, largest > count
        written += ONE
        at = after
    for suit in range(4):
        if np.uint64(board.home[suit]) != rules[RANKS]:
            return end + ONE
    state[0] = written
    return ZERO


@jit(counted=False)
def replay(
    rules: Words, board: Board, moves: ByteRows, played: ByteRows, other: Board, state: Words
) -> np.uint64:
    """Play moves from a board, which is played on; see the head of this file."""
    state[0] = ZERO
    return wrong(rules, board, moves, ZERO, np.uint64(len(moves)), played, other, state)


@jit(counted=False)
def replay_deals(
    rules: Words,
    numbers: Words,
    parts: WordRows,
    moves: ByteRows,
    ends: Words,
    board: Board,
    deck: Bytes,
    played: ByteRows,
    other: Board,
    state: Words,
) -> np.uint64:
    """Deal, and play a plan, for many deals; see the head of this file."""
    state[0] = ZERO
    for plan in range(np.uint64(len(parts))):
        begin, length = parts[plan, 1], parts[plan, 2]
        if parts[plan, 0]:
            deal_own(numbers[plan], board, deck)
            if wrong(rules, board, moves, begin, begin + length, played, other, state):
                return np.uint64(plan) + ONE
        ends[plan] = state[0]
    return ZERO
