"""Trace a plain search of any model: branch on the item with the fewest options, and yield events.

It is no engine of ours, but what engines for such models have in common (D. Knuth's algorithm X, with demands
for "exactly once"):

1. Of the items that still lack something, take the one with the fewest open options. Place the first of
   them.
2. Follow what that forces: options that no longer fit are closed, and options that an item cannot do without
   are placed. The rule `bounds` of `accord.deduce` says so, item by item, until nothing more follows.
3. If an item cannot be met any more, it is a dead end. Take the option off, close it, and continue at 2.
4. If no option is open, it is a solution. Continue as after a dead end.

Where no item lacks anything, any open option is next: what need not be covered may be covered. Every solution
is met once, since an option that was taken off stays closed as long as those before it stay on the board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

from accord.deduce import rules
from accord.deduce.structure import OPEN, Choice, Structure
from accord.model import Model
from accord.model.lazy import refuse_lazy
from accord.trace.event import Event, Kind


@dataclass(frozen=True, slots=True)
class Decision:
    """An option that was placed, and what was known before."""

    option: int
    state: list[int]
    chosen: tuple[int, ...]


class Items:
    """The search of a model: iterate over its events, once. Counters may be looked at."""

    tracer = "items"

    def __init__(self, model: Model, *, given: Sequence[int] = (), limit: int | None = None) -> None:
        """Prepare.

        Args:
            model: what to search.
            given: options that are on the board from the beginning.
            limit: solutions that are enough; None: all.

        Raises:
            RefusedError: if the model has lazy items.
        """
        refuse_lazy(model, "watching a search")
        self._structure = Structure(model)
        self._given, self._limit = tuple(given), limit
        self.nodes = self.dead_ends = self.solutions = 0
        self._state = [OPEN] * model.options
        self._chosen: tuple[int, ...] = ()
        self._decisions: list[Decision] = []

    def __iter__(self) -> Iterator[Event]:
        """All events."""
        structure = self._structure
        self._chosen = self._given
        yield self._event("begin", None)
        met = yield from self._follow([(option, 1) for option in self._given], structure.looked_at)
        while True:
            if not met:
                self.dead_ends += 1
                yield self._event("dead end", None)
            elif (option := self._next()) is not None:
                self._decisions.append(Decision(option, list(self._state), self._chosen))
                self.nodes += 1
                self._chosen = (*self._chosen, option)
                yield self._event("place", option)
                met = yield from self._follow([(option, 1)])
                continue
            else:
                self.solutions += 1
                yield self._event("solution", None)
                if self.solutions == self._limit:
                    return
            if not self._decisions:
                return
            last = self._decisions.pop()
            self._state, self._chosen = last.state, last.chosen
            yield self._event("remove", last.option)
            met = yield from self._follow([(last.option, 0)])

    def _next(self) -> int | None:
        """The option to be placed next; None if none is open."""
        state = self._state
        best: list[int] = []
        for item in self._structure.looked_at:
            entries = self._structure.entries[item]
            given = sum(amount for option, amount in entries if state[option] == 1)
            if given < self._structure.low[item]:
                ways = [option for option, amount in entries if amount > 0 and state[option] == OPEN]
                if not best or len(ways) < len(best):
                    best = ways
        any_open = (option for option, value in enumerate(state) if value == OPEN)
        return best[0] if best else next(any_open, None)

    def _follow(self, choices: Sequence[Choice], stale: Iterable[int] = ()) -> Generator[Event, None, bool]:
        """Make choices, with what they and `stale` items force; whether all items can still be met."""
        structure, state = self._structure, self._state
        queue = deque(stale)
        while True:
            made, broken = structure.spread(state, choices)
            for option, value in made:
                if value and option not in self._chosen:
                    self._chosen = (*self._chosen, option)
                    yield self._event("forced", option)
            if broken is not None:
                return False
            queue.extend(sorted(structure.watched_items(option for option, _ in made).difference(queue)))
            choices = ()
            while queue and not choices:
                found = rules.bounds(structure, state, queue.popleft())
                if found.contradiction:
                    return False
                choices = found.choices
            if not choices:
                return True

    def _event(self, kind: Kind, option: int | None) -> Event:
        closed = tuple(option for option, value in enumerate(self._state) if value == 0)
        counters = self.nodes, self.dead_ends, self.solutions
        return Event(kind, option, len(self._decisions), *counters, self._chosen, closed)
