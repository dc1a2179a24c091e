"""Some of the events: from one node to another, every so many nodes, and all solutions between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from accord.deduce.reason import never
from accord.trace.event import Event

COUNTED = ("place", "step", "move")  # with these the number goes up
OFTEN = 1 << 10  # events between two looks at `stop`


def frames(
    events: Iterable[Event],
    *,
    first: int = 0,
    last: int | None = None,
    every: int | None = None,
    stop: Callable[[], bool] = never,
) -> Iterator[Event]:
    """The events that are to be shown.

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
