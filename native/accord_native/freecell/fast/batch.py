"""Kernel that searches plans for many FreeCell positions in one call.

    name       shape         dtype   meaning
    ---------  ------------  ------  ----------------------------------------------------------------------
    positions  n, cards      uint8   parent maps as in `freecell.state`; not checked
    results    n, RESULTS    uint64  FOUND (1 or 0), VISITED states, TURNS of scans, and where its plan lies
                                     in `plans`: FIRST and LENGTH
    plans      steps, 2      uint8   the plans, one behind the other, as in `plan`
    progress   PROGRESS      uint64  NEXT position, WRITTEN steps, BUSY with a position; zeros to begin

The other arrays are as in the modules `search` and `plan`; `Arrays` has the arrays of one position. `limit`
is the number of states after which a position is given up. `search` returns DONE; PAUSED when `budget` states
were visited; FULL when the next plan finds no space: take what was written, set WRITTEN to 0 and call again.
Called again with the same arrays it continues.
"""

from __future__ import annotations

import numpy as np

from accord_native.freecell.fast import layout
from accord_native.freecell.fast.layout import Arrays
from accord_native.freecell.fast.plan import follow
from accord_native.freecell.fast.search import search as search_one
from accord_native.freecell.state import lay
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, PAUSED
from accord_native.words import ONE, ZERO, ByteRows, WordRows, Words


@jit(counted=False)
def search(
    its: Arrays,
    positions: ByteRows,
    results: WordRows,
    plans: ByteRows,
    tasks: WordRows,
    progress: Words,
    limit: np.uint64,
    budget: np.uint64,
) -> np.uint64:
    """Continue with the positions; returns DONE, PAUSED or FULL."""
    state, start = its.state, np.uint64(len(its.words)) - np.uint64(2)
    while progress[layout.NEXT] < np.uint64(len(positions)):
        at = progress[layout.NEXT]
        if progress[layout.BUSY] == ZERO:
            progress[layout.BUSY] = ONE
            lay(positions, at, start, its.bytes_, its.words, its.deck.onto, its.deck.stir)
            for place in range(np.uint64(layout.STATE)):
                state[place] = ZERO
        before = state[layout.STATES]
        end = search_one(its, min(budget, limit - before))
        budget -= state[layout.STATES] - before
        if end == PAUSED and state[layout.STATES] < limit:
            return PAUSED
        length = ZERO
        if state[layout.SOLVED]:
            length = follow(its, plans, progress[layout.WRITTEN], tasks)
            if length == layout.MORE:
                return FULL
        results[at, layout.FOUND] = state[layout.SOLVED]
        results[at, layout.VISITED] = state[layout.STATES]
        results[at, layout.TURNS] = state[layout.BEGUN]
        results[at, layout.FIRST] = progress[layout.WRITTEN]
        results[at, layout.LENGTH] = length
        progress[layout.WRITTEN] += length
        progress[layout.NEXT], progress[layout.BUSY] = at + ONE, ZERO
    return DONE
