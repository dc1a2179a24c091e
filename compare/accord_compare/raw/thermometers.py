"""Script that solves thermometers with puzzlekit: its parser, and its class, which asks CP-SAT for one.

It does not ask whether that is the only one. The model is made as it is solved.
"""

from typing import Any

from puzzlekit.parsers.registry import get_parser
from puzzlekit.solvers import get_solver_class

NAME = "thermometer"


def read(text: str) -> Any:
    """Rows and columns, the clues of columns and of rows, and for each cell THERMOMETER.PLACE."""
    return get_parser(NAME)(text)


def model(puzzle: Any) -> Any:
    """Its solver of this puzzle."""
    return get_solver_class(NAME)(**puzzle)


def search(made: Any) -> list[str]:
    """A solution: a `#` or a `.` for each cell."""
    grid = made.solve().solution_data["solution_grid"]
    return ["".join(".#"[cell == "x"] for row in grid.matrix for cell in row)]
