"""Heyawake: cells are blacked out. A number is how many cells of its room are black. No straight line of
white cells passes through more than two rooms. No two black cells have a side in common, and the white cells
are joined by sides in common.

Source: Nikoli, "Heyawake". The text: rows, columns; a grid of numbers, one of a room at most, `-` where there
is none; a grid of rooms. Solutions: `x` a black cell. A line that leaves a room and comes back to it passes
through three.
"""

from random import Random

from kinds.blocks import grouped, lines_of, place, text
from kinds.hitori import apart, joined
from kinds.making import Seen, joined_regions
from kinds.referee import Rule, referee
from kinds.row import Row, blank, rooms

READINGS = {}


def choices(block):
    return dict.fromkeys(block.cells, ("-", "x"))


def rules(block):
    board, rooms = block.lines[: block.sizes[0]], block.lines[block.sizes[0] :]
    for name, some in grouped(rooms).items():
        for row, column in some:
            if board[row][column] != "-":
                words = f"room {name} has not {board[row][column]} black cells"
                number = int(board[row][column])
                yield Rule(words, some, lambda signs, number=number: signs.count("x") == number)
    for _, line in lines_of(*block.sizes[:2]):
        for begin in range(len(line)):
            for end in range(begin + 3, len(line) + 1):
                some = line[begin:end]
                names = [rooms[row][column] for row, column in some]
                walls = [at for at in range(1, len(names)) if names[at] != names[at - 1]]
                if walls == [1, len(names) - 1] and len(walls) == 2:
                    words = f"a white line through three rooms begins at {place(some[0])}"
                    yield Rule(words, some, lambda signs: "x" in signs)
    yield from apart(block)
    yield joined(block, "the white cells are not connected", "-")


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((1, 5), (2, 4), (3, 3), (3, 4), (4, 4)))
    rooms = joined_regions(draw, rows, columns, draw.randint(2, max(2, rows * columns // 3)))
    grid = [["-"] * columns for _ in range(rows)]
    one = Seen("heyawake", [rows, columns], grid + rooms)
    answer = one.answer(solutions, draw)
    for some in grouped(rooms).values():
        if draw.random() < 0.7:
            black = sum(answer[row][column] == "x" for row, column in some) if answer else draw.randint(0, 2)
            row, column = draw.choice(some)
            grid[row][column] = str(black + (draw.random() < 0.15))
    return text("heyawake", f"small-{seed}", [rows, columns], grid + rooms)


ROW = Row(
    texts=("1..../2...0/...../...../2....;11111/22234/55554/55554/66674", "../..;11/22", "2./..;12/12"),
    half_made=("...../...../...../...../.....;11222/11222/33445/33445/66665", "cpsat", 1292),
    planted=("across", "one - 1 : other + 1", "one - 1 : other"),
    large=("search", {"board": blank(50), "regions": rooms(50, 5)}),
    without="0",
    words=lambda make: make.rooms((0, 99)),
)
