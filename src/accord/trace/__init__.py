"""Searches as events, to be watched, filmed and explained.

traces  Choose the tracer for a puzzle, and attach pictures to its events
event   Events of a traced search, and filters that choose which of them to show
search  Trace the window engine's search in plain Python: the same choices in the same order, as events
items   Trace a plain search of any model: branch on the item with the fewest options, and yield events
steps   Turn the steps of a hint, or the moves of a plan, into events

Code that draws a search calls `of`. Kernels know nothing of it: a search that is not watched costs no more.

    >>> import accord
    >>> dominoes = ["r1c1 r1c2", "r2c1 r2c2", "r1c1 r2c1", "r1c2 r2c2"]
    >>> cells = ["r1c1", "r1c2", "r2c1", "r2c2"]
    >>> model = accord.Model.build(cells, {name: name.split() for name in dominoes}, order=cells)
    >>> from accord.trace import of
    >>> from accord.trace.search import Search
    >>> for event in Search(model):
    ...     print(event.kind, *[dominoes[option] for option in event.chosen], sep=", ")
    begin
    place, r1c1 r1c2
    remove
    place, r1c1 r2c1
    remove
    return, r1c1 r2c1
    place, r1c1 r2c1, r1c2 r2c2
    solution, r1c1 r2c1, r1c2 r2c2
    remove, r1c1 r2c1
    remove
    return, r1c1 r1c2
    place, r1c1 r1c2, r2c1 r2c2
    solution, r1c1 r1c2, r2c1 r2c2
    remove, r1c1 r1c2
    remove
    >>> queens = of(accord.load("queens:4"))
    >>> queens.tracer, [event.kind for event in queens][:4]
    ('items', ['begin', 'place', 'place', 'dead end'])
"""

from accord.trace.event import KINDS, Event, Kind, Range, select_events
from accord.trace.traces import WHATS, Pictures, Trace, What, counters_text, event_line, event_text, of

__all__ = [
    "KINDS", "WHATS", "Event", "Kind", "Pictures", "Range", "Trace", "What", "counters_text", "event_line",
    "event_text", "of", "select_events",
]  # fmt: skip
