"""Scenes and their shapes. All of it is data: frozen, comparable, and independent of formats of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]  # the corners of a polygon, each once

INK = "#000000"
PAPER = "#FFFFFF"
LETTER = 0.62  # how wide a letter is, about, in sizes of the font
LAYERS = ("cells", "grid", "pieces", "marks", "walls", "lines", "clues", "signs", "solution", "captions")
# of shapes, the lowest first; writers may name them. A shape of no layer is drawn before all others


@dataclass(frozen=True, slots=True)
class Area:
    """The area inside an odd number of rings: so a ring within another one is a hole."""

    rings: tuple[Ring, ...]
    fill: str | None = None  # a colour as `#RRGGBB`; None: nothing
    line: str | None = None  # the colour around it
    width: float = 0.0  # of that line
    pattern: int | None = None  # where there is no fill: its number in `palette.PATTERNS`
    layer: str = ""  # one of LAYERS

    def place(self, x: float, y: float, scale: float) -> Area:
        """Return the shape `scale` times as large, and then shifted."""
        rings = tuple(_move(ring, x, y, scale) for ring in self.rings)
        return replace(self, rings=rings, width=self.width * scale)


@dataclass(frozen=True, slots=True)
class Stroke:
    """Lines of one kind, each from point to point, with round ends."""

    lines: tuple[Ring, ...]
    line: str = INK
    width: float = 0.05
    layer: str = ""
    dash: float = 0.0  # the length of dashes, and of the gaps between them; 0: none

    def place(self, x: float, y: float, scale: float) -> Stroke:
        """Return the shape `scale` times as large, and then shifted."""
        lines = tuple(_move(points, x, y, scale) for points in self.lines)
        return replace(self, lines=lines, width=self.width * scale, dash=self.dash * scale)


@dataclass(frozen=True, slots=True)
class Disk:
    """A circle around a point."""

    centre: Point
    radius: float
    fill: str | None = None
    line: str | None = None
    width: float = 0.0
    layer: str = ""

    def place(self, x: float, y: float, scale: float) -> Disk:
        """Return the shape `scale` times as large, and then shifted."""
        (centre,) = _move((self.centre,), x, y, scale)
        return replace(self, centre=centre, radius=self.radius * scale, width=self.width * scale)


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; `at` is the middle of its height, and its start, middle or end."""

    at: Point
    text: str
    size: float = 0.6  # of the font
    ink: str = INK
    bold: bool = False
    anchor: Literal["start", "middle", "end"] = "middle"
    halo: bool = False  # a white rim around its letters
    layer: str = ""

    def place(self, x: float, y: float, scale: float) -> Label:
        """Return the shape `scale` times as large, and then shifted."""
        (at,) = _move((self.at,), x, y, scale)
        return replace(self, at=at, size=self.size * scale)


Shape: TypeAlias = Area | Stroke | Disk | Label


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes, the first one at the bottom, on a sheet that begins at (0, 0).

    Its layers lie on each other in the order of LAYERS. So a sheet of several scenes has each layer once.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""

    def place(self, x: float, y: float, scale: float = 1.0) -> tuple[Shape, ...]:
        """Its shapes, `scale` times as large, and then shifted."""
        return tuple(shape.place(x, y, scale) for shape in self.shapes)

    def with_title(self, title: str) -> Scene:
        """Return the scene under another title, which programs read out and browsers show as a hint."""
        return replace(self, title=title)

    def svg(self) -> str:
        """The text of an SVG file."""
        from accord.render.svg import svg  # only now: a scene by itself needs no writer

        return svg(self)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg()

    def save(self, path: str | Path) -> None:
        """Write a file: its suffix says which kind. Raises UsageError for others, and AccordError."""
        from accord.render.files import save

        save(self, path)


def on_layer(layer: str, shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Yield shapes on that layer; a shape that has a layer keeps it."""
    for shape in shapes:
        yield shape if shape.layer else replace(shape, layer=layer)


def by_layer(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return shapes in the order of their layers."""
    order = {"": -1} | {layer: number for number, layer in enumerate(LAYERS)}
    return tuple(sorted(shapes, key=lambda shape: order[shape.layer]))


def frame(left: float, top: float, right: float, bottom: float) -> Ring:
    """The corners of a rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def font_size(text: str, width: float, size: float) -> float:
    """Return a size of a font, at most `size`, in which a text is about so wide or less."""
    return min(size, width / (LETTER * max(1, len(text))))


def framed_scene(
    shapes: Iterable[Shape], width: float, height: float, margin: float, title: str = ""
) -> Scene:
    """Return a scene with an empty margin around shapes, which fill a rectangle of that size at (0, 0)."""
    moved = by_layer(shape.place(margin, margin, 1.0) for shape in shapes)
    return Scene(width + 2 * margin, height + 2 * margin, moved, title)


def _move(points: Ring, x: float, y: float, scale: float) -> Ring:
    return tuple((x + scale * px, y + scale * py) for px, py in points)
