"""Numberlink: each two equal numbers are joined by a line from cell to cell. No two lines share a cell, and
each cell is on a line.

Source: Nikoli, "Numberlink". The text: rows, columns; a grid of numbers, each of them twice. Solutions: the
sides by which the line leaves a cell: one where a number is, else two. Another reading, `left_over`: there
may be cells without a line.
"""

from random import Random

from kinds.blocks import cells, text
from kinds.lines import BACK, THROUGH, leaving, meeting, to
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {"left_over": {"cells": "any"}}


def choices(block):
    size = block.sizes[:2]
    return {
        cell: leaving(("-", *THROUGH) if block.lines[cell[0]][cell[1]] == "-" else "nsew", cell, size)
        for cell in block.cells
    }


def joined(lines, board):
    """Whether the line from each number leads to an equal one."""
    for start in board:
        number = lines[start[0]][start[1]]
        if number == "-":
            continue
        cell, side, met = start, board[start], {start}
        while len(side) == 1:
            cell = to(cell, side)
            if cell in met or cell not in board:
                return False
            met.add(cell)
            side = board[cell].replace(BACK[side], "", 1)
        if side or lines[cell[0]][cell[1]] != number:
            return False
    return True


def on_lines(lines, board):
    """Whether each cell with sides is met on the way from some number."""
    met = set()
    for cell in board:
        if lines[cell[0]][cell[1]] == "-":
            continue
        side = board[cell]
        met.add(cell)
        while side:
            cell = to(cell, side)
            met.add(cell)
            side = board[cell].replace(BACK[side], "", 1)
    return met == set(board)


def rules(block, left_over=False):
    rows, columns = block.sizes
    numbers = [sign for line in block.lines for sign in line if sign != "-"]
    twice = numbers and all(numbers.count(number) == 2 for number in numbers)
    yield Rule("not each number is there twice", [], lambda signs: twice)
    yield from meeting(rows, columns, ("-",))
    if not left_over:
        for cell in block.cells:
            yield Rule("a cell is on no line", [cell], lambda signs: signs != ["-"])

    def lines_of(signs):
        return {cell: sign for cell, sign in zip(block.cells, signs, strict=True) if sign != "-"}

    yield Rule(
        "a line joins two numbers that differ", block.cells, lambda s: joined(block.lines, lines_of(s))
    )
    yield Rule("a line leads to no number", block.cells, lambda s: on_lines(block.lines, lines_of(s)))


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3), (3, 4), (4, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    pairs = draw.choice((1, 2, 2, 3))
    places = draw.sample(cells(rows, columns), 2 * pairs)
    for at, (row, column) in enumerate(places):
        grid[row][column] = str(at // 2 + 1)
    return text("numberlink", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=(".12/.2./..1", "1.../..../...1", "12/21"),
    half_made=("1....1/....../....../....../....../2....2", "cpsat", 4236),
    planted=("rules", 'puzzle["cells"] == ALL', "False"),
    large=("search", {"board": blank(30, last="1....1")}),
    words=lambda make: {"board": make.grid("-", (1, 4095)), "cells": make.one("all", "any")},
)
