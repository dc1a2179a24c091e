"""What the two window kernels share: the search, its arrays, and the constants in them; compiles nothing.

Cells are numbered; the lowest empty cell is filled next, by one of the *orientations* that fit there. An
orientation is a piece and a set of cells relative to its lowest one. A *window* is what is occupied from
the first empty cell on: bit 0 is that cell, so always 0, and bits beyond the last cell are 1. Which
orientations collide with a window is looked up in tables, nine cells at a time, for all of them at once.

The search goes down level by level, not node by node: it takes up to BREADTH rows off the deepest level
that has any, and writes all their children to the next one; a child that nothing fits is overwritten by
its successor. So the inner loop has no branch that depends on the data, and children of one row do not
wait for each other. A row stays where it is until all below it is done, so that each can name its parent.

    name         shape              dtype   meaning
    -----------  -----------------  ------  ---------------------------------------------------------------
    tables       kinds * 2048 * W   uint64  [kind, slice, pattern, word]: the orientations that use one of
                                            the occupied cells of a slice, cells 1 + 9 * slice and on
    cell         cells + 64, 2 + W  uint64  filled (as below, of the current root; written by the kernel),
                                            the cell's trace (cell and kind), then the orientations that
                                            exist at the cell, W words
    orientation  kinds * 64 W, 1+W  uint64  its cells as bits, then the orientations that may still be
                                            placed beside it: all but those of its piece, W words
    pieced       W                  uint64  the orientations that have a piece: when all pieces are used,
                                            none of these is available
    filled       roots, cells + 64  uint64  the window at each cell when only the root's options are placed
    starts       roots, 2 + 2 * W   uint64  a row for the root: window, trace, available, fits
    placed       roots, length      int32   a root: the options placed before the search starts, or none
    option_at    cells, 64 * W      int32   the option that places an orientation at a cell
    rows         levels*stride, 3+W uint64  rows of the levels; the first of each level is not used
    size         levels             uint64  how many rows of each level are still to be expanded
    state        5                  uint64  ROOT (the next), LEVEL, and as in `progress`; zeros to begin
    output       capacity, width    int32   solutions as options, padded with -1; no capacity: only count

W is the number of 64-bit words for a set of orientations: 1 in `narrow`, 2 in `wide`. Cells of
the same kind share their tables (`narrow` knows one kind only); the orientations of a piece have the
same numbers in all kinds. Rows with no fits must not be given: a root that leaves none is not listed.

A *trace* is a word: where a row is, and how the search came there.

    30 bits cell | 14 place of the parent in its level | 1 word of the fits | 7 orientation placed | 12 kind

A kernel returns DONE, PAUSED when `budget` nodes were placed, or FULL when `output` is; called again with
the same arrays it goes on. It stops between two expansions only, and expands no more rows together than the
budget has nodes, at least one. A node is an orientation that fitted and was placed.

Example: dominoes on a board of 2 x 2, cells 0 1 above 2 3, no pieces. Orientation 0 lies across (cells 0b11),
1 stands (0b101). At cell 0 both fit. Across: on to cell 2, where only 0 fits. Standing: on to cell 1, with
the window 0b10, as cell 2 is occupied; there only 1 fits. Two solutions, 4 nodes.
"""

from __future__ import annotations

import numpy as np

ROOT, LEVEL = 0, 1  # in the state

BREADTH = np.uint64(64)  # rows expanded together, at most
SLICES, SLICE_BITS = 4, 9  # of the window, after its first cell
SECOND, THIRD, FOURTH = (np.uint64(1 + n * SLICE_BITS) for n in (1, 2, 3))  # shifts
PATTERN = np.uint64((1 << SLICE_BITS) - 1)
LONGEST = 1 + SLICES * SLICE_BITS  # cells that an orientation may span, so that the slices see all of them
PADDING = 64  # cells beyond the last one: windows there are full
MOST_CELLS, MOST_KINDS = 1 << 30, 1 << 12

ORIENTATION, WORD, PARENT, CELL = (np.uint64(n) for n in (12, 19, 20, 34))  # shifts in a trace
KIND_MASK, ORIENTATION_MASK, PARENT_MASK = (np.uint64((1 << n) - 1) for n in (12, 7, 14))
