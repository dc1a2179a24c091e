"""Many FreeCell positions in one call, so that nothing is done in Python for each of them.

    name       shape         dtype   meaning
    ---------  ------------  ------  ----------------------------------------------------------------------
    positions  n, cards      uint8   parent maps as in `freecell_state`; not checked
    results    n, RESULTS    uint64  FOUND (1 or 0), VISITED states, TURNS of scans, and where its plan lies
                                     in `plans`: FIRST and LENGTH
    plans      steps, 2      uint8   the plans, one behind the other, as in `freecell_fast_plan`
    progress   PROGRESS      uint64  NEXT position, WRITTEN steps, BUSY with a position; zeros to begin

The other arrays are those of `freecell_fast` and `freecell_fast_plan`. `limit` is the number of states after
which a position is given up. `search` returns DONE; PAUSED when `budget` states were visited; FULL when the
next plan finds no room: take what was written, set WRITTEN to 0 and call again. Called again with the same
arrays it goes on.
"""

from __future__ import annotations

import numpy as np

from accord_native import freecell_fast as fast
from accord_native import freecell_fast_plan as plan
from accord_native.freecell_fast_best import Links, Ratings
from accord_native.freecell_fast_moves import Sides, Weights
from accord_native.freecell_fast_table import BEGUN, SOLVED, STATE, STATES
from accord_native.freecell_state import ONE, ZERO, Bytes, Words, lay
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED

FOUND, VISITED, TURNS, FIRST, LENGTH, RESULTS = range(6)
NEXT, WRITTEN, BUSY, PROGRESS = range(4)

one_search, one_plan, MORE = fast.search, plan.follow, plan.MORE


@jit(
    f"uint64({fast.SIGNATURE}, uint8[:, ::1], uint64[:, ::1], uint8[:, ::1], uint64[:, ::1], uint64[::1],"
    "uint64, uint64)",
    counted=False,
)
def search(
    words: Words,
    bytes_: Bytes,
    moves: Words,
    trail: Words,
    level: Words,
    weights: Weights,
    schedule: Words,
    table: Words,
    onto: Words,
    takes: Words,
    needs: Words,
    stir: Words,
    run: Words,
    side: Sides,
    rules: Words,
    kept: Words,
    kept_bytes: Bytes,
    link: Links,
    bucket: Links,
    ratings: Ratings,
    state: Words,
    positions: Bytes,
    results: Words,
    plans: Bytes,
    tasks: Words,
    progress: Words,
    limit: np.uint64,
    budget: np.uint64,
) -> np.uint64:
    """Go on with the positions; returns DONE, PAUSED or FULL."""
    start = np.uint64(len(words)) - np.uint64(2)
    while progress[NEXT] < np.uint64(len(positions)):
        at = progress[NEXT]
        if progress[BUSY] == ZERO:
            progress[BUSY] = ONE
            lay(positions, at, start, bytes_, words, onto, stir)
            for place in range(np.uint64(STATE)):
                state[place] = ZERO
        before = state[STATES]
        end = one_search(
            words, bytes_, moves, trail, level, weights, schedule, table, onto, takes, needs, stir, run, side,
            rules, kept, kept_bytes, link, bucket, ratings, state, min(budget, limit - before),
        )  # fmt: skip
        budget -= state[STATES] - before
        if end == PAUSED and state[STATES] < limit:
            return PAUSED
        length = ZERO
        if state[SOLVED]:
            length = one_plan(
                words, bytes_, moves, trail, level, weights, schedule, table, onto, takes, needs, stir, run,
                side, rules, kept, kept_bytes, link, bucket, ratings, state, plans, progress[WRITTEN], tasks,
            )  # fmt: skip
            if length == MORE:
                return FULL
        results[at, FOUND] = state[SOLVED]
        results[at, VISITED] = state[STATES]
        results[at, TURNS] = state[BEGUN]
        results[at, FIRST] = progress[WRITTEN]
        results[at, LENGTH] = length
        progress[WRITTEN] += length
        progress[NEXT], progress[BUSY] = at + ONE, ZERO
    return DONE
