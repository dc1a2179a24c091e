"""A scene -> the same without colour, for paper: patterns where it has some to offer, and else greys.

Signs get a white rim, so that they can be read on any pattern.
"""

from __future__ import annotations

from dataclasses import replace
from typing import overload

from accord.scene.shapes import PAPER, Area, Disk, Label, Scene, Shape, Stroke

BRIGHTNESS = (0.299, 0.587, 0.114)  # of red, green and blue


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
