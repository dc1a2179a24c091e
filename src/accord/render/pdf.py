"""Write scenes as the pages of a PDF (by reportlab), in fonts that are embedded.

A unit of a scene is a centimetre. Text stays text, which can be searched and copied. The same scenes give the
same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from typing import Any

from accord.errors import MissingBackendError
from accord.render.svg import BASELINE, HALO
from accord.render.svg import UNIT as PIXELS
from accord.scene.palette import PATTERNS
from accord.scene.shapes import INK, PAPER, Area, Disk, Label, Point, Ring, Scene, Shape, Stroke

UNIT = 72 / 2.54  # points
LONGEST = 14_400.0  # points of a side, as readers of PDF allow; larger scenes get smaller units
REGULAR, BOLD = "AccordSans", "AccordSans-Bold"
EVEN_ODD = 0  # a hole within an area is left out
ROUND = 1  # of ends and corners of lines
TILE = 8.0  # the side of a pattern's tile, in pixels of an SVG
TILED = 0.8  # the width of its lines


def check() -> None:
    """Raise MissingBackendError without reportlab."""
    try:
        import_module("reportlab")
    except ImportError:
        raise MissingBackendError(
            "PDF needs reportlab, which is not installed: pip install 'accord[pdf]'"
        ) from None


def pdf(scenes: Sequence[Scene], title: str = "") -> bytes:
    """Return the bytes of a PDF with a page for each scene. Raises MissingBackendError without reportlab."""
    check()
    canvas = import_module("reportlab.pdfgen.canvas")
    _register_fonts()
    file = BytesIO()
    page: Any = canvas.Canvas(file, pageCompression=1, invariant=1)
    page.setTitle(_words(title or (scenes[0].title if scenes else "")))
    page.setCreator("Accord")
    for scene in scenes:
        unit = min(UNIT, LONGEST / max(scene.width, scene.height))
        page.setPageSize((scene.width * unit, scene.height * unit))
        writer = _Page(page, scene.height * unit, unit)
        for shape in scene.place(0.0, 0.0, unit):
            writer.draw(shape)
        page.showPage()
    page.save()
    return file.getvalue()


def _register_fonts() -> None:
    """Let reportlab know the fonts that come with Accord; it embeds the signs that occur."""
    from accord.render.files import fonts

    metrics = import_module("reportlab.pdfbase.pdfmetrics")
    if REGULAR not in metrics.getRegisteredFontNames():
        truetype = import_module("reportlab.pdfbase.ttfonts").TTFont
        for name, path in zip((BOLD, REGULAR), fonts(), strict=True):
            metrics.registerFont(truetype(name, path))


class _Page:
    """Draws shapes on a page of reportlab. Lengths are points; y grows down in shapes, and up on the page."""

    def __init__(self, page: Any, height: float, unit: float) -> None:
        self._page, self._height = page, height
        self._pixel = unit / PIXELS  # the length of a pixel of an SVG, by which patterns are measured

    def draw(self, shape: Shape) -> None:
        """Draw a shape over those before it."""
        match shape:
            case Area(rings, fill, line, width, pattern):
                if fill is None and pattern is not None:
                    self._fill_pattern(rings, pattern)
                self._paint(self._path(rings, closed=True), fill, line, width)
            case Stroke(lines, line, width, _, dash):
                self._page.saveState()
                self._page.setLineCap(ROUND)
                if dash:
                    self._page.setDash(dash, dash)
                self._paint(self._path(lines, closed=False), None, line, width)
                self._page.restoreState()
            case Disk(centre, radius, fill, line, width):
                path = self._page.beginPath()
                path.circle(*self._at(centre), radius)
                self._paint(path, fill, line, width)
            case Label():
                self._write(shape)

    def _at(self, point: Point) -> Point:
        return point[0], self._height - point[1]

    def _path(self, rings: Sequence[Ring], *, closed: bool) -> Any:
        path = self._page.beginPath()
        for first, *others in rings:
            path.moveTo(*self._at(first))
            for point in others:
                path.lineTo(*self._at(point))
            if closed:
                path.close()
        return path

    def _paint(self, path: Any, fill: str | None, line: str | None, width: float) -> None:
        if fill is None and line is None:
            return
        if fill is not None:
            self._page.setFillColor(_colour(fill))
        if line is not None:
            self._page.setStrokeColor(_colour(line))
            self._page.setLineWidth(width)
            self._page.setLineJoin(ROUND)
        self._page.drawPath(path, stroke=line is not None, fill=fill is not None, fillMode=EVEN_ODD)

    def _fill_pattern(self, rings: Sequence[Ring], pattern: int) -> None:
        """Fill an area with the tiles of a pattern."""
        page, size = self._page, TILE * self._pixel
        page.saveState()
        page.clipPath(self._path(rings, closed=True), stroke=0, fill=0, fillMode=EVEN_ODD)
        across, down = zip(*(point for ring in rings for point in ring), strict=True)
        page.setFillColor(_colour(PAPER))
        page.rect(min(across), self._height - max(down), max(across), max(down), stroke=0, fill=1)
        page.setFillColor(_colour(INK))
        page.setStrokeColor(_colour(INK))
        page.setLineWidth(TILED * self._pixel)
        columns = range(int(min(across) // size), int(max(across) // size) + 1)
        for row in range(int(min(down) // size), int(max(down) // size) + 1):
            for column in columns:
                self._tile(pattern, column * size, row * size)
        page.restoreState()

    def _tile(self, pattern: int, x: float, y: float) -> None:
        for part in PATTERNS[pattern]:
            if min(part) < 0:  # the corner of a line that the next tile has as well
                continue
            points = [n * self._pixel for n in part]
            one = self._at((x + points[0], y + points[1]))
            if len(points) == 3:
                self._page.circle(*one, points[2], stroke=0, fill=1)
            else:
                self._page.line(*one, *self._at((x + points[2], y + points[3])))

    def _write(self, label: Label) -> None:
        x, y = self._at((label.at[0], label.at[1] + BASELINE * label.size))
        words = _words(label.text)
        font = BOLD if label.bold else REGULAR
        self._page.setFont(font, label.size)
        wide = self._page.stringWidth(words, font, label.size)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
        if label.halo:
            self._page.setStrokeColor(_colour(PAPER))
            self._page.setLineWidth(HALO * label.size)
            self._page.drawString(left, y, words, mode=1)  # its outline
        self._page.setFillColor(_colour(label.ink))
        self._page.drawString(left, y, words, mode=0)


def _colour(text: str) -> Any:
    return import_module("reportlab.lib.colors").HexColor(text)


def _words(text: str) -> str:
    """Return a text in which signs that the fonts lack are squares."""
    from accord.render.files import in_fonts

    return in_fonts(text)
