"""Akari (Light Up): lamps are put into white cells, so that every white cell is lit and no lamp lights
another. A lamp lights its own cell and all white cells in its row and column up to the next wall; a wall
with a number has that many lamps at its sides.

Source: Nikoli, "Akari". The text: rows, columns; a grid with `x` for a wall, `0` to `4` for a wall with its
number. Solutions: `o` a lamp; at walls they have what the puzzle has there, or `x`, or `-`: the real ones
have all three. No reading differs.
"""

from random import Random

from kinds.blocks import cells, place, runs, sides, text
from kinds.making import Seen, counted
from kinds.referee import Rule, referee
from kinds.row import Row, blank

READINGS = {}


def white(block):
    return [(row, column) for row, column in block.cells if block.lines[row][column] == "-"]


def plain(block, solution):
    """With the walls as the puzzle has them."""
    return [
        [sign if given == "-" or sign not in ("-", "x") else given for sign, given in zip(*both, strict=True)]
        for both in zip(solution, block.lines, strict=True)
    ]


def choices(block):
    lit = white(block)
    return {
        (row, column): ("-", "o") if (row, column) in lit else (block.lines[row][column],)
        for row, column in block.cells
    }


def rules(block):
    lit = white(block)
    for row, column in block.cells:
        number = block.lines[row][column]
        if number.isdigit():
            some = [cell for cell in sides((row, column)) if cell in lit]
            words = f"the wall at {place((row, column))} has not {number} lamps at its sides"
            yield Rule(words, some, lambda signs, lamps=int(number): signs.count("o") == lamps)
    seen = runs(lit)
    for run in seen:
        words = f"a lamp lights another from {place(run[0])} to {place(run[-1])}"
        yield Rule(words, run, lambda signs: signs.count("o") < 2)
    for cell in lit:
        cross = sorted({one for run in seen if cell in run for one in run})
        yield Rule(f"{place(cell)} is not lit", cross, lambda signs: "o" in signs)


broken, solutions, plain = referee(choices, rules, plain)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 3), (3, 4), (4, 4), (4, 5)))
    board = cells(rows, columns)
    walls = dict.fromkeys(draw.sample(board, draw.randint(1, len(board) // 3)), "x")
    grid = [[walls.get((row, column), "-") for column in range(columns)] for row in range(rows)]
    seen = Seen("akari", [rows, columns], grid)
    answer = seen.answer(solutions, draw)
    for cell in walls:
        if draw.random() < 0.7:
            lamps = counted(answer, sides(cell), "o") if answer else draw.randint(0, 2)
            grid[cell[0]][cell[1]] = str(lamps if draw.random() < 0.93 else draw.randint(0, 3))
    return text("akari", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=(".1./x../..2", ".../.../...", "0./.0"),
    planted=("rules", "if len(run) > 1:", "if len(run) > 2:"),
    large=("build", {"board": blank(200)}),
    without="0",
    symmetric=True,
    words=lambda make: {"board": make.grid("-", (0, 4), "x")},
)
