"""Faults of numbers that count cells: more than there are, at a corner of cells, or beside a wall."""

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


def wall_faults(puzzle: Instance, wall: str) -> Iterator[Fault]:
    """Yield faults for numbers that are more than the cells beside them; `wall` is a wall without one."""
    for cell, clue in puzzle["board"].items():
        beside = sum(other not in puzzle["board"] for other in puzzle.near(cell))
        if clue != wall and clue > beside:
            expected = f"0 to {beside}, the free cells beside it"
            yield puzzle.fault("board", cell, f"found {clue}; expected {expected}")
