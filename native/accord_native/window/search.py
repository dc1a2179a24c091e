"""Kernel of the window search: exact covers of ordered cells; fills the first empty cell next.

    wide       False: up to 64 orientations, the same at all cells; a set of them is a word
               True: up to 128, and different ones at different cells; two words
    reach      how many cells an orientation may span: 37, which four look-ups see, 64, or 128 in a window of
               two words
    profile    whether it keeps statistics

For arrays and an example see `layout`. A row is window, available, fits, trace: what is occupied, the
orientations whose pieces are left, the ones that fit at the row's cell, and where the row came from. The
first lines of the inner loop read, the last ones write, and nothing between them branches on what was read,
but for a complete board: that is worth a factor of two.

Available takes a word, or two where the kernel is `wide`. The fits of a cell are two words there as well:
each has a row of its own, so that expanding a row is the same in both, and a bit of the trace says which word
it is. All that is known when the kernel is compiled: one that is not wide has nothing of a second word, one
without `profile` nothing of statistics, and one of a short `reach` nothing of the look-ups and of the second
word of the window that others need. The second word of a window is what the first one would be 64 cells
further on, so what is filled there needs no array of its own.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord_native.bits import count_trailing_zeros
from accord_native.jit import variants
from accord_native.profile import note_dead_end
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.window import layout
from accord_native.window.rows import BEGIN, placed_at, solved_at, unmark, write_solution
from accord_native.words import FOUR, ONE, THREE, TWO, WORD_BITS, ZERO, OptionRows, WordRows, Words

ORIENTATIONS = np.uint64(7)  # a shift: in a wide kernel a kind has 128 of them
WORD = np.uint64(64)


@variants(wide=(False, True), reach=layout.REACHES, profile=(False, True))
def search(wide: bool, reach: int, profile: bool) -> Callable[..., np.uint64]:
    """Return the kernel for orientations that span up to `reach` cells.

    With `profile` it keeps statistics, for which the state must have places.
    """
    words = 2 if wide else 1
    far, double = reach > layout.SHORT, reach > layout.FAR
    padding = layout.padding(reach)
    available_at = 2 if double else 1  # in a row, and in one of `orientation`
    fits_at, trace_at = available_at + words, available_at + words + 1
    available_1_at = available_at + 1
    tables_of_kind = np.uint64(layout.kind_bits(reach) + int(wide))  # a shift
    slice_words = np.uint64(words << layout.SLICE_BITS)
    pair = np.uint64(wide)  # a shift: the two words of a pattern are neighbours

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
        """Continue the search; returns DONE, PAUSED or FULL."""
        root = state[layout.ROOT]
        level = state[layout.LEVEL]
        solutions = state[SOLUTIONS]
        nodes = state[NODES]
        roots = np.uint64(len(starts))
        cells = np.uint64(len(cell) - padding)
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
                    if double:
                        rows[child, 1] = starts[root, 1]
                    for word in range(words):
                        rows[child, available_at + word] = starts[root, available_at + 1 + word]
                    rows[child, fits_at] = starts[root, fits_at + 1 + half]
                    rows[child, trace_at] = starts[root, available_at] | (np.uint64(half) << layout.WORD)
                    if profile:
                        unmark(state, child, child > ONE)
                    child += np.uint64(starts[root, fits_at + 1 + half] != ZERO)
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
                if double:
                    beyond = rows[row, 1] | orientation[which, 1]
                available = rows[row, available_at] & orientation[which, available_at]
                if wide:
                    available_1 = rows[row, available_1_at] & orientation[which, available_1_at]
                step = count_trailing_zeros(~window)
                there = (trace >> layout.CELL) + step
                window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]  # no shift may be 64
                if double:
                    window |= beyond << (WORD - step)
                    beyond = ((beyond >> ONE) >> (step - ONE)) | cell[there + WORD, 0]
                if window & ONE:  # 64 cells in a row are occupied: mostly, all that there are
                    while window & ONE and there < cells:
                        step = count_trailing_zeros(~window)
                        there += step
                        window = ((window >> ONE) >> (step - ONE)) | cell[there, 0]
                        if double:
                            window |= beyond << (WORD - step)
                            beyond = ((beyond >> ONE) >> (step - ONE)) | cell[there + WORD, 0]
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
                    table = (trace & layout.KIND_MASK) << tables_of_kind
                first = table + (((window >> ONE) & layout.PATTERN) << pair)
                second = table + slice_words + (((window >> layout.SECOND) & layout.PATTERN) << pair)
                third = table + TWO * slice_words + (((window >> layout.THIRD) & layout.PATTERN) << pair)
                fourth = table + THREE * slice_words + (((window >> layout.FOURTH) & layout.PATTERN) << pair)
                trace |= ((row - base) << layout.PARENT) | (number << layout.ORIENTATION)
                collide = tables[first] | tables[second] | tables[third] | tables[fourth]
                if far:
                    for part in range(FOUR, layout.IN_FIRST):
                        pattern = (window >> (ONE + part * layout.BITS)) & layout.PATTERN
                        collide |= tables[table + part * slice_words + (pattern << pair)]
                if double:
                    second_word = table + layout.IN_FIRST * slice_words
                    for part in range(layout.IN_SECOND):
                        pattern = (beyond >> (part * layout.BITS)) & layout.PATTERN
                        collide |= tables[second_word + part * slice_words + (pattern << pair)]
                left = cell[there, 2] & available & ~collide
                if wide:
                    collide = tables[first + ONE] | tables[second + ONE]
                    collide |= tables[third + ONE] | tables[fourth + ONE]
                    if far:
                        for part in range(FOUR, layout.IN_FIRST):
                            pattern = (window >> (ONE + part * layout.BITS)) & layout.PATTERN
                            collide |= tables[table + part * slice_words + (pattern << pair) + ONE]
                    if double:
                        for part in range(layout.IN_SECOND):
                            pattern = (beyond >> (part * layout.BITS)) & layout.PATTERN
                            collide |= tables[second_word + part * slice_words + (pattern << pair) + ONE]
                    left_1 = cell[there, 3] & available_1 & ~collide
                rows[child, 0] = window
                if double:
                    rows[child, 1] = beyond
                rows[child, available_at] = available
                if wide:
                    rows[child, available_1_at] = available_1
                rows[child, fits_at] = left
                rows[child, trace_at] = trace
                if profile:
                    unmark(state, child, False)
                    dead = not solution and left == ZERO
                child += np.uint64(left != ZERO)  # if nothing fits there, the next child takes its place
                if wide:
                    rows[child, 0] = window
                    if double:
                        rows[child, 1] = beyond
                    rows[child, available_at] = available
                    rows[child, available_1_at] = available_1
                    rows[child, fits_at] = left_1
                    rows[child, trace_at] = trace | (ONE << layout.WORD)
                    if profile:
                        unmark(state, child, left != ZERO)
                        dead = dead and left_1 == ZERO
                    child += np.uint64(left_1 != ZERO)
                if profile and dead:
                    note_dead_end(state, BEGIN, depth)
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
