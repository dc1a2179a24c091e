"""LITS (Nuruomino): four cells of each region are shaded, as an L, an I, a T or an S, turned and reflected.
Equal pieces have no side in common, the shaded cells are joined by sides in common, and no square of 2 by 2
is all shaded.

Source: Nikoli, "LITS". The text: rows, columns; a grid of regions. Solutions: the letter of its piece in a
shaded cell, or `x`. No reading differs.
"""

from itertools import combinations
from random import Random

from kinds.blocks import connected, grouped, sides, text
from kinds.hitori import joined
from kinds.making import joined_regions
from kinds.nurikabe import squares
from kinds.referee import Rule, referee
from kinds.row import Row, rooms

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def letter(some):
    """The letter of four shaded cells; nothing if they are no piece."""
    if len(some) != 4 or not connected(some):
        return ""
    high, wide = (max(numbers) - min(numbers) + 1 for numbers in zip(*some, strict=True))
    if 1 in (high, wide):
        return "I"
    if high == wide:
        return ""
    if any(len({*sides(cell)}.intersection(some)) == 3 for cell in some):
        return "T"
    rows = [row for row, _ in some] if wide > high else [column for _, column in some]
    return "L" if rows.count(rows[0]) != 2 else "S"


def shaded(some, signs):
    return [cell for cell, sign in zip(some, signs, strict=True) if sign == "x"]


def rules(block):
    regions = grouped(block.lines)
    for name, some in regions.items():
        yield Rule(f"region {name} has not 4 shaded cells", some, lambda signs: signs.count("x") == 4)
        words = f"the shaded cells of region {name} are no piece"
        yield Rule(words, some, lambda signs, some=some: letter(shaded(some, signs)) != "")
    for one, some in regions.items():
        for other, more in regions.items():
            near = [cell for cell in more if {*sides(cell)}.intersection(some)]
            if one < other and near:

                def holds(signs, some=some, more=more):
                    first, second = shaded(some, signs[: len(some)]), shaded(more, signs[len(some) :])
                    touch = any({*sides(cell)}.intersection(first) for cell in second)
                    return not touch or letter(first) != letter(second)

                yield Rule(f"equal pieces of regions {one} and {other} touch", some + more, holds)
    yield from squares(block)
    yield joined(block, "the shaded cells are not connected", "x")


def plain(block, solution):
    """The solution with `x` for each letter that is right; a wrong one stays."""
    found = [list(row) for row in solution]
    for some in grouped(block.lines).values():
        full = [(row, column) for row, column in some if solution[row][column] != "-"]
        for row, column in full:
            if found[row][column] == letter(full):
                found[row][column] = "x"
    return found


broken, solutions, _ = referee(choices, rules, plain)


def small(seed):
    draw = Random(seed)
    rows, columns, count = draw.choice(((2, 4, 1), (3, 4, 2), (3, 5, 3), (3, 5, 3), (4, 4, 3)))
    for _ in range(500 if draw.random() < 0.9 else 1):
        grid = joined_regions(draw, rows, columns, count)
        if all(any(map(letter, combinations(some, 4))) for some in grouped(grid).values()):
            break
    return text("lits", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("1112/1222/1122", "11111/11111", "1112/1222"),
    half_made=("1112222/1112222/3334444/3334444/3334444", "cpsat", 6696),
    planted=("_add_square", "len(parts) > 1", "len(parts) > 2"),
    large=("search", {"regions": rooms(40, 5)}),
    words=lambda make: {"regions": make.regions()},
)
