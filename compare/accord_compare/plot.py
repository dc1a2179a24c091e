"""Plot the times of a comparison as SVG: a row per question, a mark per backend, a log scale.

A mark stands where its time is on a scale of powers of ten, which all plots of a page share. Its name and
time are written beside it. Where names would overlap, a row has several lines. A mark that is not filled is
of a run that was stopped. A line through a mark goes from the fastest run to the slowest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, log10, pi, sin
from statistics import median
from typing import Literal, TypeAlias

from accord.scene.palette import GRID, PIECES
from accord.scene.shapes import INK, LETTER, PAPER, Area, Disk, Label, Point, Scene, Shape, Stroke, frame
from accord_compare.measurement import figures

WIDTH = 24.0  # of a plot; 18 cm on paper
TALLEST = 28.0  # so that no plot is cut at the end of a page
LEFT, RIGHT = 0.8, 23.2  # where the scale begins and ends
AXIS = 0.9  # the height of the line of numbers, which is above the rows and below them
HEAD, LANE = 0.9, 0.65  # the heights of a row's title, and of a line of marks
SIZE = 0.42  # of fonts
WIDE = LETTER * SIZE  # how wide a letter is, about
RADIUS = 0.16  # of marks
LEAST = 1e-6  # seconds; shorter times stand there
LONGEST = 28  # letters of a name

Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A backend's runs on one question: at their median, if it has ended by itself."""

    kind: int  # which of the marks, the same for a backend in all rows
    name: str
    seconds: Sequence[float]  # of each run; at least one
    stopped: bool = False  # before it had its answer, which takes longer

    @property
    def words(self) -> str:
        """Return the text beside it."""
        return f"{_cut(self.name, LONGEST)} {'> ' * self.stopped}{figures(self.median)} s"

    @property
    def median(self) -> float:
        """Seconds."""
        return median(self.seconds)


@dataclass(frozen=True, slots=True)
class Line:
    """A question in words, and the marks of its row."""

    title: str
    marks: Sequence[Mark]


@dataclass(frozen=True, slots=True)
class Scale:
    """From which power of ten to which."""

    low: int
    high: int

    @staticmethod
    def of(seconds: Sequence[float]) -> Scale:
        """Whole decades around all times."""
        low = floor(log10(max(min(seconds), LEAST)))
        return Scale(low, max(low + 1, ceil(log10(max(*seconds, LEAST)))))

    def x(self, seconds: float) -> float:
        """Return the place of a time."""
        share = (log10(max(seconds, LEAST)) - self.low) / (self.high - self.low)
        return LEFT + share * (RIGHT - LEFT)


def plots(lines: Sequence[Line]) -> list[Scene]:
    """The rows that have marks, in as many plots as paper needs; none without marks."""
    lines = [line for line in lines if line.marks]
    if not lines:
        return []
    scale = Scale.of([seconds for line in lines for mark in line.marks for seconds in mark.seconds])
    sheets: list[list[tuple[Line, list[list[Mark]]]]] = [[]]
    room = TALLEST
    for line in lines:
        lanes = _lanes(line.marks, scale)
        height = HEAD + LANE * len(lanes)
        if sheets[-1] and height > room:
            sheets.append([])
            room = TALLEST
        sheets[-1].append((line, lanes))
        room -= height
    return [_plot(sheet, scale) for sheet in sheets]


def _plot(rows: Sequence[tuple[Line, list[list[Mark]]]], scale: Scale) -> Scene:
    bottom = AXIS + sum(HEAD + LANE * len(lanes) for _, lanes in rows)
    shapes: list[Shape] = []
    for power in range(scale.low, scale.high + 1):
        x = scale.x(10.0**power)
        shapes.append(Stroke((((x, AXIS), (x, bottom)),), GRID, 0.03))
        words = f"{10**power:,} s" if power >= 0 else f"{10.0**power:.{-power}f} s"
        anchor: Anchor = "start" if power == scale.low else "end" if power == scale.high else "middle"
        side = LEFT - RADIUS if power == scale.low else RIGHT + RADIUS if power == scale.high else x
        shapes += [Label((side, y), words, SIZE, anchor=anchor) for y in (AXIS / 2, bottom + AXIS / 2)]
    y = AXIS
    for line, lanes in rows:
        shapes.append(Stroke((((0.0, y), (WIDTH, y)),), INK, 0.03))
        title = _cut(line.title, int(WIDTH / WIDE) - 4)
        shapes += _words((0.1, y + HEAD / 2), title, "start", bold=True)
        for number, lane in enumerate(lanes):
            for mark in lane:
                shapes += _mark(mark, scale, y + HEAD + LANE * (number + 0.4))
        y += HEAD + LANE * len(lanes)
    shapes.append(Stroke((((0.0, y), (WIDTH, y)),), INK, 0.03))
    return Scene(WIDTH, bottom + AXIS, tuple(shapes), "Times on a logarithmic scale")


