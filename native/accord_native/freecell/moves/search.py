"""The lecture's search: depth first, kinds of moves tried in an order that the user chooses.

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
                                  on depth, RANDOM: of the shuffle, FILLED: 0 if `table` is new, all zeros

Returns DONE when the scan has ended, PAUSED when `budget` moves were made or `limit` positions are kept,
FULL when an array is (make `kept`, `table`, `frame` or `child` larger and call again), or SOLVED: the moves
MADE_BY of the frames 1 .. LEVEL - 1 lead home. A path has at most `deepest` moves. The other arrays are
those of `board` and `kinds`.

Example: order 01 on the columns AC and 2C: kind 0 finds AC; then 2C; every card is home, LEVEL = 3.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.freecell.layout import SOLVED
from accord_native.freecell.moves.board import load, send_safe_home, store
from accord_native.freecell.moves.kinds import find, make
from accord_native.freecell.moves.layout import (
    CARDS,
    CUT,
    DEEPEST,
    END,
    FILLED,
    FIRST,
    FORCED,
    FRAME,
    GONE,
    GROUP,
    KEPT,
    KEY_WORDS,
    LEVEL,
    MADE_BY,
    MANY,
    MOST_FOUND,
    NEXT,
    RANDOM,
    ROW_OF,
    SHUFFLED,
    TRIED,
    Landing,
    Slots,
)
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, ZERO, Bytes, Words


@register_jitable
def stirred(word: np.uint64) -> np.uint64:
    """The next of a sequence of random words (xorshift, G. Marsaglia, 2003); zero stays zero."""
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    return word ^ word << np.uint64(17)


@register_jitable
def slot_of(row: np.uint64, words: Words, table: Slots) -> np.uint64:
    """The slot of a row's key, or the free one where it belongs."""
    hashed = ZERO
    for word in range(KEY_WORDS):
        hashed = stirred(hashed ^ words[row, word])
    mask = np.uint64(len(table)) - ONE
    slot = hashed & mask
    while table[slot]:
        other = np.uint64(table[slot]) - ONE
        same = True
        for word in range(KEY_WORDS):
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
    state[RANDOM] = stirred(state[RANDOM])
    return (state[RANDOM] >> np.uint64(11)) % below


@jit(
    "uint64(uint64[:, ::1], uint8[:, ::1], uint64[:, ::1], uint32[::1], uint64[:, ::1], uint64[::1],"
    "uint64[::1],"
    "uint8[:, ::1], uint8[::1], uint8[::1], uint8[::1], uint8[::1], uint64[::1], uint64[::1], uint64[::1],"
    "uint64[::1], uint64[:, ::1], uint8[:, :, ::1], uint8[:, ::1], uint64, uint64, uint64)",
    counted=False,
)
def search(
    order: Words,
    kept: Bytes,
    words: Words,
    table: Slots,
    frame: Words,
    child: Words,
    state: Words,
    column: Bytes,
    cell: Bytes,
    lane: Bytes,
    deep: Bytes,
    over: Bytes,
    size: Words,
    room: Words,
    rules: Words,
    onto: Words,
    needs: Words,
    landing: Landing,
    made: Bytes,
    budget: np.uint64,
    limit: np.uint64,
    deepest: np.uint64,
) -> np.uint64:
    """Search until something is to be said; see the module."""
    deck = (ONE << rules[CARDS]) - ONE
    level = state[LEVEL]
    if not level:
        load(ZERO, kept, column, cell, lane, deep, size, room, rules, over)
        if rules[FORCED]:
            send_safe_home(column, cell, lane, size, room, rules, needs, made)
        store(ZERO, kept, column, cell, size, rules)
        table[slot_of(ZERO, words, table)] = ONE
        state[KEPT] = level = ONE
        for place in range(FRAME):
            frame[0, place] = ZERO
        state[LEVEL] = ONE
        state[FILLED] = ONE
        if room[GONE] == deck:
            return SOLVED
    if not state[FILLED]:
        for row in range(state[KEPT]):
            table[slot_of(np.uint64(row), words, table)] = np.uint32(np.uint64(row) + ONE)
        state[FILLED] = ONE
    while level:
        at = level - ONE
        if frame[at, NEXT] == frame[at, END]:
            group = frame[at, GROUP]
            if group == np.uint64(len(order)):
                level -= ONE
                continue
            start = frame[at - ONE, END] if at else ZERO
            found = start
            if found + np.uint64(MOST_FOUND) * order[group, MANY] > np.uint64(len(child)):
                state[LEVEL] = level
                return FULL
            load(frame[at, ROW_OF], kept, column, cell, lane, deep, size, room, rules, over)
            for which in range(order[group, MANY]):
                kind = order[group, np.uint64(FIRST) + which]
                found = find(kind, child, found, column, cell, lane, deep, size, room, rules, onto)
            if order[group, SHUFFLED]:
                left = found - start
                while left > ONE:
                    other = start + random(state, left)
                    left -= ONE
                    child[start + left], child[other] = child[other], child[start + left]
            frame[at, GROUP] = group + ONE
            frame[at, NEXT], frame[at, END] = start, found
            continue
        if level > deepest:
            state[CUT] += frame[at, END] - frame[at, NEXT]
            frame[at, NEXT] = frame[at, END]
            continue
        row = state[KEPT]
        if row >= limit or not budget:
            state[LEVEL] = level
            return PAUSED
        if (
            row + ONE >= np.uint64(len(kept))
            or row + row >= np.uint64(len(table))
            or level >= np.uint64(len(frame))
        ):
            state[LEVEL] = level
            return FULL
        budget -= ONE
        state[TRIED] += ONE
        move = child[frame[at, NEXT]]
        frame[at, NEXT] += ONE
        load(frame[at, ROW_OF], kept, column, cell, lane, deep, size, room, rules, over)
        make(move, column, cell, lane, deep, size, room, rules, landing, made)
        if rules[FORCED]:
            send_safe_home(column, cell, lane, size, room, rules, needs, made)
        store(row, kept, column, cell, size, rules)
        slot = slot_of(row, words, table)
        if table[slot]:
            continue
        table[slot] = np.uint32(row + ONE)
        state[KEPT] = row + ONE
        frame[level, ROW_OF], frame[level, GROUP], frame[level, MADE_BY] = row, ZERO, move
        frame[level, NEXT] = frame[level, END] = frame[at, END]
        level += ONE
        state[DEEPEST] = max(state[DEEPEST], level - ONE)
        if room[GONE] == deck:
            state[LEVEL] = level
            return SOLVED
    state[LEVEL] = ZERO
    return DONE
