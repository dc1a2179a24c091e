"""Kernel of the lecture's search in FreeCell: depth first, kinds of moves in the user's order.

A position's children are found kind by kind (group by group), each when the search comes to it; a position
that was met before, known by its whole key, is not entered again. It returns to a position by loading it.

    name    shape         dtype   meaning
    ------  ------------  ------  --------------------------------------------------------------------------
    order   groups, 12    uint64  which kinds to try: how many a group has, 1 if its moves are shuffled,
                                  then the kinds
    kept    capacity, 88  uint8   the positions met, as rows; row 0 is where to begin
    words   capacity, 11  uint64  a view of `kept`
    table   2 ** n        uint32  0, or 1 + a row of `kept`: open addressing by a hash of the key
    frame   depth, FRAME  uint64  the path: ROW_OF its position, GROUP to find next, MADE_BY: the move that
                                  led to it, NEXT: the next of its moves to make, END of those in `child`
    child   capacity      uint64  moves found and not yet made, of all of the path
    state   STATES        uint64  LEVEL: frames in use (0 at first), KEPT: positions met, TRIED: moves
                                  made, DEEPEST: the longest path, CUT: moves not made because of the limit
                                  on depth, RANDOM: of the shuffle, FILLED: 0 if `table` is new, all
                                  zeros, FORCED: 1 if safe home moves are made at once
    board   Board                 see `board`

Returns DONE when the scan has ended, PAUSED when `budget` moves were made or `limit` positions are kept,
FULL when an array is (make `kept`, `table`, `frame` or `child` larger and call again), or SOLVED: the moves
MADE_BY of the frames 1 .. LEVEL - 1 lead home. A path has at most `deepest` moves. The other arrays are
as in `board` and `kinds`.

Example: order 01 on the columns AC and 2C: kind 0 finds AC; then 2C; every card is home, LEVEL = 3.

`follow` writes the plan that a search has found. It begins with the row `root`, the first position, and
writes the parts of the moves of a path to `made`, which is as in `board` but longer; a row of a run says how
it is carried card by card.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.freecell.layout import DECK, SOLVED
from accord_native.freecell.moves import layout
from accord_native.freecell.moves.board import load, send_safe_home, store
from accord_native.freecell.moves.kinds import find, make
from accord_native.freecell.moves.layout import FORCED, LEVEL, MADE, MADE_BY, MORE, MOST_MADE, Board, Slots
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, ZERO, ByteRows, WordRows, Words


@register_jitable
def next_random(word: np.uint64) -> np.uint64:
    """The next of a sequence of random words (xorshift, G. Marsaglia, 2003); zero stays zero."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    return word ^ word << np.uint64(17)


@register_jitable
def slot_of(row: np.uint64, words: Words, table: Slots) -> np.uint64:
    """The slot of a row's key, or the free one where it belongs."""
    hashed = ZERO
    for word in range(layout.KEY_WORDS):
        hashed = next_random(hashed ^ words[row, word])
    mask = np.uint64(len(table)) - ONE
    slot = hashed & mask
    while table[slot]:
        other = np.uint64(table[slot]) - ONE
        same = True
        for word in range(layout.KEY_WORDS):
            if words[other, word] != words[row, word]:
                same = False
                break
        if same:
            return slot
        slot = (slot + ONE) & mask
    return slot


@register_jitable
def random(state: Words, below: np.uint64) -> np.uint64:
    """A number below that one."""
    state[layout.RANDOM] = next_random(state[layout.RANDOM])
    return (state[layout.RANDOM] >> np.uint64(11)) % below


