"""The plan that the search of this folder has found.

Arrays as there, with a row `root` that is the position it began with. The parts of the moves of a path are
written to `made`, which is as in `board` but longer; a row of a run tells how
it is to be carried card by card.
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell.moves.board import load, send_safe_home
from accord_native.freecell.moves.kinds import make
from accord_native.freecell.moves.layout import FORCED, LEVEL, MADE, MADE_BY, MORE, MOST_MADE, Board
from accord_native.jit import jit
from accord_native.words import ONE, ZERO, ByteRows, WordRows, Words


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
