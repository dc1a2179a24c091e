"""The 9x9 sudoku kernel: known puzzles, counts found in another way, pauses, and unavoidable sets."""

import random
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from processes import printed

from accord_compare.sudoku import texts
from accord_native.progress import DONE, FULL, NODES, PAUSED, SOLUTIONS, WRITTEN
from accord_native.sudoku import layout
from accord_native.sudoku import search as sudoku
from accord_native.sudoku.layout import LANES, cells_of, words

GRID = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
INKALA_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
PLATINUM_BLONDE = ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."


def grid_of(text):
    return np.array([0 if sign in ".0" else int(sign) for sign in text], np.uint8)


def puzzles_17():
    return np.array([grid_of(line) for line in texts()])


def solved(puzzles, limit=2):
    """How many solutions each has, up to a limit; the last one found of each; how many guesses it took."""
    puzzles = np.atleast_2d(puzzles)
    counts, solutions, guesses = [], np.zeros_like(puzzles), 0
    for puzzle, solution in zip(puzzles, solutions, strict=True):
        board, state = boards(puzzle), np.zeros(layout.STATES, np.uint64)
        output, end = np.zeros((1, 81), np.int32), FULL
        while end != DONE and state[SOLUTIONS] < limit:
            end = sudoku.search(board, state, output, np.uint64(1 << 60))
            if end == FULL:
                solution[:] = output[0] % 9 + 1
        counts.append(int(state[SOLUTIONS]))
        guesses += int(state[NODES]) // 2
    return counts, solutions, guesses


def is_right(grid):
    nine = set(range(1, 10))
    square = grid.reshape(9, 9)
    boxes = square.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)
    return all(set(unit.tolist()) == nine for units in (square, square.T, boxes) for unit in units)


