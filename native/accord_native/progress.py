"""The values that every kernel returns, the counters in every state, and statistics; compiles nothing.

A kernel that is compiled to keep statistics has them behind the rest of its state, from a place `begin` on
that depends on the kernel:

    ITEMS, MARKS    where the counts by item begin; and where a kernel may mark more than a path (`window`)
    from HEAD on    DEPTH places for each depth, the number of options that are placed: how many nodes were
                    PLACED there, how many of them were DEAD ends, how many SOLVED the puzzle, how many LED to
                    a solution, and the MARK of the one that is on the path
    from ITEMS on   ITEM places for each item: how often the search BRANCHED on it, options TRIED for it

A node is an option placed, as the kernel counts its nodes. A dead end is a node that is no solution and has
no node below it. A node leads to a solution if it is one, or has one below it. Depth 0, where nothing is
placed, has no nodes; but it may be a dead end, or a solution.
"""

from __future__ import annotations

import numpy as np

DONE, PAUSED, FULL = (np.uint64(n) for n in range(3))  # searched all; the budget is used; the output is full
OVERFLOW = np.uint64(3)  # a count does not fit in its lanes

# The first two places of a state are the kernel's own.
SOLUTIONS, NODES, WRITTEN = 2, 3, 4  # so far; so far; solutions written by this call
STATE = 5  # places


ITEMS, MARKS = np.uint64(0), np.uint64(1)  # behind `begin`
HEAD = np.uint64(2)
PLACED, DEAD, SOLVED, LED, MARK = (np.uint64(n) for n in range(5))  # of a depth
DEPTH = np.uint64(5)
BRANCHED, TRIED = np.uint64(0), np.uint64(1)  # of an item
ITEM = np.uint64(2)

BEGUN, LEADS, SAME = (np.uint64(n) for n in (1, 2, 4))
# bits of a mark: something was placed below; a solution was found below; the mark is at the place before
