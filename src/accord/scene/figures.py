"""Draw figures inside cells (lamps, stars, tents), and tubes that run from cell to cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from accord.picture import Place
from accord.scene.cells import Cells
from accord.scene.palette import DARK, GRID, MERCURY, WATER
from accord.scene.shapes import INK, PAPER, Area, Disk, Point, Shape, Stroke

_CROWN = (
    (0.22, 0.74), (0.14, 0.34), (0.33, 0.54), (0.37, 0.24), (0.5, 0.5), (0.63, 0.24), (0.67, 0.54),
    (0.86, 0.34), (0.78, 0.74),
)  # fmt: skip
_STAR = tuple(
    (0.5 + radius * sin(turn * pi / 5), 0.52 - radius * cos(turn * pi / 5))
    for turn, radius in enumerate((0.36, 0.15) * 5)
)
_RAYS = tuple(
    tuple((0.5 + radius * sin(turn * pi / 4), 0.5 - radius * cos(turn * pi / 4)) for radius in (0.3, 0.4))
    for turn in range(8)
)
_CANOPY = ((0.5, 0.12), (0.78, 0.5), (0.64, 0.5), (0.84, 0.74), (0.16, 0.74), (0.36, 0.5), (0.22, 0.5))
DOT = 0.14  # the radius of a dot in a cell, on a side of it, or at a corner
SHIP = 0.36  # half of the width of a ship
_HALF = tuple((SHIP * cos(pi * turn / 12), -SHIP * sin(pi * turn / 12)) for turn in range(13))  # an arc above


def _ship(ring: Sequence[Point], turns: int = 0) -> tuple[Shape, ...]:
    """A part of a ship around (0, 0), turned right so many times."""
    for _ in range(turns):
        ring = [(-y, x) for x, y in ring]
    return (Area((tuple((0.5 + x, 0.5 + y) for x, y in ring),), fill=DARK),)


_END = (*_HALF, (-SHIP, 0.5), (SHIP, 0.5))
_LONG = ((-SHIP, -0.5), (SHIP, -0.5), (SHIP, 0.5), (-SHIP, 0.5))
PEARL = 0.32  # the radius of a pearl
_WAVES = tuple(
    tuple((0.2 + 0.6 * step / 12, at - 0.05 * sin(pi * step / 3)) for step in range(13))
    for at in (0.42, 0.58)
)
_SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_CROSS = (((0.38, 0.38), (0.62, 0.62)), ((0.38, 0.62), (0.62, 0.38)))
FIGURES: dict[str, tuple[Shape, ...]] = {
    "none": (),  # of a sign that only texts show
    "star": (Area((_STAR,), fill=INK),),
    "lamp": (Disk((0.5, 0.5), 0.22, fill="#FFDD55", line=INK, width=0.04), Stroke(_RAYS, width=0.04)),
    "tree": (
        Area((_CANOPY,), fill="#558844"),
        Area((((0.44, 0.74), (0.56, 0.74), (0.56, 0.88), (0.44, 0.88)),), fill="#885533"),
    ),
    "tent": (
        Area((((0.5, 0.18), (0.88, 0.82), (0.12, 0.82)),), fill="#DDAA22", line=INK, width=0.04),
        Area((((0.5, 0.5), (0.62, 0.82), (0.38, 0.82)),), fill=INK),
    ),
    "ship-o": (Disk((0.5, 0.5), SHIP, fill=DARK),),
    "ship-n": _ship(_END),
    "ship-e": _ship(_END, 1),
    "ship-s": _ship(_END, 2),
    "ship-w": _ship(_END, 3),
    "ship-m": _ship(((-SHIP, -SHIP), (SHIP, -SHIP), (SHIP, SHIP), (-SHIP, SHIP))),
    "ship-v": _ship(_LONG),
    "ship-h": _ship(_LONG, 1),
    "white-pearl": (Disk((0.5, 0.5), PEARL, fill=PAPER, line=INK, width=0.05),),
    "black-pearl": (Disk((0.5, 0.5), PEARL, fill=INK),),
    "dot": (Disk((0.5, 0.5), DOT, fill=PAPER, line=INK, width=0.04),),
    "dot-right": (Disk((1.0, 0.5), DOT, fill=PAPER, line=INK, width=0.04),),
    "dot-below": (Disk((0.5, 1.0), DOT, fill=PAPER, line=INK, width=0.04),),
    "dot-corner": (Disk((1.0, 1.0), DOT, fill=PAPER, line=INK, width=0.04),),
    **{
        f"triangle-{corner}": (Area((tuple(each for each in _SQUARE if each != opposite),), fill=INK),)
        for corner, opposite in zip(("nw", "ne", "se", "sw"), (*_SQUARE[2:], *_SQUARE[:2]), strict=True)
    },
    "line-down": (Stroke((((0.0, 0.0), (1.0, 1.0)),), width=0.06),),
    "line-up": (Stroke((((0.0, 1.0), (1.0, 0.0)),), width=0.06),),
    "empty": (Stroke(_CROSS, line=GRID, width=0.05),),
    "water": (Stroke(_WAVES, line=WATER, width=0.05),),
    "queen": (
        Area((_CROWN,), fill=INK),
        Area((((0.22, 0.79), (0.78, 0.79), (0.78, 0.87), (0.22, 0.87)),), fill=INK),
        *(Disk(at, 0.05, fill=INK) for at in ((0.14, 0.3), (0.37, 0.2), (0.63, 0.2), (0.86, 0.3))),
    ),
}
TUBE, BULB = 0.4, 0.36  # how wide a thermometer is, and the radius of its bulb
GLASS = "#CCCCCC"
ARC_STEPS = 24


def figure_at(name: str, place: Place, cells: Cells, *, small: bool = False) -> Iterator[Shape]:
    """Yield the shapes of a figure, in the middle of a cell; a small one in a corner."""
    x, y = cells.centre(place)
    for shape in FIGURES[name]:
        yield shape.place(x, y - 0.5, 0.5) if small else shape.place(x - 0.5, y - 0.5, 1.0)


def thermometer(centres: Sequence[Point], full: int) -> Iterator[Shape]:
    """A thermometer through cells, from its bulb on, of which so many are full of mercury."""
    wall = 0.06
    yield Stroke((tuple(centres),), GLASS, TUBE)
    yield Disk(centres[0], BULB, fill=GLASS)
    yield Stroke((tuple(centres),), PAPER, TUBE - 2 * wall)
    if full > 1:
        yield Stroke((tuple(centres[:full]),), MERCURY, TUBE - 2 * wall)
    yield Disk(centres[0], BULB - wall, fill=MERCURY if full else PAPER)


def rise(radius: float) -> float:
    """How far an arc of that radius rises above the cells whose middles it ties together."""
    return 0.4 + 0.25 * radius


def arc(one: Point, other: Point) -> Shape:
    """A half ellipse above two points of a row, to tie them together."""
    middle, radius = (one[0] + other[0]) / 2, hypot(other[0] - one[0], other[1] - one[1]) / 2
    foot = one[1] - 0.5
    points = tuple(
        (middle - radius * cos(pi * step / ARC_STEPS), foot - rise(radius) * sin(pi * step / ARC_STEPS))
        for step in range(ARC_STEPS + 1)
    )
    return Stroke((points,), line="#777777", width=0.04)
