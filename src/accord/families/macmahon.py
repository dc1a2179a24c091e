"""MacMahon's squares: all squares whose sides have one of a few colours; sides that meet are alike.

    #A#A#A#    There are 6 squares with two colours, 24 with three, 70 with four; they may be turned, not
    A.A.A.A    flipped. An option is a square, turned somehow, in a cell. Sides of cells are secondary items,
    #A#B#A#    which have the colour that the squares beside them agree on. The border of the board has the
               colour A, or any colours (`free`). Turns and reflections of the board are its symmetries; no
               colours are renamed.

P. A. MacMahon, New Mathematical Pastimes, 1921.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

import msgspec

from accord.model import Model
from accord.picture import EMPTY, Picture
from accord.puzzles.bounds import spec_error, whole_number
from accord.puzzles.family import About, Family, Made, Shown, Texts
from accord.puzzles.words import describe

COLOURS = "ABCD"
SQUARES = {(k**4 + k**2 + 2 * k) // 4: k for k in range(1, len(COLOURS) + 1)}  # of k colours: 1, 6, 24, 70
Side: TypeAlias = tuple[int, int]  # where it is drawn: cells are at odd places, sides beside them


class MacMahon(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """The spec: all squares of a few colours on a board; sides that meet have the same colour."""

    size: tuple[int, int]  # rows and columns, of 6, 24 or 70 cells: the squares of 2, 3 or 4 colours
    free: bool = False  # whether the border may have any colours; else it has the colour A


def parse(text: str) -> MacMahon:
    """Parse `4x6`, or with a border of any colours `4x6,free`. Raises SpecError."""
    sides, comma, word = text.partition(",")
    if comma and word != "free":
        raise spec_error("text", f"found {describe(word)}; expected free, as in macmahon:2x3,free")
    rows, _, columns = sides.partition("x")
    example = "macmahon:4x6"
    spec = MacMahon(
        size=(whole_number(rows, "size", example), whole_number(columns, "size", example)), free=bool(comma)
    )
    _check(spec)
    return spec


def _check(spec: MacMahon) -> None:
    rows, columns = spec.size
    if min(rows, columns) < 1 or rows * columns not in SQUARES:
        expected = "1, 6, 24 or 70 cells, as in 4 x 6"
        raise spec_error("size", f"found {rows} x {columns}; expected {expected}")


def build(spec: MacMahon) -> Model:
    """Return the model: the cells, then the squares by their colours, then the sides."""
    _check(spec)
    rows, columns = spec.size
    colours = COLOURS[: SQUARES[rows * columns]]
    cells = [*product(range(1, 2 * rows, 2), range(1, 2 * columns, 2))]
    ways = ["".join(way) for way in product(colours, repeat=4)]
    names = dict.fromkeys(map(_square, ways))
    sides = [side for cell in cells for side in _sides(*cell)]
    items: dict[str, int | tuple[int, int | None]] = dict.fromkeys([*map(_cell, cells), *names], 1)
    items |= dict.fromkeys(map(_side, sides), (0, 1))
    options: dict[str, dict[str, int | str]] = {}
    for cell, way in product(cells, ways):
        of = [*zip(_sides(*cell), way, strict=True)]
        outer = [colour for (r, c), colour in of if r in (0, 2 * rows) or c in (0, 2 * columns)]
        if spec.free or {*outer} <= {"A"}:
            coloured = {_side(side): colour for side, colour in of}
            options[f"{_cell(cell)} {way}"] = {_cell(cell): 1, _square(way): 1, **coloured}
    high, wide = 2 * rows, 2 * columns
    moves: list[tuple[Callable[[int, int], Side], str]] = [
        (lambda r, c: (high - r, c), "2103"),
        (lambda r, c: (r, wide - c), "0321"),
    ]
    symmetries = []
    for to, order in moves:
        move = {_cell(cell): _cell(to(*cell)) for cell in cells}
        move |= {_side(side): _side(to(*side)) for side in sides}
        symmetries.append(move | {_square(way): _square("".join(way[int(i)] for i in order)) for way in ways})
    return Model.build(items, options, order=map(_cell, cells), symmetries=symmetries, family="macmahon")


def _sides(row: int, column: int) -> Iterator[Side]:
    """Yield the sides of a cell: above, to the right, below, to the left."""
    yield from ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))


def _square(way: str) -> str:
    """Return the name of a square that lies so: the least of its turns."""
    return min(way[turn:] + way[:turn] for turn in range(4))


def _cell(place: Side) -> str:
    return f"r{place[0] // 2 + 1}c{place[1] // 2 + 1}"


def _side(place: Side) -> str:
    return f"{place[0]},{place[1]}"


def picture(spec: MacMahon, model: Model, options: Sequence[int] | None) -> Picture:
    """Return the cells, and between them the colours of their sides."""
    _check(spec)
    rows, columns = spec.size
    cells = product(range(1, 2 * rows, 2), range(1, 2 * columns, 2))
    signs = {(0, *place): EMPTY for cell in cells for place in (cell, *_sides(*cell))}
    for option in options or ():
        place, way = model.names[option].split()
        row, column = (2 * int(part) - 1 for part in place[1:].split("c"))
        signs |= {(0, *side): colour for side, colour in zip(_sides(row, column), way, strict=True)}
    return Picture("square", signs)


RECORD = Family(
    name="macmahon",
    spec=MacMahon,
    about=About("pieces", "MacMahon squares: all coloured squares on a board; equal colours meet."),
    texts=Texts(parse=parse, example="2x3"),
    shown=Shown(picture=picture),
    made=Made(model=build),
)
