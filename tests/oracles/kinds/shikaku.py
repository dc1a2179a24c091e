"""Shikaku: the board is cut into rectangles, each with exactly one number, which counts its cells.

Source: Nikoli, "Shikaku". The text: rows, columns; a grid of numbers, `?` one that is not known, `-` where
there is none. Solutions: a grid of names, one for each rectangle; which names they are says nothing. No
reading differs.
"""

from random import Random

from kinds.blocks import cells, grouped, text
from kinds.making import named_in_order, off_by_one
from kinds.row import Row

READINGS = {}


def plain(block, solution):
    return named_in_order(solution)


def fault(block, some):
    """What is wrong with the cells of a piece."""
    height, width = (max(line) - min(line) + 1 for line in zip(*some, strict=True))
    if height * width != len(some):
        return "is not a rectangle"
    numbers = [sign for row, column in some if (sign := block.lines[row][column]) != "-"]
    if len(numbers) != 1:
        return f"has {len(numbers)} numbers, not 1"
    return None if numbers in ([str(len(some))], ["?"]) else f"has {len(some)} cells, not {numbers[0]}"


def broken(block, solution):
    rows, columns = block.sizes
    if len(solution) != rows or any(len(row) != columns for row in solution):
        return f"the board is not {rows} rows of {columns} cells"
    pieces = grouped(solution)
    if sum(map(len, pieces.values())) < rows * columns:
        return "some cells are in no piece"
    return next(
        (f"piece {name} {wrong}" for name, some in pieces.items() if (wrong := fault(block, some))), None
    )


def solutions(block):
    rows, columns = block.sizes
    for cut in cuts(block, {}):
        yield [[str(cut[row, column]) for column in range(columns)] for row in range(rows)]


def cuts(block, taken):
    """All ways to cut the rest of a board, as the names of pieces: the first free cell begins the next."""
    rows, columns = block.sizes
    free = [cell for cell in block.cells if cell not in taken]
    if not free:
        yield taken
        return
    row, column = free[0]
    for bottom in range(row, rows):
        for right in range(column, columns):
            some = [(r, c) for r in range(row, bottom + 1) for c in range(column, right + 1)]
            if not any(cell in taken for cell in some) and not fault(block, some):
                name = max(taken.values(), default=0) + 1
                yield from cuts(block, taken | dict.fromkeys(some, name))


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)))
    cut, grid = set(), [["-"] * columns for _ in range(rows)]
    for row, column in cells(rows, columns):
        if (row, column) not in cut:
            height, width = draw.choice(
                ((1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2))
            )
            some = [(row + down, column + right) for down, right in cells(height, width)]
            if any(cell in cut or cell[0] >= rows or cell[1] >= columns for cell in some):
                some = [(row, column)]
            cut.update(some)
            r, c = draw.choice(some)
            grid[r][c] = str(off_by_one(draw, len(some), 0.03)) if draw.random() < 0.9 else "?"
    return text("shikaku", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("4.2/.../3..", "2./.2", "3../..1/..2"),
    planted=("areas", "if held == 1:", "if held:"),
    large=("read", {"board": "\n".join(["?..." * 15, *["." * 60] * 2] * 20)}),
    without="2",
    words=lambda make: {"board": make.grid("-", (1, 4095))},
)
