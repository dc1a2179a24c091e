"""The plan that the search of this folder has found.

Arrays as there, with a row `root` that is the position it began with. The parts of the moves of a path are
written to `made`, which is as in `board` but longer; a row of a run tells how
it is to be carried card by card.
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell.moves.board import load, send_safe_home
from accord_native.freecell.moves.kinds import make
from accord_native.freecell.moves.layout import FORCED, LEVEL, MADE, MADE_BY, MORE, MOST_MADE, Landing
from accord_native.jit import jit
from accord_native.words import ONE, ZERO, Bytes, Words


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
