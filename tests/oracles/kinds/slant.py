"""Slant (Gokigen Naname): each cell has a diagonal line, lines make no loop, and a number counts the lines
that meet at its corner.

Source: Nikoli, "Gokigen Naname". The text: rows, columns; a grid of the corners of cells, a row and a column
more, `-` where there is no number. Solutions: `/` and `\\`. No reading differs.
"""

from random import Random

from kinds.blocks import cells, text
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("/", "\\"))


def meeting(block, corner):
    """The cells around a corner, and the line of each that meets it."""
    row, column = corner
    near = {(row - 1, column - 1): "\\", (row - 1, column): "/", (row, column - 1): "/", corner: "\\"}
    return {cell: line for cell, line in near.items() if cell in block.cells}


def looped(block, signs):
    """Whether lines make a loop: corners without another line than one are taken away until none is left."""
    lines = set()
    for (row, column), sign in zip(block.cells, signs, strict=True):
        one, other = ((0, 0), (1, 1)) if sign == "\\" else ((0, 1), (1, 0))
        lines.add(frozenset(((row + one[0], column + one[1]), (row + other[0], column + other[1]))))
    while lines:
        ends = [corner for line in lines for corner in line]
        loose = {line for line in lines if any(ends.count(corner) == 1 for corner in line)}
        if not loose:
            return True
        lines -= loose
    return False


def rules(block):
    rows, columns = block.sizes
    for row, column in cells(rows + 1, columns + 1):
        sign = block.lines[row][column]
        if sign != "-":
            near = meeting(block, (row, column))
            words = f"not {sign} lines meet at the corner {row}, {column}"
            wanted = [*near.values()]
            yield Rule(
                words,
                [*near],
                lambda signs, wanted=wanted, sign=sign: (
                    int(sign) == sum(one == other for one, other in zip(signs, wanted, strict=True))
                ),
            )
    yield Rule("lines make a loop", block.cells, lambda signs: not looped(block, signs))


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 2), (2, 3), (3, 3), (3, 4)))
    grid = [["-"] * (columns + 1) for _ in range(rows + 1)]
    puzzle = Seen("slant", [rows, columns], grid)
    answer = puzzle.answer(solutions, draw)
    few = draw.choice((0.3, 0.5))
    for row, column in cells(rows + 1, columns + 1):
        if draw.random() < few:
            near = meeting(puzzle.block, (row, column))
            number = sum(answer[r][c] == line for (r, c), line in near.items())
            grid[row][column] = str(min(len(near), off_by_one(draw, number, 0.1)))
    return text("slant", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("...0/.4../..../.12.", ".../.../...", ".../.0./..."),
    half_made=("...../.2.../...../...2./.....", "cpsat", 5920),
    planted=("rules", "around <= 3", "around <= 2"),
    large=("verify", {"board": blank(60)}),
    without="2",
    words=lambda make: {"board": make.corners("-", (0, 4))},
)
