"""Many FreeCell positions in one call, so that nothing is done in Python for each of them.

    name       shape         dtype   meaning
    ---------  ------------  ------  ----------------------------------------------------------------------
    positions  n, cards      uint8   parent maps as in `freecell.state`; not checked
    results    n, RESULTS    uint64  FOUND (1 or 0), VISITED states, TURNS of scans, and where its plan lies
                                     in `plans`: FIRST and LENGTH
    plans      steps, 2      uint8   the plans, one behind the other, as in `plan`
    progress   PROGRESS      uint64  NEXT position, WRITTEN steps, BUSY with a position; zeros to begin

The other arrays are those of the modules `search` and `plan`. `limit` is the number of states after
which a position is given up. `search` returns DONE; PAUSED when `budget` states were visited; FULL when the
next plan finds no room: take what was written, set WRITTEN to 0 and call again. Called again with the same
arrays it goes on.
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell.fast import plan
from accord_native.freecell.fast import search as fast
from accord_native.freecell.fast.batch_layout import (
    BEGUN,
    BUSY,
    FIRST,
    FOUND,
    LENGTH,
    MORE,
    NEXT,
    SIGNATURE,
    SOLVED,
    STATE,
    STATES,
    TURNS,
    VISITED,
    WRITTEN,
)
from accord_native.freecell.fast.best_layout import Links, Ratings
from accord_native.freecell.fast.layout import Sides, Weights
from accord_native.freecell.state import lay
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, ZERO, Bytes, Words

one_search, one_plan = fast.search, plan.follow


@jit(
    f"uint64({SIGNATURE}, uint8[:, ::1], uint64[:, ::1], uint8[:, ::1], uint64[:, ::1], uint64[::1],"
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
