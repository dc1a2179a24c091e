"""Write a film as one animated SVG, which browsers play without a script.

Each shape that occurs is written once; a frame is a list of references to shapes. Frames lie on each other,
and a style sheet shows each in its time: all have the same animation, begun that much later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from accord.films.frames import Frame
from accord.render.svg import Definitions, drawing_of
from accord.scene.shapes import Scene


def write(frames: Sequence[Frame], path: Path, unit: float, seconds: Sequence[float]) -> Iterator[int]:
    """Write the file; yields how many frames are drawn so far. `seconds` says how long each is shown.

    Raises OSError.
    """
    import drawsvg

    first = frames[0].scene
    drawing = drawing_of(Scene(first.width, first.height, (), first.title), unit)
    total = sum(seconds)
    drawing.append_css("\n".join(_styles(seconds, total)))
    known = Definitions()
    groups: list[Any] = []
    begins = [0.0, *accumulate(seconds)]
    for done, each in enumerate(frames, start=1):
        group = drawsvg.Group(
            class_=f"f {_name(seconds[done - 1])}", style=f"animation-delay:{begins[done - 1] - total:.3f}s"
        )
        for shape in each.scene.place(0.0, 0.0, unit):
            group.append(drawsvg.Use(known.name(shape), 0, 0))
        groups.append(group)
        yield done
    known.write(drawing)
    for group in groups:
        drawing.append(group)
    path.write_text(drawing.as_svg() + "\n", encoding="utf-8", newline="\n")


def _styles(seconds: Sequence[float], total: float) -> Iterator[str]:
    """The animations: one for each length of a frame."""
    yield f".f{{visibility:hidden;animation-duration:{total:.3f}s;"
    yield "animation-iteration-count:infinite;animation-timing-function:step-end}"
    for length in sorted(set(seconds)):
        name = _name(length)
        end = 100 * length / total
        yield f".{name}{{animation-name:{name}}}"
        yield f"@keyframes {name}{{0%{{visibility:visible}}{end:.4f}%{{visibility:hidden}}}}"


def _name(seconds: float) -> str:
    return f"t{round(1_000_000 * seconds)}"
