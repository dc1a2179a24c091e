"""Several scenes on one sheet, in rows, each with a caption below it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from accord.scene.shapes import Label, Scene, Shape, fitted

GAP = 0.2
CAPTION = 0.5  # the height of its line
SIZE = 0.35  # of its font, or less where its scene is narrow


def sheet(
    scenes: Sequence[Scene], captions: Sequence[str] = (), columns: int | None = None, title: str = ""
) -> Scene:
    """The scenes row by row; where `columns` does not say how many, the sheet is about square."""
    if not scenes:
        return Scene(1.0, 1.0, (), title)
    width, height = max(s.width for s in scenes), max(s.height for s in scenes)
    room = CAPTION if any(captions) else 0.0
    columns = columns or max(1, min(len(scenes), round(sqrt(len(scenes) * (height + room) / width))))
    shapes: list[Shape] = []
    for number, scene in enumerate(scenes):
        x, y = (number % columns) * (width + GAP), (number // columns) * (height + room + GAP)
        shapes += scene.moved(x + (width - scene.width) / 2, y)
        if captions and captions[number]:
            size = fitted(captions[number], width, SIZE)
            shapes.append(Label((x + width / 2, y + height + room / 2), captions[number], size=size))
    rows = ceil(len(scenes) / columns)
    return Scene(columns * (width + GAP) - GAP, rows * (height + room + GAP) - GAP, tuple(shapes), title)
