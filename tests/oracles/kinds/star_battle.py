"""Star Battle: stars are put into cells, as many into each row, each column and each region as the puzzle
says; stars do not touch, not even by a corner.

Source: Hans Eendebak for the World Puzzle Championship 2003 (WPC wiki, "Star Battle"). The text: rows,
columns, stars; a grid of regions. Solutions: `x` a star. No reading differs: the number of stars is given.
"""

from random import Random

from kinds.blocks import around, grouped, lines_of, place, text
from kinds.making import joined_regions
from kinds.referee import Rule, referee

READINGS = ()


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


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
    return text("star-battle", f"small-{seed}", [size, size, 1], joined_regions(draw, size, size, size))
