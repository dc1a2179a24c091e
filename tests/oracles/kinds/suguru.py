"""Suguru (Tectonic, Number Blocks): each region has the numbers from 1 to its size, once each, and equal
numbers do not touch, not even by a corner.

Source: Naoki Inaba, "Number Blocks". The text: rows, columns; a grid of what is given, `-` where nothing
is; a grid of regions. Solutions: numbers. No reading differs.
"""

from random import Random

from kinds.blocks import around, grouped, place, text
from kinds.making import Seen, joined_regions
from kinds.referee import Rule, different, referee
from kinds.row import Row, blank, rooms

READINGS = {}


def choices(block):
    found = {}
    for some in sorted(grouped(block.lines[block.sizes[0] :]).values(), key=len):
        for row, column in some:
            given = block.lines[row][column]
            found[row, column] = (given,) if given != "-" else tuple(str(n + 1) for n in range(len(some)))
    return found


def rules(block):
    for name, some in grouped(block.lines[block.sizes[0] :]).items():
        yield from different(f"region {name} has not each number from 1 to {len(some)} once", some)
    for cell in block.cells:
        for other in around(cell):
            if cell < other and other in block.cells:
                words = f"{place(cell)} and {place(other)} are equal and touch"
                yield Rule(words, [cell, other], lambda signs: signs[0] != signs[1])


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 4), (3, 3), (3, 4), (4, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    for _ in range(3):  # most boards have no solution at all
        regions = joined_regions(draw, rows, columns, rows * columns // draw.choice((3, 4)), largest=5)
        answer = Seen("suguru", [rows, columns], grid + regions).answer(solutions, draw)
        if answer:
            break
    few = draw.choice((0.1, 0.2, 0.4))
    for row in range(rows):
        for column in range(columns):
            if answer and draw.random() < few:
                grid[row][column] = answer[row][column] if draw.random() < 0.95 else draw.choice("12")
    return text("suguru", f"small-{seed}", [rows, columns], grid + regions)


ROW = Row(
    texts=(".4../5..3/..../...2;1122/1222/1334/1333", "../..;11/11", "1./.1;11/11"),
    planted=("rules", "puzzle.squares", "puzzle.rows"),
    large=("search", {"board": blank(60), "regions": rooms(60, 3, 2)}),
    without="2",
    symmetric=True,
    words=lambda make: {"regions": make.regions(), "board": make.grid("-", (1, 9))},
)
