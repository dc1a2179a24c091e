"""Nurimisaki: cells are blacked out. A white cell has a circle just where one white cell has a side in common
with it, and no more. A number in a circle counts the white cells that are seen from there, and itself. The
white cells are joined by sides in common, and no square of 2 by 2 has one colour.

Source: Nikoli, "Nurimisaki". The text: rows, columns; a grid of numbers, `?` a circle without one, `-` where
there is no circle. Solutions: `x` a black cell. No reading differs.
"""

from random import Random

from kinds.blocks import place, sides, text
from kinds.hitori import joined
from kinds.kuromasu import seen, views
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return {
        (row, column): ("-", "x") if block.lines[row][column] == "-" else ("-",)
        for row, column in block.cells
    }


def mixed(block):
    """That no square of 2 by 2 has one colour."""
    for row, column in block.cells:
        some = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        if some[-1] in block.cells:
            yield Rule(
                f"the square at {place(some[0])} has one colour", some, lambda signs: len({*signs}) > 1
            )


def rules(block):
    yield from mixed(block)
    for row, column in block.cells:
        cell, clue = (row, column), block.lines[row][column]
        some = [cell, *(other for other in sides(cell) if other in block.cells)]
        if clue == "-":
            words = f"{place(cell)} is an end without a circle"
            yield Rule(words, some, lambda signs: signs[0] == "x" or signs[1:].count("-") != 1)
            continue
        yield Rule(f"the circle at {place(cell)} is no end", some, lambda signs: signs[1:].count("-") == 1)
        if clue != "?":
            in_line = sorted(one for view in views(block, cell) for one in view)

            def holds(signs, cell=cell, some=in_line, clue=clue):
                black = {one for one, sign in zip(some, signs, strict=True) if sign == "x"}
                return seen(block, cell, black) == int(clue)

            yield Rule(f"from {place(cell)} not {clue} white cells are seen", in_line, holds)
    yield joined(block, "the white cells are not connected", "-")


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4), (4, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    one = Seen("nurimisaki", [rows, columns], grid)
    white = shore(one.block, draw)
    black = {*one.block.cells} - white
    for row, column in sorted(white):
        if len(white.intersection(sides((row, column)))) == 1 and draw.random() < 0.95:
            number = off_by_one(draw, seen(one.block, (row, column), black), 0.1)
            grid[row][column] = "?" if draw.random() < 0.5 else str(max(number, 2))
    return text("nurimisaki", f"small-{seed}", [rows, columns], grid)


def shore(block, draw):
    """White cells that grow at random, with squares of one colour only where many draws do not avoid them."""
    for _ in range(200):
        found = {draw.choice(block.cells)}
        for cell in 2 * draw.sample(block.cells, len(block.cells)):
            if found.intersection(sides(cell)) and draw.random() < 0.6:
                found.add(cell)
        signs = ["-" if cell in found else "x" for cell in block.cells]
        of = dict(zip(block.cells, signs, strict=True))
        if all(rule.holds([of[cell] for cell in rule.cells]) for rule in mixed(block)):
            break
    return found


ROW = Row(
    texts=(".?.../?..../...2./...../?....", "?.?/.../...", "32./..."),
    half_made=("....../....../....../....../....../......", "cpsat", 3200),
    planted=("rules", "== len(near) - 1", "<= len(near) - 1"),
    large=("search", {"board": blank(50)}),
    without="2",
    words=lambda make: {"board": make.grid("-", (0, 4095), "?")},
)
