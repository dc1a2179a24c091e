"""Reading a solution off the rows of a window search: every row names its parent, one level above.

For the layout of a trace see `layout`.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.window.layout import CELL, ORIENTATION, ORIENTATION_MASK, PARENT, PARENT_MASK
from accord_native.words import ONE, Options, Words


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
