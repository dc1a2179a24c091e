"""Searches as events, to be watched, filmed and explained.

traces       which tracer there is for a puzzle, and its events as pictures
event        what has happened, as data; some of the events, to be shown
search       the search of the engine window in plain Python: the same choices in the same order
items        a plain search for models that window refuses
steps        the steps of a person, with the sums of items as they close in; the moves of a plan

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
