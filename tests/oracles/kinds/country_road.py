"""Country road: one loop is drawn from cell to cell that visits each country once. A number is how many cells
of its country the loop passes. Of two cells on both sides of a border, the loop passes one or both.

Source: Nikoli, "Country Road". The text: rows, columns; a grid of numbers, `-` elsewhere, each in a cell of
its country; a grid of countries. Solutions: the sides by which the line leaves a cell, `-` where it has no
line. No reading differs.
"""

from random import Random

from kinds.blocks import grouped, place, text
from kinds.lines import STEPS, THROUGH, leaving, meeting, one_loop, to
from kinds.making import Seen, joined_regions, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}


def choices(block):
    size = block.sizes[:2]
    return {cell: leaving(("-", *THROUGH), cell, size) for cell in block.cells}


def rules(block):
    rows, columns = block.sizes
    yield from meeting(rows, columns, ("-",))
    countries = grouped(block.lines[rows:])
    for name, some in countries.items():

        def crossed(signs, some=some):
            sides = [
                (cell, side) for cell, sign in zip(some, signs, strict=True) for side in sign.replace("-", "")
            ]
            return sum(to(cell, side) not in some for cell, side in sides)

        if len(countries) > 1:
            words = f"the loop does not visit country {name} once"
            yield Rule(words, some, lambda signs, crossed=crossed: crossed(signs) == 2)
        for row, column in some:
            number = block.lines[row][column]
            if number != "-":
                words = f"not {number} cells of country {name} are on the loop"
                yield Rule(words, some, lambda s, number=int(number): len(s) - s.count("-") == number)
        for cell in some:
            for other in (to(cell, side) for side in STEPS):
                if other in block.cells and other not in some and cell < other:
                    words = f"the loop passes neither {place(cell)} nor {place(other)}"
                    yield Rule(words, [cell, other], lambda signs: signs != ["-", "-"])
    yield one_loop(rows, columns)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3), (3, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    for _ in range(10):  # many boards have no solution at all
        countries = joined_regions(draw, rows, columns, draw.choice((1, 2, 3, 4)))
        answer = Seen("country-road", [rows, columns], grid + countries).answer(solutions, draw)
        if answer:
            break
    for some in grouped(countries).values():
        passed = sum(answer[row][column] != "-" for row, column in some) if answer else draw.randint(1, 3)
        if passed and draw.random() < 0.5:
            grid[some[0][0]][some[0][1]] = str(off_by_one(draw, passed, 0.15))
    return text("country-road", f"small-{seed}", [rows, columns], grid + countries)


ROW = Row(
    texts=(
        "6..5/..../..../....;1223/1233/1233/1114",
        ".../...;111/111",
        "1./..;11/22",
    ),
    half_made=(
        "....../....../....../....../....../......;112233/112233/444555/444555/667788/667788",
        "cpsat",
        3744,
    ),
    published=(
        "........../........../........../........../........../........../........../........../........../.........."
        ";1111223333/4441125667/8441165667/84119666AA/BCDD9EE6AA/BCDD9FF66G/HCCD9FIGGG/HFFFFFIIJJ/HFFFFFFIIJ/KLMMMMNNNN",
        6808,
    ),
    planted=("rules", "clue - 1", "clue - 2"),
    without="6",
    words=lambda make: make.rooms((0, 99)),
)
