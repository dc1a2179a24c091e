"""Kernel functions that read solutions off the rows of a window search and mark statistics.

Every row names its parent, one level above; for the layout of a trace see `layout`. Rows of many nodes are
alive at a time, so each row has a mark of its own for statistics (see `accord_native.profile`). A node that
is two rows in a wide kernel has the mark of the first; the second's says so. A row at level l is the
node at depth `prefix` + l: so many options are placed.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.profile import note_try, of_depth
from accord_native.progress import DEPTH, LEADS, LED, MARKS, PLACED, SAME, SOLVED, STATE
from accord_native.window.layout import CELL, ORIENTATION, ORIENTATION_MASK, PARENT, PARENT_MASK
from accord_native.words import ONE, ZERO, Options, WordRows, Words

BEGIN = np.uint64(STATE)  # of the statistics in the state


@register_jitable
def write_solution(
    output: Options,
    line: np.uint64,
    option_at: Options,
    placed: Options,
    root: np.uint64,
    rows: Words,
    stride: np.uint64,
    level: np.uint64,
    row: np.uint64,
    last: np.uint64,
) -> None:
    """Write the solution that placing orientation `last` at a row of a level completed."""
    traces = rows.shape[1] - 1
    trace = rows[row, traces]
    output[line, level] = option_at[trace >> CELL, last]
    for above in range(level, 0, -1):
        parent = rows[np.uint64(above - 1) * stride + ((trace >> PARENT) & PARENT_MASK), traces]
        output[line, above - 1] = option_at[parent >> CELL, (trace >> ORIENTATION) & ORIENTATION_MASK]
        trace = parent
    prefix = np.uint64(placed.shape[1])
    for at in range(prefix):
        output[line, level + ONE + at] = placed[root, at]
    for beyond in range(level + ONE + prefix, output.shape[1]):
        output[line, beyond] = -1


@register_jitable
def unmark(state: Words, row: np.uint64, second: bool | np.bool_) -> None:
    """A row is written, perhaps the second one of a node."""
    state[state[BEGIN + MARKS] + row] = SAME if second else ZERO


@register_jitable
def mark_of(state: Words, row: np.uint64) -> np.uint64:
    """Return the place of the mark of the node that has this row."""
    at = state[BEGIN + MARKS] + row
    return at - ONE if state[at] & SAME else at


@register_jitable
def placed_at(state: Words, row: np.uint64, trace: np.uint64, depth: np.uint64) -> None:
    """A node at a depth: an orientation is placed at the cell of a row, of which the trace tells."""
    note_try(state, BEGIN, mark_of(state, row), trace >> CELL)
    state[of_depth(BEGIN, depth) + PLACED] += ONE


@register_jitable
def solved_at(
    state: Words, rows: WordRows, stride: np.uint64, level: np.uint64, row: np.uint64, depth: np.uint64
) -> None:
    """The node that was placed at a row of a level is a solution, to which all above it have led."""
    here, traces = of_depth(BEGIN, depth), np.uint64(rows.shape[1] - 1)
    state[here + SOLVED] += ONE
    state[here + LED] += ONE
    mark = mark_of(state, row)
    while state[mark] & LEADS == ZERO:
        state[mark] |= LEADS
        here -= DEPTH
        state[here + LED] += ONE
        if level == ZERO:
            break
        level -= ONE
        row = level * stride + ((rows[row, traces] >> PARENT) & PARENT_MASK)
        mark = mark_of(state, row)
