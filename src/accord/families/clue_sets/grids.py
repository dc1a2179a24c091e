"""Reading grids: a line of digits, a file of many, a puzzle whose solution is the grid."""

from __future__ import annotations

from functools import partial
from math import isqrt

from accord.errors import InputError
from accord.families.sudoku.text import EMPTY
from accord.puzzles.loader import Collected, Parse, of_text, read
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.source import is_there


def grids_of(name: str) -> Parse | Collected:
    """What parses the puzzle of what a user calls a grid, or the puzzles of a file of many.

    Args:
        name: a line of digits; a file, or `-`, with a grid a line; a puzzle of the families sudoku and
            clue-sets.

    A puzzle of another family is an InputError, once it is parsed.
    """
    text = "".join(name.split())
    if _is_line(text) and not is_there(name):
        return partial(of_text, f"sudoku:{text}")
    found = read(name)
    return partial(_grid_in, name, found) if callable(found) else found


def _grid_in(name: str, parse: Parse) -> Puzzle:
    puzzle = parse()
    if puzzle.family not in ("sudoku", "clue-sets"):
        expected = "expected a sudoku grid, or a puzzle of the families sudoku and clue-sets"
        raise InputError([f"{name[:100]}: found a puzzle of the family {puzzle.family}; {expected}"])
    return puzzle


def _is_line(text: str) -> bool:
    """Whether it looks like the cells of a board, and not like the name of a puzzle or of a file."""
    if len(text) > 1 and all(sign.isdigit() or sign in EMPTY for sign in text):
        return True  # one that has a cell too few, or no clue, is told of as a grid
    cells = len(text)
    square = cells >= 16 and isqrt(cells) ** 2 == cells
    signs = all(sign.isalnum() or sign in EMPTY for sign in text)
    return square and signs and any(sign.isdigit() for sign in text)
