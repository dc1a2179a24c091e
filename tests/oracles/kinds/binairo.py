"""Binairo (Takuzu): each cell is 1 or 2, each row and column has as many of one as of the other, and no
three cells in a row next to each other, across or down, are the same.

Source: Wikipedia, "Takuzu"; Frank Coussement and Peter De Schepper 2009, "Binairo". The text: rows,
columns; a grid of what is given, `-` where nothing is. Equal rows and equal columns are allowed: seven of
the eight real solutions have some. Reading `different`: no two rows and no two columns are equal.
"""

from itertools import combinations
from random import Random

from kinds.blocks import lines_of, place, text
from kinds.making import Seen
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {"different": {"lines": "different"}}


def choices(block):
    return {(r, c): ("1", "2") if block.lines[r][c] == "-" else (block.lines[r][c],) for r, c in block.cells}


def rules(block, different=False):
    rows, columns = block.sizes
    lines = lines_of(rows, columns)
    for called, some in lines:
        words = f"{called} has not as many 1 as 2"
        yield Rule(words, some, lambda signs: signs.count("1") == signs.count("2"))
        for at in range(len(some) - 2):
            words = f"three cells that are the same begin at {place(some[at])} in {called}"
            yield Rule(words, some[at : at + 3], lambda signs: len(set(signs)) > 1)
    for group in (lines[:rows], lines[rows:]) if different else ():
        for (called, some), (other, more) in combinations(group, 2):
            half = len(some)
            words = f"{called} and {other} are equal"
            yield Rule(words, some + more, lambda signs, half=half: signs[:half] != signs[half:])


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 4), (4, 4), (4, 4), (4, 6)))
    grid = [["-"] * columns for _ in range(rows)]
    answer = Seen("binairo", [rows, columns], grid).answer(solutions, draw)
    few = draw.choice((0.15, 0.3, 0.5))
    for row in range(rows):
        for column in range(columns):
            if draw.random() < few:
                grid[row][column] = answer[row][column] if draw.random() < 0.93 else draw.choice("12")
    return text("binairo", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=(".1../..22/..../..2.", "..../..../..../....", "1.../1.../1.../...."),
    planted=("rules", "range(len(line) - 2)", "range(0, len(line) - 2, 2)"),
    large=("search", {"board": blank(60)}),
    without="1",
    size=(6, 6),
    symmetric=True,
    words=lambda make: {"board": make.grid(*"-12"), "lines": make.one("any", "different")},
)
