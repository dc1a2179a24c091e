"""Slitherlink: one loop is drawn along the sides of cells; a number is how many sides of its cell are on the
loop.

Source: Nikoli, "Slitherlink". The text: rows, columns; a grid of numbers, `-` where there is none. Solutions:
`x` a cell inside the loop, so that the loop is where inside and outside meet. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, sides, text
from kinds.making import off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def sides_on_loop(inside, cell):
    return sum((other in inside) != (cell in inside) for other in sides(cell))


def one_loop(inside, rows, columns):
    """Whether the sides between inside and outside are one circle: each is met on a walk from the first."""
    if not inside:
        return False
    border = {
        frozenset(((row, column), (row + down, column + right)))
        for row, column in cells(rows + 1, columns + 1)
        for down, right in ((0, 1), (1, 0))
        if ((row, column) in inside) != (((row, column - 1) if down else (row - 1, column)) in inside)
    }
    at = {}
    for side in border:
        for dot in side:
            at.setdefault(dot, []).append(side)
    if any(len(some) != 2 for some in at.values()):
        return False
    side, dot = next((side, dot) for side in border for dot in side)
    met = set()
    while side not in met:
        met.add(side)
        (dot,) = side - {dot}
        (side,) = set(at[dot]) - {side}
    return met == border


def rules(block):
    rows, columns = block.sizes
    for row, column in block.cells:
        number = block.lines[row][column]
        if number != "-":
            some = [(row, column), *(cell for cell in sides((row, column)) if cell in block.cells)]
            words = f"not {number} sides of {place((row, column))} are on the loop"
            yield Rule(
                words,
                some,
                lambda signs, some=some, number=int(number): (
                    number
                    == sides_on_loop(
                        {cell for cell, sign in zip(some, signs, strict=True) if sign == "x"}, some[0]
                    )
                ),
            )
    yield Rule(
        "the line is not one loop",
        block.cells,
        lambda signs: one_loop(
            {cell for cell, sign in zip(block.cells, signs, strict=True) if sign == "x"}, rows, columns
        ),
    )


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3)))
    inside = {cell for cell in cells(rows, columns) if draw.random() < 0.6}
    while not one_loop(inside, rows, columns):
        inside = {cell for cell in cells(rows, columns) if draw.random() < 0.6}
    grid = [["-"] * columns for _ in range(rows)]
    few = draw.choice((0.2, 0.5, 0.8))
    for cell in cells(rows, columns):
        if draw.random() < few:
            grid[cell[0]][cell[1]] = str(off_by_one(draw, sides_on_loop(inside, cell), 0.06))
    return text("slitherlink", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=(".13/..3/3..", "1../.../...", "0/0"),
    half_made=(".3.../...../..0../...../...3.", "cpsat", 6412),
    published=(
        "..2...3.31.3.3..1./.21.....23....3.0./33.11...2....22.0./..2...2......2..1./211.1213.3.1.2..1./....1..3..0......./"
        "2...1...2.....0.02/3.22.13...021.1.2./1..21...13....2.21/..21.22...3.2...2.",
        2496,
    ),
    planted=("rules", "== clue", ">= clue"),
    large=("search", {"board": blank(60)}),
    without="0",
    symmetric=True,
    words=lambda make: {"board": make.grid("-", (0, 4))},
)
