"""Fillomino: each cell has a number, and each connected part of equal numbers has as many cells as it says.

Source: Nikoli, "Fillomino". The text: rows, columns; a grid of given numbers, `-` where there is none. A part
may have no given number. Solutions: numbers. No reading differs.
"""

from random import Random

from kinds.blocks import place, sides, text
from kinds.making import Seen, off_by_one
from kinds.row import Row, blank

READINGS = {}


def plain(_, solution):
    return [list(row) for row in solution]


def choices(block):
    signs = [str(number + 1) for number in range(len(block.cells))]
    given = {(row, column): block.lines[row][column] for row, column in block.cells}
    return {cell: signs[:] if sign == "-" else [sign] for cell, sign in given.items()}


def part(board, cell):
    """The cells of a cell's part, and whether a cell without a number is beside it."""
    found, is_open = [cell], False
    for one in found:  # grows while it is walked
        for other in sides(one):
            is_open |= other in board and board[other] is None
            if board.get(other) == board[cell] and other not in found:
                found.append(other)
    return found, is_open


def broken(block, solution):
    rows, columns = block.sizes
    if len(solution) != rows or any(len(row) != columns for row in solution):
        return f"the board is not {rows} rows of {columns} cells"
    board = {(row, column): solution[row][column] for row, column in block.cells}
    for cell, allowed in choices(block).items():
        if board[cell] not in allowed:
            return f"{place(cell)} is {board[cell]}, but may be {' or '.join(allowed)}"
    for cell, sign in board.items():
        size = len(part(board, cell)[0])
        if sign != str(size):
            return f"the part at {place(cell)} has {size} cells, not {sign}"
    return None


def solutions(block, draw=None):
    board = dict.fromkeys(block.cells)
    allowed = choices(block)
    if draw:
        for signs in allowed.values():
            del signs[5:]  # most puzzles have no larger ones
            draw.shuffle(signs)
    rows, columns = block.sizes
    for _ in filled(list(board), board, allowed):
        yield [[board[row, column] for column in range(columns)] for row in range(rows)]


def filled(free, board, allowed):
    """Fill the board in all ways in turn."""
    if not free:
        yield
        return
    cell = free[0]
    for sign in allowed[cell]:
        board[cell] = sign
        near = [cell, *(other for other in sides(cell) if board.get(other) is not None)]
        if all(fits(board, other) for other in near):
            yield from filled(free[1:], board, allowed)
    board[cell] = None


def fits(board, cell):
    some, is_open = part(board, cell)
    return len(some) == int(board[cell]) or (is_open and len(some) < int(board[cell]))


def small(seed):
    draw = Random(seed)
    rows, columns = draw.choice(((2, 3), (2, 4), (3, 3), (3, 3)))
    grid = [["-"] * columns for _ in range(rows)]
    answer = Seen("fillomino", [rows, columns], grid).answer(solutions, draw)
    few = draw.choice((0.3, 0.4, 0.6))
    for row in range(rows):
        for column in range(columns):
            if draw.random() < few:
                grid[row][column] = str(off_by_one(draw, int(answer[row][column])))
    return text("fillomino", f"small-{seed}", [rows, columns], grid)


ROW = Row(
    texts=("..3/2.1/..3", "../..", "2.2"),
    half_made=("..../.3../..2./....", "sat", 1998),
    planted=("problem", "size=each", "size=(each, 99)"),
    large=("search", {"board": blank(14)}),
    without="3",
    size=(4, 4),
    symmetric=True,
    words=lambda make: {"board": make.grid("-", (1, 4095))},
)
