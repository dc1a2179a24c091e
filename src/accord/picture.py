"""A picture as data: signs at places. Families make pictures; `accord.draw` turns them into text.

A place is (layer, row, column) as a text shows it. On a hexagonal board the rows are staggered, so that
columns of one row are two apart and those of the next lie between them; elsewhere columns are one apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Place: TypeAlias = tuple[int, int, int]

EMPTY = "."  # a cell with nothing on it yet
HOLE = "#"  # a place within the board's outline that is no cell


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with what stands on it. Places between cells that are not listed are holes."""

    lattice: str  # square, hexagonal or cubic
    signs: Mapping[Place, str]  # one character a cell
    lines: tuple[str, ...] | None = None  # instead of signs, for a puzzle without a board
