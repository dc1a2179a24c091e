"""Star Battle: stars are put into cells, as many into each row, each column and each region as the puzzle
says; stars do not touch, not even by a corner.

Source: Hans Eendebak for the World Puzzle Championship 2003 (WPC wiki, "Star Battle"). The text: rows,
columns, stars; a grid of regions, `@` for no cell. Solutions: `x` a star. No reading differs: the number of
stars is given.
"""

from random import Random

from kinds.blocks import around, cells, grouped, lines_of, place, text
from kinds.making import in_one_piece, joined_regions
from kinds.referee import Rule, referee
from kinds.row import Row, rooms

READINGS = {}


def choices(block):
    return {(r, c): ("-",) if block.lines[r][c] == "@" else ("-", "x") for r, c in block.cells}


def rules(block):
    rows, columns, stars = block.sizes
    regions = [(f"region {name}", some) for name, some in grouped(block.lines).items()]
    for called, some in lines_of(rows, columns) + regions:
        yield Rule(f"{called} has not {stars} stars", some, lambda signs: signs.count("x") == stars)
    for cell in block.cells:
        for other in around(cell):
            if cell < other and other in block.cells:
                words = f"the stars at {place(cell)} and {place(other)} touch"
                yield Rule(words, [cell, other], lambda signs: signs != ["x", "x"])


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    size = draw.choice((4, 5, 5))
    regions = joined_regions(draw, size, size, size)
    for row, column in draw.sample(every := cells(size, size), draw.choice((0, 0, 1, 3))):
        rest = [(r, c) for r, c in every if regions[r][c] == regions[row][column] and (r, c) != (row, column)]
        if rest and in_one_piece(rest):
            regions[row][column] = "@"
    return text("star-battle", f"small-{seed}", [size, size, 1], regions)


ROW = Row(
    texts=("1111/1222/3324/3344", "11111/22222/33333/44444/55555", "11/22"),
    planted=("star_problem", "in square) <= 1", "in square) <= 2"),
    large=("search", {"stars": 2, "regions": rooms(48, 8, 6)}),
    also=("4 4 1/1 1 2 2/1 1 2 @/3 3 4 4/3 3 4 4",),
    words=lambda make: {"stars": make.one((1, 9)), "regions": make.regions()},
)
