"""Kuromasu (Kurodoko): cells without a number are blacked out. A number counts the white cells that are seen
from its cell, and itself: along its row and column, up to black cells. No two black cells have a side in
common, and the white cells are joined by sides in common.

Source: Nikoli, "Kurodoko"; Tatham's "Range". The text: rows, columns; a grid of numbers, `?` a white cell
without its number, `-` where there is none. Solutions: `x` a black cell. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, text
from kinds.hitori import apart, joined
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return {
        (row, column): ("-", "x") if block.lines[row][column] == "-" else ("-",)
        for row, column in block.cells
    }


def views(block, cell):
    """The cells in each of four directions from a cell, the nearest first."""
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        view, at = [], (cell[0] + down, cell[1] + right)
        while at in block.cells:
            view.append(at)
            at = at[0] + down, at[1] + right
        yield view


def seen(block, cell, black):
    """How many white cells are seen from a cell, with itself."""
    number = 1
    for view in views(block, cell):
        for other in view:
            if other in black:
                break
            number += 1
    return number


def rules(block):
    for row, column in block.cells:
        number = block.lines[row][column]
        if number.isdigit():
            cell = row, column
            some = sorted(one for view in views(block, cell) for one in view)
            words = f"from {place(cell)} not {number} white cells are seen"

            def holds(signs, cell=cell, some=some, number=number):
                black = {one for one, sign in zip(some, signs, strict=True) if sign == "x"}
                return seen(block, cell, black) == int(number)

            yield Rule(words, some, holds)
    yield from apart(block)
    yield joined(block, "the white cells are not connected", "-")


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4), (4, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    one = Seen("kuromasu", [rows, columns], grid)
    answer = one.answer(solutions, draw)
    black = {cell for cell in cells(rows, columns) if answer[cell[0]][cell[1]] == "x"}
    for cell in cells(rows, columns):
        if cell not in black and draw.random() < draw.choice((0.2, 0.6)):
            number = off_by_one(draw, seen(one.block, cell, black), 0.1)
            grid[cell[0]][cell[1]] = "?" if draw.random() < 0.1 else str(number)
    return text("kuromasu", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("..4./...4/...3/...5", "../..", "2./.3"),
    half_made=("...../.5.../...../...../.....", "cpsat", 2510),
    planted=("rules", "clue + 1", "clue"),
    large=("search", {"board": blank(60)}),
    without="3",
    words=lambda make: {"board": make.grid("-", (1, 99999)) if make.game else make.grid("-", (0, 4095), "?")},
)
