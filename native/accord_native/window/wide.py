"""The window search with up to 128 orientations, and different ones at different cells: two words.

For arrays and an example see `layout`. A row is window, available (2 words), fits, trace. The fits of a cell
are two words as well; each has a row of its own, so that expanding a row is the same as in `narrow`, and a
bit of the trace says which word it is. `narrow` says why these are two kernels.
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
    KIND_MASK,
    LEVEL,
    ORIENTATION,
    PADDING,
    PARENT,
    PATTERN,
    ROOT,
    SECOND,
    SLICE_BITS,
    THIRD,
    WORD,
)
from accord_native.window.trace import write_solution
from accord_native.words import ONE, WORD_BITS, ZERO, Options, Words

TABLE = np.uint64(2 << SLICE_BITS)  # the two words of a pattern are neighbours
ORIENTATIONS, TABLES = (
    np.uint64(7),
    np.uint64(12),
)  # shifts: a kind has 128 orientations, 4096 words of tables


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
    pieces_0, pieces_1 = pieced[0], pieced[1]
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
            child = ONE
            for half in range(2):
                rows[child, 0] = starts[root, 0]
                rows[child, 1] = starts[root, 2]
                rows[child, 2] = starts[root, 3]
                rows[child, 3] = starts[root, 4 + half]
                rows[child, 4] = starts[root, 1] | (np.uint64(half) << WORD)
                child += np.uint64(starts[root, 4 + half] != ZERO)
            size[0] = child - ONE
            root += ONE
        if nodes >= last_node:
            end = PAUSED
            break
        base = level * stride
        row = base + size[level]
        stop = base if size[level] <= breadth else row - breadth
        first_child = base + stride + ONE
        child = first_child
        fits = rows[row, 3]
        while row > stop:
            following = rows[row - ONE, 3]  # read before the children are written, or it waits for them
            trace = rows[row, 4]
            number = count_trailing_zeros(fits) + (((trace >> WORD) & ONE) << WORD_BITS)
            which = ((trace & KIND_MASK) << ORIENTATIONS) + number
            fits &= fits - ONE
            nodes += ONE
            window = rows[row, 0] | orientation[which, 0]
            available_0 = rows[row, 1] & orientation[which, 1]
            available_1 = rows[row, 2] & orientation[which, 2]
            step = count_trailing_zeros(~window)
            there = (trace >> CELL) + step
            window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]  # no shift may be 64
            if window & ONE:  # 64 cells in a row are occupied: mostly, all that there are
                while window & ONE and there < cells:
                    step = count_trailing_zeros(~window)
                    there += step
                    window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]
                if there >= cells and (available_0 & pieces_0) | (available_1 & pieces_1) == ZERO:
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
            trace = cell[there, 1]
            table = (trace & KIND_MASK) << TABLES
            first = table + (((window >> ONE) & PATTERN) << ONE)
            second = table + TABLE + (((window >> SECOND) & PATTERN) << ONE)
            third = table + TABLE + TABLE + (((window >> THIRD) & PATTERN) << ONE)
            fourth = table + TABLE + TABLE + TABLE + (((window >> FOURTH) & PATTERN) << ONE)
            collide_0 = tables[first] | tables[second] | tables[third] | tables[fourth]
            collide_1 = (
                tables[first + ONE] | tables[second + ONE] | tables[third + ONE] | tables[fourth + ONE]
            )
            trace |= ((row - base) << PARENT) | (number << ORIENTATION)
            left = cell[there, 2] & available_0 & ~collide_0
            rows[child, 0] = window
            rows[child, 1] = available_0
            rows[child, 2] = available_1
            rows[child, 3] = left
            rows[child, 4] = trace
            child += np.uint64(left != ZERO)  # if nothing fits there, the next child takes its place
            left = cell[there, 3] & available_1 & ~collide_1
            rows[child, 0] = window
            rows[child, 1] = available_0
            rows[child, 2] = available_1
            rows[child, 3] = left
            rows[child, 4] = trace | (ONE << WORD)
            child += np.uint64(left != ZERO)
            exhausted = np.uint64(fits == ZERO)
            fits |= following * exhausted
            row -= exhausted
        if end == FULL and fits == ZERO:
            row -= ONE
        else:
            rows[row, 3] = fits
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
