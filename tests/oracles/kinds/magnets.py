"""Magnets: each domino is a magnet, with one positive and one negative half, or blank; equal halves of
magnets have no side in common; the numbers at columns and rows count their positive and their negative
halves.

Source: Jaroslav Müller for the World Puzzle Championship 2001 (WPC wiki, "Magnets"). The text: rows,
columns; the positive halves of columns, the negative ones of columns, the positive and the negative ones of
rows, `-` where there is no number; a grid of what is given, which may be left out; a grid of dominoes, `@`
where there is no cell. In the grid of what is given `.` is nothing, `+`, `-` and `x` are halves and blank
cells, and `x` is also written where there is no cell. Solutions: `+`, `-`, and `x` for blank cells and
where there is no cell. No reading differs.
"""

from random import Random

from kinds.blocks import cells, grouped, lines_of, place, sides, text
from kinds.making import Seen, paved, some_clues
from kinds.referee import Rule, referee
from kinds.row import Row, rooms

READINGS = {}


def parts(block):
    """The numbers at the sides, what is given, and the dominoes."""
    rows, columns = block.sizes
    given = block.lines[4:-rows] or [["."] * columns for _ in range(rows)]
    return block.lines[:4], given, block.lines[-rows:]


def choices(block):
    _, given, dominoes = parts(block)
    return {
        (row, column): ("x",)
        if dominoes[row][column] == "@"
        else ("x", "+", "-")
        if given[row][column] == "."
        else (given[row][column],)
        for row, column in block.cells
    }


def rules(block):
    numbers, _, dominoes = parts(block)
    lines = lines_of(*block.sizes)
    plus, minus = numbers[2] + numbers[0], numbers[3] + numbers[1]
    for name, some in grouped(dominoes).items():
        words = f"domino {name} is neither a magnet nor blank"
        yield Rule(words, some, lambda signs: sorted(signs) in (["+", "-"], ["x", "x"]))
    for sign, called, clues in (("+", "positive", plus), ("-", "negative", minus)):
        for (line, some), number in zip(lines, clues, strict=True):
            if number != "-":
                words = f"{line} has not {number} {called} halves"
                yield Rule(words, some, lambda signs, sign=sign, n=int(number): signs.count(sign) == n)
    for cell in block.cells:
        for other in sides(cell):
            if cell < other and other in block.cells:
                words = f"{place(cell)} and {place(other)} are equal halves side by side"
                yield Rule(words, [cell, other], lambda signs: signs[0] == "x" or signs[0] != signs[1])


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (3, 3), (3, 4), (4, 4), (4, 4)))
    grid = [["@"] * columns for _ in range(rows)]
    for name, domino in enumerate(paved(draw, rows, columns), 1):
        if draw.random() < 0.9:
            for row, column in domino:
                grid[row][column] = str(name)
    free = [["-"] * columns] * 2 + [["-"] * rows] * 2
    answer = Seen("magnets", [rows, columns], free + grid).answer(solutions, draw)
    lines = [[answer[row][column] for row, column in some] for _, some in lines_of(rows, columns)]
    across, down = lines[:rows], lines[rows:]
    numbers = [[line.count(sign) for line in way] for way in (down, across) for sign in "+-"]
    few = draw.choice((0.2, 0.4, 1))
    numbers = [some_clues(draw, line, few) for line in numbers]
    given = [["x" if sign == "@" else "." for sign in line] for line in grid]
    for row, column in draw.sample(cells(rows, columns), draw.randint(0, 3)):
        given[row][column] = answer[row][column]
    shown = given if draw.random() < 0.7 else []
    return text("magnets", f"small-{seed}", [rows, columns], numbers + shown + grid)


ROW = Row(
    texts=("-_1_-;0_-_-;-_-_1;1_-_-;;@11/234/234", "-_-;-_-;-;-;;11", "1_1;-_-;-;-;;11"),
    planted=("rules", "if cell not in inside\n", "\n"),
    large=("search", {"plus_rows": [9] + ["?"] * 39, "regions": rooms(40, 1, 2)}),
    without="0",
    also=tuple(f"2 3/- - -/- - -/- -/- -/. {sign} ./. . ./1 1 2/3 3 2" for sign in "+-x"),
    words=lambda make: {
        "plus_columns": make.clues(make.wide, 61),
        "minus_columns": make.clues(make.wide, 61),
        "plus_rows": make.clues(make.high, 61),
        "minus_rows": make.clues(make.high, 61),
        **make.dominoes(),
    },
)
