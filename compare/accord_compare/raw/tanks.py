"""Script that solves aquariums with multi-puzzle-solver, whose class asks CP-SAT for up to 99 solutions."""

from typing import Any

import numpy as np
from puzzle_solver.puzzles.aquarium.aquarium import Board


def read(text: str) -> Any:
    """The arrays that it wants, of a task string: `1_1_0_2;1,1,2,2`."""
    clues, cells = text.split(";")
    numbers = np.array(clues.split("_"), int)
    size = len(numbers) // 2
    return np.array(cells.split(",")).reshape(size, size), numbers[:size], numbers[size:]


def model(puzzle: Any) -> Any:
    """Its board, which has a model of CP-SAT."""
    return Board(*puzzle)


def search(made: Any) -> list[str]:
    """All solutions: a `#` or a `.` for each cell."""
    cells = [(x, y) for y in range(made.V) for x in range(made.H)]
    found = []
    for each in made.solve_and_print(verbose=False):
        wet = {(place.x, place.y) for place, value in each.assignment.items() if value}
        found.append("".join(".#"[cell in wet] for cell in cells))
    return found
