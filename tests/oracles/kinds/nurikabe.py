"""Nurikabe: cells are shaded, the sea. The others make islands, each with one number: as many as its cells,
or `?`. The sea is joined by sides in common, and no square of 2 by 2 is all sea.

Source: Nikoli, "Nurikabe". The text: rows, columns; a grid of numbers, `?` an island of any size, `-` where
there is none. Solutions: `x` the sea. No reading differs.
"""

from random import Random

from kinds.blocks import cells, parts, place, sides, text
from kinds.hitori import joined
from kinds.making import Seen
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}


def choices(block):
    signs = {"-": ("-", "x")}
    return {(row, column): signs.get(block.lines[row][column], ("-",)) for row, column in block.cells}


def squares(block):
    """That no square of 2 by 2 is all shaded."""
    for row, column in block.cells:
        some = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
        if some[-1] in block.cells:
            words = f"the square at {place(some[0])} is all shaded"
            yield Rule(words, some, lambda signs: signs.count("x") < 4)


def rules(block):
    yield from squares(block)
    yield joined(block, "the sea is not connected", "x")
    for words, wrong in (
        ("an island has no number", lambda its, size: not its),
        ("an island has two numbers", lambda its, size: len(its) > 1),
        (
            "an island has not as many cells as its number",
            lambda its, size: its[0] not in ("?", size),
        ),
    ):

        def holds(signs, wrong=wrong):
            land = [cell for cell, sign in zip(block.cells, signs, strict=True) if sign == "-"]
            for island in parts(land):
                numbers = [block.lines[row][column] for row, column in island]
                if wrong([number for number in numbers if number != "-"], str(len(island))):
                    return False
            return True

        yield Rule(words, block.cells, holds)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    one = Seen("nurikabe", [rows, columns], grid)
    answer = sea(one.block, draw)
    for island in parts([cell for cell in one.block.cells if cell not in answer]):
        row, column = draw.choice(sorted(island))
        number = len(island) + (draw.random() < 0.1)
        grid[row][column] = "?" if draw.random() < 0.15 else str(number)
    return text("nurikabe", f"small-{seed}", [rows, columns], grid)


def sea(block, draw):
    """A sea that grows at random."""
    found = {draw.choice(block.cells)}
    order = draw.sample(block.cells, len(block.cells))
    for cell in order + order:
        grown = {*found, cell}
        full = any(
            grown.issuperset(some)
            for row, column in cells(*block.sizes[:2])
            for some in [[(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]]
        )
        if not full and found.intersection(sides(cell)) and draw.random() < 0.8:
            found = grown
    return found


ROW = Row(
    texts=(".3./.../3..", "?./..", "1.1/.../..."),
    half_made=("?...?/...../..?../...../?...?", "cpsat", 1728),
    planted=("rules", "== clue,", ">= clue,"),
    large=("build", {"board": "\n".join(["?..." * 12, "." * 48] * 20)}),
    without="6",
    also=tuple(  # numbers at the border, where each island and the sea are one run
        f"4 4/{rows}" for rows in ("? - - ?/- - - -/- - - -/? - - ?", "? - ? -/- - - -/- ? - -/- - - ?")
    ),
    words=lambda make: {"board": make.grid("-", (0, 4095), "?")},
)
