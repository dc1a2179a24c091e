"""Script that counts clue sets with python-sat: sets that hit all unavoidable sets found so far.

Two solvers: one chooses clues, so many and no more; the other fills the grid from them in another way than it
is. The cells that differ are an unavoidable set, which clues have to hit from then on. It begins with none.
"""

import json
import sys
from itertools import combinations, product
from typing import Any

from pysat.card import CardEnc
from pysat.solvers import Cadical153, Solver

CELLS, DIGITS = range(81), range(9)


def variable(cell: int, digit: int) -> int:
    """Return the variable of the solver that fills grids: this cell has this digit."""
    return 9 * cell + digit + 1


def solve(question: dict[str, Any], task: str = "count") -> Any:
    """The number of puzzles for `count`, else the cells of each."""
    grid = [int(sign) - 1 for sign in question["grid"]]
    mask = [(cell + 1, sign) for cell, sign in enumerate(question["mask"]) if sign != "."]
    fixed = [-literal if sign == "-" else literal for literal, sign in mask]
    found: list[list[int]] = []
    with Solver("glucose4") as choice, Cadical153() as filling:
        exactly = CardEnc.equals([cell + 1 for cell in CELLS], bound=question["clues"])
        for clause in [*exactly.clauses, *([literal] for literal in fixed)]:
            choice.add_clause(clause)
        for clause in rules():
            filling.add_clause(clause)
        filling.add_clause([-variable(cell, digit) for cell, digit in enumerate(grid)])
        while choice.solve():
            clues = [literal - 1 for literal in choice.get_model()[:81] if literal > 0]
            if filling.solve([variable(cell, grid[cell]) for cell in clues]):
                true = {literal for literal in filling.get_model() if literal > 0}
                choice.add_clause([c + 1 for c in CELLS if variable(c, grid[c]) not in true])
            else:
                found.append(clues)
                choice.add_clause([-cell - 1 for cell in clues])
    return len(found) if task == "count" else found


def rules() -> list[list[int]]:
    """Each cell has a digit; no digit is twice in a row, a column or a box."""
    houses = [[9 * i + j for j in range(9)] for i in range(9)]
    houses += [[9 * j + i for j in range(9)] for i in range(9)]
    corners = [27 * i + 3 * j for i in range(3) for j in range(3)]
    houses += [[corner + 9 * i + j for i in range(3) for j in range(3)] for corner in corners]
    clauses = [[variable(cell, digit) for digit in DIGITS] for cell in CELLS]
    clauses += [[-variable(c, d), -variable(c, e)] for c in CELLS for d, e in combinations(DIGITS, 2)]
    for house, digit in product(houses, DIGITS):
        clauses += [[-variable(one, digit), -variable(other, digit)] for one, other in combinations(house, 2)]
    return clauses


if __name__ == "__main__":
    answer = solve(json.load(sys.stdin), *sys.argv[1:2])
    print(answer if isinstance(answer, int) else "\n".join(" ".join(map(str, row)) for row in answer))
