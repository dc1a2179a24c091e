"""Hitori: cells are blacked out, so that no number is left twice in a row or column. No two black cells have
a side in common, and the white cells are joined by sides in common.

Source: Nikoli, "Hitori"; Tatham's "Singles". The text: rows, columns; a grid of numbers. Solutions: `x` a
black cell. No reading differs.
"""

from random import Random

from kinds.blocks import connected, lines_of, place, sides, text
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def rules(block):
    for name, line in lines_of(*block.sizes[:2]):
        for number in sorted({block.lines[row][column] for row, column in line}):
            some = [(row, column) for row, column in line if block.lines[row][column] == number]
            yield Rule(f"{name} has {number} twice", some, lambda signs: signs.count("-") < 2)
    yield from apart(block)
    yield joined(block, "the white cells are not connected", "-")


def apart(block):
    """That no two black cells have a side in common."""
    for cell in block.cells:
        for other in sides(cell)[2:]:
            if other in block.cells:
                words = f"the black cells at {place(cell)} and {place(other)} touch"
                yield Rule(words, [cell, other], lambda signs: signs != ["x", "x"])


def joined(block, words, sign):
    """That all cells with a sign are joined."""
    some = block.cells
    return Rule(
        words, some, lambda signs: connected([c for c, its in zip(some, signs, strict=True) if its == sign])
    )


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4), (4, 4)))
    most = max(rows, columns) + draw.choice((0, 0, 1, 3))
    grid = [[str(draw.randint(1, most)) for _ in range(columns)] for _ in range(rows)]
    return text("hitori", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("4124/3412/2223/4324", "12/21", "11/11"),
    half_made=("11345/23451/34512/45123/51234", "cpsat", 4173),
    planted=("rules", "len(cells) - 1", "len(cells) - 2"),
    words=lambda make: {"board": make.grid((0, 61 if make.game else 1295))},
)
