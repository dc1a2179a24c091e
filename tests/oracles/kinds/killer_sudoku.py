"""Killer Sudoku: a sudoku, in which the digits of each cage add up to the number in its first cell, and no
digit is twice in a cage.

Source: Wikipedia, "Killer sudoku". The text: rows, columns; a grid of sums, each somewhere in its cage; a
grid of cages. Solutions: digits. Boxes are as near to squares as can be, and not higher than wide: 2 by 3
at 6. A `D` behind the sizes: no diagonal repeats a digit. Reading `repeated`: a cage may repeat a digit.
"""

from math import isqrt
from random import Random

from kinds.blocks import cells, diagonals_of, grouped, lines_of, text
from kinds.making import Seen, joined_regions, off_by_one
from kinds.referee import Rule, different, referee
from kinds.row import Row

READINGS = {"repeated": {"digits": "repeated"}}


def box_rows(size):
    return max(rows for rows in range(1, isqrt(size) + 1) if size % rows == 0)


def boxes(size):
    rows = box_rows(size)
    columns = size // rows
    inside = cells(rows, columns)
    corners = [(row, column) for row in range(0, size, rows) for column in range(0, size, columns)]
    return [
        (f"box {at}", [(row + down, column + right) for down, right in inside])
        for at, (row, column) in enumerate(corners, 1)
    ]


def choices(block):
    size = block.sizes[0]
    return {cell: tuple(str(digit + 1) for digit in range(size)) for cell in block.cells}


def rules(block, repeated=False):
    size = block.sizes[0]
    more = diagonals_of(size) if "D" in block.letters else []
    for called, some in lines_of(size, size) + boxes(size) + more:
        yield from different(f"{called} repeats a digit", some)
    for name, some in grouped(block.lines[size:]).items():
        for total in (block.lines[row][column] for row, column in some):
            if total != "-":
                words = f"cage {name} does not add up to {total}"
                yield Rule(words, some, lambda signs, total=int(total): sum(map(int, signs)) == total)
        if not repeated:
            yield from different(f"cage {name} repeats a digit", some)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    cages = joined_regions(draw, 4, 4, draw.randint(5, 9), largest=4)
    sums = [["-"] * 4 for _ in range(4)]
    letters = ("D",) if draw.random() < 0.3 else ()
    if answer := Seen("killer-sudoku", [4, 4], sums + cages, letters).answer(solutions, draw):
        for some in grouped(cages).values():
            if draw.random() < 0.8:
                row, column = some[0]
                sums[row][column] = str(off_by_one(draw, sum(int(answer[r][c]) for r, c in some), 0.03))
    return text("killer-sudoku", f"small-{seed}", [4, 4, *letters], sums + cages)


ROW = Row(
    texts=(
        "4_7_._./._6_._9/9_._5_./._._._.;1222/1334/5364/5564",
        "10_._._./10_._._./10_._._./10_._._.;1111/2222/3333/4444",
        "3_._3_./7_._7_./3_._7_./7_._3_.;1122/3344/5566/7788",
    ),
    planted=("units", "*boxes(puzzle), ", ""),
    without="5",
    words=lambda make: make.cages(),
)
