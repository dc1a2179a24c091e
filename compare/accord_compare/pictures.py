"""Draw the board of a puzzle with a solution, as inline SVG for the HTML report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from accord.errors import AccordError
from accord.model.verify import verify
from accord.puzzles.loader import load
from accord.render.svg import svg
from accord.scene.shapes import Scene

if TYPE_CHECKING:
    from markupsafe import Markup

    from accord_compare.row import Row

CELLS = 10_000  # of a board; larger ones are not drawn
MOST = 4_000_000  # characters of all pictures on a page
LAYER = re.compile(r'<g id="[^"]*" inkscape:[^>]*"')  # the name of a group, for drawing programs


@dataclass(frozen=True, slots=True)
class Picture:
    """The drawing of a question, if there is one, and its caption."""

    caption: str
    svg: Markup | None = None


@dataclass(slots=True)
class Pictures:
    """Pictures of one page, which is not to grow without end."""

    room: int = field(default_factory=lambda: MOST)

    def of(self, group: Sequence[Row]) -> Picture:
        """The picture for the rows of a question: a solution where a run found one, else the board."""
        try:
            caption, scene = _drawing(group)
        except AccordError as error:  # a file that is gone or has changed; a family without pictures
            return Picture(f"No picture: {error}")
        if scene is None:
            return Picture(f"No picture: {caption}")
        text = inline(scene)
        if len(text) > self.room:
            return Picture("No picture: the page would become too large.")
        self.room -= len(text)
        return Picture(caption, text)


def _drawing(group: Sequence[Row]) -> tuple[str, Scene | None]:
    """Return the caption, and the drawing if there is one."""
    job = group[0].job
    puzzle = load(job.puzzle, job.variant)
    row = next((row for row in group if row.example), None)
    if row is not None:
        verify(puzzle.model, np.array([row.example], np.int32))  # the file may not be the one of then
    options = None if row is None else row.example
    picture = puzzle.picture(options)
    if len(picture.signs) > CELLS:
        return f"the board has {len(picture.signs):,} cells.", None
    if not picture.signs and not picture.lines:
        return "this puzzle has no board.", None
    if row is not None:
        caption = f"A solution, found by {row.job.backend}."
    else:
        caption = "The board at the start." if job.plans else "The board; no run kept a solution."
    return caption, puzzle.draw(options)


def inline(scene: Scene) -> Markup:
    """The scene as an SVG element of a page: without what only a file needs."""
    from markupsafe import Markup  # only now, with jinja2

    text = svg(scene)
    element = text[text.index("<svg") :].replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "", 1)
    element = LAYER.sub("<g", element)  # a page has several drawings, each with the same layers
    return Markup(element.replace("<svg", '<svg role="img"', 1))  # drawsvg escapes texts
