"""Write scenes as SVG (by drawsvg), with texts as searchable text."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any

from accord.scene.palette import PATTERNS
from accord.scene.shapes import INK, PAPER, Area, Disk, Label, Ring, Scene, Shape, Stroke

if TYPE_CHECKING:
    import drawsvg

UNIT = 40.0  # pixels
FONT = "DejaVu Sans, Verdana, sans-serif"
NO_LINE = re.compile("[^ -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what a line of XML cannot have
NO_SIGN = "□"  # in its place
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
HALO = 0.25  # of the font's size
BASELINE = 0.36  # of the font's size: how far below the middle of capitals and digits their baseline lies


def svg(scene: Scene, unit: float = UNIT) -> str:
    """The text of an SVG file; `unit` is the length of a unit in pixels."""
    drawing = drawing_of(scene, unit)
    return str(drawing.as_svg()) + "\n"


def drawing_of(scene: Scene, unit: float = UNIT) -> drawsvg.Drawing:
    """Return the scene as drawsvg has it, on white paper."""
    import drawsvg

    width, height = _round(scene.width * unit), _round(scene.height * unit)
    drawing = drawsvg.Drawing(width, height, font_family=FONT, **{"xmlns:inkscape": INKSCAPE})
    if scene.title:
        drawing.append_title(_words(scene.title))
    drawing.append(drawsvg.Rectangle(0, 0, width, height, fill=PAPER))
    shapes = scene.place(0.0, 0.0, unit)
    drawn = zip(shapes, elements(shapes), strict=True)
    for layer, some in groupby(drawn, key=lambda each: each[0].layer):
        into = drawing if not layer else drawsvg.Group(**_layer_attributes(layer))
        for _, element in some:
            into.append(element)
        if layer:
            drawing.append(into)
    return drawing


def _layer_attributes(layer: str) -> dict[str, str]:
    """Return the attributes by which drawing programs show a group as a layer of that name."""
    return {"id": layer, "inkscape:groupmode": "layer", "inkscape:label": layer}


def elements(shapes: tuple[Shape, ...]) -> list[Any]:
    """Shapes as elements of drawsvg; lengths are pixels by now."""
    patterns: dict[int, Any] = {}
    return [_element(shape, patterns) for shape in shapes]


class Definitions:
    """Shapes that a drawing defines once and refers to by name, in the order in which they were named."""

    def __init__(self) -> None:
        self._names: dict[Shape, str] = {}

    def name(self, shape: Shape) -> str:
        """Return the name of a shape: the same one for equal shapes."""
        return self._names.setdefault(shape, f"s{len(self._names)}")

    def write(self, drawing: drawsvg.Drawing) -> None:
        """Define all shapes that have a name."""
        for name, element in zip(self._names.values(), elements(tuple(self._names)), strict=True):
            element.args["id"] = name
            drawing.append_def(element)


def _element(shape: Shape, patterns: dict[int, Any]) -> Any:
    import drawsvg

    match shape:
        case Area(rings, fill, line, width, pattern):
            if fill is None and pattern is not None and pattern not in patterns:
                patterns[pattern] = _pattern(pattern)
            paint = fill or ("none" if pattern is None else patterns[pattern])
            rule = {"fill_rule": "evenodd"} if len(rings) > 1 else {}
            return drawsvg.Path(d=" ".join(map(_ring, rings)), fill=paint, **rule, **_rim(line, width))
        case Stroke(lines, line, width, _, dash):
            rim = _rim(line, width) | ({"stroke_dasharray": _round(dash)} if dash else {})
            return drawsvg.Path(d=" ".join(map(_path, lines)), fill="none", **rim, stroke_linecap="round")
        case Disk((x, y), radius, fill, line, width):
            return drawsvg.Circle(
                _round(x), _round(y), _round(radius),
                fill=fill or "none", **_rim(line, width),
            )  # fmt: skip
        case Label((x, y), text, size, ink, bold, anchor, halo):
            more: dict[str, Any] = {"font_weight": "bold"} if bold else {}
            if halo:
                more |= {**_rim(PAPER, HALO * size), "paint_order": "stroke"}
            return drawsvg.Text(
                _words(text), _round(size), _round(x), _round(y + BASELINE * size),
                fill=ink, text_anchor=anchor, **more,
            )  # fmt: skip
    raise TypeError(f"no shape of a scene: {shape!r}")


def _rim(line: str | None, width: float) -> dict[str, Any]:
    """The line around a shape, where there is one."""
    if line is None:
        return {}
    return {"stroke": line, "stroke_width": _round(width), "stroke_linejoin": "round"}


def _pattern(number: int) -> Any:
    """A tile that repeats."""
    import drawsvg

    tile = drawsvg.Pattern(8, 8, patternUnits="userSpaceOnUse")
    tile.append(drawsvg.Rectangle(0, 0, 8, 8, fill=PAPER))
    for part in PATTERNS[number]:
        if len(part) == 3:
            tile.append(drawsvg.Circle(*part, fill=INK))
        else:
            tile.append(drawsvg.Line(*part, stroke=INK, stroke_width=0.8))
    return tile


def _ring(ring: Ring) -> str:
    return _path(ring) + " Z"


def _path(points: Ring) -> str:
    return "M" + " L".join(f"{_text(x)},{_text(y)}" for x, y in points)


def _text(number: float) -> str:
    return f"{_round(number):.2f}".rstrip("0").rstrip(".")


def _words(text: str) -> str:
    return NO_LINE.sub(NO_SIGN, text)


def _round(number: float) -> float:
    return round(number, 2)


__all__ = ["UNIT", "Definitions", "drawing_of", "elements", "svg"]
