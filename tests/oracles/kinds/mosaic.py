"""Mosaic (Fill-a-Pix): cells are shaded; a number counts the shaded cells among its own and those that
touch it, by a side or by a corner.

Source: Trevor Truran, "Mosaik"; Conceptis, "Fill-a-Pix"; Tatham's "Mosaic". The text: rows, columns; a grid
of numbers, `-` where there is none. Solutions: `x` a shaded cell. No reading differs.
"""

from random import Random

from kinds.blocks import around, cells, place, text
from kinds.making import counted, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def rules(block):
    for row, column in block.cells:
        number = block.lines[row][column]
        if number != "-":
            some = [cell for cell in [(row, column), *around((row, column))] if cell in block.cells]
            words = f"not {number} cells are shaded at {place((row, column))} and around it"
            yield Rule(words, some, lambda signs, shaded=int(number): signs.count("x") == shaded)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3), (3, 4), (4, 4)))
    board = [[draw.choice("-x") for _ in range(columns)] for _ in range(rows)]
    grid = [["-"] * columns for _ in range(rows)]
    few = draw.choice((0.6, 0.8))
    for row, column in cells(rows, columns):
        if draw.random() < few:
            shaded = counted(board, [(row, column), *around((row, column))], "x")
            grid[row][column] = str(off_by_one(draw, shaded, 0.06))
    return text("mosaic", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=(".24./2.43/..21", "../..", "01/.."),
    planted=("rules", "if each not in one", "if each not in two"),
    without="4",
    symmetric=True,
    words=lambda make: {"board": make.grid("-", (0, 9))},
)
