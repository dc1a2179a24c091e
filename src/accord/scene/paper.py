"""Prepare scenes for print: without colour, several on a sheet, each with a caption.

Without colour, areas have patterns where there are some, and else greys. Signs get a white rim, so that they
can be read on any pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, sqrt
from typing import overload

from accord.scene.shapes import PAPER, Area, Disk, Label, Scene, Shape, Stroke, by_layer, font_size

BRIGHTNESS = (0.299, 0.587, 0.114)  # of red, green and blue

GAP = 0.2  # between scenes
CAPTION = 0.5  # the height of its line
HEADING = 0.6  # the size of a title's font, half of the height of its line
NOTE, NOTE_LINE = 0.32, 0.42  # the size of the font of a note, and the height of its line
SIZE = 0.35  # of its font, or less where its scene is narrow


def plain(scene: Scene) -> Scene:
    """The scene in black, white and grey."""
    return replace(scene, shapes=tuple(map(_plain, scene.shapes)))


def _plain(shape: Shape) -> Shape:
    match shape:
        case Area():
            fill = grey(shape.fill) if shape.pattern is None else None
            return replace(shape, fill=fill, line=grey(shape.line))
        case Stroke():
            return replace(shape, line=grey(shape.line))
        case Disk():
            return replace(shape, fill=grey(shape.fill), line=grey(shape.line))
        case Label():
            ink = grey(shape.ink)
            return replace(shape, ink=ink, halo=ink != PAPER)


@overload
def grey(colour: str) -> str: ...
@overload
def grey(colour: None) -> None: ...
def grey(colour: str | None) -> str | None:
    """The grey that is as bright as a colour."""
    if colour is None:
        return None
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    bright = round(sum(weight * part for weight, part in zip(BRIGHTNESS, parts, strict=True)))
    return f"#{bright:02X}{bright:02X}{bright:02X}"


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
        shapes += scene.place(x + (width - scene.width) / 2, y)
        if captions and captions[number]:
            size = font_size(captions[number], width, SIZE)
            at = x + width / 2, y + height + room / 2
            shapes.append(Label(at, captions[number], size=size, layer="captions"))
    rows = ceil(len(scenes) / columns)
    wide, tall = columns * (width + GAP) - GAP, rows * (height + room + GAP) - GAP
    return Scene(wide, tall, by_layer(shapes), title)


def with_heading(scene: Scene, title: str) -> Scene:
    """Return a scene with a title above it."""
    size = font_size(title, scene.width, HEADING)
    label = Label((scene.width / 2, HEADING), title, size, bold=True, layer="captions")
    shapes = by_layer([*scene.place(0.0, 2 * HEADING), label])
    return replace(scene, height=scene.height + 2 * HEADING, shapes=shapes, title=title)


def with_notes(scene: Scene, notes: Sequence[tuple[float, str]]) -> Scene:
    """Return a scene with a line of words below it, each in the middle around so far from the left."""
    room, y = scene.width / len(notes), scene.height + NOTE_LINE - NOTE
    labels = [Label((x, y), words, font_size(words, room, NOTE), layer="captions") for x, words in notes]
    return replace(scene, height=scene.height + NOTE_LINE, shapes=(*scene.shapes, *labels))


def flow(scenes: Sequence[Scene], captions: Sequence[str], title: str = "") -> Scene:
    """Return scenes of several sizes side by side, in as many rows as make a square of them, about."""
    if len(scenes) == 1:
        return replace(scenes[0], title=title)
    limit = max(*(s.width for s in scenes), 1.5 * sqrt(sum(s.width * s.height for s in scenes)))
    shapes: list[Shape] = []
    x = y = width = height = 0.0
    for scene, caption in zip(scenes, captions, strict=True):
        if x and x + scene.width > limit:
            x, y, height = 0.0, y + height + GAP, 0.0
        shapes += scene.place(x, y)
        if caption:
            size = font_size(caption, scene.width, SIZE)
            at = x + scene.width / 2, y + scene.height + CAPTION / 2
            shapes.append(Label(at, caption, size=size, layer="captions"))
        height = max(height, scene.height + CAPTION * bool(caption))
        x += scene.width + GAP
        width = max(width, x - GAP)
    return Scene(width, y + height, by_layer(shapes), title)
