"""Kakurasu: cells are shaded; the number at a column adds up the row numbers of its shaded cells, the
number at a row the column numbers of its shaded cells, counted from 1.

Source: known as Kakurasu or Index Sums, of an unknown Japanese inventor. The text: rows, columns; the
numbers of the columns, those of the rows, `-` where there is none. Solutions: `x` a shaded cell. No reading
differs.
"""

from random import Random

from kinds.blocks import lines_of, text
from kinds.making import some_clues
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def weighed(signs):
    return sum(at for at, sign in enumerate(signs, 1) if sign == "x")


def rules(block):
    numbers = block.lines[1] + block.lines[0]
    for (called, some), number in zip(lines_of(*block.sizes), numbers, strict=True):
        if number != "-":
            words = f"{called} does not add up to {number}"
            yield Rule(words, some, lambda signs, total=int(number): weighed(signs) == total)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3), (3, 4), (4, 4)))
    board = [[draw.choice("-x") for _ in range(columns)] for _ in range(rows)]
    sums = [weighed([board[row][column] for row, column in some]) for _, some in lines_of(rows, columns)]
    numbers = some_clues(draw, sums, draw.choice((0.6, 0.8, 1)))
    return text("kakurasu", f"small-{seed}", [rows, columns], [numbers[rows:], numbers[:rows]])


ROW = Row(
    texts=("2_3_6;3_4_5", "3_3_3;3_3_3", "1_1;2_2"),
    planted=("rules", "start=1", "start=0"),
    large=("search", {"columns": [500] * 60, "rows": [500] * 60}),
    without="1",
)
