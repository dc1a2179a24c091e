"""The window search, to be compiled for one word of orientations, or two words and different kinds of cells.

For arrays and an example see `layout`. A row is window, available, fits, trace: what is occupied, the
orientations whose pieces are left, those of them that fit at the row's cell, and where the row came from. The
first lines of the inner loop read, the last ones write, and nothing between them branches on what was read,
but for a complete board: that is worth a factor of two.

Available takes a word in `narrow`, and two in `wide`. The fits of a cell are two words there as well: each
has a row of its own, so that expanding a row is the same in both, and a bit of the trace says which word it
is. Which of the two it is is known when the kernel is compiled, so that `narrow` has nothing of the other;
and neither has anything of the statistics that `narrow_profile` and `wide_profile` keep.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import jit
from accord_native.profile import dead_end
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.window import layout
from accord_native.window.marks import BEGIN, placed_at, solved_at, unmark
from accord_native.window.trace import write_solution
from accord_native.words import ONE, THREE, TWO, WORD_BITS, ZERO, OptionRows, WordRows, Words

# shifts: in `wide` a kind has 128 orientations, and 4096 words of tables
ORIENTATIONS, TABLES = np.uint64(7), np.uint64(12)


def compiled(wide: bool, profile: bool = False) -> Callable[..., np.uint64]:
    """The kernel; with `profile` one that keeps statistics, for which there must be room in the state."""
    words = 2 if wide else 1
    fits_at, trace_at = 1 + words, 2 + words  # in a row
    slice_words = np.uint64(words << layout.SLICE_BITS)
    pair = np.uint64(wide)  # a shift: the two words of a pattern are neighbours

    @jit()
    def search(
        tables: Words,
        cell: WordRows,
        orientation: WordRows,
        pieced: Words,
        filled: WordRows,
        starts: WordRows,
        placed: OptionRows,
        option_at: OptionRows,
        rows: WordRows,
        size: Words,
        state: Words,
        output: OptionRows,
        budget: np.uint64,
    ) -> np.uint64:
        """Go on searching; returns DONE, PAUSED or FULL."""
        root = state[layout.ROOT]
        level = state[layout.LEVEL]
        solutions = state[SOLUTIONS]
        nodes = state[NODES]
        roots = np.uint64(len(starts))
        cells = np.uint64(len(cell) - layout.PADDING)
        capacity = np.uint64(len(output))
        stride = np.uint64(len(rows) // len(size))
        pieces = pieced[0]
        if wide:
            pieces_1 = pieced[1]
        last_node = nodes + budget
        breadth = min(layout.BREADTH, budget)
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
                for half in range(words):
                    rows[child, 0] = starts[root, 0]
                    for word in range(words):
                        rows[child, 1 + word] = starts[root, 2 + word]
                    rows[child, fits_at] = starts[root, 2 + words + half]
                    rows[child, trace_at] = starts[root, 1] | (np.uint64(half) << layout.WORD)
                    if profile:
                        unmark(state, child, child > ONE)
                    child += np.uint64(starts[root, 2 + words + half] != ZERO)
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
            fits = rows[row, fits_at]
            while row > stop:
                following = rows[
                    row - ONE, fits_at
                ]  # read before the children are written, or it waits for them
                trace = rows[row, trace_at]
                number = count_trailing_zeros(fits)
                if wide:
                    number += ((trace >> layout.WORD) & ONE) << WORD_BITS
                    which = ((trace & layout.KIND_MASK) << ORIENTATIONS) + number
                else:
                    which = number
                fits &= fits - ONE
                nodes += ONE
                if profile:
                    depth, solution = np.uint64(placed.shape[1]) + level + ONE, False
                    placed_at(state, row, trace, depth)
                window = rows[row, 0] | orientation[which, 0]
                available = rows[row, 1] & orientation[which, 1]
                if wide:
                    available_1 = rows[row, 2] & orientation[which, 2]
                step = count_trailing_zeros(~window)
                there = (trace >> layout.CELL) + step
                window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]  # no shift may be 64
                if window & ONE:  # 64 cells in a row are occupied: mostly, all that there are
                    while window & ONE and there < cells:
                        step = count_trailing_zeros(~window)
                        there += step
                        window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]
                    left = available & pieces
                    if wide:
                        left |= available_1 & pieces_1
                    if there >= cells and left == ZERO:
                        solutions += ONE
                        if profile:
                            solution = True
                            solved_at(state, rows, stride, level, row, depth)
                        if capacity != ZERO:
                            write_solution(
                                output, written, option_at, placed, root - ONE,
                                rows, stride, level, row, number,
                            )  # fmt: skip
                            written += ONE
                            if written == capacity:
                                end = FULL
                                break
                table = ZERO
                trace = there << layout.CELL
                if wide:
                    trace = cell[there, 1]
                    table = (trace & layout.KIND_MASK) << TABLES
                first = table + (((window >> ONE) & layout.PATTERN) << pair)
                second = table + slice_words + (((window >> layout.SECOND) & layout.PATTERN) << pair)
                third = table + TWO * slice_words + (((window >> layout.THIRD) & layout.PATTERN) << pair)
                fourth = table + THREE * slice_words + (((window >> layout.FOURTH) & layout.PATTERN) << pair)
                trace |= ((row - base) << layout.PARENT) | (number << layout.ORIENTATION)
                collide = tables[first] | tables[second] | tables[third] | tables[fourth]
                left = cell[there, 2] & available & ~collide
                if wide:
                    collide = tables[first + ONE] | tables[second + ONE]
                    collide |= tables[third + ONE] | tables[fourth + ONE]
                    left_1 = cell[there, 3] & available_1 & ~collide
                rows[child, 0] = window
                rows[child, 1] = available
                if wide:
                    rows[child, 2] = available_1
                rows[child, fits_at] = left
                rows[child, trace_at] = trace
                if profile:
                    unmark(state, child, False)
                    dead = not solution and left == ZERO
                child += np.uint64(left != ZERO)  # if nothing fits there, the next child takes its place
                if wide:
                    rows[child, 0] = window
                    rows[child, 1] = available
                    rows[child, 2] = available_1
                    rows[child, fits_at] = left_1
                    rows[child, trace_at] = trace | (ONE << layout.WORD)
                    if profile:
                        unmark(state, child, left != ZERO)
                        dead = dead and left_1 == ZERO
                    child += np.uint64(left_1 != ZERO)
                if profile and dead:
                    dead_end(state, BEGIN, depth)
                exhausted = np.uint64(fits == ZERO)
                fits |= following * exhausted
                row -= exhausted
            if end == FULL and fits == ZERO:
                row -= ONE
            else:
                rows[row, fits_at] = fits
            size[level] = row - base
            if child > first_child:
                level += ONE
                size[level] = child - first_child
        state[layout.ROOT], state[layout.LEVEL] = root, level
        state[SOLUTIONS], state[NODES], state[WRITTEN] = solutions, nodes, written
        return end

    return search
