"""Where a kernel that is compiled to keep statistics has them: places of its state; compiles nothing.

They stand behind all that the state has anyway, from a place `begin` on that depends on the kernel:

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

ITEMS, MARKS = np.uint64(0), np.uint64(1)  # behind `begin`
HEAD = np.uint64(2)
PLACED, DEAD, SOLVED, LED, MARK = (np.uint64(n) for n in range(5))  # of a depth
DEPTH = np.uint64(5)
BRANCHED, TRIED = np.uint64(0), np.uint64(1)  # of an item
ITEM = np.uint64(2)

BEGUN, LEADS, SAME = (np.uint64(n) for n in (1, 2, 4))
# bits of a mark: something was placed below; a solution was found below; the mark is that of the place before
