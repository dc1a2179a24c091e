"""Trace the window engine's search in plain Python: the same choices in the same order, as events.

The kernel (`accord_native.window`) works on tables of bits, so that a node takes some nanoseconds. Here is
what it does, on the model itself:

1. Choose what goes first: the piece with the fewest options. Each of its places is a *root*.
2. Search each root from the end of the board that it is nearer to. What was placed at the other end would not
   be noticed before the search comes there.
3. A *row* is a board that waits: what is on it, and the options that fit at its first empty cell. Take the
   last row of the deepest level, and place each of its options in turn. That is a node.
4. After each, look at the next empty cell at once. If nothing fits there, it is a dead end; if no cell is
   empty, and all pieces are used, it is a solution; else it waits as a row of the next level.

So with one row at a time it is a search in depth, but all ways on are looked at before the last one is gone.
The kernel takes up to 64 rows at a time, or as many as the nodes it may still place; `breadth` does the same
here. Which rows wait, in which order, and how many nodes were placed are then those of the kernel.

    dominoes on 2 x 2, cells 0 1 above 2 3
    begin                       nothing is placed; at cell 0 both fit, across and standing
    place 0-1, remove           at cell 2 one fits: it waits
    place 0-2, remove           at cell 1 one fits: it waits
    return 0-2                  the last row of the deepest level
    place 1-3, solution, remove
    remove 0-2, return 0-1
    place 2-3, solution, remove
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from accord.backends.contract import Request
from accord.backends.native import window, window_tables
from accord.model import Model
from accord.trace.event import Event, Kind

AT_ONCE = 64  # orientations in a word: of a cell with more the kernel makes two rows


@dataclass(frozen=True, slots=True)
class Row:
    """A board that waits."""

    chosen: tuple[int, ...]
    taken: int  # items that have an option, as bits
    fits: tuple[int, ...]  # the options that fit at the first empty cell


class End:
    """The model seen from one end of its order: cells are bits in that order, then the pieces."""

    def __init__(
        self, model: Model, tables: window_tables.Tables, order: Sequence[int], numbers: Sequence[int]
    ) -> None:
        """`order` comes from the tables, which know in which order the kernel tries the options of a cell.

        `numbers` are what options are called from here on.
        """
        pieces = sorted(set(range(model.items)) - set(order))
        bit = {item: 1 << place for place, item in enumerate([*order, *pieces])}
        self.cells = (1 << len(order)) - 1
        self.all = (1 << model.items) - 1
        self.items = {
            number: sum(bit[item] for item in model.items_of(option).tolist())
            for option, number in enumerate(numbers)
        }
        self.options_at = {
            1 << cell: [
                [numbers[option] for option in options[word : word + AT_ONCE] if option >= 0]
                for word in range(0, len(options), AT_ONCE)
            ]
            for cell, options in enumerate(tables.option_at.tolist())
        }

    def rows(self, chosen: tuple[int, ...], taken: int) -> list[Row]:
        """The rows of a board: one for each word of options, where some fit at its first empty cell."""
        empty = self.cells & ~taken
        if not empty:
            return []
        items = self.items
        words = [
            tuple(option for option in word if not taken & items[option])
            for word in self.options_at[empty & -empty]
        ]
        return [Row(chosen, taken, fits) for fits in words if fits]


class Search:
    """The search of a model: iterate over its events, once. Counters and waiting rows may be looked at."""

    tracer = "window"

    def __init__(
        self,
        model: Model,
        *,
        root: int | None = None,
        limit: int | None = None,
        breadth: int = 1,
        numbers: Sequence[int] | None = None,
    ) -> None:
        """Prepare.

        Args:
            model: what to search.
            root: the item to be placed first; None: what the engine takes.
            limit: solutions that are enough; the engine then begins at the first cell. None: all.
            breadth: rows that are expanded together, at most.
            numbers: what events call the options, where the model is a part of another; None: as the model.

        Raises:
            RefusedError: if the engine does not take the model.
        """
        tables = window_tables.lower(model)
        called = list(range(model.options)) if numbers is None else list(numbers)
        first = window.first_item(model, Request(task="count", root=root, limit=limit))
        self._roots: list[tuple[End, list[int]]] = []  # from each end: the places of the first item
        self.first_item = first
        for its, prefixes in window.from_both_ends(model, tables, first):
            order = model.order if its is tables else model.order[::-1]
            places = [called[option] for option in prefixes.ravel().tolist()]
            self._roots.append((End(model, its, order.tolist(), called), places))
        self._limit, self._breadth = limit, breadth
        self.nodes = self.dead_ends = self.solutions = 0
        self.roots = 0  # of the nodes
        self.levels: list[list[Row]] = []  # what waits under the present root
        self._board: tuple[int, ...] = ()

    def __iter__(self) -> Iterator[Event]:
        """All events."""
        return chain.from_iterable(self.expansions())

    def expansions(self) -> Iterator[list[Event]]:
        """The events of each expansion, and of each root; between two of them `levels` is what waits."""
        yield [self._event("begin", None, ())]
        for end, places in self._roots:
            for place in places if self.first_item is not None else [None]:
                yield list(self._begin(end, place))
                while self.levels and not self._enough:
                    yield list(self._expand(end))
                if self._enough:
                    return
        yield list(self._moved_to(()))

    @property
    def _enough(self) -> bool:
        return self._limit is not None and self.solutions >= self._limit

    def _begin(self, end: End, place: int | None) -> Iterator[Event]:
        """Begin with a root, or with the empty board."""
        yield from self._moved_to(())
        rows = end.rows((), 0) if place is None else (yield from self._place(end, Row((), 0, ()), place))
        self.roots += place is not None
        self.levels = [rows] if rows else []

    def _expand(self, end: End) -> Iterator[Event]:
        """Take the last rows of the deepest level, and place all their options."""
        level = self.levels[-1]
        children: list[Row] = []
        for row in [level.pop() for _ in range(min(self._breadth, len(level)))]:
            yield from self._moved_to(row.chosen)
            for option in row.fits:
                children += yield from self._place(end, row, option)
                if self._enough:
                    return
                yield from self._moved_to(row.chosen)
        self.levels.append(children)
        while self.levels and not self.levels[-1]:
            self.levels.pop()

    def _place(self, end: End, row: Row, option: int) -> Generator[Event, None, list[Row]]:
        """Place an option on a waiting board, and look at what comes of it; its rows."""
        chosen, taken = (*row.chosen, option), row.taken | end.items[option]
        self.nodes += 1
        self._board = chosen
        yield self._event("place", option, chosen)
        rows = end.rows(chosen, taken)
        if not rows:
            solved = taken == end.all
            self.solutions += solved
            self.dead_ends += not solved
            yield self._event("solution" if solved else "dead end", None, chosen)
        return rows

    def _moved_to(self, chosen: tuple[int, ...]) -> Iterator[Event]:
        """Take options off, and put others back, until these are on the board."""
        while self._board != chosen[: len(self._board)]:
            *left, last = self._board
            self._board = tuple(left)
            yield self._event("remove", last, self._board)
        for option in chosen[len(self._board) :]:
            self._board = (*self._board, option)
            yield self._event("return", option, self._board)

    def _event(self, kind: Kind, option: int | None, chosen: tuple[int, ...]) -> Event:
        return Event(kind, option, len(chosen), self.nodes, self.dead_ends, self.solutions, chosen)
