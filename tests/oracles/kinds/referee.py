"""What all referees do: hold a solution against rules, and try everything.

A rule is said of some cells. A solution breaks it where it does not hold for the signs of these cells, and
a search asks a rule when the last of its cells is filled: no board is given up for cells that are still
empty.
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

from kinds.blocks import place


class Rule(NamedTuple):
    words: str  # what is said of a solution that breaks it
    cells: list[tuple[int, int]]
    holds: Callable[[list[str]], bool]  # asked with the signs of the cells, in their order


def different(words, some):
    """That no two of some cells are equal: a rule for each two of them."""
    return [Rule(words, list(pair), lambda signs: signs[0] != signs[1]) for pair in combinations(some, 2)]


def exact(block, solution):
    return [list(row) for row in solution]


def referee(choices, rules, plain=exact):
    """`broken`, `solutions` and `plain` of a kind.

    `choices` says which signs each cell may have, in the order in which a search fills them.
    """

    def broken(block, solution, **reading):
        rows, columns = block.sizes[:2]
        if len(solution) != rows or any(len(row) != columns for row in solution):
            return f"the board is not {rows} rows of {columns} cells"
        solution = plain(block, solution)
        for cell, allowed in choices(block).items():
            if (sign := solution[cell[0]][cell[1]]) not in allowed:
                return f"{place(cell)} is {sign}, but may be {' or '.join(allowed)}"
        return next(
            (
                rule.words
                for rule in rules(block, **reading)
                if not rule.holds([solution[row][column] for row, column in rule.cells])
            ),
            None,
        )

    def solutions(block, draw=None, **reading):
        """All solutions; `draw` is a random generator that shuffles the signs of each cell first."""
        allowed = {cell: list(signs) for cell, signs in choices(block).items()}
        if draw:
            for signs in allowed.values():
                draw.shuffle(signs)
        turn = {cell: at for at, cell in enumerate(allowed)}
        asked = {cell: [] for cell in allowed}
        for rule in rules(block, **reading):
            if rule.cells:
                asked[max(rule.cells, key=turn.get)].append(rule)
            elif not rule.holds([]):
                return
        yield from filled(list(allowed), allowed, asked, {}, block.sizes[:2])

    return broken, solutions, plain


def filled(order, allowed, asked, board, size):
    """All ways to fill the rest of a board, as rows of signs."""
    if len(board) == len(order):
        rows, columns = size
        yield [[board[row, column] for column in range(columns)] for row in range(rows)]
        return
    cell = order[len(board)]
    for sign in allowed[cell]:
        board[cell] = sign
        if all(rule.holds([board[one] for one in rule.cells]) for rule in asked[cell]):
            yield from filled(order, allowed, asked, board, size)
        del board[cell]
