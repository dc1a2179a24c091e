"""Slitherlink, hitori and kakuro by trying everything, from their rules as people know them.

It shares nothing with the library: boards are lists of rows, and what is joined is found by walking.
"""

from functools import cache
from itertools import combinations, product

from kinds import blocks
from kinds.blocks import cells, sides


def walked(start, allowed):
    """The cells that are reached from one, by sides, within those that are allowed."""
    found, todo = {start}, [start]
    while todo:
        for cell in sides(todo.pop()):
            if cell in allowed and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found


def joined(some):
    return not some or walked(min(some), some) == some


# -- Slitherlink: inside and outside of a loop are joined, and nowhere touch by a corner only -----------


@cache
def loops(rows, columns):
    """All loops around cells of a board, each as the set of its edges between dots."""
    board = cells(rows, columns)
    around = set(product(range(-1, rows + 1), range(-1, columns + 1)))
    insides = (set(some) for size in range(1, len(board) + 1) for some in combinations(board, size))
    return [
        border(inside)
        for inside in insides
        if joined(inside) and joined(around - inside) and not pinched(inside)
    ]


def pinched(inside):
    """Whether four edges meet at a dot: there the loop would cross itself."""
    return any(
        (((r, c) in inside) == ((r + 1, c + 1) in inside) != ((r + 1, c) in inside))
        and ((r + 1, c) in inside) == ((r, c + 1) in inside)
        for r, c in {(r + down, c + right) for r, c in inside for down in (-1, 0) for right in (-1, 0)}
    )


def border(inside):
    edges = set()
    for r, c in inside:
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        for beside, one, other in (
            ((r - 1, c), 0, 1),
            ((r, c + 1), 1, 2),
            ((r + 1, c), 3, 2),
            ((r, c - 1), 0, 3),
        ):
            if beside not in inside:
                edges.add((corners[one], corners[other]))
    return frozenset(edges)


def slitherlink(rows, columns, clues):
    """All loops that keep clues by cell: how many of its four sides are on the loop."""
    return {loop for loop in loops(rows, columns) if all(on(loop, cell) == clues[cell] for cell in clues)}


def on(loop, cell):
    r, c = cell
    corners = {(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)}
    return sum(set(edge) <= corners for edge in loop)


# -- hitori --------------------------------------------------------------------------------------------


def hitori(numbers):
    """All sets of black cells of a board of numbers."""
    board = cells(len(numbers), len(numbers[0]))
    every = (frozenset(some) for size in range(len(board) + 1) for some in combinations(board, size))
    return {black for black in every if is_hitori(numbers, black, board)}


def is_hitori(numbers, black, board):
    white = [cell for cell in board if cell not in black]
    for (r, c), (s, d) in combinations(white, 2):
        if (r == s or c == d) and numbers[r][c] == numbers[s][d]:
            return False
    return not any(other in black for cell in black for other in sides(cell)) and joined(set(white))


# -- kakuro --------------------------------------------------------------------------------------------


def runs(white):
    """The runs of a board: cells beside each other in a row or a column, two or more."""
    return [tuple(run) for run in blocks.runs(white) if len(run) > 1]


def kakuro(white, sums):
    """All fillings with digits from 1 to 9, as sets of (cell, digit); `sums` by run."""
    order = sorted(white)
    found = set()
    for digits in product(range(1, 10), repeat=len(order)):
        at = dict(zip(order, digits, strict=True))
        of = {run: [at[cell] for cell in run] for run in sums}
        if all(sum(of[run]) == sums[run] and len(set(of[run])) == len(run) for run in sums):
            found.add(frozenset(at.items()))
    return found