def _lanes(marks: Sequence[Mark], scale: Scale) -> list[list[Mark]]:
    """The marks on as few lines as they need, so that nothing overlaps."""
    lanes: list[list[Mark]] = []
    ends: list[float] = []
    for mark in sorted(marks, key=lambda mark: _span(mark, scale)):
        start, end = _span(mark, scale)
        free = next((number for number, taken in enumerate(ends) if taken < start), len(lanes))
        if free == len(lanes):
            lanes.append([])
            ends.append(0.0)
        lanes[free].append(mark)
        ends[free] = end
    return lanes


def _span(mark: Mark, scale: Scale) -> tuple[float, float]:
    """From where to where a mark reaches, its words included."""
    start, end = scale.x(min(mark.seconds)) - 2 * RADIUS, scale.x(max(mark.seconds)) + 2 * RADIUS
    wide = len(mark.words) * WIDE
    return (start, end + wide) if end + wide <= WIDTH else (start - wide, end)


def _mark(mark: Mark, scale: Scale, y: float) -> Iterator[Shape]:
    """The spread of the runs, the mark, and its words, to the left where there is no room to the right."""
    ends = [scale.x(some(mark.seconds)) for some in (min, max)]
    right = _span(mark, scale)[1] > ends[1] + 2 * RADIUS
    at = (ends[1] + 2 * RADIUS if right else ends[0] - 2 * RADIUS, y)
    yield from _words(at, mark.words, "start" if right else "end")
    if len(mark.seconds) > 1:
        yield Stroke((((ends[0], y), (ends[1], y)),), INK, 0.06)
    yield shape(mark.kind, (scale.x(mark.median), y), filled=not mark.stopped)


def shape(kind: int, centre: Point, *, filled: bool = True) -> Shape:
    """A mark of that kind: twelve colours, and seven forms, so that no two of 84 are the same."""
    colour, form = PIECES[kind % len(PIECES)] if filled else PAPER, FORMS[kind % len(FORMS)]
    if form is None:
        return Disk(centre, RADIUS, colour, INK, 0.05)
    corners = tuple((centre[0] + RADIUS * x, centre[1] + RADIUS * y) for x, y in form)
    return Area((corners,), fill=colour, line=INK, width=0.05)


def _star(corners: int, turn: float = 0.0, inner: float | None = None) -> tuple[Point, ...]:
    """A regular polygon with a corner at the top, turned by a part of its angle; or a star."""
    radii = (1.25,) if inner is None else (1.25, inner)
    count = corners * len(radii)
    polar = [(radii[n % len(radii)], 2 * pi * (n + turn) / count) for n in range(count)]
    return tuple((radius * sin(angle), -radius * cos(angle)) for radius, angle in polar)


FORMS: tuple[tuple[Point, ...] | None, ...] = (
    None, _star(4, 0.5), _star(3), _star(4), _star(3, 0.5), _star(5, inner=0.5), _star(6),
)  # fmt: skip


def _words(at: Point, text: str, anchor: Anchor, *, bold: bool = False) -> Iterator[Shape]:
    """A line of text, on paper that hides the grid below it."""
    x, wide = at[0], len(text) * WIDE
    left = x if anchor == "start" else x - wide
    yield Area((frame(left, at[1] - SIZE / 2, left + wide, at[1] + SIZE / 2),), fill=PAPER)
    yield Label(at, text, SIZE, bold=bold, anchor=anchor)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"
