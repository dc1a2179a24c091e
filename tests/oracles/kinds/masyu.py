"""Masyu: one loop is drawn from cell to cell through all pearls. It goes straight through a white pearl, and
turns in the cell before it or behind it, or in both. It turns at a black pearl, and goes straight through the
cells before it and behind it.

Source: Nikoli, "Masyu". The text: rows, columns; a grid with `w` for a white pearl and `b` for a black one;
`1` and `2` in some files. Solutions: the sides by which the line leaves a cell, `-` where it has no line. No
reading differs.
"""

from random import Random

from kinds.blocks import cells, place, text
from kinds.lines import THROUGH, leaving, meeting, one_loop, to
from kinds.making import Seen
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}
PEARLS = {"w": "white", "1": "white", "b": "black", "2": "black"}
STRAIGHT = ("ns", "ew")


def choices(block):
    size = block.sizes[:2]
    return {cell: leaving(("-", *THROUGH), cell, size) for cell in block.cells}


def rules(block):
    rows, columns = block.sizes
    yield from meeting(rows, columns, ("-",))
    for cell in block.cells:
        pearl = PEARLS.get(block.lines[cell[0]][cell[1]])
        if not pearl:
            continue
        at = f"the {pearl} pearl at {place(cell)}"
        yield Rule(f"the line does not pass {place(cell)}", [cell], lambda signs: signs[0] != "-")
        near = [other for other in (to(cell, side) for side in "nswe") if other in block.cells]

        def before_and_behind(signs, cell=cell, near=near):
            here, *others = signs
            sign = dict(zip(near, others, strict=True))
            return [sign.get(to(cell, side)) in STRAIGHT for side in here.replace("-", "")]

        if pearl == "white":
            words = f"the line is not straight at {at}"
            yield Rule(words, [cell], lambda signs: signs[0] in STRAIGHT)
            words = f"no turn beside {at}"
            yield Rule(words, [cell, *near], lambda signs, ends=before_and_behind: not all(ends(signs)))
        else:
            words = f"the line does not turn at {at}"
            yield Rule(words, [cell], lambda signs: signs[0] not in STRAIGHT)
            words = f"not straight on both sides of {at}"
            yield Rule(words, [cell, *near], lambda signs, ends=before_and_behind: all(ends(signs)))
    yield one_loop(rows, columns)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 3), (2, 5), (3, 4), (4, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    answer = Seen("masyu", [rows, columns], grid).answer(solutions, draw)
    pearls = 0
    for row, column in draw.sample(cells(rows, columns), rows * columns):
        some = [(row, column, pearl) for pearl in draw.sample("wb", 2)]
        for _, _, pearl in some:
            grid[row][column] = pearl
            seen = Seen("masyu", [rows, columns], grid).block
            if broken(seen, answer) is None or draw.random() < 0.02:
                pearls += 1
                break
            grid[row][column] = "-"
        if pearls >= draw.choice((1, 2, 3, 4)):
            break
    return text("masyu", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("b../.../..b", ".../.../...", "w../.../..."),
    half_made=("....../..w.../....../....b./....../......", "cpsat", 8762),
    published=(
        ".....w.b.....w..../www...b...w.w....w/w................w/.......w......bb../..bwww...b.w....../........w..w..w.w./"
        "...........b..w..b/w......ww...b...../...w.w.w.......b../.w...........b...w/..w...b...w......./.w..wbw...w....ww./"
        "..b......b...w....",
        2256,
    ),
    planted=("rules", "*beyond) <= 2", "*beyond) <= 3"),
    large=("search", {"board": blank(60, last="w....")}),
    words=lambda make: {"board": make.grid(*"-wb")},
)
