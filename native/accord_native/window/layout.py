"""The window search, its arrays, and the constants of its kernels; compiles nothing.

Cells are numbered; the lowest empty cell is filled next, by one of the *orientations* that fit there. An
orientation is a piece and a set of cells relative to its lowest one. A *window* is what is occupied from
the first empty cell on: bit 0 is that cell, so always 0, and bits beyond the last cell are 1. Which
orientations collide with a window is looked up in tables, nine cells at a time, for all of them at once.
Four look-ups see as far as most boards need; for orientations that span more cells there are kernels with
seven look-ups, and with fifteen and a second word of the window. How many cells an orientation may span is
the *reach* of a kernel.

The search goes down level by level, not node by node: it takes up to BREADTH rows off the deepest level
that has any, and writes all their children to the next one; a child that nothing fits is overwritten by
its successor. So the inner loop has no branch that depends on the data, and children of one row do not
wait for each other. A row stays where it is until all below it is done, so that each can name its parent.

    name         shape              dtype   meaning
    -----------  -----------------  ------  ---------------------------------------------------------------
    tables       kinds*S * 512 * W  uint64  [kind, slice, pattern, word]: the orientations that use one of
                                            the occupied cells of a slice, cells 1 + 9 * slice and on
    cell         cells + P, 2 + W   uint64  filled (as below, of the current root; written by the kernel),
                                            the cell's trace (cell and kind), then the orientations that
                                            exist at the cell, W words
    orientation  kinds * 64 W, D+W  uint64  its cells as bits, then the orientations that may still be
                                            placed beside it: all but its piece's, W words
    pieced       W                  uint64  the orientations that have a piece: when all pieces are used,
                                            none of these is available
    filled       roots, cells + P   uint64  the window at each cell when only the root's options are placed
    starts       roots, 1+D + 2*W   uint64  a row for the root: window, trace, available, fits
    placed       roots, length      int32   a root: the options placed before the search starts, or none
    option_at    cells, 64 * W      int32   the option that places an orientation at a cell
    rows         levels*stride, B   uint64  rows of the levels, B = D + W + 2 words each; the first of each
                                            level is not used
    size         levels             uint64  how many rows of each level are still to be expanded
    state        5                  uint64  ROOT (the next), LEVEL, and as in `progress`; zeros to begin
    output       capacity, width    int32   solutions as options, padded with -1; no capacity: only count

D is the number of words of a window, 2 where the reach is 128, else 1; the P = 64 D cells beyond the last one
are full. S is the number of slices, rounded up to a power of two; what is beyond them is never read. W is
the number of 64-bit words for a set of orientations: 2 in a wide kernel, else 1. Cells of the same kind share
their tables (with one word there is one kind only); the orientations of a piece have the same numbers in all
kinds. Rows with no fits must not be given: a root that leaves none is not listed.

A *trace* is a word: where a row is, and how the search came there.

    30 bits cell | 14 place of the parent in its level | 1 word of the fits | 7 orientation placed | 12 kind

A kernel returns DONE, PAUSED when `budget` nodes were placed, or FULL when `output` is; called again with
the same arrays it continues. It stops between two expansions only, and expands no more rows together than the
budget has nodes, at least one. A node is an orientation that fitted and was placed.

Example: dominoes on a board of 2 x 2, cells 0 1 above 2 3, no pieces. Orientation 0 lies across (cells 0b11),
1 stands (0b101). At cell 0 both fit. Across: on to cell 2, where only 0 fits. Standing: on to cell 1, with
the window 0b10, as cell 2 is occupied; there only 1 fits. Two solutions, 4 nodes.
"""

from __future__ import annotations

import numpy as np

ROOT, LEVEL = 0, 1  # in the state

BREADTH = np.uint64(64)  # rows expanded together, at most
SHORT, FAR, FARTHEST = REACHES = (37, 64, 128)  # cells that an orientation may span, so that slices see all
SLICES = {SHORT: 4, FAR: 7, FARTHEST: 15}  # of the window, after its first cell
SLICE_BITS = 9  # seven slices end with the first word
BITS, IN_FIRST, IN_SECOND = (np.uint64(n) for n in (SLICE_BITS, 7, 8))
SECOND, THIRD, FOURTH = (np.uint64(1 + n * SLICE_BITS) for n in (1, 2, 3))  # shifts
PATTERN = np.uint64((1 << SLICE_BITS) - 1)
MOST_CELLS, MOST_KINDS = 1 << 30, 1 << 12

ORIENTATION, WORD, PARENT, CELL = (np.uint64(n) for n in (12, 19, 20, 34))  # shifts in a trace
KIND_MASK, ORIENTATION_MASK, PARENT_MASK = (np.uint64((1 << n) - 1) for n in (12, 7, 14))


def kind_bits(reach: int) -> int:
    """Return the patterns of a kind, as a shift."""
    return SLICE_BITS + (SLICES[reach] - 1).bit_length()


def place(part: int) -> tuple[int, int]:
    """The word of a window that a slice is in, and from which of its bits on."""
    first = int(IN_FIRST)
    return (0, 1 + SLICE_BITS * part) if part < first else (1, SLICE_BITS * (part - first))


def padding(reach: int) -> int:
    """Cells beyond the last one: windows there are full."""
    return 64 * windows(reach)


def windows(reach: int) -> int:
    """Words of a window."""
    return 2 if reach > FAR else 1
