"""Yin-yang: each cell has a black or a white circle. The circles of each colour are joined by sides in
common, and no square of 2 by 2 is of one colour.

Source: Nikoli, "Shiromaru-Kuromaru". The text: rows, columns; a grid of `b` and `w`, `-` where there is none.
Solutions: `b` and `w`. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, text
from kinds.hitori import joined
from kinds.making import Seen
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    signs = {"-": ("b", "w")}
    return {
        (row, column): signs.get(sign := block.lines[row][column], (sign,)) for row, column in block.cells
    }


def rules(block):
    for row, column in block.cells:
        some = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        if some[-1] in block.cells:
            words = f"the square at {place(some[0])} is of one colour"
            yield Rule(words, some, lambda signs: len(set(signs)) > 1)
    yield joined(block, "the black circles are not connected", "b")
    yield joined(block, "the white circles are not connected", "w")


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    answer = Seen("yin-yang", [rows, columns], grid).answer(solutions, draw)
    for row, column in draw.sample(cells(rows, columns), draw.randint(0, rows * columns // 2)):
        grid[row][column] = answer[row][column] if draw.random() < 0.95 else draw.choice("bw")
    return text("yin-yang", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("....b/....w/...w./..w../....w", "../..", "bwb"),
    half_made=("....../.b..../....../...w../....../......", "sat", 1430),
    planted=("rules", "some <= 3", "some <= 4"),
    large=("search", {"board": blank(50)}),
    without="w",
    also=(  # circles at the border, where each colour is one run
        "4 4/- - - b/- w - -/- - - -/b - - w",
        "3 5/- - - - -/- w - b -/- - - - -",
    ),
    size=(6, 6),
    symmetric=True,
    words=lambda make: {"board": make.grid(*"-wb")},
)
