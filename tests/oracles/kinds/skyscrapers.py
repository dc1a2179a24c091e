"""Skyscrapers: each cell has a building, and each row and column has one of each height from 1 up; a number
at a side counts the buildings that are seen from there, where higher ones hide lower ones behind them.

Source: Masanori Natsuhara 1992 (WPC wiki, "Skyscrapers"); with parks: Tim Peeters 1999 (the same page). The
text: rows, columns, the largest height; the numbers at the top, at the bottom, at the left, at the right
(`-` where there is none); a grid of heights that are given. Where the largest height is less than the size,
the cells that are left in each row and column are parks, `0`: they hide nothing and are not counted. A `D`
behind the sizes: both diagonals have one of each height, too.
"""

from random import Random

from kinds.blocks import diagonals_of, lines_of, text
from kinds.making import Seen, some_clues
from kinds.referee import Rule, different, referee
from kinds.row import Row, blank

READINGS = {}


def choices(block):
    size, _, highest = block.sizes
    heights = tuple(str(height) for height in range(0 if highest < size else 1, highest + 1))
    given = block.lines[4:]
    return {(r, c): heights if given[r][c] == "-" else (given[r][c],) for r, c in block.cells}


def rules(block):
    size, _, highest = block.sizes
    top, bottom, left, right = block.lines[:4]
    ends = zip(lines_of(size, size), left + top, right + bottom, strict=True)
    every = ["0"] * (size - highest) + [str(height + 1) for height in range(highest)]
    more = diagonals_of(size) if "D" in block.letters else []
    for called, some in lines_of(size, size) + more:
        words = f"{called} has not each height once"
        if highest == size:
            yield from different(words, some)
        else:
            yield Rule(words, some, lambda signs: sorted(signs, key=int) == every)
    for (called, some), before, behind in ends:
        for number, way, side in ((before, some, "start"), (behind, some[::-1], "end")):
            if number != "-":
                words = f"from the {side} of {called} not {number} buildings are seen"
                yield Rule(words, way, lambda signs, seen=int(number): visible(signs) == seen)


def visible(signs):
    heights = [int(sign) for sign in signs]
    return sum(height > max(heights[:at], default=0) for at, height in enumerate(heights))


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    size, highest = draw.choice(((3, 3), (4, 4), (4, 4), (4, 3), (3, 2), (4, 2)))
    grid = [["-"] * size for _ in range(size)]
    sizes, letters = [size, size, highest], ()
    if (size, highest) in ((4, 4), (4, 2)) and draw.random() < 0.4:
        letters = ("D",)
    answer = Seen("skyscrapers", sizes, [["-"] * size] * 4 + grid, letters).answer(solutions, draw)
    lines = [[answer[row][column] for row, column in some] for _, some in lines_of(size, size)]
    across, down = lines[:size], lines[size:]
    seen = [[visible(line) for line in down], [visible(line[::-1]) for line in down]]
    seen += [[visible(line) for line in across], [visible(line[::-1]) for line in across]]
    for row, column in draw.sample(Seen("", sizes, []).block.cells, draw.choice((0, 0, 1, 2))):
        grid[row][column] = answer[row][column]
    few = draw.choice((0.4, 0.7, 1))
    clues = [some_clues(draw, line, few) for line in seen]
    return text("skyscrapers", f"small-{seed}", [*sizes, *letters], clues + grid)


ROW = Row(
    texts=("2_1;1_2;2_1;1_2", "-_-;-_-;-_-;-_-", "1_1;-_-;-_-;-_-"),
    planted=("lines_from", '("top", "left")', '("top", "right")'),
    large=("search", {"top": [3] + ["?"] * 24, "board": blank(25)}),
    without="2",
    symmetric=True,
    words=lambda make: {
        "tallest": str(make.high),
        **{key: make.clues(make.high, 12) for key in ("top", "bottom", "left", "right")},
        "board": make.square("-", (1, 30)),
    },
)
