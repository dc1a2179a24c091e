"""Battleships: the ships of a fleet, straight and one cell wide, are put on the board so that they do not
touch, not even by a corner; the number at a column or row counts its cells of ships.

Source: Jaime Poniachik 1982 (Wikipedia, "Battleship (puzzle)"). The text: rows, columns, the number of
ships of length 1, 2, 3 and so on; the numbers of the columns, those of the rows, `-` where there is none; a
grid of what is given, `-` where nothing is. Signs: `o` a ship of one cell, `n`, `s`, `w`, `e` its end to
that side, `m` a cell between its ends. Water is `x` where it is given and `-` in solutions. No reading
differs: the fleet has the ships that are told, and no others.
"""

from random import Random

from kinds.blocks import around, cells, lines_of, place, sides, text
from kinds.making import counted, some_clues
from kinds.referee import Rule, referee
from kinds.row import Row

READINGS = {}

#: which neighbours of a cell have ships, above, left, right and below it, and what the cell then is
PIECES = {
    "----": "o",
    "---x": "n",
    "x---": "s",
    "--x-": "w",
    "-x--": "e",
    "x--x": "m",
    "-xx-": "m",
}


def choices(block):
    def allowed(given):
        return tuple("-onswem") if given == "-" else ("-",) if given == "x" else (given,)

    return {(row, column): allowed(block.lines[2 + row][column]) for row, column in block.cells}


def rules(block):
    numbers = block.lines[1] + block.lines[0]
    for (called, some), number in zip(lines_of(*block.sizes[:2]), numbers, strict=True):
        if number != "-":
            words = f"{called} has not {number} cells of ships"
            yield Rule(words, some, lambda signs, n=int(number): len(signs) - signs.count("-") == n)
    for cell in block.cells:
        for other in around(cell):
            if cell < other and other in block.cells and other not in sides(cell):
                words = f"ships touch by a corner at {place(cell)} and {place(other)}"
                yield Rule(words, [cell, other], lambda signs: "-" in signs)
        some = [other for other in sides(cell) if other in block.cells]
        inside = [other in block.cells for other in sides(cell)]
        words = f"{place(cell)} does not fit its neighbours"
        yield Rule(words, [cell, *some], lambda signs, inside=inside: fits(signs[0], signs[1:], inside))
    yield Rule(
        "the ships are not those of the fleet",
        block.cells,
        lambda signs: fleet(dict(zip(block.cells, signs, strict=True))) == lengths(block.sizes[2:]),
    )


def fits(sign, neighbours, inside):
    others = iter(neighbours)
    near = "".join("x" if there and next(others) != "-" else "-" for there in inside)
    return sign == "-" or sign == PIECES.get(near)


def lengths(counts):
    return sorted(length for length, ships in enumerate(counts, 1) for _ in range(ships))


def fleet(board):
    """The lengths of all ships: of one cell, or from a first end to the last."""
    found = [1 for sign in board.values() if sign == "o"]
    for (row, column), sign in board.items():
        if sign in "nw":
            down, right = (1, 0) if sign == "n" else (0, 1)
            length = 1
            while board.get((row + down * length, column + right * length), "-") != "-":
                length += 1
            found.append(length)
    return sorted(found)


broken, solutions, plain = referee(choices, rules)


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((3, 3), (3, 4), (4, 3), (4, 4)))
    board = dict.fromkeys(cells(rows, columns), "-")
    ships = [0, 0, 0]
    for _ in range(draw.randint(2, 12)):
        length, (down, right) = draw.choice((1, 2, 2, 3)), draw.choice(((0, 1), (1, 0)))
        row, column = draw.choice(list(board))
        some = [(row + down * at, column + right * at) for at in range(length)]
        if all(board.get(cell) == "-" and not counted(board, around(cell), "x") for cell in some):
            board |= dict.fromkeys(some, "x")
            ships[length - 1] += 1
    signs = {cell: piece(board, cell) if sign == "x" else "x" for cell, sign in board.items()}
    numbers = [[board[cell] for cell in some].count("x") for _, some in lines_of(rows, columns)]
    numbers = some_clues(draw, numbers, draw.choice((0.2, 0.8)))
    few = draw.choice((0, 0.15, 0.3, 0.5))
    given = [[signs[r, c] if draw.random() < few else "-" for c in range(columns)] for r in range(rows)]
    lines = [numbers[rows:], numbers[:rows], *given]
    return text("battleship", f"small-{seed}", [rows, columns, *ships], lines)


def piece(board, cell):
    return PIECES["".join("x" if board.get(other) == "x" else "-" for other in sides(cell))]


ROW = Row(
    texts=(
        "fleet=2_1;2_0_2_0;1_1_1_1;..../..../x.../....",
        "fleet=1;-_-;-_-;../..",
        "fleet=1;1_1;-_-;../..",
    ),
    planted=("rules", "in touching) <= 1", "in touching) <= 2"),
    large=("search", {"columns": ["?"] * 40, "rows": ["?"] * 40, "fleet": [9, 8, 7, 6]}),
    without="x",
    also=(  # each sign that may be given leaves out solutions
        *(f"3 3 0 1/- - -/- - -/- - -/- {sign} -/- - -" for sign in "nsewx"),
        "3 3 1/- - -/- - -/- - -/- o -/- - -",
        "3 3 0 0 1/- - -/- - -/- - -/- m -/- - -",
    ),
    symmetric=True,
    words=lambda make: {
        "columns": make.clues(make.wide),
        "rows": make.clues(make.high),
        "board": make.grid(*"-xnsweom"),
        "fleet": make.fleet(),
    },
)
