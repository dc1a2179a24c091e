"""The 18 one-sided pentominoes in a rectangle, counted by a plain program that shares no code with Accord.

    python tests/oracles/one_sided.py 6 15

X is laid first. It is its own mirror image, so each of its places counts for those that a reflection of the
board takes it to: four times off the middle lines, twice on one, once on both. That gives all solutions,
whether or not any is symmetric. Then the empty cell that is first in its column, columns from left to right,
is filled in every way that fits: Fletcher's search of 1965. A board with an empty cell between four full ones
is left at once. It prints a line for each place of X: row, column, weight, solutions, nodes.
"""

import sys
import time
from functools import partial

import numpy as np
from numba import njit, uint64

DRAWINGS = {
    "F": ".## ##. .#.",
    "I": "#####",
    "L": "#... ####",
    "N": "##.. .###",
    "P": "## ## #.",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": ".#.. ####",
    "Z": "##. .#. .##",
}
SLICE = 12  # cells that one look-up sees; three see a column of I in a board nine high


def shapes():
    """Piece -> its ways to lie, sets of (row, column) that touch both axes; mirror twins are two pieces."""
    found = {}
    for name, drawing in DRAWINGS.items():
        rows = drawing.split()
        cells = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"]
        for twin, mirror in ((name, 1), (name.lower(), -1)):
            ways, shape = set(), [(r, mirror * c) for r, c in cells]
            for _ in range(4):
                shape = [(c, -r) for r, c in shape]
                top, left = min(r for r, _ in shape), min(c for _, c in shape)
                ways.add(frozenset((r - top, c - left) for r, c in shape))
            if ways not in found.values():
                found[twin] = ways
    return found


def word(bits):
    return np.uint64(sum(1 << bit for bit in bits))


class Board:
    """Tables of a board whose columns are `high` cells, cell `high * column + row`; X is not in them."""

    def __init__(self, high, wide):
        assert 3 <= high <= wide
        assert high * 4 < 1 + 3 * SLICE  # the cells that a piece spans
        self.high, self.wide, cells = high, wide, high * wide
        ways = [(name, way) for name, all_ways in shapes().items() if name != "X" for way in all_ways]
        self.masks, self.others = np.zeros(64, np.uint64), np.zeros(64, np.uint64)
        self.inside = np.zeros(cells + 1, np.uint64)
        for number, (name, way) in enumerate(ways):
            steps = sorted(high * c + r for r, c in way)
            self.masks[number] = word(step - steps[0] for step in steps)
            self.others[number] = word(n for n, (other, _) in enumerate(ways) if other != name)
            for row in range(high):
                for column in range(wide):
                    if all(row + r < high and column + c < wide for r, c in way):
                        self.inside[high * column + row + steps[0]] |= word([number])
        self.clashes = np.zeros((3, 1 << SLICE), np.uint64)
        for part in range(3):
            for pattern in range(1 << SLICE):
                taken = pattern << (1 + SLICE * part)
                self.clashes[part, pattern] = word(n for n in range(len(ways)) if int(self.masks[n]) & taken)
        # which bits of a window have no cell above them in their column, and which none below
        self.tops = np.array([word(b for b in range(64) if (at + b) % high == 0) for at in range(cells + 1)])
        self.ends = np.array(
            [word(b for b in range(64) if (at + b + 1) % high == 0) for at in range(cells + 1)]
        )

    def with_x(self, row, column):
        """For each cell, which of 64 from there on are full: X with its centre there, all beyond the end."""
        high, cells = self.high, self.high * self.wide
        centre = high * column + row
        full = sum(1 << (centre + step) for step in (-high, -1, 0, 1, high)) | (((1 << 64) - 1) << cells)
        return np.array([(full >> at) & ((1 << 64) - 1) for at in range(cells + 1)], np.uint64)


FACTOR = 0x03F79D71B4CB0A89  # its products with powers of two differ in the first six bits
PLACE = np.zeros(64, np.int64)
for _bit in range(64):
    PLACE[((FACTOR << _bit) & ((1 << 64) - 1)) >> 58] = _bit
ONE, LEFT = uint64(1), uint64(58)
SEES = uint64((1 << SLICE) - 1)
FIRST, SECOND, THIRD = uint64(1), uint64(1 + SLICE), uint64(1 + 2 * SLICE)


@njit
def number_of(bit):
    return PLACE[(bit * uint64(FACTOR)) >> LEFT]


@njit
def walk(high, full, masks, others, inside, clashes, tops, ends):
    """How many ways there are to lay the other 17 pieces, and how many pieces were laid."""
    windows, used, fits = np.zeros(18, np.uint64), np.zeros(18, np.uint64), np.zeros(18, np.uint64)
    at = np.zeros(18, np.int64)
    column, before = uint64(high), uint64((1 << high) - 1)
    found = nodes = 0
    start = ~full[0]
    at[0] = number_of(start & (~start + ONE))
    windows[0], used[0] = full[at[0]], ~uint64(0)
    window = windows[0]
    fits[0] = inside[at[0]] & ~(
        clashes[0, (window >> FIRST) & SEES]
        | clashes[1, (window >> SECOND) & SEES]
        | clashes[2, (window >> THIRD) & SEES]
    )
    depth = 0
    while depth >= 0:
        open_ways = fits[depth]
        if open_ways == 0:
            depth -= 1
            continue
        bit = open_ways & (~open_ways + ONE)
        fits[depth] = open_ways ^ bit
        way = number_of(bit)
        nodes += 1
        if depth == 16:
            found += 1
            continue
        window = windows[depth] | masks[way]
        empty = ~window
        step = number_of(empty & (~empty + ONE))
        cell = at[depth] + step
        window = (window >> uint64(step)) | full[cell]
        above, below = (window << ONE) | tops[cell] | ONE, (window >> ONE) | ends[cell]
        if ~window & above & below & ((window << column) | before) & (window >> column):
            continue
        left = used[depth] & others[way]
        ways = (
            inside[cell]
            & left
            & ~(
                clashes[0, (window >> FIRST) & SEES]
                | clashes[1, (window >> SECOND) & SEES]
                | clashes[2, (window >> THIRD) & SEES]
            )
        )
        if ways:
            depth += 1
            windows[depth], used[depth], fits[depth], at[depth] = window, left, ways, cell
    return found, nodes


def count(high, wide, tell=lambda _: None):
    """All solutions; `tell` is given a line for each place of X."""
    board, total = Board(high, wide), 0
    for row in range(1, (high + 1) // 2):
        for column in range(1, (wide + 1) // 2):
            weight = (1 if 2 * row + 1 == high else 2) * (1 if 2 * column + 1 == wide else 2)
            began = time.process_time()
            found, nodes = walk(
                high, board.with_x(row, column), board.masks, board.others, board.inside, board.clashes,
                board.tops, board.ends,
            )  # fmt: skip
            total += weight * found
            seconds = time.process_time() - began
            tell(f"X {row + 1} {column + 1}: {weight} x {found}, {nodes} nodes, {seconds:.1f} s")
    return total


if __name__ == "__main__":
    print(count(int(sys.argv[1]), int(sys.argv[2]), partial(print, flush=True)))
