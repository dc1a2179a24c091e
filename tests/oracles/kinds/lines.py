"""Lines from cell to cell, for referees: a cell has the sides by which its line leaves, `ew` or `se`."""

from itertools import product

from kinds.blocks import cells, place
from kinds.referee import Rule

STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}
BACK = {"n": "s", "s": "n", "e": "w", "w": "e"}
THROUGH = ("ns", "ne", "nw", "se", "sw", "ew")


def to(cell, side):
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def leaving(words, cell, size):
    """The words whose sides lead to other cells of the board."""
    return tuple(
        word
        for word in words
        if word == "-"
        or all(0 <= row < size[0] and 0 <= column < size[1] for row, column in (to(cell, s) for s in word))
    )


def meeting(rows, columns, free=()):
    """That lines go on in the next cell; `free` are words that are no sides."""
    for cell, side in product(cells(rows, columns), "es"):
        other = to(cell, side)
        if other[0] < rows and other[1] < columns:

            def meets(signs, side=side):
                one, two = ("" if sign in free else sign for sign in signs)
                return (side in one) == (BACK[side] in two)

            yield Rule(f"the lines of {place(cell)} and {place(other)} do not meet", [cell, other], meets)


def is_loop(board):
    """Whether all cells with a line are on one circle; `board` has the sides of each of them."""
    if not board:
        return False
    start = cell = min(board)
    side, met = board[cell][0], set()
    while cell not in met:
        met.add(cell)
        cell = to(cell, side)
        if BACK[side] not in board.get(cell, "") or len(board[cell]) != 2:
            return False
        (side,) = board[cell].replace(BACK[side], "")
    return cell == start and met == set(board)


def one_loop(rows, columns, free=("-",)):
    every = cells(rows, columns)

    def holds(signs):
        return is_loop({cell: sign for cell, sign in zip(every, signs, strict=True) if sign not in free})

    return Rule("the line is not one loop", every, holds)
