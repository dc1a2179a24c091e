"""Dominosa: the board is cut into dominoes, so that each pair of numbers, from 0 and 0 to the highest
twice, is on exactly one of them.

Source: O. S. Adler 1874 (Wikipedia, "Dominosa"). The text: rows, columns; a grid of numbers: of the numbers
from 0 to n the board has (n + 1)(n + 2) cells. Solutions: a grid of names, one for each domino; which names
they are says nothing. No reading differs.
"""

from itertools import combinations_with_replacement
from random import Random

from kinds.blocks import cells, grouped, sides, text
from kinds.making import named_in_order, paved
from kinds.row import Row

READINGS = {}


def plain(block, solution):
    return named_in_order(solution)


def highest(block):
    """The highest number of a set of dominoes that fills the board; None where no set does."""
    size = len(block.cells)
    return next((n for n in range(size) if (n + 1) * (n + 2) == size), None)


def broken(block, solution):
    rows, columns = block.sizes
    if len(solution) != rows or any(len(row) != columns for row in solution):
        return f"the board is not {rows} rows of {columns} cells"
    seen = {}
    for name, some in grouped(solution).items():
        if len(some) != 2 or some[1] not in sides(some[0]):
            return f"piece {name} is not a domino"
        pair = tuple(sorted(int(block.lines[row][column]) for row, column in some))
        if pair in seen:
            return f"dominoes {seen[pair]} and {name} are both {pair[0]} and {pair[1]}"
        seen[pair] = name
    most = highest(block)
    if most is None:
        return "no set of dominoes fills the board"
    every = combinations_with_replacement(range(most + 1), 2)
    return next((f"no domino is {low} and {high}" for low, high in every if (low, high) not in seen), None)


def solutions(block):
    rows, columns = block.sizes
    for name_of in tilings(rows, columns, {}):
        found = [[str(name_of[row, column]) for column in range(columns)] for row in range(rows)]
        if broken(block, found) is None:
            yield found


def tilings(rows, columns, taken):
    """All ways to cut the rest of a board into dominoes, as the name of each cell's domino."""
    free = [cell for cell in cells(rows, columns) if cell not in taken]
    if not free:
        yield dict(taken)
        return
    for other in sides(free[0]):
        if other in free:
            yield from tilings(rows, columns, taken | dict.fromkeys((free[0], other), len(taken) // 2 + 1))


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 2), (3, 4), (4, 3), (2, 6), (4, 5)))
    most = {6: 1, 12: 2, 20: 3}[rows * columns]
    pairs = [list(pair) for pair in combinations_with_replacement(range(most + 1), 2)]
    draw.shuffle(pairs)
    grid = [[0] * columns for _ in range(rows)]
    for domino, pair in zip(paved(draw, rows, columns), pairs, strict=True):
        draw.shuffle(pair)
        for (row, column), number in zip(domino, pair, strict=True):
            grid[row][column] = number
    if draw.random() < 0.2:  # two numbers change places: then there may be no solution
        (r, c), (s, d) = draw.sample(cells(rows, columns), 2)
        grid[r][c], grid[s][d] = grid[s][d], grid[r][c]
    return text("dominosa", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("0011/2012/0212", "001/011", "0000/1111/2222"),
    planted=("rules", "tuple(sorted(number[cell] for cell in area))", "(0, 0)"),
    size=(5, 6),
    words=lambda make: {"board": make.grid((0, 120), size=(make.high + 1, make.high + 2))},
)
