"""What a person sees on an SVG of ours, by polygons, fills and paths; nothing is shared with the writer.

Points are pixels. Lists are in the order of the file, so that the last one lies on top.
"""

import re
from dataclasses import dataclass, field
from itertools import pairwise
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
WORDS = {f"{SVG}{name}" for name in ("title", "desc", "metadata", "text")}
NUMBER = re.compile(r"-?[\d.]+")
PAPER = "#FFFFFF"  # cells
THIN = "#999999"  # lines between cells


@dataclass(frozen=True)
class Path:
    """An area or a line."""

    rings: list
    fill: str
    stroke: str

    def holds(self, point):
        """Whether a point lies within an odd number of rings."""
        x, y = point
        crossed = 0
        for ring in self.rings:
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
                if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                    crossed += 1
        return crossed % 2 == 1


@dataclass(frozen=True)
class Sheet:
    """What there is on a sheet."""

    paths: list = field(default_factory=list)
    circles: list = field(default_factory=list)  # (x, y), fill
    texts: list = field(default_factory=list)  # (x, y), text, bold

    def fill_at(self, point):
        """The colour on top there."""
        there = [path.fill for path in self.paths if path.fill != "none" and path.holds(point)]
        return there[-1] if there else None

    @property
    def cells(self):
        """The middles of cells with a polygon each, board by board, row by row."""
        grids = [path for path in self.paths if path.stroke is None and path.fill == PAPER]
        return [sorted(map(middle, grid.rings), key=lambda point: (point[1], point[0])) for grid in grids]

    @property
    def squares(self):
        """The middles of cells, row by row, where the lines between them go from end to end."""
        (grid,) = (path for path in self.paths if path.stroke == THIN and path.fill == "none")
        xs, ys = (sorted({point[axis] for ring in grid.rings for point in ring}) for axis in (0, 1))
        return [
            [((left + right) / 2, (top + bottom) / 2) for left, right in pairwise(xs)]
            for top, bottom in pairwise(ys)
        ]


def middle(ring):
    """The mean of the corners, to a hundredth of a pixel."""
    return tuple(round(sum(numbers) / len(ring), 2) for numbers in zip(*ring, strict=True))


def stripped(svg):
    """The same file without a word in it."""
    root = ElementTree.fromstring(svg)
    for parent in root.iter():
        for child in [child for child in parent if child.tag in WORDS]:
            parent.remove(child)
    return ElementTree.tostring(root, encoding="unicode")


def seen(svg):
    """What there is in a file."""
    sheet = Sheet()
    for element in ElementTree.fromstring(svg).iter():
        get = element.attrib.get
        if element.tag == f"{SVG}path":
            rings = [
                list(zip(*[iter(map(float, NUMBER.findall(part)))] * 2, strict=True))
                for part in get("d").split("M")[1:]
            ]
            sheet.paths.append(Path(rings, get("fill"), get("stroke")))
        elif element.tag == f"{SVG}circle":
            sheet.circles.append(((float(get("cx")), float(get("cy"))), get("fill")))
        elif element.tag == f"{SVG}text":
            at = float(get("x")), float(get("y"))
            sheet.texts.append((at, element.text, get("font-weight") == "bold"))
    return sheet
