"""Creek: cells are shaded. A number at a corner of cells is how many of the cells around it are shaded: of
four, of two at the edge, of one in a corner of the board. The other cells are joined by sides in common.

Source: Nikoli, "Creek". The text: rows, columns; a grid of the corners of cells, a row and a column more, `-`
or `?` where there is no number. Solutions: `x` a shaded cell. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, text
from kinds.hitori import joined
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def around(block, corner):
    row, column = corner
    some = [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)]
    return [cell for cell in some if cell in block.cells]


def rules(block):
    rows, columns = block.sizes
    for row, column in cells(rows + 1, columns + 1):
        sign = block.lines[row][column]
        if sign not in ("-", "?"):
            yield Rule(
                f"not {sign} cells are shaded around the upper left corner of {place((row, column))}",
                around(block, (row, column)),
                lambda signs, sign=sign: signs.count("x") == int(sign),
            )
    yield joined(block, "the white cells are not connected", "-")


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4)))
    grid = [["-"] * (columns + 1) for _ in range(rows + 1)]
    puzzle = Seen("creek", [rows, columns], grid)
    answer = puzzle.answer(solutions, draw)
    few = draw.choice((0.2, 0.4, 0.6))
    for corner in cells(rows + 1, columns + 1):
        if draw.random() < few:
            near = around(puzzle.block, corner)
            number = sum(answer[row][column] == "x" for row, column in near)
            shown = "?" if draw.random() < 0.1 else min(len(near), off_by_one(draw, number, 0.1))
            grid[corner[0]][corner[1]] = str(shown)
    return text("creek", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("1.1/.2./...", ".../.../...", "1..1/.20."),
    half_made=("...../.2.../...../...../.....", "sat", 3117),
    planted=("rules", "== clue", ">= clue"),
    large=("search", {"board": blank(60)}),
    without="2",
    words=lambda make: {"board": make.corners("-", (0, 4))},
)
