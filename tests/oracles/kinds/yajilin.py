"""Yajilin: some cells are shaded, no two of which share a side; one loop is drawn from cell to cell through
all others without a clue. A clue is how many cells are shaded in the direction of its arrow.

Source: Nikoli, "Yajilin". The text: rows, columns; a grid with `2e` for a clue that looks to the east, `?`
for a cell that is not filled and has no clue. Solutions: `x` a shaded cell, the sides by which the line
leaves a cell, `-` where a clue is. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, text
from kinds.lines import THROUGH, leaving, meeting, one_loop, to
from kinds.making import Seen
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    size = block.sizes[:2]
    return {
        (row, column): ("x", *leaving(THROUGH, (row, column), size))
        if block.lines[row][column] == "-"
        else ("-",)
        for row, column in block.cells
    }


def ray(cell, side, every):
    found = []
    while (cell := to(cell, side)) in every:
        found.append(cell)
    return found


def rules(block):
    rows, columns = block.sizes
    yield from meeting(rows, columns, ("-", "x"))
    for cell in block.cells:
        for other in (to(cell, "e"), to(cell, "s")):
            if other in block.cells:
                words = f"{place(cell)} and {place(other)} are shaded side by side"
                yield Rule(words, [cell, other], lambda signs: signs != ["x", "x"])
        clue = block.lines[cell[0]][cell[1]]
        if clue not in "-?":
            words = f"not {clue[:-1]} cells are shaded to the {clue[-1]} of {place(cell)}"
            some = ray(cell, clue[-1], block.cells)
            yield Rule(words, some, lambda signs, shaded=int(clue[:-1]): signs.count("x") == shaded)
    yield one_loop(rows, columns, ("-", "x"))


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 3), (3, 4), (4, 4)))
    every = cells(rows, columns)
    for _ in range(20):
        grid = [["-"] * columns for _ in range(rows)]
        clues = draw.sample(every, draw.choice((0, 0, 1, 1, 2, 2)))
        for row, column in clues:
            grid[row][column] = "?"
        answer = Seen("yajilin", [rows, columns], grid).answer(solutions, draw)
        if answer:
            break
    for cell in clues:
        side = draw.choice("nsew")
        if draw.random() < 0.7:
            shaded = sum(answer[r][c] == "x" for r, c in ray(cell, side, every)) if answer else 1
            grid[cell[0]][cell[1]] = f"{shaded + (draw.random() < 0.2)}{side}"
    return text("yajilin", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("._?_._./1e_._._./._._._./._._._.", "..../..../..../....", "1e_._./._._./._._."),
    half_made=("...../...../...../...../...../.....", "cpsat", 2264),
    planted=("rules", "shaded[other]]) <= 1", "shaded[other]]) <= 2"),
    large=("search", {"board": blank(40)}),
    words=lambda make: {"board": make.grid("-", "?", make.with_arrow((0, 99)))},
)