@jit(counted=False)
def search(
    order: WordRows,
    kept: ByteRows,
    words: WordRows,
    table: Slots,
    frame: WordRows,
    child: Words,
    state: Words,
    board: Board,
    budget: np.uint64,
    limit: np.uint64,
    deepest: np.uint64,
) -> np.uint64:
    """Search until something is to be said; see the module."""
    room, deck, level = board.room, board.deck.rules[DECK], state[layout.LEVEL]
    if not level:
        load(ZERO, kept, board)
        if state[layout.FORCED]:
            send_safe_home(board)
        store(ZERO, kept, board)
        table[slot_of(ZERO, words, table)] = ONE
        state[layout.KEPT] = level = ONE
        for place in range(layout.FRAME):
            frame[0, place] = ZERO
        state[layout.LEVEL] = ONE
        state[layout.FILLED] = ONE
        if room[layout.GONE] == deck:
            return SOLVED
    if not state[layout.FILLED]:
        for row in range(state[layout.KEPT]):
            table[slot_of(np.uint64(row), words, table)] = np.uint32(np.uint64(row) + ONE)
        state[layout.FILLED] = ONE
    while level:
        at = level - ONE
        if frame[at, layout.NEXT] == frame[at, layout.END]:
            group = frame[at, layout.GROUP]
            if group == np.uint64(len(order)):
                level -= ONE
                continue
            start = frame[at - ONE, layout.END] if at else ZERO
            found = start
            if found + np.uint64(layout.MOST_FOUND) * order[group, layout.MANY] > np.uint64(len(child)):
                state[layout.LEVEL] = level
                return FULL
            load(frame[at, layout.ROW_OF], kept, board)
            for which in range(order[group, layout.MANY]):
                kind = order[group, np.uint64(layout.FIRST) + which]
                found = find(kind, child, found, board)
            if order[group, layout.SHUFFLED]:
                left = found - start
                while left > ONE:
                    other = start + random(state, left)
                    left -= ONE
                    child[start + left], child[other] = child[other], child[start + left]
            frame[at, layout.GROUP] = group + ONE
            frame[at, layout.NEXT], frame[at, layout.END] = start, found
            continue
        if level > deepest:
            state[layout.CUT] += frame[at, layout.END] - frame[at, layout.NEXT]
            frame[at, layout.NEXT] = frame[at, layout.END]
            continue
        row = state[layout.KEPT]
        if row >= limit or not budget:
            state[layout.LEVEL] = level
            return PAUSED
        if (
            row + ONE >= np.uint64(len(kept))
            or row + row >= np.uint64(len(table))
            or level >= np.uint64(len(frame))
        ):
            state[layout.LEVEL] = level
            return FULL
        budget -= ONE
        state[layout.TRIED] += ONE
        move = child[frame[at, layout.NEXT]]
        frame[at, layout.NEXT] += ONE
        load(frame[at, layout.ROW_OF], kept, board)
        make(move, board)
        if state[layout.FORCED]:
            send_safe_home(board)
        store(row, kept, board)
        slot = slot_of(row, words, table)
        if table[slot]:
            continue
        table[slot] = np.uint32(row + ONE)
        state[layout.KEPT] = row + ONE
        frame[level, layout.ROW_OF], frame[level, layout.GROUP] = row, ZERO
        frame[level, layout.MADE_BY] = move
        frame[level, layout.NEXT] = frame[level, layout.END] = frame[at, layout.END]
        level += ONE
        state[layout.DEEPEST] = max(state[layout.DEEPEST], level - ONE)
        if room[layout.GONE] == deck:
            state[layout.LEVEL] = level
            return SOLVED
    state[layout.LEVEL] = ZERO
    return DONE


@jit(counted=False)
def follow(root: ByteRows, frame: WordRows, state: Words, board: Board) -> np.uint64:
    """Write the moves of the path from the position where the search began; returns how many parts."""
    room, most = board.room, np.uint64(len(board.made))
    load(ZERO, root, board)
    if state[FORCED]:
        send_safe_home(board)
    for level in range(ONE, state[LEVEL]):
        if room[MADE] + np.uint64(MOST_MADE) > most:
            return MORE
        make(frame[level, MADE_BY], board)
        if state[FORCED]:
            send_safe_home(board)
    return room[MADE]
