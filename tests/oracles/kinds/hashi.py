"""Hashi (Bridges): islands in the same row or column are joined by one bridge or two, which cross no other
bridge and no island. A number is how many bridges an island has. Each island can be reached from each other.

Source: Nikoli, "Hashiwokakero". The text: rows, columns; a grid of numbers, `?` for an island with any
number. Solutions: in the cells between islands `1` and `2` for bridges across, `a` and `b` for bridges down.
No reading differs: islands side by side, for whose bridges there is no cell, are no puzzle.
"""

from random import Random

from kinds.blocks import cells, place, sides, text
from kinds.making import Seen, off_by_one
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}
BRIDGES = {"1": 1, "2": 2, "a": 1, "b": 2}


def islands(block):
    return [cell for cell in block.cells if block.lines[cell[0]][cell[1]] != "-"]


def spans(block):
    """The cells between each two islands in sight of each other, with the signs of bridges there."""
    found = []
    every = set(islands(block))
    for row, column in sorted(every):
        for down, right, signs in ((0, 1, "12"), (1, 0, "ab")):
            way, cell = [], (row + down, column + right)
            while cell in block.cells and cell not in every:
                way.append(cell)
                cell = cell[0] + down, cell[1] + right
            if cell in every and way:
                found.append(((row, column), cell, way, signs))
    return found


def choices(block):
    found = {cell: {"-"} for cell in block.cells}
    for _, _, way, signs in spans(block):
        for cell in way:
            found[cell].update(signs)
    return {cell: tuple(sorted(signs)) for cell, signs in found.items()}


def rules(block):
    every, ways = islands(block), spans(block)
    apart = every and not any(near in every for cell in every for near in sides(cell))
    yield Rule("islands are side by side, or there are none", [], lambda signs: apart)
    for one, other, way, signs in ways:
        words = f"the bridge between {place(one)} and {place(other)} is broken"
        yield Rule(words, way, lambda found, signs=signs: len({s if s in signs else "-" for s in found}) == 1)
    firsts = {(one, other): (way[0], signs) for one, other, way, signs in ways}

    def number(found, near, at):
        return sum(
            BRIDGES[sign]
            for sign, pair in zip(found, near, strict=True)
            if sign in firsts[pair][1] and at in pair
        )

    for cell in every:
        clue = block.lines[cell[0]][cell[1]]
        near = [pair for pair in firsts if cell in pair]
        if clue != "?":
            words = f"the island at {place(cell)} has not {clue} bridges"
            some = [firsts[pair][0] for pair in near]
            yield Rule(
                words, some, lambda found, n=near, at=cell, clue=clue: number(found, n, at) == int(clue)
            )

    def reached(found):
        pairs = [pair for sign, pair in zip(found, firsts, strict=True) if sign in firsts[pair][1]]
        met, left = set(every[:1]), pairs
        while near := [pair for pair in left if met.intersection(pair)]:
            met.update(cell for pair in near for cell in pair)
            left = [pair for pair in left if pair not in near]
        return met == set(every)

    yield Rule("not all islands hang together", [cell for cell, _ in firsts.values()], reached)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 3), (3, 5), (4, 4), (5, 5)))
    grid = [["-"] * columns for _ in range(rows)]
    for row, column in draw.sample(cells(rows, columns), rows * columns):
        near = [(r, c) for r, c in sides((row, column)) if 0 <= r < rows and 0 <= c < columns]
        if draw.random() < 0.5 and all(grid[r][c] == "-" for r, c in near):
            grid[row][column] = "?"
    seen = Seen("hashi", [rows, columns], grid)
    answer = seen.answer(solutions, draw)
    count = dict.fromkeys(islands(seen.block), 0)
    for one, other, way, signs in spans(seen.block):
        sign = answer[way[0][0]][way[0][1]] if answer else draw.choice(signs)
        for cell in (one, other):
            count[cell] += BRIDGES[sign] if sign in signs else 0
    often = draw.choice((0.3, 0.6, 0.9))
    for cell, bridges in count.items():
        if bridges and draw.random() < often:
            grid[cell[0]][cell[1]] = str(off_by_one(draw, bridges))
    return text("hashi", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("2.2/.../2.2", "?.?/.../...", "1.2"),
    half_made=("?.?.?.?/......./?.?.?.?", "cpsat", 23040),
    planted=("rules", "if len(some) > 1:", "if len(some) > 2:"),
    large=("search", {"board": "\n".join(["?." * 30, "." * 60] * 30)}),
    without="8",
    words=lambda make: {"board": make.grid("-", (1, 8), *"?" * (not make.game))},
)
