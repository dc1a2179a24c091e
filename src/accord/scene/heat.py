"""Draw heat maps: cells the darker, the more often something is there; the largest share, and a scale."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from accord.picture import Picture, Place
from accord.scene.cells import Cells
from accord.scene.palette import warmth
from accord.scene.shapes import INK, PAPER, Area, Label, Point, Scene, Shape, frame

SELDOM = 0.005  # smaller shares are written as less than 1 %
DARK = 0.6  # of the hottest: larger shares are written in white
NUMBER = 0.36  # the size of numbers
STEPS = 20  # of a scale
LONGEST, HIGH = 4.0, 0.2  # a scale
BELOW = 0.55  # the height of its line


def heat_areas(picture: Picture, cells: Cells, layer: int = 0) -> Iterator[Shape]:
    """Yield the cells of a layer, the darker, the more often something is there."""
    for place, share in picture.heat.items():
        if place[0] == layer:
            yield Area((cells.polygon(place),), fill=warmth(share / picture.hottest), layer="cells")


def hottest_place(picture: Picture) -> Place | None:
    """Return the cell of the largest share on this board, the first of several; None without any."""
    return max(sorted(picture.heat), key=lambda place: picture.heat[place], default=None)


def heat_number(picture: Picture, cells: Cells, layer: int = 0) -> Iterator[Shape]:
    """Yield the largest share, in its cell."""
    place = hottest_place(picture)
    if place is not None and place[0] == layer:
        yield share_label(cells.centre(place), picture.heat[place], picture.hottest)


def share_label(at: Point, share: float, hottest: float) -> Label:
    """Return a share as a label, which is white on what is dark."""
    ink = PAPER if share > DARK * hottest else INK
    return Label(at, share_words(share), size=NUMBER, ink=ink, layer="solution")


def share_words(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.0f}%" if share >= SELDOM else "<1%"


def with_scale(scene: Scene, picture: Picture) -> Scene:
    """Return the scene of a heat map with a scale below it: what white and the darkest colour mean."""
    if not picture.heat:
        return scene
    long = min(LONGEST, scene.width / 2)
    left, top = (scene.width - long) / 2, scene.height + (BELOW - HIGH) / 2 - 0.1
    steps = [
        Area(
            (frame(left + long * n / STEPS, top, left + long * (n + 1) / STEPS, top + HIGH),),
            fill=warmth((n + 0.5) / STEPS),
            layer="captions",
        )
        for n in range(STEPS)
    ]
    middle = top + HIGH / 2
    ends = (
        Area((frame(left, top, left + long, top + HIGH),), line=INK, width=0.02, layer="captions"),
        Label((left - 0.1, middle), "0%", 0.3, anchor="end", layer="captions"),
        Label(
            (left + long + 0.1, middle), share_words(picture.hottest), 0.3, anchor="start", layer="captions"
        ),
    )
    return replace(scene, height=scene.height + BELOW, shapes=(*scene.shapes, *steps, *ends))
