"""Faults of numbers that count cells: more than there are, for those at a corner of cells."""

from __future__ import annotations

from collections.abc import Iterator

from accord.pencil.instance import Instance
from accord.puzzles.family import Fault


def corner_faults(puzzle: Instance) -> Iterator[Fault]:
    """Yield faults for numbers that are more than the cells around a corner."""
    for corner, clue in puzzle["board"].items():
        most = len(puzzle.at_corner(corner))
        if clue > most:
            expected = f"0 to {most}, the cells around the corner"
            yield puzzle.fault("board", corner, f"found {clue}; expected {expected}")