def boards(grid, candidates=None):
    """Row 0 of a board by another way than the kernel's: cell by cell."""
    board = np.zeros(layout.SCRATCH, np.uint32)
    for cell, digit in enumerate(grid.tolist()):
        for d in range(9):
            if (digit in (0, d + 1)) and (candidates is None or candidates[cell][d]):
                board[0, cell // 27 * LANES + d] |= np.uint32(1 << cell % 27)
    return board


def walk(board, capacity=2, budget=5):
    state, output = np.zeros(layout.STATES, np.uint64), np.zeros((capacity, 81), np.int32)
    found, ends = [], Counter()
    while True:
        end = sudoku.search(board, state, output, np.uint64(budget))
        ends[int(end)] += 1
        found += [tuple(row) for row in output[: int(state[WRITTEN])].tolist()]
        if end == DONE:
            return found, state, ends


def test_seventeens_have_one_solution_each():
    puzzles = puzzles_17()
    counts, solutions, guesses = solved(puzzles)
    assert len(puzzles) == 100
    assert set((puzzles > 0).sum(axis=1).tolist()) == {17}
    assert counts == [1] * 100
    assert all(is_right(grid) for grid in solutions)
    assert ((puzzles == 0) | (puzzles == solutions)).all()
    assert guesses < 200  # a heuristic that is out of order guesses many times as often


def test_known_puzzles():
    counts, solutions, _ = solved(np.array([grid_of(INKALA), grid_of(PLATINUM_BLONDE)]))
    assert counts == [1, 1]
    assert "".join(map(str, solutions[0])) == INKALA_SOLVED


def completions(grid):
    """Ways to fill the last three rows of a grid: column by column, with the digits each row has."""
    ways = Counter({(0, 0, 0): 1})
    for column in grid.reshape(9, 9)[:6].T.tolist():
        missing = set(range(1, 10)) - set(column)
        following = Counter()
        for used, number in ways.items():
            for placed in permutations(missing):
                if not any(row >> digit & 1 for row, digit in zip(used, placed, strict=True)):
                    key = tuple(row | 1 << digit for row, digit in zip(used, placed, strict=True))
                    following[key] += number
        ways = following
    return sum(ways.values())


@pytest.mark.parametrize("rows", [(0, 1, 2, 3, 4, 5), (0, 1, 2, 6, 7, 8), (3, 4, 5, 6, 7, 8)])
def test_all_ways_to_fill_a_band(rows):
    """The boxes of a band follow from the other two, so all depends on rows and columns."""
    _, solutions, _ = solved(puzzles_17()[7])
    square = solutions.reshape(9, 9)
    left = [row for row in range(9) if row not in rows]
    puzzle = square.copy()
    puzzle[left] = 0
    expected = completions(square[[*rows, *left]].ravel())
    assert expected > 1
    assert solved(puzzle.reshape(81), 10**6)[0] == [expected]
    columns = np.ascontiguousarray(puzzle.T).reshape(81)
    assert solved(columns, 10**6)[0] == [expected]


def test_a_limit_stops_and_clashing_givens_have_none():
    assert solved(np.zeros(81, np.uint8), 1000)[0] == [1000]
    for second in (1, 9, 10):  # in the same row, column, box
        puzzle = np.zeros(81, np.uint8)
        puzzle[[0, second]] = 5
        assert solved(puzzle)[0] == [0]
    full = grid_of(GRID)
    assert solved(full)[0] == [1]
    full[80] = full[79]
    assert solved(full)[0] == [0]


def test_two_solutions_are_both_told_and_a_hard_one_is_left():
    puzzle = puzzles_17()[0]
    given = np.flatnonzero(puzzle)
    fewer = puzzle.copy()
    fewer[given[0]] = 0
    puzzles = np.array([puzzle, fewer, grid_of("55" + "." * 79), grid_of(PLATINUM_BLONDE)])
    first, second = np.zeros_like(puzzles), np.zeros_like(puzzles)
    counts, nodes = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    sudoku.several(puzzles, np.uint64(12), counts, first, second, nodes, np.empty(layout.SCRATCH, np.uint32))
    assert counts.tolist()[:3] == [1, 2, 0]
    assert counts[3] == layout.UNDECIDED
    assert nodes[3] == 12
    assert is_right(first[1])
    assert is_right(second[1])
    assert (first[1] != second[1]).any()


def test_a_walk_with_pauses_finds_what_one_call_counts():
    puzzle = puzzles_17()[0]
    puzzle[np.flatnonzero(puzzle)[0]] = 0
    expected = solved(puzzle, 10**6)[0][0]
    assert 2 < expected < 10**5
    found, state, ends = walk(boards(puzzle))
    assert len(set(found)) == len(found) == expected == int(state[SOLUTIONS])
    assert ends[int(FULL)]
    assert ends[int(PAUSED)]
    grid = np.array(found[-1]) % 9 + 1
    assert is_right(grid)
    assert ((puzzle == 0) | (puzzle == grid)).all()
    once = np.zeros(layout.STATES, np.uint64)
    none = np.zeros((0, 81), np.int32)
    assert sudoku.search(boards(puzzle), once, none, np.uint64(10**7)) == DONE
    assert (once[SOLUTIONS], once[NODES]) == (expected, state[NODES])


def test_pencil_marks():
    """With each digit of a cell left in turn, the counts add up."""
    puzzle = puzzles_17()[0]
    puzzle[np.flatnonzero(puzzle)[0]] = 0
    cell = int(np.flatnonzero(puzzle == 0)[40])
    whole = len(walk(boards(puzzle), 100, 1000)[0])
    parts = []
    for low, high in ((0, 4), (4, 9)):
        marks = np.ones((81, 9), np.bool_)
        marks[cell] = False
        marks[cell, low:high] = True
        parts.append(len(walk(boards(puzzle, marks), 100, 1000)[0]))
    assert sum(parts) == whole


def test_other_finds_small_unavoidable_sets():
    puzzles = puzzles_17()
    _, solutions, _ = solved(puzzles)
    scratch, different = np.empty(layout.SCRATCH, np.uint32), np.zeros(2, np.uint64)
    sizes = []
    for puzzle, grid in zip(puzzles, solutions, strict=True):
        clues = np.flatnonzero(puzzle).tolist()
        assert not sudoku.other(grid, words(clues), different, scratch)
        assert sudoku.other(grid, words(clues[1:]), different, scratch)
        cells = set(cells_of(*different))
        assert cells.isdisjoint(clues[1:])
        assert clues[0] in cells
        opened = grid.copy()
        opened[list(cells)] = 0
        assert solved(opened)[0][0] == 2
        sizes.append(len(cells))
    assert np.mean(sizes) < 20


def test_other_agrees_with_counting_on_random_clues():
    random_ = random.Random(5)
    grid = grid_of(GRID)
    scratch, different = np.empty(layout.SCRATCH, np.uint32), np.zeros(2, np.uint64)
    answers = Counter()
    for _ in range(200):
        clues = random_.sample(range(81), random_.randint(20, 60))
        puzzle = np.zeros(81, np.uint8)
        puzzle[clues] = grid[clues]
        several = bool(sudoku.other(grid, words(clues), different, scratch))
        assert several == (solved(puzzle)[0][0] == 2)
        answers[several] += 1
    assert min(answers.values()) > 10


TINY = """
import numpy as np
from accord_native.sudoku import layout
from accord_native.sudoku import search as sudoku
grid = np.array([int(sign) for sign in {grid!r}], np.uint8)
puzzle = grid.copy()
puzzle[[0, 1, 2, 27, 28, 29, 54, 55, 56]] = 0
(counts, nodes), (first, second) = np.zeros((2, 1), np.uint64), np.zeros((2, 1, 81), np.uint8)
sudoku.several(puzzle[None], np.uint64(99), counts, first, second, nodes, np.empty(layout.SCRATCH, np.uint32))
different = np.zeros(2, np.uint64)
given = [[i for i in range(54) if puzzle[i]], [i for i in range(27) if puzzle[54 + i]]]
clues = np.array([sum(1 << i for i in some) for some in given])
found = sudoku.other(grid, clues.astype(np.uint64), different, np.empty(layout.SCRATCH, np.uint32))
print(counts[0], nodes[0], found, hex(different[0]), hex(different[1]))
"""


@pytest.mark.full
def test_plain_python_does_the_same():
    told = []
    for disabled in ("0", "1"):
        told.append(printed("-W", "error", "-c", TINY.format(grid=GRID), NUMBA_DISABLE_JIT=disabled))
    assert told[0] == told[1]
    assert not told[0].startswith("1 ")
