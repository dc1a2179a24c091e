"""Reading grids: a line of digits, a file of many, a puzzle whose solution is the grid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from accord.errors import InputError
from accord.puzzles.collection import collection
from accord.puzzles.library import load, of_text

if TYPE_CHECKING:
    from accord.puzzles.puzzle import Puzzle

Named: TypeAlias = "tuple[str, Puzzle | InputError]"
SHORTEST = 16  # cells of a grid that is a line


def grids_of(name: str) -> tuple[bool, Iterator[Named]]:
    """What a user calls a grid, or many.

    Args:
        name: a line of digits; a file, or `-`, with a grid a line; a puzzle of the families sudoku and clue-sets.

    Returns:
        Whether there may be many; and for each its name, and the puzzle or what is wrong with it.

    Raises:
        InputError: if it is a puzzle of another family.
    """
    several = collection(name)
    if several is not None:
        return True, several
    text = "".join(name.split())
    is_line = len(text) >= SHORTEST and text.isalnum() and not Path(name).exists()
    puzzle = of_text(f"sudoku:{text}") if is_line else load(name)
    if puzzle.family not in ("sudoku", "clue-sets"):
        expected = "expected a sudoku grid, or a puzzle of the families sudoku and clue-sets"
        raise InputError([f"{name[:100]}: found a puzzle of the family {puzzle.family}; {expected}"])
    return False, iter([(name, puzzle)])
