"""The plan that a search of `accord_native.freecell_moves` has found.

Arrays as there, with a row `root` that is the position it began with. The parts of the moves of a path are
written to `made`, which is as in `accord_native.freecell_moves_board` but longer; a row of a run tells how
it is to be carried card by card.
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell_moves import LEVEL, MADE_BY
from accord_native.freecell_moves_board import FORCED, MADE, Landing, load, send_safe_home
from accord_native.freecell_moves_kinds import make
from accord_native.freecell_state import ONE, ZERO, Bytes, Words
from accord_native.jit import jit

MORE = np.uint64((1 << 64) - 1)
MOST_MADE = 128  # parts of a move, with the safe home moves after it


@jit(
    "uint64(uint8[:, ::1], uint64[:, ::1], uint64[::1],"
    "uint8[:, ::1], uint8[::1], uint8[::1], uint8[::1], uint8[::1], uint64[::1], uint64[::1], uint64[::1],"
    "uint64[:, ::1], uint8[:, :, ::1], uint8[:, ::1])",
    counted=False,
)
def follow(
    root: Bytes,
    frame: Words,
    state: Words,
    column: Bytes,
    cell: Bytes,
    lane: Bytes,
    deep: Bytes,
    over: Bytes,
    size: Words,
    room: Words,
    rules: Words,
    needs: Words,
    landing: Landing,
    made: Bytes,
) -> np.uint64:
    """Write the moves of the path from the position where the search began; returns how many parts."""
    load(ZERO, root, column, cell, lane, deep, size, room, rules, over)
    if rules[FORCED]:
        send_safe_home(column, cell, lane, size, room, rules, needs, made)
    for level in range(ONE, state[LEVEL]):
        if room[MADE] + np.uint64(MOST_MADE) > np.uint64(len(made)):
            return MORE
        make(frame[level, MADE_BY], column, cell, lane, deep, size, room, rules, landing, made)
        if rules[FORCED]:
            send_safe_home(column, cell, lane, size, room, rules, needs, made)
    return room[MADE]
