"""Norinori: two cells of each region are shaded, and each shaded cell has a side in common with exactly one
other shaded cell, of its own region or another.

Source: Nikoli, "Norinori". The text: rows, columns; a grid that is empty in all real puzzles; a grid of
regions. Solutions: `x` a shaded cell. No reading differs.
"""

from random import Random

from kinds.blocks import grouped, place, sides, text
from kinds.making import joined_regions
from kinds.referee import Rule, referee
from kinds.row import Row, rooms

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def rules(block):
    for name, some in grouped(block.lines[block.sizes[0] :]).items():
        yield Rule(f"region {name} has not 2 shaded cells", some, lambda signs: signs.count("x") == 2)
    for cell in block.cells:
        some = [cell] + [other for other in sides(cell) if other in block.cells]
        words = f"the shaded cell at {place(cell)} has not exactly one shaded neighbour"
        yield Rule(words, some, lambda signs: signs[0] != "x" or signs[1:].count("x") == 1)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 4), (4, 4), (4, 5), (5, 5)))
    count = max(1, rows * columns // draw.choice((4, 5, 6)))
    grid = [["-"] * columns for _ in range(rows)] + joined_regions(draw, rows, columns, count)
    return text("norinori", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("1222/1112/3322/2222", "1111/1111", "12/12"),
    planted=("add_partners", "if len(near) > 1:", "if len(near) > 2:"),
    large=("search", {"regions": rooms(60, 6)}),
    words=lambda make: {"regions": make.regions()},
)
