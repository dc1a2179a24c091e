"""The slow checker of 9x9 sudoku grids, by trying: fillings, where they differ, unavoidable sets.

All tests of unavoidable sets, of clue sets and of their kernels are held against this one. It shares nothing
with what it checks.
"""

from itertools import combinations, product
from random import Random

ROWS = [range(9 * row, 9 * row + 9) for row in range(9)]
COLUMNS = [range(column, 81, 9) for column in range(9)]
BOXES = [
    [27 * band + 3 * stack + 9 * row + column for row, column in product(range(3), repeat=2)]
    for band, stack in product(range(3), repeat=2)
]
UNITS = [list(unit) for unit in (*ROWS, *COLUMNS, *BOXES)]
UNITS_OF = [[number for number, unit in enumerate(UNITS) if cell in unit] for cell in range(81)]


def fillings(digits, most=None):
    """The grids that have these digits (0: any), up to so many, by trying the cell with the fewest digits."""
    values, used = [int(digit) for digit in digits], [0] * 27
    empty = [cell for cell in range(81) if not values[cell]]
    found = []
    for cell, digit in enumerate(values):
        for unit in UNITS_OF[cell] if digit else ():
            used[unit] |= 1 << digit

    def walk():
        if not empty:
            found.append(tuple(values))
            return
        fewest, chosen, free = 10, 0, 0
        for cell in empty:
            a, b, c = UNITS_OF[cell]
            digits = 0b1111111110 & ~(used[a] | used[b] | used[c])
            if digits.bit_count() < fewest:
                fewest, chosen, free = digits.bit_count(), cell, digits
                if fewest < 2:
                    break
        empty.remove(chosen)
        for digit in range(1, 10):
            if free >> digit & 1 and (most is None or len(found) < most):
                for unit in UNITS_OF[chosen]:
                    used[unit] ^= 1 << digit
                values[chosen] = digit
                walk()
                for unit in UNITS_OF[chosen]:
                    used[unit] ^= 1 << digit
        empty.append(chosen)

    walk()
    return found


def completions(digits, most=2):
    """How many grids have these digits, up to so many."""
    return len(fillings(digits, most))


def by_trying(grid, must, may, low, high):
    """Every puzzle of a grid with low to high clues: those of `must`, and others of `may`."""
    found = set()
    for number in range(max(0, low - len(must)), high - len(must) + 1):
        for more in combinations(may, number):
            given = {*must, *more}
            puzzle = [int(grid[cell]) if cell in given else 0 for cell in range(81)]
            if completions(puzzle) == 1:
                found.add("".join(map(str, puzzle)))
    return found


def differences(grid, cells):
    """The sets of cells where other grids differ from this one that agree with it outside some cells."""
    own = [int(digit) for digit in grid]
    opened = [0 if cell in set(cells) else digit for cell, digit in enumerate(own)]
    differ = {frozenset(cell for cell in range(81) if other[cell] != own[cell]) for other in fillings(opened)}
    return differ - {frozenset()}


def minimal(sets):
    """The sets that have no other of them as a part."""
    return {cells for cells in sets if not any(other < cells for other in sets)}


def random_grid(seed):
    """A grid from a walk that places random digits where the fewest are left."""
    random, cells = Random(seed), [0] * 81
    peers = [{other for unit in UNITS_OF[cell] for other in UNITS[unit]} for cell in range(81)]

    def filled():
        empty = [cell for cell in range(81) if not cells[cell]]
        if not empty:
            return True
        free = {cell: {*range(1, 10)} - {cells[peer] for peer in peers[cell]} for cell in empty}
        cell = min(empty, key=lambda cell: len(free[cell]))
        for digit in random.sample(sorted(free[cell]), len(free[cell])):
            cells[cell] = digit
            if filled():
                return True
        cells[cell] = 0
        return False

    assert filled()
    return "".join(map(str, cells))
