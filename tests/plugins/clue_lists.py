"""Grids with all their puzzles of 17 clues, as published; see the head of the file for the source."""

from pathlib import Path

FILE = Path(__file__).parents[1] / "data" / "sudoku-17-grids.txt"


def read():
    """Grid -> its puzzles, `.` for an empty cell, in the order of the file."""
    found = {}
    for line in FILE.read_text().splitlines():
        kind, *words = line.split()
        if kind == "G":
            puzzles = found.setdefault(words[0], [])
        elif kind == "P":
            puzzles.append(words[0].replace("0", "."))
    return {grid: tuple(puzzles) for grid, puzzles in found.items()}


LISTS = read()
OF_14 = next(grid for grid, puzzles in LISTS.items() if len(puzzles) == 14)
