"""Events of a traced search, and filters that choose which of them to show.

kind      what has happened                                                       who says so
--------  ----------------------------------------------------------------------  ------------------
begin     nothing yet; the board has what the puzzle gives                        all
place     an option was placed: a node                                            searches
forced    an option was placed because nothing else was left                      `items`
dead end  what is on the board cannot be completed                                searches
solution  what is on the board is a solution                                      searches, deductions
remove    an option was taken off, with what it had forced                        searches
return    an option that was looked at before is on the board again               `window`
step      a person's next step: options are chosen, others are closed             deductions
bounds    what an item can still get became less, or what it has became more      bounds
move      a move of a plan was made                                               plans
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from accord.deduce.reason import never

Kind: TypeAlias = Literal[
    "begin", "place", "forced", "dead end", "solution", "remove", "return", "step", "bounds", "move"
]
KINDS = get_args(Kind)
COUNTED = ("place", "step", "move")  # with these the number goes up
OFTEN = 1 << 10  # events between two looks at `stop`


@dataclass(frozen=True, slots=True)
class Range:
    """The range of the sum of an item, as far as it is known: from `least` to `most`."""

    item: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened, the counters, and the board after it. Options are those of the model."""

    kind: Kind
    option: int | None  # the one that it is about
    depth: int  # choices on the board, without what they forced; of a plan: moves made
    nodes: int  # options placed so far
    dead_ends: int
    solutions: int
    chosen: tuple[int, ...]  # on the board, in the order in which they came there
    closed: tuple[int, ...] | None = None  # known not to be chosen; None where that is not followed
    new: tuple[int, ...] = ()  # of a step: the options that it chose or closed
    items: tuple[int, ...] = ()  # where to look
    ranges: tuple[Range, ...] = ()  # of bounds: the items whose range became smaller
    state: Mapping[str, str] | None = None  # of a plan: what each variable is now
    board: str = ""  # of a plan: that state as text
    words: str = ""  # what has happened, in a sentence or as a move, where the kind does not say all

    @property
    def number(self) -> int:
        """How far it has come: nodes; where nothing is placed, steps or moves."""
        return self.nodes or self.depth


def select_events(
    events: Iterable[Event],
    *,
    first: int = 0,
    last: int | None = None,
    every: int | None = None,
    stop: Callable[[], bool] = never,
) -> Iterator[Event]:
    """Select the events to show: from one number to another, every so many, and all solutions between them.

    Args:
        events: of any tracer.
        first: the number (`Event.number`) that they begin with.
        last: that they end with; None: the end.
        every: of what is placed, one in so many, and all solutions; None: all events.
        stop: asked often; once it is true, there are no more.
    """
    for number, event in enumerate(events):
        if (last is not None and event.number > last) or (number % OFTEN == 0 and stop()):
            return
        if event.number < first:
            continue
        counted = event.kind in COUNTED and every is not None and event.number % every == 0
        if every is None or counted or event.kind == "solution":
            yield event
