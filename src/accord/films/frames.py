"""Turn events into the frames of a film: a scene each, with counters below the board.

Every event that changes the board is a frame but for those that only clear it: what is taken off is seen
when the next thing is placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from accord.puzzles.family import scene_of
from accord.scene.shapes import INK, Area, Label, Scene, Shape, font_size, frame
from accord.trace import Event, Pictures, Trace, counters_text, event_text

CLEARING = ("begin", "remove")
BORDERS = {"dead end": "#BB1122", "solution": "#117733"}  # the event is said in words as well
LINE = 0.55  # the height of a line of words
SIZE = 0.36  # and of its font
MARGIN = 0.15
LEAST_WIDTH = 10.0
MOST_WORDS = 80  # characters of a line


def visible_events(events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events to show; where nothing happens, the first one."""
    begin, shown = None, False
    for event in events:
        if event.kind not in CLEARING:
            shown = True
            yield event
        elif event.kind == "begin":
            begin = event
    if begin is not None and not shown:
        yield begin


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    number: int  # from 1
    event: Event
    counters: str
    scene: Scene


def frames(
    trace: Trace, events: Iterable[Event], *, patterns: bool = False, solid: bool = False
) -> list[Frame]:
    """A frame for each of some events of a trace, all of one size."""
    puzzle, picture = trace.puzzle, Pictures(trace.puzzle, drawn=True)
    found = []
    for number, event in enumerate(events, start=1):
        board = scene_of(puzzle.record, picture(event), puzzle.title, patterns=patterns, solid=solid)
        found.append(Frame(number, event, counters(trace, event), board))
    width = max((each.scene.width for each in found), default=0.0)
    height = max((each.scene.height for each in found), default=0.0)
    told = (event_text(puzzle, each.event) for each in found)
    return [
        replace(each, scene=_add_caption(each, words, width, height))
        for each, words in zip(found, told, strict=True)
    ]


def counters(trace: Trace, event: Event) -> str:
    """The counters of an event: the search's; of other events, how many moves or options."""
    if trace.tracer == "plan":
        return f"move {event.depth:,}"
    if trace.tracer in ("deductions", "bounds"):
        return f"{len(event.chosen):,} chosen, {len(event.closed or ()):,} excluded"
    return f"node {event.nodes:,}, {counters_text(event)}"


def _add_caption(each: Frame, told: str, width: float, height: float) -> Scene:
    """The board with a border where it ends or is complete, and two lines of words below it."""
    board, event = each.scene, each.event
    words = [each.counters, told]
    wide = max(width, LEAST_WIDTH)
    left = (wide - board.width) / 2
    shapes: list[Shape] = [*board.place(left, 0.0)]
    if event.kind in BORDERS:
        inner = frame(MARGIN, MARGIN, wide - MARGIN, height - MARGIN)
        shapes.append(Area((inner,), line=BORDERS[event.kind], width=0.12))
    for turn, line in enumerate(words):
        text = line if len(line) <= MOST_WORDS else line[: MOST_WORDS - 1] + "…"
        size = font_size(text, wide - 4 * MARGIN, SIZE)
        at = (2 * MARGIN, height + LINE * (turn + 0.4))
        shapes.append(
            Label(at, text, size=size, anchor="start", ink=BORDERS.get(event.kind, INK) if turn else INK)
        )
    return Scene(wide, height + LINE * len(words) + MARGIN, tuple(shapes), board.title)
