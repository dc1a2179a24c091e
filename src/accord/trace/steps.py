"""Turn the steps of a hint, or the moves of a plan, into events.

`Bounds` adds the sums of a model as they close in. An item's sum is at least what its chosen options give,
and at most that and what its open options could add. In Aquarium the items are the rows and columns, and the
sums are the numbers beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from accord.arguments.plan import Form
from accord.deduce import Contradiction, Step
from accord.deduce.reason import never
from accord.deduce.structure import OPEN
from accord.planners.planned import Planned
from accord.planners.replay import boards
from accord.plans.check import replay
from accord.puzzles.hints import about, reasoner, sentence
from accord.puzzles.puzzle import Puzzle
from accord.trace.event import Event, Kind, Range


class Deductions:
    """The steps to the solution, or until no rule forces the next: iterate over its events, once."""

    tracer = "deductions"

    def __init__(self, puzzle: Puzzle, *, stop: Callable[[], bool] = never) -> None:
        """Prepare.

        Raises:
            RefusedError: if the model has lazy items.
            Contradiction: if what the puzzle gives contradicts itself.
        """
        self.puzzle = puzzle
        self.reasoner = reasoner(puzzle, stop=stop)
        self._chosen, self._closed = tuple(self.reasoner.chosen), tuple(self.reasoner.closed)
        self._steps = 0

    def __iter__(self) -> Iterator[Event]:
        """All events. Raises StoppedError once `stop` is true."""
        yield self._event("begin")
        try:
            for step in self.reasoner.steps():
                self._chosen, self._closed = (*self._chosen, *step.chosen), (*self._closed, *step.closed)
                self._steps += 1
                yield self._event("step", step)
        except Contradiction as error:
            yield self._event("dead end", words=str(error), items=(error.item,))
            return
        if self.reasoner.solved:
            yield self._event("solution")

    def _event(
        self, kind: Kind, step: Step | None = None, *, words: str = "", items: tuple[int, ...] = ()
    ) -> Event:
        return Event(
            kind=kind,
            option=step.forced[0].option if step else None,
            depth=self._steps,
            nodes=0,
            dead_ends=int(kind == "dead end"),
            solutions=int(kind == "solution"),
            chosen=self._chosen,
            closed=self._closed,
            new=(*step.chosen, *step.closed) if step else (),
            items=about(self.puzzle, step) if step else items,
            words=f"{step.rule}: {sentence(self.puzzle, self.reasoner.model, step)}" if step else words,
        )


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
            for item in sorted(self.reasoner.structure.watched_items(event.new) & self._ranges.keys()):
                before, now = self._ranges[item], self._range(item)
                if now != before:
                    self._ranges[item] = now
                    yield replace(
                        event, kind="bounds", new=(), items=(item,), ranges=(now,), words=self._words(now)
                    )

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


class Moves:
    """The moves of a plan that was found: iterate over its events, once."""

    tracer = "plan"

    def __init__(self, puzzle: Puzzle, planned: Planned, form: Form = "standard") -> None:
        """`planned` is what a search for a plan of the puzzle gave; one without a plan has no events."""
        self.puzzle, self.planned, self._form = puzzle, planned, form

    def __iter__(self) -> Iterator[Event]:
        """All events. Moves are the family's own, where it has some: a move of several cards is one event."""
        texts = list(boards(self.planned, self.puzzle, self._form))
        states = self._states(len(texts) // 2)
        for number, board in enumerate(texts[::2]):
            words = texts[2 * number - 1] if number else ""
            yield Event(
                kind="move" if number else "begin",
                option=None,
                depth=number,
                nodes=0,
                dead_ends=0,
                solutions=0,
                chosen=(),
                state=states[number] if states else None,
                board=board,
                words=words,
            )

    def _states(self, moves: int) -> list[dict[str, str]] | None:
        """The states by variables, where a move is an operator; None elsewhere."""
        names = self.planned.operators
        if names is None or len(names) != moves or self.planned.cards is not None:
            return None
        return replay(self.puzzle.plan_problem, names)
