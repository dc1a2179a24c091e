"""Mines: a number is how many of the cells around it, corners too, have a mine; its own cell has none.

Source: the game of that name. The text: rows, columns; a grid, `-` for a cell. Solutions: `x` a mine.
"""

from random import Random

from kinds.blocks import around, place, text
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return {(r, c): ("-", "x") if block.lines[r][c] == "-" else ("-",) for r, c in block.cells}


def rules(block):
    for cell in block.cells:
        sign = block.lines[cell[0]][cell[1]]
        if sign != "-":
            some = [other for other in around(cell) if other in block.cells]
            words = f"not {sign} mines are around {place(cell)}"
            yield Rule(words, some, lambda signs, sign=sign: signs.count("x") == int(sign))


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    block = Seen("mines", [rows, columns], grid).block
    free = [cell for cell in block.cells if draw.random() < 0.6]
    mines = {cell for cell in free if draw.random() < 0.5}
    for row, column in set(block.cells) - set(free):
        near = [other for other in around((row, column)) if other in free]
        number = off_by_one(draw, len(mines.intersection(near)), 0.1)
        grid[row][column] = str(max(0, min(len(near), number)))
    return text("mines", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("1.1/..1/1..", "1.1/..2/.2.", "1./.0"),
    half_made=("...../.3.../...../...../.....", "sat", 3670016),
    planted=("rules", "== clue", ">= clue"),
    large=("search", {"board": blank(60)}),
    without="2",
)
