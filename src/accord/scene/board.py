"""Turn a picture into a scene: polygons of cells, outlines of pieces, signs and marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from accord.errors import RefusedError
from accord.picture import EMPTY, FULL, HOLE, Picture, Place, column_step, first_column
from accord.scene.cells import LATTICES, Cells, middle
from accord.scene.figures import arc, figure_at, rise
from accord.scene.heat import heat_areas, heat_number, with_scale
from accord.scene.network import network_shapes
from accord.scene.palette import DARK as DARK_INK
from accord.scene.palette import FILLS, FOUND, GIVEN, GRID, PIECES, SHADES, colours
from accord.scene.paper import flow, with_notes
from accord.scene.shapes import (
    INK,
    PAPER,
    Area,
    Disk,
    Label,
    Point,
    Scene,
    Shape,
    Stroke,
    font_size,
    framed_scene,
    on_layer,
)

MARGIN = 0.3
GAP = 1.0  # between the layers of a solid
JOINED = {  # what the arrows at the sides of a board mean
    "cylinder": "the left and right sides are joined",
    "torus": "opposite sides are joined",
    "moebius": "the left and right sides are joined with a twist",
    "klein": "opposite sides are joined, left and right with a twist",
}
DARK_SQUARE = "#DDDDDD"
SLASH = "\\"  # between two clues of a black cell
BELOW = 0.07  # how far below the middle a sign is, if something stands in the corner of its cell
SIGN = 0.6  # the size of a sign in a cell
WIDEST = 1.4  # the same of all letters of a sign: longer ones are smaller
SPOT = 0.3  # the radius of a mark on what covers a cell
RING = 0.41  # the same on a black cell, around its sign


def scene_of(picture: Picture, *, title: str = "") -> Scene:
    """The scene of any picture. Raises RefusedError for one that says why it cannot be drawn."""
    if picture.undrawn:
        raise RefusedError(
            f"{title or 'the puzzle'}: cannot be drawn: {picture.undrawn}; accord solve prints its solutions"
        )
    if picture.panels:
        captions, pictures = zip(*picture.panels, strict=True)
        return flow([scene_of(each) for each in pictures], captions, title)
    if picture.lines is not None:
        return _lines(picture.lines, title)
    if picture.regions is not None or picture.boxes is not None:
        from accord.scene.walls import walls_scene

        return walls_scene(picture, title)
    if picture.lattice == "edges":
        from accord.scene.sticks import sticks

        return sticks(picture, title)
    cells = LATTICES[picture.lattice]
    shapes: list[Shape] = []
    reach = [abs(other[2] - one[2]) / 2 for one, other in picture.arcs]
    above = max((rise(radius) for radius in reach), default=0.0)
    layers = sorted({layer for layer, _, _ in picture.signs})
    width, height = cells.size(outline_places(picture))
    for number, layer in enumerate(layers):
        one = [*_layer(picture, layer, cells), *wrap_arrows(picture.wrap, width, height)]
        shapes += [shape.place(number * (width + GAP), above, 1.0) for shape in one]
    scene = framed_scene(shapes, len(layers) * (width + GAP) - GAP, above + height, MARGIN, title)
    middles = [MARGIN + number * (width + GAP) + width / 2 for number in range(len(layers))]
    names = [f"layer {layer + 1}" for layer in layers]
    named = with_notes(scene, list(zip(middles, names, strict=True))) if len(layers) > 1 else scene
    return with_scale(with_wrap(named, picture.wrap), picture)


def with_wrap(scene: Scene, wrap: str) -> Scene:
    """Return the scene of a board with a line below it that states which of its sides are joined."""
    return with_notes(scene, [(scene.width / 2, JOINED[wrap])]) if wrap else scene


def outline_places(picture: Picture) -> list[Place]:
    """Return the places by which a board is measured; where its sides are joined, holes at them as well."""
    places = list(picture.signs)
    if picture.wrap and picture.outline is not None:
        _, lines, longest = picture.outline
        last = column_step(picture.lattice) * (longest - 1)
        rows = range(max(0, lines - 2), lines)
        places += [(0, row, first_column(picture.lattice, row) + last) for row in rows]
    return places


def _layer(picture: Picture, layer: int, cells: Cells) -> Iterator[Shape]:
    """The shapes of one layer; a flat board has one only."""
    places = sorted(
        place
        for place, sign in picture.signs.items()
        if place[0] == layer
        and (sign != HOLE or sign in picture.figures or place in picture.dark or place in picture.fills)
    )
    covered = {place for piece in picture.pieces for place in piece}
    shades = {place: group for place, group in picture.shades.items() if place[0] == layer}
    yield from on_layer("cells", _ground(picture, places, shades, covered, cells, layer))
    on_dots = picture.network is not None and picture.network.on == "dots"
    if not on_dots:
        yield grid_lines(places, cells)
    pieces = [
        ([place for place in piece if place[0] == layer], number)
        for piece, number in zip(picture.pieces, numbers_of(picture), strict=True)
    ]
    for here, number in pieces:
        if here:
            outline = cells.outline(here)
            yield Area(outline, PIECES[number], INK, width=0.08, pattern=number, layer="pieces")
    yield from shade_spots(shades, covered, picture.dark, cells)
    if not on_dots:
        yield Area(cells.outline(places), line=INK, width=0.08, layer="walls")
    if layer == 0:
        yield from on_layer("lines", network_shapes(picture, cells))
    for here, _ in pieces:
        sign = picture.signs.get(here[0], EMPTY) if here else EMPTY
        if sign not in (EMPTY, HOLE):
            size = font_size(sign, WIDEST / 2, 0.5)
            yield Label(middle(here, cells), sign, size=size, layer="solution")
    yield from heat_number(picture, cells, layer)
    shown = dict(picture.signs) | dict(picture.marks)
    yield from signs({place: shown[place] for place in places if place not in covered}, picture, cells)
    for one, other in picture.arcs:
        yield replace(arc(cells.centre(one), cells.centre(other)), layer="lines")


def _ground(
    picture: Picture,
    places: Collection[Place],
    shades: Mapping[Place, int],
    covered: Collection[Place],
    cells: Cells,
    layer: int,
) -> Iterator[Shape]:
    """Yield what lies behind the lines between cells."""
    yield Area(tuple(cells.polygon(place) for place in places), fill=PAPER)
    if picture.checkered:
        dark = tuple(cells.polygon(place) for place in places if sum(place) % 2)
        yield Area(dark, fill=DARK_SQUARE)
    yield from shade_areas(shades, covered, cells)
    yield from heat_areas(picture, cells, layer)
    yield from fill_areas({place: its for place, its in picture.fills.items() if place[0] == layer}, cells)
    yield from dark_areas(picture, cells, layer)


def grid_lines(places: Iterable[Place], cells: Cells) -> Shape:
    """Return the thin lines between cells."""
    return Stroke(cells.grid(places), line=GRID, width=0.03, layer="grid")


def numbers_of(picture: Picture) -> list[int]:
    """The colour of each piece, as its number in `palette.PIECES`."""
    cells = LATTICES[picture.lattice]
    at = {place: number for number, piece in enumerate(picture.pieces) for place in piece}
    if picture.lattice == "cubic":
        near = {p: [at[q] for q in _around(p) if q in at] for p in at}
    elif picture.lattice == "edges":
        there: dict[Point, set[int]] = {}
        for place, number in at.items():
            for corner in cells.polygon(place):
                there.setdefault(corner, set()).add(number)
        near = {p: [n for corner in cells.polygon(p) for n in there[corner]] for p in at}
    else:
        owner = {edge: number for place, number in at.items() for edge in cells.edges(place)}
        near = {p: [owner[b, a] for a, b in cells.edges(p) if (b, a) in owner] for p in at}
    beside: dict[int, set[int]] = {}
    for place, number in at.items():
        beside.setdefault(number, set()).update(n for n in near[place] if n != number)
    return colours([picture.signs.get(piece[0], EMPTY) for piece in picture.pieces], beside, picture.names)


def shade_areas(shades: Mapping[Place, int], covered: Collection[Place], cells: Cells) -> Iterator[Shape]:
    """Yield marks behind cells: an area for each group of them."""
    for group in sorted(set(shades.values())):
        here = [place for place, number in sorted(shades.items()) if number == group]
        rings = tuple(cells.polygon(place) for place in here if place not in covered)
        if rings:
            yield Area(rings, fill=SHADES[group % len(SHADES)], pattern=group % len(SHADES))


def shade_spots(
    shades: Mapping[Place, int], covered: Collection[Place], dark: Collection[Place], cells: Cells
) -> Iterator[Shape]:
    """Yield marks of cells where something covers what is behind: a spot, or on a black cell a ring."""
    for place, group in sorted(shades.items()):
        shade = SHADES[group % len(SHADES)]
        if place in dark:
            yield Disk(cells.centre(place), RING, line=shade, width=0.06, layer="marks")
        elif place in covered:
            yield Disk(cells.centre(place), SPOT, fill=shade, line=INK, width=0.03, layer="marks")


def dark_areas(picture: Picture, cells: Cells, layer: int = 0) -> Iterator[Shape]:
    """Yield an area for the cells of a layer that are black."""
    dark = tuple(cells.polygon(place) for place in sorted(picture.dark) if place[0] == layer)
    if dark:
        yield Area(dark, fill=DARK_INK)


def fill_areas(fills: Mapping[Place, str], cells: Cells) -> Iterator[Shape]:
    """Yield what fills cells: an area for each stuff, so that it flows over where there is no wall."""
    for stuff in dict.fromkeys(fills.values()):
        places = [place for place, fill in fills.items() if fill == stuff]
        yield Area(cells.outline(places), fill=FILLS[stuff])


def signs(shown: Mapping[Place, str], picture: Picture, cells: Cells) -> Iterator[Shape]:
    """Yield the signs in cells: a figure where the sign has one, else the sign, bold where it is given."""
    for place, sign in shown.items():
        given = not picture.given or place in picture.given
        layer = "signs" if not picture.given else "clues" if given else "solution"
        if sign in picture.figures:
            small = place in picture.clues  # in a corner, so that there is room for the clue
            yield from on_layer(layer, figure_at(picture.figures[sign], place, cells, small=small))
            if not small:
                continue
            sign = EMPTY
        dark = place in picture.dark or sign == FULL
        clue = place in picture.clues and (dark or sign == EMPTY)
        if clue:
            sign = picture.clues[place]
        if sign in (EMPTY, HOLE) or not sign.strip():
            continue
        if dark and SLASH in sign:
            yield from on_layer("clues", _split_clue(sign, cells.centre(place)))
            continue
        given = clue or given
        ink = PAPER if dark else GIVEN if given else FOUND
        x, y = cells.centre(place)
        below = BELOW if place in picture.corners else 0.0  # there is room only below what is in the corner
        size = min(SIGN, WIDEST / len(sign)) - 1.5 * below
        yield Label((x, y + below), sign, size, ink, bold=given, layer="clues" if clue else layer)


def _split_clue(sign: str, centre: Point) -> Iterator[Shape]:
    """Yield two numbers of a black cell with a line between them: for below, and for the right."""
    x, y = centre
    yield Stroke((((x - 0.5, y - 0.5), (x + 0.5, y + 0.5)),), line=GRID, width=0.03)
    for words, at in zip(sign.split(SLASH), ((x - 0.2, y + 0.24), (x + 0.2, y - 0.22)), strict=True):
        if words:
            yield Label(at, words, size=SIGN / 2 + 0.06, ink=PAPER, bold=True)


def wrap_arrows(wrap: str, width: float, height: float) -> Iterator[Shape]:
    """Yield arrows at sides that are joined, as they come together: one at left and right, two at top."""
    if not wrap:
        return
    size, twisted = 0.13, wrap in ("moebius", "klein")
    for x, way in ((-0.17, -1), (width + 0.17, 1 if twisted else -1)):
        tip, base = height / 2 + way * size, height / 2 - way * size
        yield Area((((x, tip), (x + 0.09, base), (x - 0.09, base)),), fill=INK, layer="lines")
    if wrap in ("torus", "klein"):
        for y in (-0.17, height + 0.17):
            for x in (width / 2 - size, width / 2 + size):
                arrow = ((x + size, y), (x - size, y + 0.09), (x - size, y - 0.09))
                yield Area((arrow,), fill=INK, layer="lines")


def _around(place: Place) -> Iterator[Place]:
    for axis in range(3):
        for step in (-1, 1):
            yield (
                place[0] + step * (axis == 0), place[1] + step * (axis == 1), place[2] + step * (axis == 2),
            )  # fmt: skip


def _lines(lines: Sequence[str], title: str) -> Scene:
    """Lines of text, for a puzzle without a board."""
    size = 0.4
    shapes = [
        Label((0.0, size * (0.7 + 1.4 * number)), line, size=size, anchor="start")
        for number, line in enumerate(lines)
    ]
    width = max((len(line) for line in lines), default=1) * size * 0.65
    return framed_scene(shapes, width, size * 1.4 * max(1, len(lines)), MARGIN, title)
