"""Tapa: cells without a clue are blacked out. The numbers of a clue are the lengths of all groups of black
cells that follow each other in the circle around its cell, in any order; `0` is none, `?` is any number, and
alone also none. The black cells are joined by sides in common, and no square of 2 by 2 is all black.

Source: Serkan Yürekli, "Tapa"; for `?`, the rule of puzz.link. The text: rows, columns; a grid of clues such
as `31`, `-` where there is none. Solutions: `x` a black cell. No reading differs.
"""

from collections import Counter
from random import Random

from kinds.blocks import place, text
from kinds.hitori import joined
from kinds.making import Seen
from kinds.nurikabe import sea, squares
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    return {
        (row, column): ("-", "x") if block.lines[row][column] == "-" else ("-",)
        for row, column in block.cells
    }


def lengths(black, cell):
    """The lengths of the groups of black cells around a cell, as a text for each; none of them is `0`."""
    row, column = cell
    up = [(row - 1, column - 1), (row - 1, column), (row - 1, column + 1), (row, column + 1)]
    circle = up + [(2 * row - r, 2 * column - c) for r, c in up]
    found, left = [], [one for one in circle if one in black]
    while left:
        group = [left.pop()]
        for one in group:  # grows while it is walked
            at = circle.index(one)
            for other in (circle[at - 1], circle[(at + 1) % 8]):
                if other in left:
                    left.remove(other)
                    group.append(other)
        found.append(str(len(group)))
    return found or ["0"]


def rules(block):
    yield from squares(block)
    for row, column in block.cells:
        clue = block.lines[row][column]
        if clue != "-":
            cell = row, column
            some = [one for one in block.cells if max(abs(one[0] - row), abs(one[1] - column)) == 1]

            def holds(signs, cell=cell, some=some, clue=clue):
                black = {one for one, sign in zip(some, signs, strict=True) if sign == "x"}
                found = lengths(black, cell)
                missed = Counter(clue.replace("?", "")) - Counter(found)
                return len(found) == len(clue) and not missed

            yield Rule(f"the groups around {place(cell)} are not those of its clue", some, holds)
    yield joined(block, "the black cells are not connected", "x")


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 4), (2, 3), (3, 3), (3, 4), (4, 4)))
    grid = [["-"] * columns for _ in range(rows)]
    one = Seen("tapa", [rows, columns], grid)
    black = sea(one.block, draw)
    for row, column in one.block.cells:
        if (row, column) not in black and draw.random() < 0.6:
            found = lengths(black, (row, column))
            draw.shuffle(found)
            if draw.random() < 0.1:
                found[0] = str(int(found[0]) + 1)
            grid[row][column] = "".join("?" if draw.random() < 0.2 else number for number in found)
    return text("tapa", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("3_._._._./._._._._5/._._311_._./31_._._._./._._._._2", "?_./._.", "0_1/._."),
    half_made=("...../.?.../...../...3./.....", "cpsat", 3077),
    planted=("fits", ">= known.count", "<= known.count"),
    large=("verify", {"board": blank(50)}),
    without="3",
    words=lambda make: {
        "board": make.grid(
            "-", *"012345678?", make.some("?12345", 2), make.some("?123", 3), make.some("?1", 4)
        )
    },
)
