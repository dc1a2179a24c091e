"""List what cells may be around a corner where cells meet, so that white parts are rectangles.

A part is a rectangle if and only if at each corner of cells each white angle is right, straight or full.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

WHITE = "-"
CORNERS = ("nw", "ne", "se", "sw")  # clockwise; around a corner of cells, the cells that are there
VALUES = (WHITE, *CORNERS)

# What a cell is at one of its corners: all black or all white there; or, clockwise around the corner, white
# on its first side only, or on its last side only.
BLACK, LAST, FULL, FIRST = range(4)
# What may not be, by cells clockwise around a corner: a single half; a half and a full one without another
# half behind it; three full ones without a fourth. Each is a clause: for one cell or another what it may be.
CLAUSES = (
    ((0, {BLACK, FULL, FIRST}), (1, {FULL, FIRST})),
    ((0, {BLACK, FULL, LAST}), (-1, {FULL, LAST})),
    ((0, {BLACK, FULL, FIRST}), (1, {BLACK, LAST, FIRST}), (2, {FIRST})),
    ((0, {BLACK, FULL, LAST}), (-1, {BLACK, LAST, FIRST}), (-2, {LAST})),
    ((0, {BLACK, LAST, FIRST}), (1, {BLACK, LAST, FIRST}), (2, {BLACK, LAST, FIRST}), (3, {FULL})),
)


def here(value: str, turn: int) -> int:
    """Return what a cell with a value is at the corner around which it is the `turn`th, clockwise."""
    return FULL if value == WHITE else (CORNERS.index(value) - turn - 2) % 4


def all_turns() -> Iterator[list[tuple[int, bool, tuple[str, ...]]]]:
    """Yield each clause from each cell around a corner on: places, whether black will do, and values."""
    for turn, clause in product(range(4), CLAUSES):
        places = [((turn + step) % 4, may) for step, may in clause]
        yield [
            (place, BLACK in may, tuple(v for what in may for v in VALUES if here(v, place) == what))
            for place, may in places
        ]


TURNED = [*all_turns()]
