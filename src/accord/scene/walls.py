"""Draw a square board with walls between regions, outside clues and the contents of cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from accord.picture import EMPTY, FULL, Picture, Place
from accord.scene.board import MARGIN, dark_areas, fill_areas, grid_lines, shade_areas, shade_spots, signs
from accord.scene.cells import SQUARE
from accord.scene.figures import figure_at, thermometer
from accord.scene.heat import heat_areas, heat_number, with_scale
from accord.scene.network import network_shapes
from accord.scene.palette import FAINT, GRID
from accord.scene.paper import with_notes
from accord.scene.shapes import (
    INK,
    PAPER,
    Area,
    Label,
    Point,
    Ring,
    Scene,
    Shape,
    Stroke,
    framed_scene,
    on_layer,
)

CLUE = 0.45  # the size of clues
PITCH = 0.55  # from one number above a column to the next
INSET = 0.09  # of the line around a cage
CORNER = 0.28  # the size of what stands in the corner of a cell


def walls_scene(picture: Picture, title: str = "") -> Scene:
    """The scene of a picture that has regions, or boxes."""
    _, rows, columns = (max(numbers) + 1 for numbers in zip(*_regions(picture), strict=True))
    stacks = [label.split("\n") for label in picture.top]
    above = PITCH * max(map(len, stacks), default=0)
    beside = max((_width(label) for label in picture.left), default=0.0)
    shapes = [shape.place(beside, above, 1.0) for shape in _board(picture, rows, columns)]
    for column, stack in enumerate(stacks):
        shapes += [
            _clue((beside + column + 0.5, above - PITCH * (turn + 0.5)), clue)
            for turn, clue in enumerate(reversed(stack))
        ]
    shapes += [_clue((beside - 0.2, above + row + 0.5), clue, "end") for row, clue in enumerate(picture.left)]
    shapes += [
        _clue((beside + column + 0.5, above + rows + PITCH / 2), clue)
        for column, clue in enumerate(picture.bottom)
    ]
    shapes += [
        _clue((beside + columns + 0.2, above + row + 0.5), clue, "start")
        for row, clue in enumerate(picture.right)
    ]
    width = beside + columns + max((_width(label) for label in picture.right), default=0.0)
    scene = framed_scene(shapes, width, above + rows + PITCH * bool(picture.bottom), MARGIN, title)
    noted = with_notes(scene, [(scene.width / 2, picture.note)]) if picture.note else scene
    return with_scale(noted, picture)


def _board(picture: Picture, rows: int, columns: int) -> Iterator[Shape]:
    """The cells, from what lies behind them to the walls and the signs."""
    places = _regions(picture).keys()
    tubed = {place for tube in picture.tubes for place in tube}
    fills = _fills(picture)
    flooded = fills.keys() - tubed
    yield from on_layer("cells", _ground(picture, {place: fills[place] for place in sorted(flooded)}))
    on_dots = picture.network is not None and picture.network.on == "dots"
    if not on_dots:
        yield _grid(rows, columns) if len(places) == rows * columns else grid_lines(places, SQUARE)
    for tube in picture.tubes:
        full = sum(place in picture.fills for place in tube)
        yield from on_layer("pieces", thermometer([SQUARE.centre(place) for place in tube], full))
    if not on_dots or len({*_regions(picture).values()}) > 1:
        yield from _walls(picture)
    yield from on_layer("lines", _cages(picture))
    yield from on_layer("lines", network_shapes(picture, SQUARE))
    yield from shade_spots(picture.shades, flooded, picture.dark, SQUARE)
    shaped = {place: figure for place, figure in picture.shapes.items() if _is_shown(place, picture)}
    for place, figure in sorted(shaped.items()):
        yield from on_layer(
            "clues" if place in picture.given else "solution", figure_at(figure, place, SQUARE)
        )
    covered = picture.fills.keys() | tubed | shaped.keys()
    shown = {place: sign for place, sign in picture.signs.items() if place not in covered}
    inside = tubed | picture.corners.keys()  # which are drawn elsewhere
    shown |= {place: sign for place, sign in picture.marks.items() if place not in inside}
    yield from heat_number(picture, SQUARE)
    yield from signs(shown, picture, SQUARE)
    for place, sign in picture.corners.items():
        x, y = SQUARE.centre(place)
        halo = place in picture.cages  # whose line it stands on
        at = (x - 0.41, y - 0.32) if halo else (x - 0.44, y - 0.3)
        yield Label(at, sign, size=CORNER, anchor="start", halo=halo, layer="clues")
    for place, sign in picture.faint.items():
        if shown.get(place, EMPTY) == EMPTY:
            yield Label(SQUARE.centre(place), sign, size=0.4, ink=FAINT, layer="clues")


def _is_shown(place: Place, picture: Picture) -> bool:
    """Whether a figure stands in a cell: it is given, or filled."""
    return place in picture.given or place in picture.fills


def _ground(picture: Picture, fills: Mapping[Place, str]) -> Iterator[Shape]:
    """Yield what lies behind the lines between cells."""
    yield Area(SQUARE.outline(_regions(picture)), fill=PAPER)
    yield from shade_areas(picture.shades, fills, SQUARE)
    yield from heat_areas(picture, SQUARE)
    yield from fill_areas(fills, SQUARE)
    yield from dark_areas(picture, SQUARE)


def _fills(picture: Picture) -> dict[Place, str]:
    """Return what fills each cell; a cell that is full, and nothing states of what, has the board's stuff."""
    stuff = next(iter(picture.colours), "ink")
    full = [place for place, sign in picture.signs.items() if sign == FULL and FULL not in picture.figures]
    found = {place: stuff for place in full if place not in picture.dark} | dict(picture.fills)
    return {place: fill for place, fill in found.items() if place not in picture.shapes}


def _grid(rows: int, columns: int) -> Shape:
    lines: list[Ring] = [((0, row), (columns, row)) for row in range(rows + 1)]
    lines += [((column, 0), (column, rows)) for column in range(columns + 1)]
    return Stroke(tuple(lines), line=GRID, width=0.03, layer="grid")


def _walls(picture: Picture) -> Iterator[Shape]:
    """The outline of each region; where there is glass, that of the board alone."""
    cells: dict[int, list[Place]] = {}
    for place, region in _regions(picture).items():
        cells.setdefault(0 if picture.tubes else region, []).append(place)
    rings = tuple(ring for places in cells.values() for ring in SQUARE.outline(places))
    yield Area(rings, line=INK, width=0.1, layer="walls")


def _regions(picture: Picture) -> Mapping[Place, int]:
    found = picture.regions if picture.boxes is None else picture.boxes
    assert found
    return found


def _cages(picture: Picture) -> Iterator[Shape]:
    """Yield a dashed line around each cage, inside its cells."""
    cages: dict[int, list[Place]] = {}
    for place, number in picture.cages.items():
        cages.setdefault(number, []).append(place)
    rings = [ring for places in cages.values() for ring in SQUARE.inset(places, INSET)]
    if rings:
        yield Stroke(tuple((*ring, ring[0]) for ring in rings), line=INK, width=0.03, dash=0.09)


def _clue(at: Point, words: str, anchor: Literal["start", "middle", "end"] = "middle") -> Label:
    return Label(at, words, size=CLUE, anchor=anchor, layer="clues")


def _width(label: str) -> float:
    """Return the width of a clue to the left of a row."""
    return 0.3 * len(label) + 0.3
