"""Kernels that solve 9x9 sudokus: in batches, as an oracle for other kernels, and for all solutions.

    several(puzzles, most, counts, first, second, nodes, scratch) -> 0
        Counts the solutions of each puzzle up to two, and writes both; a puzzle that takes more than `most`
        nodes is left, and its count is UNDECIDED.
    other(grid, clues, different, scratch) -> 1 or 0
        Whether there is a solution beside `grid` that has the clues of it; and the cells where it differs.
        Tries the grid's own digits first, so these are few.
    search(board, state, output, budget) -> DONE, PAUSED or FULL
        Continues the walk through all solutions of a board; called again with the same arrays it continues.

    name       shape           dtype   meaning
    ---------  --------------  ------  -----------------------------------------------------------------------
    puzzles    n, 81           uint8   cells row by row: 1..9 is a digit, 0 an empty cell
    counts     n               uint64  solutions found
    nodes      n               uint64  of each puzzle
    first      n, 81           uint8   also `second`
    grid       81              uint8   a solved sudoku, or the digits of which some are clues
    clues      2               uint64  a set of cells: 0..53 are the bits of word 0, 54..80 of word 1
    different  2               uint64  likewise; written
    scratch    SCRATCH         uint32  needs no preparation; np.empty(SCRATCH, np.uint32)
    board      SCRATCH         uint32  see `board`; row 0 is given: the digits each cell can have
    state      5               uint64  LEVEL: boards that wait; BACK: take one of them up; as in `progress`
    output     capacity, 81    int32   solutions: cell * 9 + digit - 1, by cells; no capacity: only count

A node is a board from which was removed what cannot be: the given one, and two for each guess.

The three loops are one frame, written out for each for speed: what a solution means differs, and `other`
chooses digits in its own way; none should ask at each node which of the three it serves.

Example: `p` is the solved `g` with cell 0 made empty: `several` counts 1, and writes g. Where two digits in
the corners of a rectangle in two boxes are made empty the count is 2, and `other` gives these four cells.
"""

from __future__ import annotations

import numpy as np
from numba.extending import register_jitable

from accord_native.bits import count_trailing_zeros
from accord_native.jit import jit
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sudoku import layout
from accord_native.sudoku.board import ALL, begin, branch, bring_back, choose, lowest, settle, unset
from accord_native.sudoku.layout import Board, Grid, Half
from accord_native.words import ONE, TWO, ZERO, ByteRows, Bytes, HalfRows, OptionRows, Words

BAND = np.uint64(27)


@register_jitable
def _write(board: Board, solution: Grid) -> None:
    for d in range(9):
        for band in range(3):
            word = np.uint64(board[0, d + layout.LANES * band])
            while word:
                solution[BAND * np.uint64(band) + count_trailing_zeros(word)] = d + 1
                word &= word - ONE


@register_jitable
def _read(puzzle: Grid, board: Board) -> None:
    free0, free1, free2 = unset(puzzle, ZERO), unset(puzzle, BAND), unset(puzzle, TWO * BAND)
    begin(puzzle, free0, free1, free2, board)


@jit()
def several(
    puzzles: ByteRows,
    most: np.uint64,
    counts: Words,
    first: ByteRows,
    second: ByteRows,
    nodes: Words,
    scratch: HalfRows,
) -> np.uint64:
    """Whether each of many puzzles has none, one or two solutions at least."""
    board = scratch
    for n in range(len(puzzles)):
        _read(puzzles[n], board)
        level, count, passed = ZERO, ZERO, ZERO
        while count < TWO:
            if passed == most:
                count = layout.UNDECIDED
                break
            passed += ONE
            end = settle(board)
            if end == layout.OPEN:
                level += ONE
                cell = choose(board)
                branch(board, level, cell, lowest(board, cell))
                continue
            if end == layout.SOLVED:
                _write(board, first[n] if count == ZERO else second[n])
                count += ONE
            if level == ZERO:
                break
            bring_back(board, level)
            level -= ONE
        counts[n], nodes[n] = count, passed
    return ZERO


@jit()
def other(grid: Bytes, clues: Words, different: Words, scratch: HalfRows) -> np.uint64:
    """Look for a solution that has the clues and is not the grid."""
    board = scratch
    begin(grid, Half(0), Half(0), Half(0), board)
    for at in range(layout.BOARD):
        board[layout.GRID, at] = board[0, at]
    free0, free1, free2 = Half(ALL & ~clues[0]), Half(ALL & ~(clues[0] >> BAND)), Half(ALL & ~clues[1])
    for d in range(9):
        board[0, d] |= free0
        board[0, d + layout.LANES] |= free1
        board[0, d + 2 * layout.LANES] |= free2
    level = ZERO
    while True:
        end = settle(board)
        if end == layout.OPEN:
            level += ONE
            cell = choose(board)
            digit, bit = np.uint64(grid[cell]) - ONE, Half(Half(1) << Half(cell % BAND))
            if Half(board[0, cell // BAND * np.uint64(layout.LANES) + digit] & bit) == Half(0):
                digit = lowest(board, cell)
            branch(board, level, cell, digit)
            continue
        if end == layout.SOLVED:
            word0 = word1 = word2 = Half(0)
            for d in range(9):
                word0 |= board[0, d] & ~board[layout.GRID, d]
                word1 |= board[0, d + layout.LANES] & ~board[layout.GRID, d + layout.LANES]
                word2 |= board[0, d + 2 * layout.LANES] & ~board[layout.GRID, d + 2 * layout.LANES]
            different[0] = np.uint64(word0) | (np.uint64(word1) << BAND)
            different[1] = np.uint64(word2)
            if different[0] | different[1]:
                return ONE
        if level == ZERO:
            return ZERO
        bring_back(board, level)
        level -= ONE


@jit()
def search(board: HalfRows, state: Words, output: OptionRows, budget: np.uint64) -> np.uint64:
    """Walk through all solutions of a board."""
    level, back, nodes, written = state[layout.LEVEL], state[layout.BACK], ZERO, ZERO
    capacity, how = np.uint64(len(output)), PAUSED
    while nodes < budget:
        if back:
            if level == ZERO:
                how = DONE
                break
            bring_back(board, level)
            level -= ONE
        nodes += ONE
        end = settle(board)
        back = ZERO if end == layout.OPEN else ONE
        if end == layout.OPEN:
            level += ONE
            cell = choose(board)
            branch(board, level, cell, lowest(board, cell))
        elif end == layout.SOLVED:
            state[SOLUTIONS] += ONE
            if capacity:
                for d in range(9):
                    for band in range(3):
                        word = np.uint64(board[0, d + layout.LANES * band])
                        while word:
                            cell = BAND * np.uint64(band) + count_trailing_zeros(word)
                            output[written, cell] = cell * np.uint64(9) + np.uint64(d)
                            word &= word - ONE
                written += ONE
                if written == capacity:
                    how = FULL
                    break
    state[layout.LEVEL], state[layout.BACK], state[WRITTEN] = level, back, written
    state[NODES] += nodes
    return how
