"""The sums of a model as they close in: after each step of a person, the items whose range became smaller.

An item's sum is at least what its chosen options give, and at most that and what its open options could add.
In Aquarium the items are the rows and columns, and the sums are the numbers beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from accord.deduce.reason import never
from accord.deduce.structure import OPEN
from accord.puzzles.puzzle import Puzzle
from accord.trace.deductions import Deductions
from accord.trace.event import Event, Range


class Bounds(Deductions):
    """The steps of `Deductions`, with an event more for each item whose range became smaller by one."""

    tracer = "bounds"

    def __init__(self, puzzle: Puzzle, *, stop: Callable[[], bool] = never) -> None:
        """Prepare; see `Deductions`."""
        super().__init__(puzzle, stop=stop)
        self._ranges = {item: self._range(item) for item in self.reasoner.structure.looked_at}

    def __iter__(self) -> Iterator[Event]:
        """All events; the first one has all ranges."""
        for event in super().__iter__():
            if event.kind == "begin":
                event = replace(event, ranges=tuple(self._ranges.values()))
            yield event
            for item in self._touch(event.new):
                before, now = self._ranges[item], self._range(item)
                if now != before:
                    self._ranges[item] = now
                    yield replace(
                        event, kind="bounds", new=(), items=(item,), ranges=(now,), words=self._words(now)
                    )

    def _touch(self, options: Iterable[int]) -> list[int]:
        return sorted(self.reasoner.structure.watched_items(options) & self._ranges.keys())

    def _range(self, item: int) -> Range:
        least = most = 0
        for option, amount in self.reasoner.structure.entries[item]:
            value = self.reasoner.state[option]
            least += min(amount, 0) if value == OPEN else amount * value
            most += max(amount, 0) if value == OPEN else amount * value
        return Range(item, least, most)

    def _words(self, now: Range) -> str:
        """Return words such as `row 1: 2 to 4, and it needs 3`."""
        model = self.puzzle.model
        sums = f"{now.least:,}" if now.least == now.most else f"{now.least:,} to {now.most:,}"
        low, high = int(model.low[now.item]), int(model.high[now.item])
        wanted = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        return f"{model.item_names[now.item]}: {sums}, and it needs {wanted}"
