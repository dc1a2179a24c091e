"""The window search with up to 64 orientations, the same at all cells.

For arrays and an example see `layout`. A row is window, available, fits, trace: what is occupied, the
orientations whose pieces are left, those of them that fit at the row's cell, and where the row came from. The
first lines of the inner loop read, the last ones write, and nothing between them branches on what was read,
but for a complete board: that is worth a factor of two.

`wide` is the same search with two words and kinds of cells. It is written out again for speed: there an
expansion looks up the tables of a kind first, and works on two words. What both share is in `layout` and
`trace`.
"""

from __future__ import annotations

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.window.layout import (
    BREADTH,
    CELL,
    FOURTH,
    LEVEL,
    ORIENTATION,
    PADDING,
    PARENT,
    PATTERN,
    ROOT,
    SECOND,
    SLICE_BITS,
    THIRD,
)
from accord_native.window.trace import write_solution
from accord_native.words import ONE, ZERO, Options, Words

TABLE = np.uint64(1 << SLICE_BITS)


@jit(
    "uint64(uint64[::1], uint64[:, ::1], uint64[:, ::1], uint64[::1], uint64[:, ::1], uint64[:, ::1],"
    "int32[:, ::1], int32[:, ::1], uint64[:, ::1], uint64[::1], uint64[::1], int32[:, ::1], uint64)"
)
def search(
    tables: Words,
    cell: Words,
    orientation: Words,
    pieced: Words,
    filled: Words,
    starts: Words,
    placed: Options,
    option_at: Options,
    rows: Words,
    size: Words,
    state: Words,
    output: Options,
    budget: np.uint64,
) -> np.uint64:
    """Go on searching; returns DONE, PAUSED or FULL."""
    root, level, solutions, nodes = state[ROOT], state[LEVEL], state[SOLUTIONS], state[NODES]
    roots, cells, capacity = np.uint64(len(starts)), np.uint64(len(cell) - PADDING), np.uint64(len(output))
    stride = np.uint64(len(rows) // len(size))
    pieces = pieced[0]
    last_node = nodes + budget
    breadth = min(BREADTH, budget)
    written = ZERO
    end = DONE
    while end == DONE:
        if size[level] == ZERO:
            if level > ZERO:
                level -= ONE
                continue
            if root == roots:
                break
            for at in range(len(cell)):
                cell[at, 0] = filled[root, at]
            rows[1, 0], rows[1, 3] = starts[root, 0], starts[root, 1]
            rows[1, 1], rows[1, 2] = starts[root, 2], starts[root, 3]
            size[0] = 1
            root += ONE
        if nodes >= last_node:
            end = PAUSED
            break
        base = level * stride
        row = base + size[level]
        stop = base if size[level] <= breadth else row - breadth
        first_child = base + stride + ONE
        child = first_child
        fits = rows[row, 2]
        while row > stop:
            following = rows[row - ONE, 2]  # read before the children are written, or it waits for them
            number = count_trailing_zeros(fits)
            fits &= fits - ONE
            nodes += ONE
            window = rows[row, 0] | orientation[number, 0]
            available = rows[row, 1] & orientation[number, 1]
            step = count_trailing_zeros(~window)
            there = (rows[row, 3] >> CELL) + step
            window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]  # no shift may be 64
            if window & ONE:  # 64 cells in a row are occupied: mostly, all that there are
                while window & ONE and there < cells:
                    step = count_trailing_zeros(~window)
                    there += step
                    window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]
                if there >= cells and available & pieces == ZERO:
                    solutions += ONE
                    if capacity != ZERO:
                        write_solution(
                            output,
                            written,
                            option_at,
                            placed,
                            root - ONE,
                            rows,
                            stride,
                            level,
                            row,
                            number,
                        )
                        written += ONE
                        if written == capacity:
                            end = FULL
                            break
            left = (
                cell[there, 2]
                & available
                & ~(
                    tables[(window >> ONE) & PATTERN]
                    | tables[TABLE + ((window >> SECOND) & PATTERN)]
                    | tables[TABLE + TABLE + ((window >> THIRD) & PATTERN)]
                    | tables[TABLE + TABLE + TABLE + ((window >> FOURTH) & PATTERN)]
                )
            )
            rows[child, 0] = window
            rows[child, 1] = available
            rows[child, 2] = left
            rows[child, 3] = (there << CELL) | ((row - base) << PARENT) | (number << ORIENTATION)
            child += np.uint64(left != ZERO)  # if nothing fits there, the next child takes its place
            exhausted = np.uint64(fits == ZERO)
            fits |= following * exhausted
            row -= exhausted
        if end == FULL and fits == ZERO:
            row -= ONE
        else:
            rows[row, 2] = fits
        size[level] = row - base
        if child > first_child:
            level += ONE
            size[level] = child - first_child
    state[ROOT], state[LEVEL], state[SOLUTIONS], state[NODES], state[WRITTEN] = (
        root,
        level,
        solutions,
        nodes,
        written,
    )
    return end
